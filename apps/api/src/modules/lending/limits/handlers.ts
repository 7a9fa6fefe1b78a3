import { fullName } from "@manilla/contract/formats";
import * as calls from "@manilla/contract/lending/limits";
import { type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { Context, Handlers } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import type { DB } from "../../../db/types.gen.ts";
import { naira } from "../../../documents/letter.ts";
import { defineList } from "../../../db/list.ts";
import { findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotAllowed, NotFound } from "../../../errors.ts";
import { requestApproval } from "../../platform/approvals/index.ts";
import { type Change, abilitiesIn, actionsOn, lockRow, recordRequest } from "../../platform/states/index.ts";
import { requireCustomer } from "../../people/people/index.ts";
import { availableOf, usedLimit } from "./index.ts";
import * as messages from "./messages.ts";
import { type LimitRequestFacts, applicationRules, increaseRules, whyNotSetLimit } from "./rules.ts";

type Request = z.output<typeof calls.limitRequest>;
const COLUMNS = `
    q.id, q.kind, q.status, q.requested_kobo, q.purpose, q.limit_before_kobo, q.granted_kobo,
    q.approval_id is not null and q.status = 'pending' as is_waiting, q.decided_at, q.decision_reason, q.created_at
  `;
const FACTS = "q.user_id, q.approval_id";
const definition = {
  from: `
    limit_requests q
    join users u on u.id = q.user_id
    join profiles p on p.user_id = q.user_id
    left join users d on d.id = q.decided_by
  `,
  rows_of: "limit_requests q",
  select: `
    ${COLUMNS}, q.user_id, u.name, u.last_name, u.profile_status, u.credit_limit_kobo, p.salary_kobo, u.running_loans,
    u.settled_loans, d.full_name as decided_by
  `,
  facts: FACTS,
  id: "q.id",
  search: "u.search_text",
};
type Listed = z.output<typeof calls.listRequests.row> & LimitRequestFacts;
const requestList = defineList<typeof calls.listRequests, Listed>(calls.listRequests, definition);
const applicationList = defineList<typeof calls.listApplications, Listed>(calls.listApplications, definition);

const requestsOf = async (db: Database | Tx, user_id: string): Promise<(Request & LimitRequestFacts)[]> =>
  (
    await sql<Request & LimitRequestFacts>`
      select ${sql.raw(COLUMNS)}, ${sql.raw(FACTS)}
      from limit_requests q
      where q.user_id = ${user_id}
      order by q.created_at desc
      limit 30
    `.execute(db)
  ).rows;
async function standingOf(db: Database, user_id: string) {
  const used = await usedLimit(db, user_id);
  return { ...used, available_kobo: availableOf(used), requests: await requestsOf(db, user_id) };
}

const increases = { markAsReviewed: calls.markAsReviewed, reject: calls.reject };
const applications = { approveApplication: calls.approveApplication, declineApplication: calls.declineApplication };
type Locked = Selectable<DB["limit_requests"]>;
const subject = {
  noun: "limitRequest",
  name: "request",
  audits: ({ user_id }: Locked) => ({ subject_type: "user", subject_id: user_id }),
  keeps_decision: true,
  answer: async (tx: Tx, _: Context, id: string) => {
    const { rows } = await sql<Request>`
      select ${sql.raw(COLUMNS)} from limit_requests q where q.id = ${id}
    `.execute(tx);
    return { request: rows[0] };
  },
} as const;
const lockIncrease = lockRow("limit_requests", () => sql`kind = 'limit_increase'`);
const lockApplication = lockRow("limit_requests", () => sql`kind = 'credit_application'`);
const onIncrease = actionsOn({ ...subject, calls: increases, rules: increaseRules, lock: lockIncrease });
const onApplication = actionsOn({ ...subject, calls: applications, rules: applicationRules, lock: lockApplication });

/** The record says how much was requested. */
const keptAsked = async ({ requested_kobo }: Locked, status: string): Promise<Change> => ({
  after: { status, requested_kobo },
});

/** What may be done to each request, by its kind. */
const abilitiesByKind = (context: Context) => {
  const ofIncrease = abilitiesIn(context, increases, increaseRules);
  const ofApplication = abilitiesIn(context, applications, applicationRules);
  return (row: LimitRequestFacts & { kind: string }) =>
    row.kind === "limit_increase" ? ofIncrease(row) : ofApplication(row);
};

/** The maker's half of a higher limit. @throws InvalidFields, Conflict, NotAllowed */
async function askForLimit(
  tx: Tx,
  context: Context,
  user_id: string,
  body: { limit_kobo: bigint; reason: string },
  request_id?: string,
): Promise<{ approval_id: string }> {
  const person = await requireCustomer(tx, user_id);
  if (user_id === context.session.user_id) throw new NotAllowed("Nobody decides about themselves.");
  const used = await usedLimit(tx, user_id);
  const why_not = whyNotSetLimit(used, body.limit_kobo);
  if (why_not) throw new InvalidFields({ limit_kobo: [why_not] });
  const approval_id = await requestApproval(tx, context, {
    kind: "set_limit",
    title: `A limit of ${naira(body.limit_kobo)} for ${fullName(person)}`,
    payload: { user_id, limit_kobo: body.limit_kobo, reason: body.reason, ...(request_id && { request_id }) },
    once: ["user_id"],
    before: { limit_kobo: used.limit_kobo, used_kobo: used.used_kobo },
    amount_kobo: body.limit_kobo,
    reason: body.reason,
  });
  if (request_id) await tx.updateTable("limit_requests").set({ approval_id }).where("id", "=", request_id).execute();
  return { approval_id };
}

async function applyForCredit(
  tx: Tx,
  context: Context,
  body: { requested_kobo: bigint; purpose: string },
): Promise<{ request: Request }> {
  const { user_id, name, last_name } = context.session;
  await tx.selectFrom("users").select("id").where("id", "=", user_id).forUpdate().executeTakeFirst();
  const { limit_kobo } = await usedLimit(tx, user_id);
  if (limit_kobo !== null && body.requested_kobo <= limit_kobo)
    throw new InvalidFields({ requested_kobo: ["this is not more than your present limit"] });
  const open = await findRow(tx, "limit_requests", { user_id, status: "pending" }, ["id"]);
  if (open) throw new Conflict("Your last request is still being looked at.", "open_request");
  const kind = limit_kobo === null ? "credit_application" : "limit_increase";
  const id = uuidv7();
  await tx
    .insertInto("limit_requests")
    .values({
      id,
      user_id,
      kind,
      requested_kobo: body.requested_kobo,
      purpose: body.purpose,
      limit_before_kobo: limit_kobo,
    })
    .execute();
  const note = messages.limitRequested({
    name: fullName({ name, last_name }),
    kind,
    requested_kobo: body.requested_kobo,
  });
  await recordRequest(tx, context, {
    noun: "limitRequest",
    id,
    status: "pending",
    audit: "limit_requested",
    after: { kind, requested_kobo: body.requested_kobo },
    tells: { roles: ["super_risk"], note },
  });
  const [request] = await requestsOf(tx, user_id);
  if (!request) throw new NotFound("This request");
  return { request };
}

export const handlers: Handlers<typeof calls> = {
  listRequests: (context) =>
    requestList.scoped(sql`q.kind = 'limit_increase'`, undefined, abilitiesIn(context, increases, increaseRules)),
  listApplications: (context) =>
    applicationList.scoped(
      sql`q.kind = 'credit_application'`,
      undefined,
      abilitiesIn(context, applications, applicationRules),
    ),
  markAsReviewed: onIncrease(calls.markAsReviewed, {
    audit: "limit_request_reviewed",
    does: (_, __, request) => keptAsked(request, "reviewed"),
  }),
  reject: onIncrease(calls.reject, {
    audit: "limit_request_rejected",
    does: (_, __, request) => keptAsked(request, "rejected"),
    tells: (request, { body }) => messages.increaseRejected(request, body),
  }),
  declineApplication: onApplication(calls.declineApplication, {
    audit: "limit_request_declined",
    does: (_, __, request) => keptAsked(request, "declined"),
    tells: (request, { body }) => messages.applicationDeclined(request, body),
  }),
  approveApplication: onApplication(calls.approveApplication, {
    does: async (tx, context, request, { body }) => ({
      answer: await askForLimit(tx, context, request.user_id, body, request.id),
    }),
  }),
  increaseLimit: (context, { params, body }) =>
    context.once(async (tx) => {
      const open = await tx
        .selectFrom("limit_requests")
        .select("id")
        .where("user_id", "=", params.id)
        .where("kind", "=", "limit_increase")
        .where("status", "=", "pending")
        .where("approval_id", "is", null)
        .executeTakeFirst();
      return askForLimit(tx, context, params.id, body, open?.id);
    }),

  async ofPerson(context, { params }) {
    const { db } = context;
    await requireCustomer(db, params.id);
    const { rows: history } = await sql<z.output<typeof calls.ofPerson.response>["history"][number]>`
      select c.id, c.limit_kobo, c.before_kobo, c.reason, c.set_at, u.full_name as set_by
      from credit_limits c
      left join users u on u.id = c.set_by
      where c.user_id = ${params.id}
      order by c.set_at desc
      limit 50
    `.execute(db);
    const standing = await standingOf(db, params.id);
    const abilities = abilitiesByKind(context);
    return { ...standing, requests: standing.requests.map((row) => ({ ...row, abilities: abilities(row) })), history };
  },
  findOwn: ({ db, session }) => standingOf(db, session.user_id),
  apply: (context, { body }) => context.once((tx) => applyForCredit(tx, context, body)),
};
