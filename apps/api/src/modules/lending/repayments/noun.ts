import * as calls from "@manilla/contract/lending/repayments";
import { noun } from "../../../house.ts";
import { accrue } from "./close/accrue.ts";
import { arrears } from "./close/arrears.ts";
import { collect } from "./close/collect.ts";
import { fallDue } from "./close/fall-due.ts";
import { penalties } from "./close/penalties.ts";
import { provide } from "./close/provide.ts";
import { reminders } from "./close/reminders.ts";
import { chargeEvents } from "./events.ts";
import { giveUpRefund, refundCredit } from "./refund.ts";
import { reverseReceipt } from "./reverse.ts";
import { receiptSearch } from "./search.ts";
import { settleManyApproval } from "./settle.ts";
import { chargeOff, writeOff } from "./write-off.ts";
import { handlers } from "./handlers.ts";

export const repayments = noun({
  calls,
  handlers,
  approvals: {
    settle_many: settleManyApproval,
    reverse_receipt: reverseReceipt,
    refund_credit: refundCredit,
    give_up_refund: giveUpRefund,
    charge_off: chargeOff,
    write_off: writeOff,
  },
  close: [accrue, fallDue, collect, penalties, arrears, provide, reminders],
  events: [chargeEvents],
  search: [receiptSearch],
  personal: {
    blanked: { receipts: { note: null } },
    kept: { repayments: "Schedules belong to the books." },
    exported: { receipts: "reference, amount_kobo, channel, received_on" },
  },
});
