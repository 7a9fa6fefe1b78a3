import * as calls from "@manilla/contract/lending/repayments";
import { noun } from "../../../house/index.ts";
import { backDateReceipt } from "./back-date.ts";
import { recordReceipt } from "./by-hand.ts";
import { automaticDebit, cardPayment, partialDebit } from "./charging.ts";
import { accrue } from "./close/accrue.ts";
import { arrears } from "./close/arrears.ts";
import { interestOnOverdue } from "./close/ask-on-overdue.ts";
import { collect } from "./close/collect.ts";
import { fallDue } from "./close/fall-due.ts";
import { penalties } from "./close/penalties.ts";
import { provide } from "./close/provide.ts";
import { reminders } from "./close/reminders.ts";
import { tellBureaus } from "./bureau.ts";
import { creditRefund, giveUpRefund, refundCredit } from "./refund.ts";
import { loanRepayment } from "./receive.ts";
import { rescheduleLoan } from "./reschedule.ts";
import { endOfReturn } from "./returning.ts";
import { instalmentSearch, receiptSearch } from "./search.ts";
import { settleManyApproval } from "./settle.ts";
import { waiveCharge } from "./waive.ts";
import { chargeOff, writeOff } from "./write-off.ts";
import { handlers } from "./handlers.ts";

export const repayments = noun({
  calls,
  handlers,
  approvals: {
    settle_many: settleManyApproval,
    record_receipt: recordReceipt,
    refund_credit: refundCredit,
    give_up_refund: giveUpRefund,
    back_date_receipt: backDateReceipt,
    waive_charge: waiveCharge,
    end_return: endOfReturn,
    reschedule_loan: rescheduleLoan,
    charge_off: chargeOff,
    write_off: writeOff,
  },
  purposes: {
    payouts: { credit_refund: creditRefund },
    charges: { card_payment: cardPayment, automatic_debit: automaticDebit, partial_debit: partialDebit },
    receipts: { loan_repayment: loanRepayment },
  },
  close: [accrue, fallDue, interestOnOverdue, collect, penalties, arrears, provide, reminders],
  search: [instalmentSearch, receiptSearch],
  jobs: [tellBureaus],
  personal: { kept: { repayments: "Schedules belong to the books." } },
});
