/** The door of the books: the chart, the posting templates, references of movements. */
export * from "./postings/bills.ts";
export * from "./postings/card-partners.ts";
export * from "./postings/cards.ts";
export * from "./postings/card-disputes.ts";
export * from "./postings/card-fees.ts";
export * from "./postings/card-lines.ts";
export * from "./postings/companies.ts";
export * from "./postings/credit-lines.ts";
export * from "./postings/dollars.ts";
export { postAll } from "./postings/entry.ts";
export * from "./postings/growth.ts";
export * from "./postings/lending-earnings.ts";
export * from "./postings/lending-returns.ts";
export * from "./postings/lending.ts";
export * from "./postings/money.ts";
export * from "./postings/payments.ts";
export * from "./postings/partner-bank.ts";
export * from "./postings/personal.ts";
export { bookedOn } from "./booked-on.ts";
export { creditOf, creditsOf, chargesOf, loanBooks, openCharges } from "./charges.ts";
export { type Holder, accountOf, isHeld, openLoanAccounts, openProviderAccounts } from "./chart.ts";
export { postImportedLoans } from "./imported.ts";
export { bringPostingsBack, recordedMonths, takePostingsAway } from "./months.ts";
export { type Rebuilt, rebuildAtNight, rebuildFromLogs } from "./rebuilding.ts";
export { newReference } from "./references.ts";
export { prepare as prepareLedgerParts, sealLedger } from "./sealing.ts";
/** The ledger's own verbs for batches of our templates' entries: other rooms post through this door only. */
export {
  type Hold,
  InsufficientFunds,
  type NewTransaction,
  UnknownAccount,
  balanceAt,
  balancesOf,
  hold,
  holdMany,
  postMany,
  release,
  statementOf,
} from "@manilla/ledger";
