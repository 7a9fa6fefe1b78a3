/**
 * What the audit trail's acts, subjects and fields are called: as their names say it, and by a declaration only where that would not read as a colleague
 * writes. No zod: screens read it too.
 */
import { sentence } from "../formats.ts";

const ACTS: Readonly<Record<string, string>> = {
  appealed: "Appeal made",
  beneficiary_change_requested: "Change of a beneficiary requested",
  beneficiary_create_requested: "New beneficiary requested",
  beneficiary_remove_requested: "Removal of a beneficiary requested",
  blacklisted: "Put on the blacklist",
  bureau_knows_nobody: "Person not found at the credit bureau",
  bureau_told: "Credit bureau informed",
  card_payment_asked: "Company asked about a declined card payment",
  card_payment_chosen: "Way of paying for the card chosen",
  card_payment_was_foreign: "Declined card payment disowned by its holder",
  card_payment_was_own: "Declined card payment confirmed by its holder",
  colleague_let_back: "Colleague readmitted",
  complained: "Complaint made",
  expense_has_no_receipt: "Expense marked as without a receipt",
  expense_was_own_money: "Expense marked as own money",
  exported: "List exported",
  loan_charge_off: "Loan charged off",
  loan_write_off: "Loan written off",
  profile_activate: "Person activated",
  profile_deactivate: "Person deactivated",
  profile_decline: "Person declined",
  profile_mark_uncertain: "Person marked uncertain",
  profile_pre_approve: "Person pre-approved",
  profile_reconsider: "Person reconsidered",
  profile_unmark_uncertain: "Mark of uncertainty removed",
  profile_verify: "Person verified",
  reconciliation_match_by_hand: "Statement line matched by hand",
  reconciliation_resolve: "Reconciliation difference explained",
  reconciliation_return_came: "Returned payout found on the statement",
  reconciliation_void: "Reconciliation exception voided",
  registered: "Account registered",
  settlement_currency_said: "Currency of the settlement entered",
  transfer_batch_rows_confirm: "Rows of a batch confirmed",
  transfer_batch_rows_drop: "Rows of a batch left out",
  transfer_batch_rows_restore: "Rows of a batch restored",
  unblacklisted: "Taken off the blacklist",
  view_as_started: "Viewing as somebody started",
  view_as_stopped: "Viewing as somebody stopped",
};

const FIELDS: Readonly<Record<string, string>> = {
  active: "Active version",
  again: "New batch",
  at: "When",
  because: "Reason",
  bureau_asked: "Bureau consulted",
  capacity: "Cases at a time",
  chain: "Version of the approval chain",
  collected: "Collected from now on",
  every: "How often",
  excess: "What is paid beyond the instalment",
  fault: "Whose fault",
  files: "Files removed",
  group_by: "Grouped by",
  id: "Record",
  into: "Merged into",
  last4: "Last four digits",
  mccs: "Merchant categories",
  mirrored: "Lines reversed",
  moved: "People moved",
  named_kobo: "Explained",
  on: "Switched on",
  on_day: "On day",
  pause: "How long",
  query: "Filters and order",
  rule_set: "Version of the rules",
  row_count: "Rows",
  sessions: "Sessions ended",
  standing_kobo: "Still open",
  table: "List",
  to: "Forwarded to",
  type: "Kind",
  types: "Kinds",
  user_id: "Person",
  withheld: "What they may not see",
};

/** A choice that the name of its value does not say. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  chain: { 0: "the usual steps" },
  sort_order: { asc: "smallest or oldest first", desc: "largest or newest first" },
};

const ACRONYMS = /\b(bvn|nin|sms|vat|pin|hr|xlsx|csv|pdf)\b/gi;
const inCapitals = (text: string): string => text.replace(ACRONYMS, (short) => short.toUpperCase());
const asNamed = (name: string): string =>
  inCapitals(
    sentence(name.replace(/([a-z])([A-Z])/g, (_, end: string, next: string) => `${end}_${next.toLowerCase()}`)),
  );

/** What happened: "Loan approved". */
export const actInWords = (act: string): string => ACTS[act] ?? asNamed(act);

/** What it happened to: "Loan product". */
export const subjectInWords = (subject_type: string): string =>
  asNamed(subject_type === "user" ? "person" : subject_type);

/** A field as a reader names it, without prefix and unit. */
export const auditField = (field: string): string =>
  FIELDS[field] ?? asNamed(field.replace(/^(is|has|may)_|_(kobo|cents|ids?|on|at|percent)$/g, ""));

/** A value whose field says what it means; undefined for all else. */
export const auditValue = (field: string, value: unknown): string | undefined =>
  VALUES[field.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase()]?.[String(value).toLowerCase()];

/** A name of ours (`past_due`, `tier_2`) as words. */
export const nameInWords = asNamed;
