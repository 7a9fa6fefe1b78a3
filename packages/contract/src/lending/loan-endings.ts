/** How a loan ends otherwise than by its repayments: charged off, written off, or its payout on its way back. Same noun as repayments. */
import { z } from "zod";
import { idParams, post } from "../endpoint.ts";
import { evidence, reasonAndPaper } from "../money/slips.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { reason } from "../reasons.ts";

export const endReturn = post("/admin/personal/loans/{id}/end-return", {
  spec: "added",
  because: "A payout that does not come back is decided by two persons (decisions.md, undisburse and returns).",
  summary: "Ask that a payout on its way back be ended: the borrower kept it and the loan runs again, or it is lost",
  can: ["provider:can_undisburse_loans"],
  effect: "moves_money",
  step_up: true,
  params: idParams,
  body: z.strictObject({ outcome: z.enum(["kept", "lost"]), reason, slip_id: evidence.slip_id }),
  response: secondPersonAsked,
});

export const chargeOff = post("/admin/personal/loans/{id}/charge-off", {
  spec: "added",
  because: "Business-rules §7 has the state and the specification no call.",
  summary: "Ask that a loan be charged off: collection goes on, interest stops",
  can: ["provider:can_write_off_loans"],
  effect: "moves_money",
  params: idParams,
  body: reasonAndPaper,
  response: secondPersonAsked,
});

export const writeOff = post("/admin/personal/loans/{id}/write-off", {
  spec: "added",
  because: "Business-rules §7 has the state and the specification no call.",
  summary: "Ask that a loan be written off: the loss is booked, later money is recovery income",
  can: ["provider:can_write_off_loans"],
  effect: "moves_money",
  params: idParams,
  body: reasonAndPaper,
  response: secondPersonAsked,
});
