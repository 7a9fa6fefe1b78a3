/** What was spent, for the company's own books (R057): the list of it, and journals by ledger code as files. */
import { z } from "zod";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo } from "../money.ts";
import { unsorted } from "../page.ts";
import { businessDate, moment } from "../time.ts";

const sees = { can: ["company:can_view_expenses"] } as const;
const makes = { can: ["company:can_approve_expenses"] } as const;

export const transactions = list("/companies/expense/transactions", {
  spec: "added",
  because: "R057 lists what was spent; C239 is the list of the wallet's movements.",
  summary: "Approved expenses of the company, with their ledger codes and the journal that they are in",
  ...sees,
  row: z.object({
    /** Of the part; an expense that is not split is one. */
    id: z.guid(),
    expense_id: z.uuid(),
    spent_on: z.string(),
    merchant: z.string(),
    person: z.object({ id: z.uuid(), name: z.string() }),
    category: z.string().nullable(),
    ledger_code: z.string().nullable(),
    department: z.string().nullable(),
    amount_kobo: kobo,
    /** Of the expense, where this is a part of it. */
    whole_kobo: kobo.nullable(),
    /** Of the payment; null where no money has moved for it. */
    reference: z.string().nullable(),
    is_paid: z.boolean(),
    is_exported: z.boolean(),
    has_receipt: z.boolean(),
    wants_receipt: z.boolean(),
  }),
  unsorted: unsorted("whole", "whole_kobo"),
  search: ["merchant"],
  filters: {
    category: "text",
    department: { kind: "text", label: "Department" },
    ledger_code: { kind: "text", label: "Ledger code" },
    is_paid: { kind: "boolean", label: "Paid" },
    is_exported: { kind: "boolean", label: "In a journal" },
    amount_kobo: "kobo",
  },
  sorts: ["spent_on", "amount_kobo", "merchant"],
  ranges: ["spent_on"],
  default_sort: "-spent_on",
});

const journalRow = z.object({
  id: z.uuid(),
  number: z.int(),
  from_on: z.string(),
  until_on: z.string(),
  expense_count: z.int(),
  total_kobo: kobo,
  by: z.string(),
  created_at: moment,
});

export const listAll = list("/companies/expense/journals", {
  spec: "added",
  because: "A journal that was taken over is found again.",
  summary: "Journals of the company's expenses",
  ...sees,
  row: journalRow,
  filters: { number: "number" },
  sorts: ["number", "created_at", "from_on", "until_on", "total_kobo"],
  ranges: ["created_at"],
  default_sort: "-number",
});

export const create = post("/companies/expense/journals", {
  spec: "added",
  because: "The company's books take over what was spent; each expense once.",
  summary: "Make a journal of the approved and paid expenses of some days that are in none yet",
  ...makes,
  body: form(
    { from_on: "required", until_on: "required", wallet_code: "required|min:1|max:20" },
    { from_on: businessDate, until_on: businessDate },
  ),
  response: z.object({ journal: journalRow, without_code: z.int() }),
});

export const download = get("/companies/expense/journals/{id}/file", {
  spec: "added",
  because: "Books read files.",
  summary: "A journal as CSV: debits by ledger code, and the wallet as their credit",
  ...sees,
  params: idParams,
  kind: "file",
});
