import * as calls from "@manilla/contract/cards/card-lines";
import { noun } from "../../../house/index.ts";
import { accrueCardLines, collectCardDues, emptyClosedLines, issueCardStatements } from "./close.ts";
import { lineHooks } from "./granting.ts";
import { billDebit, debitBankCards } from "./bank-debits.ts";
import { handlers } from "./handlers.ts";
import { cardRepayment } from "./receiving.ts";

export const cardLines = noun({
  calls,
  handlers,
  purposes: { charges: { card_bill_debit: billDebit }, receipts: { card_repayment: cardRepayment } },
  close: [accrueCardLines, debitBankCards, collectCardDues, issueCardStatements, emptyClosedLines],
  cards: lineHooks,
  personal: {
    kept: {
      card_lines: "A debt of the person.",
      card_payments: "Booked money of the person.",
      card_bank_debits: "Which bill a debit paid.",
    },
    exported: { card_payments: "amount_kobo, channel, reference, paid_on" },
  },
});
