import * as calls from "@manilla/contract/companies/expenses";
import { noun } from "../../../house/index.ts";
import { remindOfReceipts } from "./close.ts";
import { handlers } from "./handlers.ts";
import { recordCharge } from "./recording.ts";

export const expenses = noun({
  calls,
  handlers,
  close: [remindOfReceipts],
  purposes: { wallet_charged: recordCharge },
  personal: {
    kept: { expenses: "What a company's money was spent on is its own record for six years." },
    exported: { expenses: "merchant, amount_kobo, spent_on, status, created_at" },
  },
});
