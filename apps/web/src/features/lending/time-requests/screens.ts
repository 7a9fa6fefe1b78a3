import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen } from "../../../shared/screens.ts";

const { timeRequests } = calls;

export const screens = [
  // Added: collectors see which borrowers request more time.
  listScreen("added", "repayments/time-requests", "Requests for Time", timeRequests.listAll, {
    menu: "Finance 26",
    columns: [
      ["name", { header: "Customer", card: "title", width: 180 }],
      ["status", { card: "badge", width: 110 }],
      ["kind", { header: "Asks for", kind: "word", card: "field", width: 110 }],
      ["promised_on", { header: "By", card: "field", width: 110 }],
      ["promised_kobo", { header: "Promises", width: 130 }],
      ["text", { header: "What they say", width: 260, card: "field" }],
      ["days_past_due", { header: "Late", kind: "number", width: 72 }],
      ["overdue_kobo", { width: 130 }],
      ["created_at", { header: "Asked", width: 120 }],
      ["reference", { header: "Loan", kind: "code", isHidden: true }],
      ["phone", { isHidden: true }],
      ["decision_reason", { header: "Answer", width: 240, isHidden: true }],
      ["decided_by", { header: "Answered by", isHidden: true }],
      ["decided_at", { header: "Answered", isHidden: true }],
    ],
    href: "/admin/loans/{loan_id}",
    opens: "Open the loan",
    acts: [timeRequests.approve, timeRequests.decline],
    views: [
      { name: "To answer", address: "f.status=pending", empty: "Nobody asks for time" },
      { name: "Late", address: "f.status=pending&f.days_past_due=1..", empty: "Nobody who is late asks for time" },
      { name: "Agreed", address: "f.status=approved", empty: "None was agreed to" },
    ],
    lead: "Borrowers who say that they cannot pay in time. Agreeing changes no instalment: another plan is made from the loan's page.",
    empty: "Nobody asks for time.",
  }),
];
