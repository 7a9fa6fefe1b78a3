import { fullName } from "@manilla/contract/formats";
import * as calls from "@manilla/contract/people/data-protection";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock, dayInLagos } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { changeRows } from "../../../db/row.ts";
import { Conflict, NotAllowed } from "../../../errors.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { type SealedValues, openPersonal, recordAudit } from "../../platform/audit/index.ts";
import { type Change, abilitiesIn, actionsOn, lockRow, recordRequest } from "../../platform/states/index.ts";
import { requireCustomer } from "../people/index.ts";
import { gatherEverything } from "./gathering.ts";
import * as messages from "./messages.ts";
import { retentionRules } from "./retention.ts";
import { dataRequestRules } from "./rules.ts";

type Request = z.output<typeof calls.answer.response>["request"];
const COLUMNS = ["id", "kind", "status", "text", "due_on", "answer", "created_at", "answered_at"] as const;
/** The Nigeria Data Protection Act gives a month. */
const DAYS_TO_ANSWER = 30;
const DAY = 86_400_000;
/** Files of everything about others that one colleague may make. */
const FILES_A_DAY = 20;
const today = (): string => dayInLagos(clock.now());

const requestList = defineList(calls.listRequests, {
  from: "data_requests q join users u on u.id = q.user_id left join users a on a.id = q.answered_by",
  rows_of: "data_requests q",
  select: `
      q.id, q.kind, q.status, q.text, q.due_on, q.answer, q.created_at, q.answered_at, q.user_id, u.name, u.last_name,
      (q.due_on - (now() at time zone 'Africa/Lagos')::date)::int as days_left,
      a.full_name as answered_by
    `,
  id: "q.id",
  search: "u.search_text",
});

/** A file of everything, with the day in its name; the record says who took it. */
async function fileOf(context: Context, user_id: string) {
  await countAttempt(context.db, `data-export:${user_id}`, 10, 86_400);
  const everything = await gatherEverything(context, user_id);
  await context.db.transaction().execute((tx) => recordAudit(tx, context, "data_exported", ["user", user_id]));
  const text = JSON.stringify(
    { made_at: clock.now().toISOString(), ...everything },
    (_, value: unknown) => (typeof value === "bigint" ? Number(value) : value),
    2,
  );
  return { name: `manilla-data-${today()}.json`, media_type: "application/json", body: Buffer.from(text) };
}

/** Nobody takes everything about somebody away who has not requested it, as the person or another colleague wrote down. @throws Conflict */
async function requireRequest({ db, session }: Context, user_id: string): Promise<void> {
  const asked = await db
    .selectFrom("data_requests")
    .select("id")
    .where("user_id", "=", user_id)
    .where("kind", "=", "export")
    .where(sql<boolean>`recorded_by is distinct from ${session.user_id}`)
    .where((eb) =>
      eb.or([
        eb("status", "=", "open"),
        eb.and([
          eb("status", "=", "done"),
          eb("answered_at", ">", new Date(clock.milliseconds() - DAYS_TO_ANSWER * DAY)),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (!asked)
    throw new Conflict(
      "This person has not asked for their data, or you wrote it down yourself: another colleague makes the file then.",
      "not_asked",
    );
}

const lock = lockRow("data_requests");
const act = actionsOn({
  calls,
  rules: dataRequestRules,
  noun: "dataRequest",
  name: "request",
  audits: ({ user_id }) => ({ subject_type: "user", subject_id: user_id }),
  lock,
  answer: async (tx, _, id) => ({
    request: await tx.selectFrom("data_requests").select(COLUMNS).where("id", "=", id).executeTakeFirstOrThrow(),
  }),
});

/** @param recorded_by the colleague who wrote it down; null where the person asked in the product. @throws Conflict */
function keepRequest(
  context: Context,
  { user_id, name, last_name }: { user_id: string; name: string; last_name: string },
  { kind, text }: Pick<z.output<typeof calls.ask.body>, "kind" | "text">,
  recorded_by: string | null = null,
): Promise<{ request: Request }> {
  return context
    .once(async (tx) => {
      const due_on = addDays(today(), DAYS_TO_ANSWER);
      const request = await tx
        .insertInto("data_requests")
        .values({ id: uuidv7(), user_id, kind, text: text ?? null, due_on, created_at: clock.now(), recorded_by })
        .returning(COLUMNS)
        .executeTakeFirstOrThrow();
      await recordRequest(tx, context, {
        noun: "dataRequest",
        id: request.id,
        status: request.status,
        audit: "data_requested",
        after: { kind, ...(recorded_by && { user_id }) },
        tells: {
          roles: ["super_admin", "super_operations"],
          note: messages.dataRequested({ name: fullName({ name, last_name }), kind }),
        },
      });
      return { request: request as Request };
    })
    .catch((error: unknown) => {
      if ((error as { code?: string }).code === "23505")
        throw new Conflict("The last request of this kind is still open.", "open_request");
      throw error;
    });
}

/** Keeps the answer and who gave it. */
async function keepAnswer(
  tx: Tx,
  { session }: Context,
  { id, kind }: { id: string; kind: string },
  { status, answer }: { status: string; answer: string },
): Promise<Change> {
  await changeRows(tx, "data_requests", id, { answer, answered_by: session.user_id, answered_at: clock.now() });
  return { after: { status, kind, answer } };
}

export const handlers: Handlers<typeof calls> = {
  listRequests: (context) => requestList.scoped(sql`true`, undefined, abilitiesIn(context, calls, dataRequestRules)),
  answer: act(calls.answer, {
    audit: "data_request_answered",
    chooses: ({ body }) => (body.status === "done" ? "do" : "refuse"),
    does: (tx, context, request, { body }) => keepAnswer(tx, context, request, body),
    tells: (request, { body }) => messages.answered(request, body),
  }),
  async exportOf(context, { params }) {
    await requireCustomer(context.db, params.id);
    await requireRequest(context, params.id);
    await countAttempt(context.db, `data-exports:${context.session.user_id}`, FILES_A_DAY, 86_400);
    return fileOf(context, params.id);
  },
  exportOwn: (context) => fileOf(context, context.session.user_id),

  async consents({ db, encryption }, { params }) {
    await requireCustomer(db, params.id);
    const consents = await db
      .selectFrom("consents")
      .select(["id", "kind", "wording", "given_at"])
      .where("user_id", "=", params.id)
      .orderBy("given_at", "desc")
      .limit(200)
      .execute();
    const { rows: pulls } = await sql<z.output<typeof calls.consents.response>["pulls"][number]>`
      select 'Credit bureau: ' || b.bureau as what, b.consent_id, u.full_name as by,
        b.fetched_at as at
      from bureau_reports b
      left join users u on u.id = b.fetched_by
      where b.user_id = ${params.id}
      union all select upper(v.kind) || ' look-up', v.consent_id, null, v.created_at
      from identity_verifications v
      where v.user_id = ${params.id}
      union all select 'Bank statement from ' || d.source, null, null, d.created_at
      from documents d
      where d.user_id = ${params.id}
        and d.type = 'bank_statement'
        and d.source in ('mono', 'mbs', 'mobile', 'okra', 'ussd')
      order by 4 desc
      limit 200
    `.execute(db);
    const { rows } = await sql<
      Omit<z.output<typeof calls.consents.response>["reveals"][number], "reason"> & SealedValues
    >`
      select replace(replace(action, '_revealed', ''), '_', ' ') as field, actor_name as by, recorded_at as at,
        before, after, reason, sealed, about_id, (select data_key from users where id = ${params.id}) as data_key
      from audit_records
      where subject_type = 'user'
        and subject_id = ${params.id}
        and action in ('bvn_revealed', 'nin_revealed', 'account_no_revealed')
      order by recorded_at desc
      limit 200
    `.execute(db);
    const reveals = rows
      .map((row) => openPersonal(encryption, row))
      .map(({ field, by, reason, at }) => ({ field, by, reason, at }));
    return { consents, pulls, reveals };
  },
  async retention({ db }) {
    const runs = await db
      .selectFrom("retention_runs")
      .select(["ran_at", "removed"])
      .orderBy("ran_on", "desc")
      .limit(30)
      .execute();
    return {
      rules: await retentionRules(db),
      runs: runs.map(({ ran_at, removed }) => ({ ran_at, removed: removed as Record<string, number> })),
    };
  },

  async findOwn({ db, session }) {
    const requests = await db
      .selectFrom("data_requests")
      .select(COLUMNS)
      .where("user_id", "=", session.user_id)
      .orderBy("created_at", "desc")
      .limit(50)
      .execute();
    return { requests: requests as Request[] };
  },
  ask: (context, { body }) => keepRequest(context, context.session, body),
  record: async (context, { params, body }) => {
    const { id: user_id, name, last_name } = await requireCustomer(context.db, params.id);
    if (user_id === context.session.user_id) throw new NotAllowed("Nobody writes down a request of their own.");
    return keepRequest(context, { user_id, name, last_name }, body, context.session.user_id);
  },
};
