import * as calls from "@manilla/contract/people/cash-transactions";
import { noun } from "../../../house/index.ts";
import { approvals, handlers } from "./handlers.ts";
import { cashWithdrawal } from "./withdrawing.ts";

export const cashTransactions = noun({
  calls,
  handlers,
  approvals,
  purposes: { payouts: { cash_withdrawal: cashWithdrawal } },
});
