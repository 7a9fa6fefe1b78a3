import * as calls from "@manilla/contract/people/data-protection";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { Context, Handlers } from "../../../app.ts";
import { clock, dayInLagos } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { Conflict, NotAllowed, NotFound } from "../../../http/errors.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { type SealedValues, actorOf, openPersonal, recordAudit } from "../../platform/audit/index.ts";
import { notify, notifyRoles } from "../../platform/notifications/index.ts";
import { requireCustomer } from "../people/index.ts";
import { gatherEverything } from "./gathering.ts";
import { retentionRules } from "./retention.ts";

type Request = z.output<typeof calls.answer.response>["request"];
const COLUMNS = ["id", "kind", "status", "text", "due_on", "answer", "created_at", "answered_at"] as const;
/** The Nigeria Data Protection Act gives a month. */
const DAYS_TO_ANSWER = 30;
const today = (): string => dayInLagos(clock.now());

const requestList = defineList(calls.listRequests, {
  from: "data_requests q join users u on u.id = q.user_id left join users a on a.id = q.answered_by",
  rows_of: "data_requests q",
  select: `
      q.id, q.kind, q.status, q.text, q.due_on, q.answer, q.created_at, q.answered_at, q.user_id, u.name, u.last_name,
      (q.due_on - (now() at time zone 'Africa/Lagos')::date)::int as days_left,
      a.name || ' ' || a.last_name as answered_by
    `,
  id: "q.id",
  search: "u.search_text",
});

/** A file of everything, with the day in its name; the record says who took it. */
async function fileOf(context: Context, user_id: string) {
  await countAttempt(context.db, `data-export:${user_id}`, 10, 86_400);
  const everything = await gatherEverything(context, user_id);
  await context.db
    .transaction()
    .execute((tx) =>
      recordAudit(tx, actorOf(context), { action: "data_exported", subject_type: "user", subject_id: user_id }),
    );
  const text = JSON.stringify(
    { made_at: clock.now().toISOString(), ...everything },
    (_, value: unknown) => (typeof value === "bigint" ? Number(value) : value),
    2,
  );
  return { name: `manilla-data-${today()}.json`, media_type: "application/json", body: Buffer.from(text) };
}

async function answerRequest(
  tx: Tx,
  context: Context,
  id: string,
  body: { status: "done" | "refused"; answer: string },
): Promise<{ request: Request }> {
  const found = await tx
    .selectFrom("data_requests")
    .select(["user_id", "status", "kind"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new NotFound("This request");
  if (found.user_id === context.session.user_id) throw new NotAllowed("Nobody answers their own request.");
  if (found.status !== "open") throw new Conflict(`This request is ${found.status} already.`, "already_decided");
  const request = await tx
    .updateTable("data_requests")
    .set({ ...body, answered_by: context.session.user_id, answered_at: clock.now() })
    .where("id", "=", id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  await recordAudit(tx, actorOf(context), {
    action: "data_request_answered",
    subject_type: "user",
    subject_id: found.user_id,
    before: { status: "open" },
    after: { status: body.status, kind: found.kind },
    reason: body.answer,
  });
  const person = await tx
    .selectFrom("users")
    .select(["name", "email", "erased_at"])
    .where("id", "=", found.user_id)
    .executeTakeFirstOrThrow();
  if (!person.erased_at) {
    await notify(tx, {
      user_id: found.user_id,
      kind: "profile",
      title: "Your request about your data",
      body: body.answer,
      link: "/customer/settings/profile",
    });
    await context.queue.send(tx, "send-mail", {
      to: person.email,
      subject: "Your request about your data",
      text: `Hello ${person.name},\n\n${body.answer}\n\n${context.config.public_url}`,
      reference: `data-request:${id}`,
    });
  }
  return { request: request as Request };
}

export const handlers: Handlers<typeof calls> = {
  listRequests: requestList,
  answer: (context, { params, body }) => context.once((tx) => answerRequest(tx, context, params.id, body)),
  async exportOf(context, { params }) {
    await requireCustomer(context.db, params.id);
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
      select 'Credit bureau: ' || b.bureau as what, b.consent_id, u.name || ' ' || u.last_name as by,
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
  ask: (context, { body }) =>
    context
      .once(async (tx) => {
        const { user_id, name, last_name } = context.session;
        const request = await tx
          .insertInto("data_requests")
          .values({
            id: uuidv7(),
            user_id,
            kind: body.kind,
            text: body.text ?? null,
            due_on: addDays(today(), DAYS_TO_ANSWER),
            created_at: clock.now(),
          })
          .returning(COLUMNS)
          .executeTakeFirstOrThrow();
        await recordAudit(tx, actorOf(context), {
          action: "data_requested",
          subject_type: "user",
          subject_id: user_id,
          after: { kind: body.kind },
        });
        await notifyRoles(tx, ["super_admin", "super_operations"], {
          kind: "data_request",
          title: "A request about data",
          body: `${name} ${last_name} asks for ${body.kind === "export" ? "a copy of their data" : body.kind === "erasure" ? "their data to be erased" : "a correction"}.`,
          link: "/admin/data-requests",
          about: user_id,
        });
        return { request: request as Request };
      })
      .catch((error: unknown) => {
        if ((error as { code?: string }).code === "23505")
          throw new Conflict("Your last request of this kind is still open.", "open_request");
        throw error;
      }),
};
