import * as calls from "@manilla/contract/companies/expense-receipts";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const expenseReceipts = noun({
  calls,
  handlers,
  personal: {
    kept: { expense_receipts: "The evidence of a company's books is its own record for six years." },
    exported: { expense_receipts: "original_name, merchant, amount_kobo, spent_on, created_at" },
  },
});
