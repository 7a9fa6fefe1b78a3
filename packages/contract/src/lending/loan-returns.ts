/** How a payout on its way back ends when it does not come; of the noun repayments, whose replay lets the loan run again. */
import { z } from "zod";
import { idParams, post } from "../endpoint.ts";
import { evidence } from "../money/slips.ts";
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
