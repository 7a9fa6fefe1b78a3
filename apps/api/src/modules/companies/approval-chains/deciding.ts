/** Deciding about a request: from the inbox, and from the page of what it is about. */
import * as calls from "@manilla/contract/companies/approval-chains";
import type { ChainKind } from "@manilla/contract/companies/chain-steps";
import { sql } from "kysely";
import type { Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict } from "../../../errors.ts";
import { actionsOn } from "../../platform/states/index.ts";
import { agree, end } from "./engine.ts";
import { type Locked, findRowOf, lockApproval } from "./queries.ts";
import { approvalRules } from "./rules.ts";
import { handOnAbsent } from "./tending.ts";

/** The actions on a request that waits. */
export const act = actionsOn({
  calls,
  rules: approvalRules,
  noun: "companyApproval",
  name: "request",
  audits: ({ id }: Locked) => ({ subject_type: "company_approval", subject_id: id }),
  lock: lockApproval,
  answer: findRowOf,
});

/** For whom it was decided, where it was not the caller's own turn. */
const standsFor = ({ session }: Context, { asked_for }: Locked): string | null =>
  asked_for.includes(session.user_id) ? null : (asked_for[0] ?? null);

export const ending = (how: "decline" | "send_back" | "withdraw") => ({
  audit: {
    decline: "company_approval_declined",
    send_back: "company_approval_returned",
    withdraw: "company_approval_withdrawn",
  }[how],
  does: (tx: Tx, context: Context, approval: Locked, { body }: { body: { reason?: string } }) =>
    end(tx, context, approval, how, {
      reason: body.reason ?? null,
      is_changed: true,
      for_id: how === "withdraw" ? null : standsFor(context, approval),
    }),
});

/** Somebody agrees; where that leaves nobody to decide for an absent approver, an administrator is asked. */
async function agreed(tx: Tx, context: Context, approval: Locked, reason: string | null): Promise<void> {
  await agree(tx, context, approval, reason);
  if (approval.has_absent) await handOnAbsent(tx, approval.id);
}

export const agreeing = {
  audit: "company_approval_agreed",
  does: (tx: Tx, context: Context, approval: Locked, { body }: { body: { reason?: string } }) =>
    agreed(tx, context, approval, body.reason ?? null),
};
const [agreeTo, declineIt] = [act.one(calls.approve, agreeing), act.one(calls.decline, ending("decline"))];

/** Less is requested than when it was opened, because parts were refused: the next approver reads that. Its steps stay those of the first amount. */
export const lowerAsked = (
  tx: Tx,
  { kind, subject_id }: { kind: ChainKind; subject_id: string },
  amount_kobo: bigint,
): Promise<unknown> =>
  sql`
    update company_approvals set amount_kobo = ${amount_kobo}
    where kind = ${kind} and subject_id = ${subject_id} and status = 'pending'
  `.execute(tx);

/**
 * Decides about the request that waits for a noun's record, by the same rules as the inbox.
 * @param before what the noun does first, when the caller may decide
 * @throws NotFound where none waits; NotAllowed, Conflict
 */
export async function decideOn(
  tx: Tx,
  context: Context,
  { kind, subject_id }: { kind: ChainKind; subject_id: string },
  decision: "approve" | "decline",
  reason: string | undefined,
  before: () => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from company_approvals where kind = ${kind} and subject_id = ${subject_id} and status = 'pending'
  `.execute(tx);
  if (!rows[0]) throw new Conflict("This request is decided already.", "already_decided");
  const { id, version } = rows[0];
  const input = { params: { id }, query: {}, body: { version, reason: reason ?? "" } };
  await before();
  await (decision === "approve" ? agreeTo : declineIt)(tx, context, id, input);
}
