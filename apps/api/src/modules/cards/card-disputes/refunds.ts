/** A shop gives money back while its payment is disputed: so much is no longer disputed, and nobody has it twice. */
import type { CardHooks } from "../../../house/cards.ts";
import { clock } from "../../../clock.ts";
import { changeRows } from "../../../db/row.ts";
import { LIVE_DISPUTES } from "@manilla/contract/cards/card-dispute-words";
import { SYSTEM } from "../../platform/audit/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { changeState } from "../../platform/states/index.ts";
import * as messages from "./messages.ts";
import { lockDispute, recoverLoss, takeCreditBack } from "./money.ts";
import { paymentOf } from "./queries.ts";
import { cutBy } from "./rules.ts";

/** Runs in the transaction of the refund, which has locked the card. */
export const disputeHooks: CardHooks = {
  async refunded(tx, app, { issuer_authorisation_id }) {
    if (issuer_authorisation_id === null) return;
    for (const { id } of (await paymentOf(tx, { id: null, issuer_authorisation_id })).disputes) {
      const payment = await paymentOf(tx, { id: null, issuer_authorisation_id });
      const dispute = await lockDispute(tx, id);
      if (dispute?.status === "written_off") {
        const { taken_kobo } = cutBy(dispute, payment);
        if (taken_kobo === 0n) continue;
        await recoverLoss(tx, app, dispute, taken_kobo);
        await tell(tx, app, dispute.user_id, messages.refunded(dispute, taken_kobo));
        continue;
      }
      if (!dispute || !LIVE_DISPUTES.some((live) => live === dispute.status)) continue;
      const { cut_kobo, taken_kobo } = cutBy(dispute, payment);
      if (cut_kobo === 0n) continue;
      await takeCreditBack(tx, app, dispute, taken_kobo, SYSTEM);
      const left_kobo = dispute.amount_kobo - cut_kobo;
      await changeRows(tx, "card_disputes", id, { amount_kobo: left_kobo });
      const isOver = dispute.status === "refused" ? dispute.credited_kobo === taken_kobo : left_kobo === 0n;
      if (!isOver) {
        await tell(tx, app, dispute.user_id, messages.less(dispute, left_kobo));
        continue;
      }
      await changeRows(tx, "card_disputes", id, { next_question_at: null, decided_at: clock.now() });
      await changeState(tx, { noun: "cardDispute", id, from: dispute.status, action: "refund", actor: SYSTEM });
      await tell(tx, app, dispute.user_id, messages.refunded(dispute, taken_kobo));
    }
  },
};
