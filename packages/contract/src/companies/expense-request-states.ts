import { machine } from "../machine.ts";

/** Money that somebody asks their company for (S134, S135): decided by the company's chain. */
export const expenseRequestStates = machine({
  noun: "expense request",
  table: "expense_requests",
  initial: ["draft"],
  states: ["draft", "pending", "approved", "declined", "returned", "withdrawn", "paying", "paid", "retired", "deleted"],
  transitions: [
    { action: "submit", from: ["draft", "returned", "withdrawn"], to: "pending", by: "owner" },
    { action: "approve", from: ["pending"], to: "approved", by: "company:can_approve_expense_requests" },
    { action: "decline", from: ["pending"], to: "declined", by: "company:can_decline_expense_requests" },
    { action: "send_back", from: ["pending"], to: "returned", by: "company:can_decide_approvals" },
    { action: "withdraw", from: ["pending"], to: "withdrawn", by: "owner" },
    {
      action: "delete",
      from: ["draft", "declined", "returned", "withdrawn"],
      to: "deleted",
      by: "company:can_delete_expense_requests",
    },
    { action: "pay_into_purse", from: ["approved"], to: "paid", by: "company:can_fund_debit_wallet", posts: "assign" },
    { action: "send", from: ["approved"], to: "paying", by: "company:can_fund_debit_wallet", posts: "send_transfer" },
    // The requester has left and has no account with us: the company records how it paid them.
    { action: "pay_otherwise", from: ["approved"], to: "paid", by: "company:can_fund_debit_wallet" },
    // Money beforehand for somebody who leaves before they have it.
    { action: "lapse", from: ["approved"], to: "withdrawn", by: "system" },
    // What was spent of an advance is paid by it.
    { action: "settle", from: ["approved"], to: "paid", by: "system" },
    // A payment of the company itself has bought it; and where that was not it, or all of it came back.
    { action: "link", from: ["approved"], to: "paid", by: "company:can_approve_expense_requests" },
    { action: "unlink", from: ["paid"], to: "approved", by: "company:can_approve_expense_requests" },
    { action: "retire", from: ["paid"], to: "retired", by: "company:can_fund_debit_wallet", posts: "assign" },
    { action: "arrive", from: ["paying"], to: "paid", by: "system", posts: "transfer_arrived" },
    { action: "fail", from: ["paying"], to: "approved", by: "system", posts: "transfer_returned" },
    { action: "come_back", from: ["paid"], to: "approved", by: "system", posts: "transfer_returned" },
  ],
});
