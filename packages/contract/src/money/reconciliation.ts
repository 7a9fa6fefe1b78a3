import { z } from "zod";
import { get, idParams, list, post } from "../endpoint.ts";
import { kobo } from "../money.ts";
import { reason } from "../reasons.ts";
import { reconciliationStates } from "./reconciliation-states.ts";
import { businessDate, moment } from "../time.ts";

const note = reason;

export const itemRow = z.object({
  id: z.uuid(),
  business_date: z.string(),
  direction: z.enum(["in", "out"]),
  subject_type: z.string(),
  subject_id: z.uuid(),
  reference: z.string(),
  customer: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  expected_kobo: kobo.nullable(),
  actual_kobo: kobo.nullable(),
  difference_kobo: kobo,
  status: z.enum(reconciliationStates.states),
  reason: z.string(),
  statement: z.object({ line: z.int(), booked_on: z.string(), narration: z.string() }).nullable(),
  decided_by: z.string().nullable(),
  decision_note: z.string().nullable(),
  version: z.int(),
  updated_at: moment,
});

/** Screen R104. */
export const listAll = list("/admin/reconciliation", {
  spec: "added",
  because: "What the bank says against what the books say.",
  summary: "Our payouts and receipts against the bank's statement, each with its reason",
  can: ["provider:can_view_reconciliation", "provider:can_reconcile"],
  row: itemRow,
  search: ["reference", "reason"],
  filters: {
    status: { kind: "choice", options: reconciliationStates.states },
    direction: { kind: "choice", options: ["in", "out"] },
    business_date: { kind: "date", label: "Day" },
    subject_type: {
      kind: "choice",
      label: "What",
      options: ["payout", "receipt", "bank_line", "unidentified_receipt", "webhook"],
    },
    expected_kobo: "kobo",
  },
  sorts: ["business_date", "updated_at"],
  ranges: ["business_date"],
  default_sort: "-business_date",
});

export const find = get("/admin/reconciliation/{id}", {
  spec: "added",
  because: "The page of one exception.",
  summary: "One row: expected, found, why",
  can: ["provider:can_view_reconciliation", "provider:can_reconcile"],
  params: idParams,
  response: z.object({ item: itemRow }),
});

const sums = z.object({
  status: z.enum(reconciliationStates.states),
  count: z.int(),
  expected_kobo: kobo,
  actual_kobo: kobo,
});

export const summary = get("/admin/reconciliation/summary", {
  spec: "added",
  because: "The last days at a glance.",
  summary: "The last days: what matched and what did not",
  can: ["provider:can_view_reconciliation", "provider:can_reconcile"],
  query: z.strictObject({ from: businessDate.optional(), to: businessDate.optional() }),
  response: z.object({
    days: z.array(
      z.object({
        business_date: z.string(),
        statuses: z.array(sums),
        exceptions: z.int(),
        statement: z
          .object({ format: z.string(), opening_kobo: kobo, closing_kobo: kobo, lines: z.int(), fetched_at: moment })
          .nullable(),
      }),
    ),
  }),
});

/** Fetches the bank's statement of a day and matches it; safe to repeat. */
export const run = post("/admin/reconciliation/run", {
  spec: "added",
  because: "A day whose statement came late is fetched again.",
  summary: "Fetch the bank's statement of a day and match it",
  can: ["provider:can_reconcile"],
  effect: "sends",
  body: z.strictObject({ business_date: businessDate }),
  response: z.object({
    business_date: z.string(),
    has_statement: z.boolean(),
    lines: z.int(),
    matched: z.int(),
    exceptions: z.int(),
    message: z.string(),
  }),
});

export const upload = post("/admin/reconciliation/statements", {
  spec: "added",
  because: "Banks without an interface send files.",
  summary: "Upload a statement (CAMT.053 or MT940) and match it",
  can: ["provider:can_reconcile"],
  effect: "sends",
  files: { field: "file", accept: ["xml", "txt", "csv"], max_bytes: 5_000_000 },
  response: z.object({
    statements: z.int(),
    lines: z.int(),
    matched: z.int(),
    exceptions: z.int(),
    flags: z.array(z.string()),
  }),
});

export const match = post("/admin/reconciliation/{id}/match", {
  spec: "added",
  because: "A person explains a difference.",
  summary: "Match by hand, with a note",
  can: ["provider:can_reconcile"],
  effect: "sends",
  params: idParams,
  body: z.strictObject({ note, version: z.int().optional(), statement_line_id: z.uuid().optional() }),
  response: z.object({ item: itemRow }),
});

export const voidItem = post("/admin/reconciliation/{id}/void", {
  spec: "added",
  because: "An expectation that was wrong is taken out, on record.",
  summary: "Take a row out, with a note",
  can: ["provider:can_reconcile"],
  effect: "sends",
  params: idParams,
  body: z.strictObject({ note, version: z.int().optional() }),
  response: z.object({ item: itemRow }),
});

/** Money of which nobody knew whose it is, given to a person. */
export const claim = post("/admin/reconciliation/{id}/claim", {
  spec: "added",
  because: "Money without a name finds its owner.",
  summary: "Give an unidentified receipt to the person whose it is",
  can: ["provider:can_reconcile"],
  effect: "moves_money",
  params: idParams,
  body: z.strictObject({ user_id: z.uuid(), loan_id: z.uuid().optional(), note }),
  response: z.object({ item: itemRow, receipt_id: z.uuid() }),
});
