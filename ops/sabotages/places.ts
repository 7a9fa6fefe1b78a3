/** What a sabotage is, and the files and tests that several of them name. */
export interface Sabotage {
  name: string;
  file: string;
  /** Text that occurs in the file exactly once, and what it becomes. */
  find: string;
  put: string;
  /** The test file, and the title of the test in it, that must fail. */
  test: string;
  fails: string;
}

export const LEDGER = "packages/ledger/schema";
export const SCHEMA = "apps/api/schema";
export const MODULES = "apps/api/src/modules";
export const POSTING = "packages/ledger/test/posting.test.ts";
export const BY_ITSELF = "packages/ledger/test/guards.test.ts";
export const CONCURRENCY = "packages/ledger/test/concurrency.test.ts";
export const HOLDS = "packages/ledger/test/holds.test.ts";
export const CARDS = `${MODULES}/cards/cards/cards.test.ts`;
export const PARTNER_BANK = `${MODULES}/payments/partner-bank`;
export const PARTNER_BANK_TEST = `${PARTNER_BANK}/partner-bank.test.ts`;
export const CARD_PAYMENTS = `${MODULES}/cards/card-authorisations`;
export const CARD_PAYMENTS_TEST = `${CARD_PAYMENTS}/card-authorisations.test.ts`;
export const TRANSFERS = `${MODULES}/payments/transfers`;
export const TRANSFERS_TEST = `${TRANSFERS}/transfers.test.ts`;
export const REFUNDS = `${MODULES}/payments/refunds`;
export const REFUNDS_TEST = `${REFUNDS}/refunds.test.ts`;
export const RECALLS_TEST = `${REFUNDS}/recalls.test.ts`;
export const STANDING_ORDERS = `${MODULES}/payments/standing-orders`;
export const STANDING_ORDERS_TEST = `${STANDING_ORDERS}/standing-orders.test.ts`;
export const BATCHES = `${MODULES}/payments/transfer-batches`;
export const BATCHES_TEST = `${BATCHES}/transfer-batches.test.ts`;
export const GUARDS = "test/unit/money-guards.test.ts";
export const AUTHORITY = "test/unit/authority.test.ts";
export const PAYOUTS = `${MODULES}/lending/disbursements/disbursements.test.ts`;
export const MONEY = `${MODULES}/lending/repayments/repayments.test.ts`;
export const PLAN = `${MODULES}/lending/repayments/plan.test.ts`;
export const CHANNELS = `${MODULES}/lending/repayments/payment-channels.test.ts`;
export const CLOSE = `${MODULES}/lending/repayments/close/close-of-business.test.ts`;

export const STATEMENTS = `${MODULES}/money/bank-statements`;
export const STATEMENTS_TEST = `${STATEMENTS}/bank-statements.test.ts`;

export const ACCESS_TEST = `${MODULES}/platform/access/access.test.ts`;
export const CLAIM = `${MODULES}/money/reconciliation/claim`;
export const REPORTS = `${MODULES}/platform/reports/reports.test.ts`;
export const BY_HAND = `${MODULES}/lending/repayments/by-hand.test.ts`;
export const VAT_TEST = `${MODULES}/money/remittances/remittances.test.ts`;
export const WEBHOOKS = `${MODULES}/platform/webhooks/webhooks.test.ts`;
export const EFFECT = `${MODULES}/lending/disbursements/approval-effect.test.ts`;
export const PAPERS = "test/unit/papers.test.ts";
export const RESCHEDULING = `${MODULES}/lending/schedules/planning/rescheduling.ts`;
export const RESCHEDULING_TEST = `${MODULES}/lending/schedules/planning/rescheduling.test.ts`;
export const TEAM_TEST = `${MODULES}/companies/team/team.test.ts`;
export const CHAINS = `${MODULES}/companies/approval-chains`;
export const LINE_STATEMENTS = `${MODULES}/companies/line-statements`;
export const LINE_STATEMENTS_TEST = `${LINE_STATEMENTS}/line-statements.test.ts`;
export const MONEY_REQUESTS = `${MODULES}/companies/money-requests`;
export const MONEY_REQUESTS_TEST = `${MONEY_REQUESTS}/money-requests.test.ts`;
export const CHAINS_TEST = `${CHAINS}/approval-chains.test.ts`;
export const BENEFICIARIES = `${MODULES}/companies/beneficiaries`;
export const RECEIPTS = `${MODULES}/companies/expense-receipts/expense-receipts.test.ts`;
export const RECEIPTS_FILE = `${MODULES}/companies/expense-receipts/queries.ts`;
export const REQUESTS = `${MODULES}/companies/expense-requests/expense-requests.test.ts`;
export const PAYING_FILE = `${MODULES}/companies/expense-requests/paying.ts`;
export const PAYING = `${MODULES}/companies/expense-requests/paying.test.ts`;
export const BENEFICIARIES_TEST = `${BENEFICIARIES}/beneficiaries.test.ts`;
export const ADMISSIONS_TEST = `${MODULES}/companies/admissions/admissions.test.ts`;
export const RESCHEDULE_TEST = `${MODULES}/lending/repayments/reschedule.test.ts`;

export const OWN_SLIP =
  "goes alone with a slip of its own: what another receipt or request was made from wants a second person";
export const OLDER_ROLE = "is never changed by who holds the role, nor to what is another side's, nor on an older look";
export const VAT_BY_TWO =
  "is listed by month, filed to the kobo, remitted by two persons with the receipt, and found at the bank";
export const OTHERS_SLIP =
  "brings a slip that its maker uploaded: a colleague's is refused at its field, in every call";
export const SALARIES =
  "super_support: lists and exports show salaries to whom may see them, and are not filtered by them otherwise";
export const REFUSES_POSTINGS =
  "refuses postings that do not sum to zero, a foreign currency, an unknown account, an overdraft, and a posting in an old transaction";
export const FIRST_RESULT = "answers the first result for the same key and body, and writes before it answers";
export const CLAIMED_ONCE = "is claimed once; a concurrent duplicate is refused, and so is another body";
export const TAKEN_OVER =
  "is taken over soon after its process has died, and what wakes up later neither finishes nor gives the key back";
export const NEVER_THE_FIRST = "is never the first, not even a super admin, and the database says so too";
export const ONCE_PER_REFERENCE = "is received once per reference, also when it comes eight times at the same moment";
export const TOGETHER =
  "that arrives together is received in few transactions, each for itself: one that is refused, twice there or waits disturbs no other";
export const CARD_ONCE = "say that a card was debited: it is received and told once";
export const SETTLES_ONCE = "settles once when ten answers come at the same moment";
