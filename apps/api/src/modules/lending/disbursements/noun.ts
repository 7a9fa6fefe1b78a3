import * as calls from "@manilla/contract/lending/disbursements";
import { noun } from "../../../house/index.ts";
import { disburse, undisburse } from "./index.ts";
import { handlers } from "./handlers.ts";
import { loanDisbursement } from "./purpose.ts";

export const disbursements = noun({
  calls,
  handlers,
  approvals: { disburse_many: disburse, undisburse_many: undisburse },
  purposes: { payouts: { loan_disbursement: loanDisbursement } },
});
