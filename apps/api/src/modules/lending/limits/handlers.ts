import * as calls from "@manilla/contract/lending/limits";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { Context, Handlers } from "../../../app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { naira } from "../../../documents/letter.ts";
import { defineList } from "../../../db/list.ts";
import { Conflict, InvalidFields, NotAllowed, NotFound } from "../../../http/errors.ts";
import { requestApproval } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { notify, notifyRoles } from "../../platform/notifications/index.ts";
import { requireCustomer } from "../../people/people/index.ts";
import { availableOf, usedLimit } from "./index.ts";
import { whyNotSetLimit } from "./rules.ts";

type Request = z.output<typeof calls.limitRequest>;
const COLUMNS = `
    q.id, q.kind, q.status, q.requested_kobo, q.purpose, q.limit_before_kobo, q.granted_kobo,
    q.approval_id is not null and q.status = 'pending' as is_waiting, q.decided_at, q.decision_reason, q.created_at
  `;
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
    u.settled_loans, d.name || ' ' || d.last_name as decided_by
  `,
  id: "q.id",
  search: "u.search_text",
};
const requestList = defineList(calls.listRequests, definition);
const applicationList = defineList(calls.listApplications, definition);

const requestsOf = async (db: Database | Tx, user_id: string): Promise<Request[]> =>
  (
    await sql<Request>`
      select ${sql.raw(COLUMNS)}
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

/** The request, locked, still open, of the kind that the address means. @throws NotFound, Conflict, NotAllowed */
async function lockRequest(tx: Tx, context: Context, id: string, kind: Request["kind"]) {
  const request = await tx
    .selectFrom("limit_requests")
    .selectAll()
    .where("id", "=", id)
    .where("kind", "=", kind)
    .forUpdate()
    .executeTakeFirst();
  if (!request) throw new NotFound("This request");
  if (request.user_id === context.session.user_id) throw new NotAllowed("Nobody decides about themselves.");
  if (request.status !== "pending")
    throw new Conflict(`This request was ${request.status} already.`, "already_decided");
  if (request.approval_id)
    throw new Conflict("A second person is being asked about this request.", "already_requested");
  return request;
}

async function close(
  tx: Tx,
  context: Context,
  id: string,
  kind: Request["kind"],
  to: "reviewed" | "rejected" | "declined",
  reason?: string,
): Promise<{ request: Request }> {
  const request = await lockRequest(tx, context, id, kind);
  await tx
    .updateTable("limit_requests")
    .set(({ eb }) => ({
      status: to,
      decided_by: context.session.user_id,
      decided_at: clock.now(),
      decision_reason: reason ?? null,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
  await recordAudit(tx, actorOf(context), {
    action: `limit_request_${to}`,
    subject_type: "user",
    subject_id: request.user_id,
    before: { status: "pending" },
    after: { status: to, requested_kobo: request.requested_kobo },
    reason,
  });
  if (to !== "reviewed") await tell(tx, context, request, reason ?? "");
  const found = (await requestsOf(tx, request.user_id)).find((row) => row.id === id);
  if (!found) throw new NotFound("This request");
  return { request: found };
}

async function tell(
  tx: Tx,
  context: Context,
  request: { id: string; user_id: string; kind: string; requested_kobo: bigint },
  reason: string,
): Promise<void> {
  const title =
    request.kind === "limit_increase" ? "Your limit stays as it is" : "Your credit application was declined";
  const body = `You asked for ${naira(request.requested_kobo)}. ${reason}`.trim();
  await notify(tx, { user_id: request.user_id, kind: "limit", title, body, link: "/customer/credit-application" });
  const person = await tx
    .selectFrom("users")
    .select(["name", "email"])
    .where("id", "=", request.user_id)
    .executeTakeFirstOrThrow();
  await context.queue.send(tx, "send-mail", {
    to: person.email,
    subject: title,
    text: `Hello ${person.name},\n\n${body}\n\n${context.config.public_url}`,
    reference: `limit:${request.id}`,
  });
}

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
  const waiting = await tx
    .selectFrom("approvals")
    .select("id")
    .where("kind", "=", "set_limit")
    .where("status", "=", "pending")
    .where(sql<boolean>`payload ->> 'user_id' = ${user_id}`)
    .executeTakeFirst();
  if (waiting)
    throw new Conflict("A second person is being asked about a limit of this person already.", "already_requested");
  const approval_id = await requestApproval(tx, context, {
    kind: "set_limit",
    title: `A limit of ${naira(body.limit_kobo)} for ${person.name} ${person.last_name}`,
    payload: { user_id, limit_kobo: body.limit_kobo, reason: body.reason, ...(request_id && { request_id }) },
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
  const open = await tx
    .selectFrom("limit_requests")
    .select("id")
    .where("user_id", "=", user_id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  if (open) throw new Conflict("Your last request is still being looked at.", "open_request");
  const kind = limit_kobo === null ? "credit_application" : "limit_increase";
  await tx
    .insertInto("limit_requests")
    .values({
      id: uuidv7(),
      user_id,
      kind,
      requested_kobo: body.requested_kobo,
      purpose: body.purpose,
      limit_before_kobo: limit_kobo,
    })
    .execute();
  await recordAudit(tx, actorOf(context), {
    action: "limit_requested",
    subject_type: "user",
    subject_id: user_id,
    after: { kind, requested_kobo: body.requested_kobo },
  });
  await notifyRoles(tx, ["super_risk"], {
    kind: "limit",
    title: kind === "limit_increase" ? "A higher limit is asked for" : "A credit application",
    body: `${name} ${last_name} asks for ${naira(body.requested_kobo)}.`,
    about: user_id,
    link: kind === "limit_increase" ? "/admin/users/limit-increase-request" : "/admin/users/credit-applications",
  });
  const [request] = await requestsOf(tx, user_id);
  if (!request) throw new NotFound("This request");
  return { request };
}

export const handlers: Handlers<typeof calls> = {
  listRequests: () => requestList.scoped(sql`q.kind = 'limit_increase'`),
  listApplications: () => applicationList.scoped(sql`q.kind = 'credit_application'`),
  markAsReviewed: (context, { params, body }) =>
    context.db.transaction().execute((tx) => close(tx, context, params.id, "limit_increase", "reviewed", body.reason)),
  reject: (context, { params, body }) =>
    context.once((tx) => close(tx, context, params.id, "limit_increase", "rejected", body.reason)),
  declineApplication: (context, { params, body }) =>
    context.once((tx) => close(tx, context, params.id, "credit_application", "declined", body.reason)),
  approveApplication: (context, { params, body }) =>
    context.once(async (tx) => {
      const request = await lockRequest(tx, context, params.id, "credit_application");
      return askForLimit(tx, context, request.user_id, body, request.id);
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

  async ofPerson({ db }, { params }) {
    await requireCustomer(db, params.id);
    const { rows: history } = await sql<z.output<typeof calls.ofPerson.response>["history"][number]>`
      select c.id, c.limit_kobo, c.before_kobo, c.reason, c.set_at, u.name || ' ' || u.last_name as set_by
      from credit_limits c
      left join users u on u.id = c.set_by
      where c.user_id = ${params.id}
      order by c.set_at desc
      limit 50
    `.execute(db);
    return { ...(await standingOf(db, params.id)), history };
  },
  findOwn: ({ db, session }) => standingOf(db, session.user_id),
  apply: (context, { body }) => context.once((tx) => applyForCredit(tx, context, body)),
};
