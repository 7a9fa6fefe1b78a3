import * as calls from "@manilla/contract/people/complaints";
import { addDays } from "@manilla/credit";
import { createHash } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock, dayInLagos } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import type { DB } from "../../../db/types.gen.ts";
import { defineList } from "../../../db/list.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotAllowed, NotFound } from "../../../errors.ts";
import { checkFile } from "../../../files/documents.ts";
import { newReference } from "../../money/books/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { note, notifyRoles, tell, tellTyped } from "../../platform/notifications/index.ts";
import { abilitiesIn, actionsOn, lockRow, recordBeginning } from "../../platform/states/index.ts";
import { keepDocument } from "../documents/index.ts";
import { requireCustomer } from "../people/index.ts";
import * as messages from "./messages.ts";
import { SHOWN, complaintOf, complaintsOf, findComplaint, linkOf } from "./queries.ts";
import { complaintRules } from "./rules.ts";

type Complaint = Selectable<DB["complaints"]>;
const MAX_OPEN = 10;
const ANSWERING = ["super_support", "super_operations"];
const HEADS = ["super_admin", "super_operations"];

const complaintList = defineList(calls.listAll, {
  from: "complaints c join users u on u.id = c.user_id left join users a on a.id = c.assigned_to left join companies o on o.id = c.company_id",
  rows_of: "complaints c",
  select: SHOWN,
  id: "c.id",
  columns: { admin_id: "c.assigned_to", company_id: "c.company_id" },
  search: ["u.search_text", "folded(c.reference)"],
});
const callerList = defineList(calls.callers, {
  from: "users u join companies o on o.id = u.company_id",
  select: "u.id, u.name, u.last_name, json_build_object('id', o.id, 'name', o.name) as company, u.created_at",
  id: "u.id",
  search: ["u.search_text", "folded(o.name)"],
});
/** Who speaks for a company, and is still there: an employee speaks for themselves. */
const OF_COMPANY = sql`u.company_id is not null and not u.is_customer and u.erased_at is null`;

const subject = {
  calls,
  rules: complaintRules,
  noun: "complaint",
  name: "complaint",
  audits: (row: Complaint) => ({ subject_type: "complaint", subject_id: row.id, about: row.user_id }),
  answer: async (tx: Tx, _: Context, id: string) => ({ complaint: await complaintOf(tx, id) }),
} as const;
const act = actionsOn<typeof calls, Complaint>({ ...subject, lock: lockRow("complaints") });
const actOwn = actionsOn<typeof calls, Complaint>({
  ...subject,
  lock: lockRow("complaints", ({ session }) => sql`user_id = ${session.user_id}`),
});

/** Adds a text to a complaint. */
async function write(tx: Tx, { session }: Context, row: { id: string; user_id: string }, text: string): Promise<void> {
  const is_staff = session.user_id !== row.user_id;
  await tx
    .insertInto("complaint_messages")
    .values({
      id: uuidv7(),
      complaint_id: row.id,
      user_id: row.user_id,
      author_id: session.user_id,
      is_staff,
      text,
      created_at: clock.now(),
    })
    .execute();
}

/** Whether somebody answers complaints; who had one may have left. */
const answersNow = async (tx: Tx, user_id: string): Promise<boolean> =>
  (await sql`select from holders_of_roles(${[...HEADS, ...ANSWERING]}) h where h = ${user_id}`.execute(tx)).rows
    .length > 0;

/** Answering assigns it to the person who answers. */
async function answerIn(
  tx: Tx,
  context: Context,
  row: Complaint,
  text: string,
  message: typeof messages.answered,
): Promise<void> {
  await write(tx, context, row, text);
  if (!row.assigned_to) await changeRows(tx, "complaints", row.id, { assigned_to: context.session.user_id });
  await tellTyped(tx, context, row.user_id, message({ ...row, link: await linkOf(tx, row.user_id) }, text), { text });
}

const PAPER = "Paper of a complaint";
/** The file that came with a complaint, among the person's documents; one that a try before has left there is taken. @throws InvalidFields where the account keeps none */
async function keepPaper(context: Context): Promise<string | null> {
  if (!context.file) return null;
  const { db, session } = context;
  if (!session.account_types.includes("customer"))
    throw new InvalidFields({ document: ["please send files by e-mail"] });
  await refuseTooMany(db, session.user_id);
  const file = await checkFile(context.file, "document");
  const { rows } = await sql<{ id: string }>`
    select id
    from documents d
    where user_id = ${session.user_id}
      and title = ${PAPER}
      and digest = ${createHash("sha256").update(file.bytes).digest()}
      and not exists (select 1 from complaints c where c.document_id = d.id)
    limit 1
  `.execute(db);
  if (rows[0]) return rows[0].id;
  const document = { user_id: session.user_id, type: "custom", source: "upload", title: PAPER, file } as const;
  return (await keepDocument(context, { ...document, actor: actorOf(context) })).id;
}

/** @throws Conflict */
async function refuseTooMany(db: Database | Tx, user_id: string): Promise<void> {
  const mine = await complaintsOf(db, user_id);
  if (mine.filter(({ status }) => status !== "resolved").length >= MAX_OPEN)
    throw new Conflict("You have many open complaints. Please write more about one of them.", "too_many");
}

interface Said {
  user_id: string;
  /** For which the person complains. */
  company_id: string | null;
  category: string;
  text: string;
  document_id: string | null;
}

/** Keeps a complaint, with its clock; its person gets the reference, and those who answer are notified. */
async function open(tx: Tx, context: Context, said: Said): Promise<{ id: string; reference: string; due_on: string }> {
  const { user_id } = said;
  await refuseTooMany(tx, user_id);
  const [id, today] = [uuidv7(), dayInLagos(clock.now())];
  const reference = newReference("CP", today);
  const due_on = addDays(today, await readSetting(tx, "complaint_days"));
  const created_at = clock.now();
  await tx
    .insertInto("complaints")
    .values({ id, reference, due_on, created_at, ...said })
    .execute();
  await recordBeginning(tx, "complaint", id, "open", actorOf(context));
  const { full_name: name } = await getRow(tx, "users", user_id, ["full_name"]);
  const note = messages.complaintMade({ id, name: name ?? "", reference });
  await notifyRoles(tx, ANSWERING, { ...note, about: user_id, except: context.session.user_id });
  await tell(tx, context, user_id, messages.received({ id, reference, due_on, link: await linkOf(tx, user_id) }));
  return { id, reference, due_on };
}

/** Records a complaint made by telephone. @throws NotAllowed where it is one's own */
async function recordFor(tx: Tx, context: Context, said: Said) {
  const { user_id, company_id } = said;
  if (user_id === context.session.user_id)
    throw new NotAllowed("Your own complaint is made under Help.", "own_request");
  const { id, reference, due_on } = await open(tx, context, said);
  const after = { reference, ...(company_id && { company_id }) };
  await recordAudit(tx, context, "complaint_recorded", ["complaint", id], { after, about: user_id });
  return { complaint_id: id, reference, due_on };
}

export const handlers: Handlers<typeof calls> = {
  listAll: (context) => complaintList.scoped(sql`true`, undefined, abilitiesIn(context, calls, complaintRules)),
  async summary({ db, session }) {
    const { rows } = await sql<{ open: number; due_soon: number; late: number; mine: number }>`
      select count(*)::int as open, (count(*) filter (where days_left between 0 and 3))::int as due_soon,
        (count(*) filter (where days_left < 0))::int as late,
        (count(*) filter (where assigned_to = ${session.user_id}))::int as mine
      from (
        select assigned_to, days_until(due_on) as days_left
        from complaints
        where status <> 'resolved'
      ) c
    `.execute(db);
    return rows[0]!;
  },
  async find(context, { params }) {
    const row = await findComplaint(context.db, params.id);
    return { ...row, abilities: abilitiesIn(context, calls, complaintRules)(row) };
  },

  assign: act(calls.assign, {
    audit: "complaint_assigned",
    async does(tx, context, row, { body }) {
      const to = body.admin_id ?? context.session.user_id;
      if (!(await answersNow(tx, to)))
        throw new Conflict("This colleague does not answer complaints.", "not_answering");
      await changeRows(tx, "complaints", row.id, { assigned_to: to });
      if (to !== context.session.user_id) await note(tx, to, { ...messages.givenToYou(row), names: row.user_id });
      return { before: { assigned_to: row.assigned_to }, after: { assigned_to: to } };
    },
  }),
  answer: act(calls.answer, {
    audit: "complaint_answered",
    does: (tx, context, row, { body }) => answerIn(tx, context, row, body.text, messages.answered),
  }),
  resolve: act(calls.resolve, {
    audit: "complaint_resolved",
    async does(tx, context, row, { body }) {
      await changeRows(tx, "complaints", row.id, { resolved_at: clock.now() });
      await answerIn(tx, context, row, body.text, messages.resolved);
    },
  }),
  escalate: act(calls.escalate, {
    audit: "complaint_escalated",
    does: (tx, context, row, { body }) =>
      notifyRoles(tx, HEADS, {
        ...messages.escalated(row, body.reason),
        about: row.user_id,
        except: context.session.user_id,
      }),
  }),

  callers: () => callerList.scoped(OF_COMPANY),
  recordOfCompany: (context, { body: { user_id, category, text } }) =>
    context.once(async (tx) => {
      const { rows } = await sql<{ company_id: string }>`
        select u.company_id from users u where u.id = ${user_id} and ${OF_COMPANY}
      `.execute(tx);
      const [found] = rows;
      if (!found) throw new NotFound("This person of a company");
      const said = { user_id, ...found, category, text, document_id: null };
      return recordFor(tx, context, said);
    }),
  record: (context, { params, body }) =>
    context.once(async (tx) => {
      const { id: user_id } = params;
      await requireCustomer(tx, user_id);
      return recordFor(tx, context, { user_id, company_id: null, ...body, document_id: null });
    }),

  listOwn: async ({ db, session }) => ({ complaints: await complaintsOf(db, session.user_id) }),
  async complain(context, { body }) {
    const document_id = await keepPaper(context);
    return context.once(async (tx) => {
      const { user_id, account_types, company_id: works_at } = context.session;
      const { category, text } = body;
      // An administrator speaks for the company; an employee for themselves.
      const company_id = account_types.includes("customer") ? null : works_at;
      const { id } = await open(tx, context, { user_id, company_id, category, text, document_id });
      await recordAudit(tx, context, "complained", ["user", user_id]);
      return { complaint: (await complaintsOf(tx, user_id)).find((each) => each.id === id)! };
    });
  },
  reply: actOwn(calls.reply, {
    audit: "complaint_replied",
    async does(tx, context, row, { body }) {
      await write(tx, context, row, body.text);
      await changeRows(tx, "complaints", row.id, { resolved_at: null });
      const about = messages.writtenMore(row);
      if (row.assigned_to && (await answersNow(tx, row.assigned_to)))
        await note(tx, row.assigned_to, { ...about, names: row.user_id });
      else await notifyRoles(tx, ANSWERING, { ...about, about: row.user_id });
    },
  }),
};
