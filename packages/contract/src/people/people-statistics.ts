/** People and underwriters in figures (C021–C023; screens R070, R071, R107), and the lists of checks and accounts (R034, R106, R139, R140). */
import { z } from "zod";
import { alike } from "../alike.ts";
import { get, list } from "../endpoint.ts";
import { kobo } from "../money.ts";
import { queueNames } from "./queues.ts";
import { businessDate, counted, moment } from "../time.ts";
import { UNSORTED } from "../page.ts";

const range = z.strictObject({ rangeStart: businessDate.optional(), rangeEnd: businessDate.optional() });

/** C021. */
export const leads = get("/admin/personal/users/leads/statistics", {
  spec: "C021",
  summary: "Who registered, from where, and how far they came",
  can: ["provider:can_view_lead_qualifications"],
  query: range.extend({ source: z.string().max(100).optional() }),
  response: z.object({
    ...counted,
    from: z.string(),
    to: z.string(),
    registered: z.int(),
    /** In as many days before those. */
    registered_before: z.int(),
    /** Each stage with those who reached it. */
    funnel: z.array(
      z.object({
        stage: z.enum(["registered", "identified", "complete", "decided", "approved", "borrowed"]),
        count: z.int(),
      }),
    ),
    by_source: z.array(
      z.object({ source: z.string(), registered: z.int(), complete: z.int(), approved: z.int(), borrowed: z.int() }),
    ),
    by_day: z.array(z.object({ day: z.string(), registered: z.int(), complete: z.int() })),
    open: z.object({ fresh: z.int(), cold: z.int(), dump: z.int() }),
  }),
});

/** C022. */
export const underwriting = get("/admin/personal/users/underwriting/statistics", {
  spec: "C022",
  summary: "What the underwriters decided, and how long people waited",
  can: ["provider:can_view_users"],
  query: range,
  response: z.object({
    ...counted,
    from: z.string(),
    to: z.string(),
    waiting: z.int(),
    oldest_waiting_hours: z.number().nullable(),
    decided: z.int(),
    /** In as many days before those. */
    decided_before: z.int(),
    approved: z.int(),
    declined: z.int(),
    approval_rate_percent: z.string(),
    median_hours_to_decision: z.number().nullable(),
    underwriters: z.array(
      z.object({
        id: z.uuid().nullable(),
        name: z.string(),
        ...alike(z.int(), "verified", "pre_approved", "activated", "declined", "uncertain", "deactivated", "decided"),
        median_hours_to_decision: z.number().nullable(),
      }),
    ),
    by_day: z.array(z.object({ day: z.string(), activated: z.int(), declined: z.int(), uncertain: z.int() })),
    decline_reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
  }),
});

/** What an underwriter decides about a case. */
export const caseDecisions = ["verified", "pre-approved", "activated", "declined", "uncertain", "deactivated"] as const;

/** The list behind the figures of R107: each of its marks opens what it counts. */
export const decisions = list("/admin/personal/users/underwriting/decisions", {
  spec: "added",
  because: "The underwriters' figures and chart open the decisions that they count.",
  summary: "Every decision about a case: who decided, when and why",
  can: ["provider:can_view_users"],
  row: z.object({
    id: z.uuid(),
    user_id: z.uuid(),
    name: z.string(),
    last_name: z.string(),
    decision: z.enum(caseDecisions),
    decided_by: z.string(),
    reason: z.string().nullable(),
    decided_at: moment,
  }),
  search: ["name", "email", "phone"],
  filters: {
    decision: { kind: "choice", options: caseDecisions },
    decider_id: { kind: "id", label: "Decided by" },
    reason: "text",
  },
  sorts: ["decided_at"],
  ranges: ["decided_at"],
  default_sort: "-decided_at",
});

/** C023. The specification does not show what `{id}` is; here it names a queue. */
export const count = get("/admin/personal/users/count/{id}", {
  spec: "C023",
  summary: "The exact size of one queue",
  can: ["provider:can_view_users"],
  params: z.strictObject({ id: z.enum(queueNames) }),
  response: z.object({ ...counted, queue: z.enum(queueNames), count: z.int() }),
});

/** Screen R071. */
export const active = get("/admin/personal/users/active/statistics", {
  spec: "added",
  because: "Figures of customers with running loans (R071).",
  summary: "Customers with running loans, in figures",
  can: ["provider:can_view_users"],
  response: z.object({
    ...counted,
    ...alike(z.int(), "active", "inactive", "paid", "repeat"),
    outstanding_kobo: kobo,
    average_outstanding_kobo: kobo,
    by_bucket: z.array(z.object({ bucket: z.string(), loans: z.int(), people: z.int(), outstanding_kobo: kobo })),
    by_month: z.array(z.object({ month: z.string(), first_loans: z.int(), repeat_loans: z.int() })),
    by_state: z.array(z.object({ state: z.string(), people: z.int() })),
  }),
});

const person = { user_id: z.uuid(), name: z.string(), last_name: z.string() };
const byPerson = ["name", "email", "phone"] as const;

/** Screen R034. */
export const identityVerifications = list("/admin/personal/identity-verifications", {
  spec: "added",
  because: "Underwriters see every attempt to verify an identity.",
  summary: "Every attempt to verify a BVN or NIN",
  can: ["provider:can_view_identity_verifications"],
  row: z.object({
    id: z.uuid(),
    ...person,
    kind: z.enum(["bvn", "nin"]),
    number: z.string(),
    status: z.string(),
    attempts: z.int(),
    failure: z.string().nullable(),
    created_at: moment,
    decided_at: moment.nullable(),
  }),
  search: byPerson,
  filters: {
    kind: { kind: "choice", label: "Number", options: ["bvn", "nin"] },
    status: {
      kind: "choice",
      label: "Outcome",
      options: ["started", "code_sent", "verified", "mismatch", "failed", "replaced"],
    },
  },
  sorts: ["created_at", "decided_at"],
  ranges: ["created_at"],
  default_sort: "-created_at",
});

/** Screen R106. */
export const loanbotVerifications = list("/admin/personal/loanbot/verifications", {
  spec: "added",
  because: "Underwriters see every run of the automatic checks.",
  summary: "Every run of the automatic checks",
  can: ["provider:can_view_bureau_reports"],
  row: z.object({
    id: z.uuid(),
    ...person,
    outcome: z.enum(["passed", "attention", "failed"]),
    passed: z.int(),
    attention: z.int(),
    failed: z.int(),
    first_concern: z.string().nullable(),
    run_by: z.string().nullable(),
    run_at: moment,
  }),
  search: byPerson,
  filters: { outcome: { kind: "choice", options: ["passed", "attention", "failed"] } },
  sorts: ["run_at"],
  ranges: ["run_at"],
  default_sort: "-run_at",
});

const accountRow = z.object({
  id: z.uuid(),
  ...person,
  account_no: z.string(),
  account_name: z.string().nullable(),
  bank_name: z.string().nullable(),
  bank_account_status: z.string(),
  is_same_name: z.boolean().nullable(),
  updated_at: moment,
});
const accountList = {
  search: byPerson,
  filters: {
    bank_account_status: { kind: "choice", label: "Status", options: ["unverified", "pending", "verified", "refuted"] },
    bank_name: "text",
  },
  sorts: ["updated_at"],
  ranges: ["updated_at"],
  default_sort: "-updated_at",
} as const;
/** Screen R139. */
export const bankAccounts = list("/admin/bank-accounts", {
  spec: "added",
  because: "Finance checks the bank accounts of customers.",
  summary: "Customers' bank accounts",
  can: ["provider:can_view_bank_accounts", "provider:can_verify_bank_accounts"],
  row: accountRow,
  ...accountList,
});
/** Screen R140. */
export const pendingBankAccounts = list("/admin/bank-accounts/pending", {
  spec: "added",
  because: "Finance works through accounts to be verified.",
  summary: "Bank accounts that wait to be verified",
  can: ["provider:can_verify_bank_accounts"],
  row: accountRow,
  ...accountList,
  sorts: ["is_same_name", "updated_at"],
  // Those whose names differ, or that nobody has looked at, come first.
  default_sort: "is_same_name",
});

/** Screen R092. */
export const referralWallets = list("/admin/personal/referral-wallets", {
  spec: "added",
  because: "Referral rewards are money and need a list.",
  summary: "What customers have earned by referring others",
  can: ["provider:can_view_users"],
  row: z.object({
    id: z.uuid(),
    name: z.string(),
    last_name: z.string(),
    email: z.string(),
    referral_code: z.string().nullable(),
    referred: z.int(),
    borrowed: z.int(),
    balance_kobo: kobo,
    created_at: moment,
  }),
  search: byPerson,
  sorts: ["created_at"],
  unsorted: { balance_kobo: UNSORTED.balance },
  ranges: ["created_at"],
  default_sort: "-created_at",
});
