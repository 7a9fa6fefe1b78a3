import * as calls from "@manilla/contract/companies/expense-requests";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";
import { unpaidOfLeavers } from "./leaving.ts";
import { expenseRequestPayout } from "./paying.ts";
import { readRates } from "./rates.ts";
import { requestChain } from "./submitting.ts";

export const expenseRequests = noun({
  calls,
  handlers,
  purposes: { payouts: { expense_request: expenseRequestPayout } },
  companies: unpaidOfLeavers,
  periodic: [{ name: "read exchange rates", every_milliseconds: 1_800_000, run: readRates }],
  chains: { expense_request: requestChain },
  personal: {
    kept: { expense_requests: "What a company was asked to pay is its own record for six years." },
    exported: { expense_requests: "kind, purpose, amount_kobo, status, created_at" },
  },
});
