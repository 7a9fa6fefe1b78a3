/** What takes a second person: a large provisional credit, and letting the holder keep the credit of a lost dispute. */
import { money } from "@manilla/contract/formats";
import { startOfAlone } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { type Papered, besideSlip, requireSlip } from "../../money/slips/index.ts";
import { requestApproval, same, unlessIn, withdrawRequest } from "../../platform/approvals/index.ts";
import { SYSTEM, actorOf, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { sql } from "kysely";
import * as messages from "./messages.ts";
import { disputeFacts, disputeMeasures } from "./shown.ts";
import { type Dispute, creditHolder, lockDispute, writeCreditOff } from "./money.ts";

interface Payload {
  id: string;
  /** As text: what the second person saw. */
  amount_kobo: string;
  user_id: string;
  reason?: string;
  slip_id?: string;
}

/** Puts it before a second person. @returns the approval's id */
async function askFor(
  tx: Tx,
  context: Context,
  kind: "credit_card_dispute" | "write_off_card_dispute",
  dispute: Dispute,
  { title, amount_kobo, reason, slip_id }: { title: string; amount_kobo: bigint; reason?: string; slip_id?: string },
): Promise<string> {
  const { id, user_id } = dispute;
  const approval_id = await requestApproval(tx, context, {
    kind,
    title,
    whose: user_id,
    payload: { id, amount_kobo: String(amount_kobo), user_id, ...(reason && { reason }), ...(slip_id && { slip_id }) },
    once: ["id"],
    // Approvals are counted in naira: what dollars are is in the title and in the postings.
    ...(dispute.card_currency === "NGN" && { amount_kobo }),
    ...(reason && { reason }),
  });
  await changeRows(tx, "card_disputes", id, { approval_id });
  return approval_id;
}

/** Nobody agrees about a dispute of their own. */
const bars: ApprovalKind["bars"] = ({ user_id }) => sql`a.payload->>'user_id' = ${user_id}`;
const release: ApprovalKind<Payload>["release"] = (tx, _, { payload: { id } }) =>
  changeRows(tx, "card_disputes", id, { approval_id: null });

/**
 * Ends what was put before a second person about a dispute that is over, or is about another sum now: nobody decides about it any more, and the desk may ask again.
 * In the transaction that changes the dispute, which is locked. One that is being decided at this moment ends with the next round of what is over.
 */
export async function endRequest(
  tx: Tx,
  { id, card_id, user_id, approval_id }: Pick<Dispute, "id" | "card_id" | "user_id" | "approval_id">,
  reason: string,
): Promise<void> {
  if (approval_id === null || !(await withdrawRequest(tx, approval_id, reason))) return;
  await changeRows(tx, "card_disputes", id, { approval_id: null });
  await recordAudit(tx, SYSTEM, "dispute_request_withdrawn", ["card", card_id], { reason, about: user_id });
}

/** The dispute as the second person saw it. @throws Conflict where it has changed since */
async function asSeen(
  tx: Tx,
  { id, amount_kobo }: Payload,
  of: "amount_kobo" | "credited_kobo",
  states: readonly string[],
) {
  const dispute = await lockDispute(tx, id);
  if (!dispute || !states.includes(dispute.status) || String(dispute[of]) !== amount_kobo)
    throw new Conflict("This dispute has changed since. Look at it again.", "already_decided");
  await changeRows(tx, "card_disputes", id, { approval_id: null });
  return dispute;
}

async function credit(tx: Tx, context: Context, dispute: Dispute): Promise<void> {
  await creditHolder(tx, context, dispute, actorOf(context));
  await changeRows(tx, "card_disputes", dispute.id, { credited_by: context.session.user_id });
  await recordAudit(tx, context, "card_dispute_credited", ["card_dispute", dispute.id], {
    after: { amount_kobo: dispute.amount_kobo },
    about: dispute.user_id,
  });
  await tell(tx, context, dispute.user_id, messages.credited(dispute, dispute.amount_kobo));
}

/**
 * The larger of what a colleague has credited in thirty days and of what the holder got, in the currency of the card: many small disputes are one
 * large sum. One after the other.
 */
async function creditedLately(tx: Tx, colleague_id: string, { user_id, card_currency }: Dispute): Promise<bigint> {
  for (const id of [colleague_id, user_id])
    await sql`select pg_advisory_xact_lock(hashtext(${`credits alone ${id}`}))`.execute(tx);
  const { rows } = await sql<{ sum: bigint }>`
    select greatest(
      coalesce(sum(d.amount_kobo) filter (where d.credited_by = ${colleague_id}), 0),
      coalesce(sum(d.amount_kobo) filter (where d.user_id = ${user_id}), 0)
    )::bigint as sum
    from card_disputes d
    join cards c on c.id = d.card_id
    where (d.credited_by = ${colleague_id} or d.user_id = ${user_id})
      and d.credited_at >= ${startOfAlone()} and c.currency = ${card_currency}
  `.execute(tx);
  return rows[0]!.sum;
}

/** Credits the holder for now, or asks a second person where the sum of thirty days is large. @returns the approval's id where one is asked */
export async function creditOrAsk(tx: Tx, context: Context, dispute: Dispute): Promise<string | null> {
  const { amount_kobo, merchant, card_currency } = dispute;
  const alone = card_currency === "USD" ? "card_dispute_alone_cents" : "card_dispute_alone_kobo";
  const credited = await creditedLately(tx, context.session.user_id, dispute);
  if (credited + amount_kobo > BigInt(await readSetting(tx, alone))) {
    const title = `Credit {person} ${money(amount_kobo, card_currency)} for now, in a dispute about ${merchant}`;
    return askFor(tx, context, "credit_card_dispute", dispute, { title, amount_kobo });
  }
  await credit(tx, context, dispute);
  return null;
}

const UNDECIDED = ["open", "sending", "sent"];
export const creditDispute: ApprovalKind<Payload> = {
  permission: "provider:can_approve_card_requests",
  over: unlessIn("card_disputes", "id", UNDECIDED, sql`${same("amount_kobo")} and s.credited_at is null`),
  bars,
  shows: async ({ db }, { payload: { id } }) => ({ facts: await disputeFacts(db, id) }),
  measures: (tx, _, { payload: { id } }) => disputeMeasures(tx, id),
  async execute(tx, context, { payload }) {
    const dispute = await asSeen(tx, payload, "amount_kobo", ["open", "sending", "sent"]);
    if (dispute.credited_at) throw new Conflict("The holder has been credited.", "already_decided");
    await credit(tx, context, dispute);
    return undefined;
  },
  release,
};

/** The maker's half of a write-off. @throws InvalidFields without a paper */
export const askToWriteOff = async (
  tx: Tx,
  context: Context,
  dispute: Dispute,
  { reason, slip_id }: Papered,
): Promise<string> =>
  askFor(tx, context, "write_off_card_dispute", dispute, {
    title: `Write off ${money(dispute.credited_kobo, dispute.card_currency)} that {person} keeps of a lost dispute about ${dispute.merchant}`,
    amount_kobo: dispute.credited_kobo,
    reason,
    slip_id: await requireSlip(tx, context, { slip_id }),
  });

export const writeOffDispute: ApprovalKind<Payload> = {
  permission: "provider:can_reconcile",
  over: unlessIn("card_disputes", "id", ["refused"], same("credited_kobo", "amount_kobo")),
  bars,
  shows: async ({ db }, request) => besideSlip(db, request, await disputeFacts(db, request.payload.id)),
  measures: (tx, _, { payload: { id } }) => disputeMeasures(tx, id),
  async execute(tx, context, { payload }) {
    const dispute = await asSeen(tx, payload, "credited_kobo", ["refused"]);
    const actor = actorOf(context);
    await writeCreditOff(tx, dispute, actor);
    const { id, status, credited_kobo, user_id } = dispute;
    const reason = payload.reason ?? null;
    await changeState(tx, { noun: "cardDispute", id, from: status, action: "write_off", actor, reason });
    await recordAudit(tx, context, "card_dispute_written_off", ["card_dispute", id], {
      after: { credited_kobo },
      reason,
      about: user_id,
    });
    await tell(tx, context, user_id, messages.kept(dispute, credited_kobo));
    return undefined;
  },
  release,
};
