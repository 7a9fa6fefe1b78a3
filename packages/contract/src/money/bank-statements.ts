/** The bank's own statements of our account: read, shown with what each line would do, taken when they are ours, taken back whole. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { kobo } from "../money.ts";
import { reason } from "../reasons.ts";
import { businessDate, moment } from "../time.ts";
import { bankStatementStates } from "./bank-statement-states.ts";

const reads = { can: ["provider:can_view_reconciliation", "provider:can_reconcile"] } as const;
const sends = { spec: "added", can: ["provider:can_reconcile"], effect: "sends" } as const;
const asked = { ...sends, params: idParams, body: z.strictObject({ reason, version: z.int().optional() }) } as const;

const row = z.object({
  id: z.uuid(),
  account: z.string(),
  statement_on: z.string(),
  format: z.string(),
  file_name: z.string().nullable(),
  status: z.enum(bankStatementStates.states),
  opening_kobo: kobo.nullable(),
  closing_kobo: kobo.nullable(),
  line_count: z.int(),
  /** Why it was not taken by itself. */
  reasons: z.array(z.string()),
  fetched_by: z.string().nullable(),
  fetched_at: moment,
  taken_at: moment.nullable(),
  abilities,
});

/** What a line does when the statement is taken, or its outcome. */
export const lineEffects = ["known", "matches", "differs", "new", "taken"] as const;
const line = z.object({
  line: z.int(),
  booked_on: z.string(),
  amount_kobo: kobo,
  reference: z.string().nullable(),
  narration: z.string(),
  effect: z.enum(lineEffects),
  words: z.string(),
  /** What it would post by itself. */
  posts_kobo: kobo,
});

export const statement = row.extend({
  version: z.int(),
  currency: z.string().nullable(),
  sequence: z.string().nullable(),
  /** What the checks say now: taken by one person, by two, or not at all. */
  verdict: z.enum(["ours", "known", "second_person", "refused"]),
  sums: z.object({ known: z.int(), matches: z.int(), differs: z.int(), new: z.int(), posts_kobo: kobo }),
  /** The first 300. */
  lines: z.array(line),
});
const answer = z.object({ statement });

export const listAll = list("/admin/reconciliation/statements", {
  spec: "added",
  because: "A statement that waits for a decision is found again, and one that was taken can be taken back.",
  summary: "The bank's statements, with the outcome of each",
  ...reads,
  row,
  search: ["account", "file name"],
  filters: {
    status: { kind: "choice", options: bankStatementStates.states },
    statement_on: { kind: "date", label: "Day" },
  },
  sorts: ["statement_on", "fetched_at", "opening_kobo", "closing_kobo", "taken_at"],
  ranges: ["statement_on"],
  default_sort: "-fetched_at",
});

export const find = get("/admin/reconciliation/statements/{id}", {
  spec: "added",
  because: "Who takes a statement, and the second person, see its lines and what each would do.",
  summary: "One statement with its lines and their effect",
  ...reads,
  params: idParams,
  response: answer,
});

/** Nothing moves by it: it is read, checked and shown. One that is not ours is refused next to the file. */
export const upload = post("/admin/reconciliation/statements", {
  ...sends,
  because: "Banks without an interface send files.",
  summary: "Upload a statement (CAMT.053, MT940, OFX or CSV) and see what it would do",
  files: { field: "file", accept: ["xml", "txt", "csv"], max_bytes: 5_000_000 },
  response: answer,
});

/** Fetches the bank's statement of a day; takes it where it passes every check. Safe to repeat. */
export const run = post("/admin/reconciliation/run", {
  ...sends,
  because: "A day whose statement came late is fetched again.",
  summary: "Fetch the bank's statement of a day, and take it where it is ours",
  body: z.strictObject({ business_date: businessDate }),
  response: z.object({
    business_date: z.string(),
    has_statement: z.boolean(),
    /** The statement that was kept; null where it held nothing new. */
    statement_id: z.uuid().nullable(),
    verdict: statement.shape.verdict,
    lines: z.int(),
    matched: z.int(),
    exceptions: z.int(),
    message: z.string(),
  }),
});

const not_ours = { status: 409, words: "This statement does not pass the checks: nothing of it is taken." } as const;
const own_file = {
  status: 403,
  words: "You brought this file: somebody else takes it, or ask a second person.",
} as const;
const needs_second = { status: 409, words: "This statement needs a second person." } as const;

export const take = action(bankStatementStates, "take", {
  asks: {
    label: "Take statement…",
    body: "Its new lines are matched: equal ones are booked, others wait for a person.",
    shows: ["statement_on", "account", "closing_kobo"],
    yes: "Take",
    done: "Taken and matched.",
  },
  refuses: { not_ours, needs_second, own_file },
  call: post("/admin/reconciliation/statements/{id}/take", {
    ...sends,
    because: "What a file would do is seen before it is done.",
    summary: "Take a statement that passes every check, and match it",
    effect: "moves_money",
    params: idParams,
    body: z.strictObject({ version: z.int().optional() }),
    response: answer,
  }),
});

export const ask = action(bankStatementStates, "ask", {
  asks: {
    label: "Ask a second person…",
    title: "Ask a second person to take this statement?",
    shows: ["statement_on", "account", "closing_kobo"],
    reason: "required",
    yes: "Ask",
    done: "A second person was asked.",
  },
  refuses: { not_ours },
  call: post("/admin/reconciliation/statements/{id}/ask", {
    ...asked,
    because: "The first statement, a gap, or other lines of a known day are taken by two people.",
    summary: "Ask a second person to take a statement",
    response: answer,
  }),
});

export const discard = action(bankStatementStates, "discard", {
  asks: { label: "Discard…", body: "Nothing was booked.", reason: "required", style: "danger", done: "Discarded." },
  call: post("/admin/reconciliation/statements/{id}/discard", {
    ...asked,
    because: "A file that was read by mistake leaves the list.",
    summary: "Discard a statement that was read and not taken",
    response: answer,
  }),
});

export const takeBack = action(
  bankStatementStates,
  { name: "take_back", from: ["taken"] },
  {
    asks: {
      label: "Take back…",
      body: "Matches of its lines are undone and their postings reversed. Where something was booked, a second person decides.",
      shows: ["statement_on", "account", "closing_kobo"],
      reason: "required",
      style: "danger",
      done: "Taken back, or waiting for a second person.",
    },
    refuses: {
      not_the_last: { status: 409, words: "A later statement was taken: take that one back first." },
      is_opening: { status: 409, words: "The opening of the account is no file: it stays.", is_hidden: true },
    },
    call: post("/admin/reconciliation/statements/{id}/take-back", {
      ...asked,
      because: "A statement that was taken by mistake goes back whole, with what it booked.",
      summary: "Take back a statement with all that it did",
      effect: "moves_money",
      response: answer,
    }),
  },
);
