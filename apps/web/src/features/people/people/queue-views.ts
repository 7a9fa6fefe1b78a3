/** What each queue shows and what can be done there with several people at once: the only place where queues differ on the screen. */
import type { QueueName } from "@manilla/contract/people/queues";
import type { personColumns } from "./queue-columns.tsx";

/** A column of queue-columns.tsx by its key. */
export type ColumnKey = (typeof personColumns)[number]["key"];
/** An act of bulk-acts.tsx. */
export type BulkAct =
  | "assign"
  | "unassign"
  | "requeue"
  | "pre_approve"
  | "doc_processor"
  | "processing"
  | "reconsider"
  | "write_to"
  | "post_no_debit"
  | "let_money_leave";

export interface QueueView {
  /** Shown beside name and status, in this order; the others can be chosen. On phones the first three are a card's fields. */
  shows: readonly ColumnKey[];
  acts: readonly BulkAct[];
  /** What its emptiness means, where that is worth a word. */
  empty?: string;
}

const usual = ["phone", "employer", "salary_kobo", "created_at"] as const satisfies readonly ColumnKey[];
const unfinished: QueueView = {
  shows: ["phone", "bvn_verified_at", "registration_source", "assigned_to", "created_at"],
  acts: ["assign", "unassign", "write_to"],
};
const judged: QueueView = {
  shows: ["phone", "employer", "salary_kobo", "assigned_to", "created_at"],
  acts: ["assign", "unassign", "doc_processor", "processing", "write_to"],
};
/** Where verified people are among those that are shown. */
const pre_approving: readonly BulkAct[] = [
  "assign",
  "unassign",
  "pre_approve",
  "doc_processor",
  "processing",
  "write_to",
];
const lending: QueueView = {
  shows: ["phone", "owes_kobo", "settled_loans", "credit_limit_kobo", "created_at"],
  acts: ["assign", "unassign", "post_no_debit", "write_to"],
};

export const queueViews: Readonly<Record<QueueName, QueueView>> = {
  all: {
    shows: [...usual.slice(0, 3), "credit_limit_kobo", "owes_kobo", "created_at"],
    acts: [
      "assign",
      "unassign",
      "pre_approve",
      "doc_processor",
      "processing",
      "reconsider",
      "requeue",
      "post_no_debit",
      "let_money_leave",
      "write_to",
    ],
    empty: "Nobody has registered yet. Customers register themselves, or you create them.",
  },
  fresh: unfinished,
  cold: unfinished,
  dump: unfinished,
  onboarding: { ...unfinished, shows: ["missing", "phone", "employer", "assigned_to", "created_at"] },
  incomplete: { ...unfinished, shows: ["missing", "phone", "employer", "assigned_to", "created_at"] },
  highend: { ...judged, shows: ["salary_kobo", "employer", "phone", "credit_limit_kobo", "assigned_to", "created_at"] },
  "verification-method": {
    shows: ["verify_method", "bvn_verified_at", "employer", "salary_kobo", "created_at"],
    acts: ["assign", "unassign", "write_to"],
  },
  applications: { ...judged, acts: pre_approving },
  awaiting: {
    shows: ["open_document_requests", "phone", "employer", "assigned_to", "created_at"],
    acts: ["assign", "unassign", "processing", "write_to"],
    empty: "No outstanding document requests.",
  },
  processing: judged,
  "doc-processor": {
    shows: ["missing", "verify_method", "employer", "salary_kobo", "assigned_to", "created_at"],
    acts: ["assign", "unassign", "processing", "write_to"],
    empty: "No documents to review.",
  },
  process: {
    ...judged,
    shows: ["missing", "rules_say", "salary_kobo", "asked_kobo", "assigned_to", "waits_since"],
    acts: pre_approving,
    empty: "Everything is decided. New cases come in by themselves as soon as an application is complete.",
  },
  assigned: {
    shows: ["assigned_to", "phone", "employer", "salary_kobo", "created_at"],
    acts: ["assign", "unassign", "requeue", "write_to"],
    empty: "Nobody handles a case yet. Choose people in a queue and assign them.",
  },
  verified: { ...judged, acts: pre_approving },
  "pre-approved": { ...judged, acts: ["assign", "unassign", "requeue", "write_to"] },
  "merchant-pre-approved": { ...judged, acts: ["assign", "unassign", "requeue", "write_to"] },
  approved: { ...lending, shows: ["credit_limit_kobo", "phone", "employer", "salary_kobo", "created_at"] },
  active: {
    ...lending,
    shows: ["running_loans", "owes_kobo", "credit_limit_kobo", "phone", "employer", "created_at"],
    empty: "No loan runs at the moment.",
  },
  inactive: { ...lending, shows: ["settled_loans", "credit_limit_kobo", "phone", "employer", "created_at"] },
  paid: {
    ...lending,
    shows: ["settled_loans", "running_loans", "credit_limit_kobo", "phone", "created_at"],
    empty: "Nobody has paid back a loan yet.",
  },
  uncertain: {
    ...judged,
    shows: ["missing", "employer", "salary_kobo", "assigned_to", "created_at"],
    acts: [...judged.acts, "requeue"],
  },
  declined: {
    shows: ["phone", "employer", "salary_kobo", "assigned_to", "created_at"],
    acts: ["reconsider", "requeue", "assign", "unassign"],
  },
  "decline-users": {
    shows: ["phone", "employer", "salary_kobo", "registration_source", "created_at"],
    acts: ["assign", "unassign", "write_to"],
    empty: "Nobody's card was declined.",
  },
  "post-no-debit": {
    shows: ["post_no_debit_reason", "phone", "running_loans", "created_at"],
    acts: ["let_money_leave", "assign", "unassign"],
    empty: "Money may leave everybody's account.",
  },
  "referred-users": {
    shows: ["referred_by", "phone", "running_loans", "created_at"],
    acts: ["assign", "unassign", "write_to"],
    empty: "Nobody came through another customer yet.",
  },
  blacklisted: { shows: ["phone", "employer", "created_at"], acts: [] },
};
