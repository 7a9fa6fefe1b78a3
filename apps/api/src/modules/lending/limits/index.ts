/** The door of limits: what a person may owe at most, and the second person's half of raising it. */
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { Conflict, NotFound } from "../../../errors.ts";
import { isDeleted, unlessIn } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { rulesSaidOfPerson } from "../evidence/index.ts";
import { newLimit } from "./messages.ts";
import { type Used, whyNotSetLimit } from "./rules.ts";

export { availableOf, whyBeyondLimit } from "./rules.ts";

/** The limit and what of it is used: principal owed, and the requests and offers that may become loans. @throws NotFound */
export async function usedLimit(db: Database | Tx, user_id: string): Promise<Used> {
  const { rows } = await sql<Used>`
    select u.credit_limit_kobo as limit_kobo,
      coalesce(
        (
          select sum(case when l.disbursed_on is null then l.principal_kobo else l.outstanding_principal_kobo end)
          from loans l
          where l.user_id = u.id
            and l.status in (
              'requested', 'pre_approved', 'approved', 'offered', 'accepted', 'disbursing', 'running', 'past_due',
              'stop_requested'
            )
        ), 0
      )::bigint as used_kobo
    from users u
    where u.id = ${user_id} and u.erased_at is null
  `.execute(db);
  if (!rows[0]) throw new NotFound("This person");
  return rows[0];
}

interface Payload {
  user_id: string;
  limit_kobo: number;
  reason: string;
  request_id?: string;
}

/** Ends the request that the limit answers. @throws Conflict when it was decided in the meantime */
async function grantRequest(
  tx: Tx,
  context: Context,
  {
    request_id,
    limit_kobo,
    maker_id,
    reason,
  }: { request_id: string; limit_kobo: bigint; maker_id: string; reason: string },
): Promise<void> {
  const request = await findRow(tx, "limit_requests", request_id, ["kind", "status"], { lock: true });
  if (request?.status !== "pending") throw new Conflict("This request was decided already.", "already_decided");
  await changeState(tx, {
    noun: "limitRequest",
    id: request_id,
    from: request.status,
    action: request.kind === "credit_application" ? "approve" : "review",
    actor: actorOf(context),
    reason,
  });
  await changeRows(tx, "limit_requests", request_id, {
    granted_kobo: limit_kobo,
    decided_by: maker_id,
    decided_at: clock.now(),
    decision_reason: reason,
  });
}

/** A higher limit, once a second person has agreed. */
export const setLimit: ApprovalKind<Payload> = {
  permission: "provider:can_update_user_wallet_limit",
  over: sql`${isDeleted} or a.payload ? 'request_id' and ${unlessIn("limit_requests", "request_id", ["pending"])}`,
  async shows(context, { payload: { user_id, request_id } }) {
    const used = await usedLimit(context.db, user_id);
    const request =
      request_id && (await findRow(context.db, "limit_requests", request_id, ["requested_kobo", "purpose"]));
    return {
      facts: [
        { label: "The rules said", value: await rulesSaidOfPerson(context, user_id) },
        { label: "Used of the limit", value: naira(used.used_kobo) },
        ...(request ? [{ label: "Asked for", value: `${naira(request.requested_kobo)}: ${request.purpose}` }] : []),
      ],
    };
  },
  async execute(tx, context, { id, payload, maker_id }) {
    const { user_id, reason, request_id, ...rest } = payload;
    const limit_kobo = BigInt(rest.limit_kobo);
    if (user_id === context.session.user_id || user_id === maker_id)
      throw new Conflict("Nobody decides about themselves.", "own_limit");
    await tx.selectFrom("users").select("id").where("id", "=", user_id).forUpdate().executeTakeFirst();
    const used = await usedLimit(tx, user_id);
    const why_not = whyNotSetLimit(used, limit_kobo);
    if (why_not) throw new Conflict(`The limit has changed since: ${why_not}.`, "changed");
    if (request_id) await grantRequest(tx, context, { request_id, limit_kobo, maker_id, reason });
    await tx
      .insertInto("credit_limits")
      .values({
        id: uuidv7(),
        user_id,
        limit_kobo,
        before_kobo: used.limit_kobo,
        reason,
        request_id: request_id ?? null,
        approval_id: id,
        set_by: maker_id,
      })
      .execute();
    await tx.updateTable("users").set({ credit_limit_kobo: limit_kobo }).where("id", "=", user_id).execute();
    await recordAudit(tx, context, "credit_limit_set", ["user", user_id], {
      before: { limit_kobo: used.limit_kobo },
      after: { limit_kobo },
      reason,
    });
    await tell(tx, context, user_id, newLimit({ user_id }));
    return undefined;
  },
  async release(tx, _, { payload }) {
    const { request_id } = payload;
    if (request_id)
      await changeRows(tx, "limit_requests", { id: request_id, status: "pending" }, { approval_id: null });
  },
};
