/**
 * THE DOOR of the ledger. A small double-entry library on PostgreSQL; it knows accounts and postings, not what a loan is.
 * Amounts are `bigint` kobo (or cents), DEBIT POSITIVE, CREDIT NEGATIVE. Every door takes a {@link Queryable}: a pool, a client,
 * or an adapter over an open transaction, in which it then takes part.
 */
export { findAccount, openAccount } from "./accounts.ts";
export { prepareLedger, publishToFile, readPublishedHead, rollUp, sealBlock } from "./chain.ts";
export {
  AccountHasOtherTerms,
  AlreadyPosted,
  AlreadyReversed,
  CurrencyMismatch,
  DuplicateKeyWithOtherBody,
  HoldNotActive,
  InsufficientFunds,
  InvalidRequest,
  LedgerError,
  MonthAway,
  UnbalancedTransaction,
  UnknownAccount,
  UnknownHold,
  UnknownTransaction,
} from "./errors.ts";
export { capture, hold, holdMany, release } from "./holds.ts";
export { IS_MONTH, bringMonthBack, takeMonthAway } from "./months.ts";
export type { MonthOfPostings } from "./months.ts";
export { creditAndDebit, post, postMany, postingStatement, reverse } from "./posting.ts";
export { balanceAt, balanceOf, balancesOf, naturalOf, postingsOf, statementOf, trialBalance } from "./reading.ts";
export type { TransactionWithPostings, TrialBalanceRow } from "./reading.ts";
export type {
  Account,
  AccountType,
  AsAt,
  Balance,
  BlockHead,
  Hold,
  NewAccount,
  NewPosting,
  NewTransaction,
  Posted,
  Queryable,
  StatementLine,
  Verdict,
} from "./types.ts";
export { verifyLedger } from "./verify.ts";
export type { LedgerReport } from "./verify.ts";
