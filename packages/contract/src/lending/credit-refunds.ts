/** Customer credit that is paid back: requested by one, decided by another. */
import { z } from "zod";
import { idParams, post } from "../endpoint.ts";
import { positiveKobo } from "../money.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { reason } from "../reasons.ts";

/** Pays customer credit into the verified account. `{id}` is the person. */
export const refund = post("/admin/personal/repayments/wallet/{id}/refund", {
  spec: "added",
  because: "A credit balance is the customer's money and must be payable.",
  summary: "Ask that a credit balance be paid back (a second person decides)",
  can: ["provider:can_refund_transactions"],
  effect: "moves_money",
  step_up: true,
  params: idParams,
  body: z.strictObject({ amount_kobo: positiveKobo, reason }),
  response: secondPersonAsked,
});

/** A refund unknown to the provider and absent from the bank's statement: customer credit again. `{id}` is the refund. */
export const giveUpRefund = post("/admin/personal/repayments/refunds/{id}/give-up", {
  spec: "added",
  because: "A refund that the provider never knew ends by two people.",
  summary: "Request to abandon a refund with an unknown outcome (a second person decides)",
  can: ["provider:can_refund_transactions"],
  effect: "moves_money",
  step_up: true,
  params: idParams,
  body: z.strictObject({ reason }),
  response: secondPersonAsked,
});
