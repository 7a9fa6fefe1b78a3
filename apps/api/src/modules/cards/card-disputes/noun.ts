import * as calls from "@manilla/contract/cards/card-disputes";
import { noun } from "../../../house/index.ts";
import { eraseHistory } from "../../platform/states/index.ts";
import { creditDispute, writeOffDispute } from "./deciding.ts";
import { handlers } from "./handlers.ts";
import { ofDisputes } from "./timeline.ts";
import { askByIssuersId, sendDispute, workOnDisputes } from "./issuer.ts";
import { tellOfLate } from "./late.ts";
import { disputeHooks } from "./refunds.ts";

export const cardDisputes = noun({
  calls,
  handlers,
  timelines: ofDisputes,
  approvals: { credit_card_dispute: creditDispute, write_off_card_dispute: writeOffDispute },
  cards: disputeHooks,
  jobs: [
    (app) => app.queue.work("send-dispute", ({ dispute_id }) => sendDispute(app, dispute_id)),
    (app) => app.queue.work("ask-dispute", ({ issuer_dispute_id }) => askByIssuersId(app, issuer_dispute_id)),
  ],
  periodic: [
    { name: "card disputes at the issuer", every_milliseconds: 30_000, run: workOnDisputes },
    { name: "tell of late card disputes", every_milliseconds: 600_000, run: tellOfLate },
  ],
  personal: {
    blanked: { card_disputes: { text: "Deleted", decision_reason: null }, card_dispute_evidence: { text: "Deleted" } },
    exported: {
      card_disputes:
        "reference, reason, text, status, (select c.currency from cards c where c.id = card_id) as currency, amount_kobo, won_kobo, created_at",
      card_dispute_evidence: "is_staff, text, created_at",
    },
    erase: (tx, { user_id }) => eraseHistory(tx, "card_disputes", user_id),
  },
});
