/** A shop gives money back of a payment that is or was disputed: nobody has it twice. */
import type { CardHooks } from "../../../house/cards.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import type { App } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import { LIVE_DISPUTES } from "@manilla/contract/cards/card-dispute-words";
import { SYSTEM } from "../../platform/audit/index.ts";
import { notifyRoles, tell } from "../../platform/notifications/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { returnToExpense } from "../card-authorisations/index.ts";
import { endRequest } from "./deciding.ts";
import * as messages from "./messages.ts";
import {
  type Dispute,
  type InWallet,
  leaveAsDecided,
  lockDispute,
  passOn,
  recoverLoss,
  takeCreditBack,
} from "./money.ts";
import { paymentOf } from "./queries.ts";
import { cutBy, twiceBy, undoneBy } from "./rules.ts";

type HookApp = Pick<App, "queue" | "config" | "encryption">;

/** The disputes of a payment one by one, each with what the one before has left. */
async function each(
  tx: Tx,
  issuer_authorisation_id: string,
  does: (dispute: Dispute, payment: { net_kobo: bigint; exposure_kobo: bigint }) => Promise<void>,
): Promise<void> {
  const payment = () => paymentOf(tx, { id: null, issuer_authorisation_id });
  for (const { id } of (await payment()).disputes) {
    const now = await payment();
    const dispute = await lockDispute(tx, id);
    if (dispute) await does(dispute, now);
  }
}

/** So much is no longer disputed, or was our loss no longer. */
async function cut(
  tx: Tx,
  app: HookApp,
  dispute: Dispute,
  payment: Parameters<typeof cutBy>[1],
  there: InWallet,
): Promise<void> {
  const { id, status, user_id } = dispute;
  const isLive = LIVE_DISPUTES.some((live) => live === status);
  if (!isLive && status !== "written_off") return;
  const { cut_kobo, taken_kobo } = cutBy(dispute, payment);
  if (cut_kobo === 0n) return;
  if (!isLive) {
    await recoverLoss(tx, app, dispute, taken_kobo, there);
    return tell(tx, app, user_id, messages.refunded(dispute, taken_kobo));
  }
  await endRequest(tx, dispute, "The shop has given money back.");
  await takeCreditBack(tx, app, dispute, taken_kobo, SYSTEM, there);
  const left_kobo = dispute.amount_kobo - cut_kobo;
  await changeRows(tx, "card_disputes", id, { amount_kobo: left_kobo });
  const isOver = status === "refused" ? dispute.credited_kobo === taken_kobo : left_kobo === 0n;
  if (!isOver) return tell(tx, app, user_id, messages.less(dispute, left_kobo));
  await changeRows(tx, "card_disputes", id, { next_question_at: null, decided_at: clock.now() });
  await changeState(tx, { noun: "cardDispute", id, from: status, action: "refund", actor: SYSTEM });
  await tell(tx, app, user_id, messages.refunded(dispute, taken_kobo));
}

/** Each runs in the transaction of the issuer's message, which has locked the card. */
export const disputeHooks: CardHooks = {
  async refunded(tx, app, { issuer_authorisation_id, rest_kobo }) {
    if (issuer_authorisation_id === null) return;
    const there = { kobo: rest_kobo };
    await each(tx, issuer_authorisation_id, (dispute, payment) => cut(tx, app, dispute, payment, there));
    // What is still disputed ends first; then what was won already is given on to the issuer.
    await each(tx, issuer_authorisation_id, async (dispute, payment) => {
      const twice_kobo = twiceBy(dispute, payment);
      if (twice_kobo === 0n) return;
      await passOn(tx, app, dispute, twice_kobo, there);
      await notifyRoles(tx, await rolesWith(tx, "provider:can_reconcile"), {
        ...messages.wonTwice(dispute, twice_kobo),
        about: dispute.user_id,
      });
      await tell(tx, app, dispute.user_id, messages.hadAlready(dispute, twice_kobo));
    });
  },
  async refundReversed(tx, app, { issuer_authorisation_id, amount_kobo }) {
    if (issuer_authorisation_id === null) return;
    await each(tx, issuer_authorisation_id, async (dispute, payment) => {
      const undone = undoneBy(dispute, payment, amount_kobo);
      const theirs_kobo = undone.won_kobo + undone.lost_kobo;
      if (theirs_kobo === 0n) return;
      await leaveAsDecided(tx, app, dispute, undone);
      await tell(tx, app, dispute.user_id, messages.keepsAll(dispute, theirs_kobo));
      await returnToExpense(tx, issuer_authorisation_id);
    });
  },
};
