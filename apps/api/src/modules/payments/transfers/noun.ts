import * as calls from "@manilla/contract/payments/transfers";
import { changeRows } from "../../../db/row.ts";
import { noun } from "../../../house/index.ts";
import { transferChain } from "./company.ts";
import { handlers } from "./handlers.ts";
import { transferPayout } from "./moving.ts";
import { sendPlannedTransfers } from "./planned.ts";

export const transfers = noun({
  calls,
  handlers,
  purposes: { payouts: { transfer: transferPayout } },
  chains: { transfer: transferChain },
  close: [sendPlannedTransfers],
  personal: {
    kept: { transfers: "Booked money of the person." },
    deleted: ["transfer_payees"],
    exported: {
      transfers: "reference, kind, payee, bank_name, narration, amount_kobo, total_kobo, status, created_at",
    },
    // What they sent stays in the books, without what they wrote about it.
    erase: (tx, { user_id }) =>
      changeRows(tx, "transfers", { user_id, company_id: null }, { narration: null, payee_id: null }),
  },
});
