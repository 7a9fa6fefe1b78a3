import { silentNoun } from "../../../house/index.ts";
import { reverseReceipt } from "./index.ts";

export const receipts = silentNoun({
  approvals: { reverse_receipt: reverseReceipt },
  personal: {
    blanked: { receipts: { note: null } },
    exported: { receipts: "reference, amount_kobo, channel, received_on" },
  },
});
