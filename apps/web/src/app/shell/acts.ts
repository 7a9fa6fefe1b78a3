/** What people do, by the words that they would type. The palette leads to where it is done, those who may. */
import type { AccountType } from "@manilla/contract/accounts";
import type { Endpoint } from "@manilla/contract/endpoint";
import { calls } from "../../shared/api/calls.gen.ts";
import { maySend, type Session } from "../../shared/session/session.ts";

type Act = readonly [label: string, says: string, below: string, call: Endpoint];

/** Each leads to a screen of its area (acts.test.ts). */
export const acts: Record<AccountType, readonly Act[]> = {
  admin: [
    [
      "Pay out loans",
      "disburse, payout, send money",
      "/disbursement/personal/loans?f.stage=ready",
      calls.disbursements.disburseMany,
    ],
    ["Record a payment", "receive, settle, cash, received outside", "/repayments/settle", calls.repayments.payFraction],
    ["Refund a customer", "give back, pay back, credit balance", "/repayments/receipts", calls.repayments.refund],
    ["Upload a bank statement", "import, MT940, CAMT, OFX", "/reconciliation/statements", calls.bankStatements.upload],
    ["Import people", "upload, CSV, file", "/users/imports", calls.people.create],
    ["Bring in loans", "import, migrate, book, portfolio, CSV", "/loans/imports/new", calls.loanImports.createMany],
    ["Invite a colleague", "new admin, add staff", "/admins/new", calls.colleagues.invite],
    ["Stop money of people", "freeze, block, post no debit", "/users", calls.profiles.postNoDebitOfMany],
    ["View as a customer", "impersonate, see what they see", "/users", calls.session.startViewingAs],
    ["Write to many", "send SMS, mail, message", "/communications/new", calls.communications.create],
    ["Record VAT as remitted", "tax, pay tax", "/books/vat", calls.remittances.remit],
    ["Refund a payment", "failed transfer, failed bill, give back", "/refunds", calls.refunds.refundTransfers],
    ["Look at a held transfer", "suspicious, fraud, let go, stop", "/transfer-reviews", calls.transferReviews.stop],
    ["Decide a card dispute", "chargeback, not me", "/cards/disputes", calls.cardDisputes.credit],
    ["Freeze a card", "block, lost, stolen", "/cards", calls.cards.freeze],
    ["Approve a company", "admit, application, RC number", "/companies/requests", calls.admissions.approve],
    ["Make a report", "export, schedule, summary, totals", "/reports/new", calls.reports.create],
  ],
  corporate: [
    ["Send money", "transfer, pay a supplier", "/transfers/new", calls.transfers.quoteOfCompany],
    ["Pay many at once", "batch, salaries, bulk, CSV", "/batches/new", calls.transferBatches.create],
    ["Buy airtime or pay a bill", "data, power, television, token", "/bills/new", calls.billOrders.request],
    ["Ask for money", "expense, reimbursement, advance", "/expenses/requests/new", calls.expenseRequests.create],
    ["Ask for a card", "new card, debit, credit", "/cards/new", calls.cards.requestDebit],
    ["Invite an employee", "add staff, new colleague", "/staff/new", calls.team.invite],
    ["Add a beneficiary", "payee, supplier, account", "/beneficiaries/new", calls.beneficiaries.create],
    ["Let somebody else decide", "absent, leave, delegate", "/approvals/delegates", calls.approvalChains.delegate],
    ["Complain", "angry, wrong, help", "/help", calls.complaints.complain],
  ],
  customer: [
    ["Ask for a loan", "borrow, money", "/credit-application", calls.loans.request],
    ["Send money", "transfer, pay somebody", "/transfers/new", calls.transfers.quote],
    ["Buy airtime or pay a bill", "data, power, television, token", "/bills", calls.bills.buyAirtime],
    ["Ask for a card", "new card, virtual", "/cards/request", calls.cards.begin],
    ["Pay an instalment", "pay early, settle, transfer", "/repayments", calls.repayments.listOwn],
    ["Complain", "angry, wrong, help", "/help", calls.complaints.complain],
  ],
};

export const actsOf = (session: Session, type: AccountType): { label: string; says: string; path: string }[] =>
  acts[type].flatMap(([label, says, below, call]) =>
    maySend(session, call) ? [{ label, says, path: `/${type}${below}` }] : [],
  );
