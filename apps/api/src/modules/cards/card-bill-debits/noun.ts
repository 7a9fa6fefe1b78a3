import { silentNoun } from "../../../house/index.ts";
import { billDebit, debitBankCards } from "./debiting.ts";

export const cardBillDebits = silentNoun({
  purposes: { charges: { card_bill_debit: billDebit } },
  close: [debitBankCards],
  personal: { kept: { card_bank_debits: "Which bill a debit paid." } },
});
