/** Batches of transfers (issue 14, bulk): a company pays many from one file, each row with its verdict before anything moves; salaries are a kind of them. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post, put } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, positiveKobo } from "../money.ts";
import { moment } from "../time.ts";
import { batchKindNames, rowVerdictNames } from "./transfer-batch-kinds.ts";
import { transferBatchStates } from "./transfer-batch-states.ts";
import { transferStates } from "./transfer-states.ts";

/** Salaries are seen and brought by those who may pay them; the handlers tell the kinds apart. */
const sees = ["company:can_view_transfers", "company:can_pay_salaries"] as const;
const brings = ["company:can_request_transfers", "company:can_pay_salaries"] as const;

/** A month of salaries: `2026-11`. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: "this field must be a month, for example 2026-11" });

const batchRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  kind: z.enum(batchKindNames),
  name: z.string(),
  status: z.enum(transferBatchStates.states),
  /** Rows that are paid, or shall be: without those left out. */
  row_count: z.int(),
  /** Rows that are looked at before it can be submitted. */
  open_count: z.int(),
  /** Of the rows: arrived; came back or failed. */
  arrived_count: z.int(),
  failed_count: z.int(),
  amount_kobo: kobo,
  /** Amounts with all charges: what leaves the wallet. */
  total_kobo: kobo,
  by: z.string(),
  created_at: moment,
  version: z.int(),
  abilities,
});

export const listAll = list("/companies/transfer-batches", {
  spec: "added",
  because: "The specification names no call for batches of transfers.",
  summary: "Batches of the company; those of salaries for who may pay them",
  can: sees,
  row: batchRow,
  search: ["name", "reference"],
  filters: {
    status: { kind: "choice", label: "State", options: transferBatchStates.states },
    kind: { kind: "choice", label: "Kind", options: batchKindNames },
  },
  sorts: ["created_at", "total_kobo"],
  ranges: ["created_at"],
  default_sort: "-created_at",
});

const bankTotal = z.object({ bank: z.string(), count: z.int(), amount_kobo: kobo });
const detail = batchRow.extend({
  file_name: z.string(),
  /** Of the rows that count: by verdict. */
  waiting: z.int(),
  ready: z.int(),
  look: z.int(),
  refused: z.int(),
  dropped: z.int(),
  /** Sent, and not ended yet. */
  moving_count: z.int(),
  fee_kobo: kobo,
  vat_kobo: kobo,
  stamp_duty_kobo: kobo,
  available_kobo: kobo,
  /** Why the whole cannot leave the wallet now, in words. */
  no_room: z.string().nullable(),
  by_bank: z.array(bankTotal),
  approval_id: z.uuid().nullable(),
  /** The batch of what failed here, and the one whose failed rows these are. */
  again_id: z.uuid().nullable(),
  again_of: z.uuid().nullable(),
  history: z.array(
    z.object({ title: z.string(), by: z.string().nullable(), reason: z.string().nullable(), at: moment }),
  ),
});

export const find = get("/companies/transfer-batches/{id}", {
  spec: "added",
  because: "A batch is previewed before submission: verdicts, totals by bank, all charges.",
  summary: "One batch with its totals and how far it is",
  can: sees,
  params: idParams,
  response: detail,
});

const itemRow = z.object({
  id: z.string(),
  number: z.int(),
  verdict: z.enum(rowVerdictNames),
  /** What has to be corrected, or confirmed. */
  reason: z.string().nullable(),
  payee: z.string(),
  /** As the bank calls the account. */
  account_name: z.string().nullable(),
  match_percent: z.int().nullable(),
  bank: z.string(),
  bank_code: z.string().nullable(),
  /** As it was typed while it can be corrected; then its last four digits. */
  account_no: z.string(),
  /** Null where what was typed is no amount. */
  amount_kobo: kobo.nullable(),
  /** As it was typed. */
  amount: z.string(),
  charges_kobo: kobo,
  narration: z.string().nullable(),
  row_reference: z.string().nullable(),
  staff_number: z.string().nullable(),
  /** Where the payee hears that it has arrived. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  transfer_id: z.uuid().nullable(),
  transfer_status: z.enum(transferStates.states).nullable(),
  failure: z.string().nullable(),
});

export const rows = list("/companies/transfer-batches/{id}/rows", {
  spec: "added",
  because: "Each row has a verdict, and later an outcome.",
  summary: "The rows of a batch with their verdicts and their transfers",
  can: sees,
  params: idParams,
  row: itemRow,
  search: ["payee", "the bank's name", "last four digits"],
  filters: {
    verdict: { kind: "choice", label: "Verdict", options: rowVerdictNames },
    transfer_status: { kind: "choice", label: "Transfer", options: transferStates.states },
    bank: "text",
  },
  sorts: ["number", "amount_kobo", "charges_kobo"],
  default_sort: "number",
});

const created = z.object({ batch: batchRow, is_known: z.boolean() });
export const create = post("/companies/transfer-batches", {
  spec: "added",
  because: "A company pays many at once.",
  summary: "Bring a CSV or XLSX of payments or salaries; the same rows again are the batch that was brought",
  can: brings,
  effect: "sends",
  files: { field: "file", accept: ["csv", "xlsx"], max_bytes: 4 * 1_048_576 },
  body: form(
    {
      kind: `required|inArray:${batchKindNames.join(",")}`,
      name: "nullable|max:80",
      month: "nullable",
      columns: "nullable|max:2000",
    },
    { kind: z.enum(batchKindNames), month: month.nullish() },
  ),
  response: created,
  notes:
    'Columns in any order: bank (name or code), account_number, amount in naira, and any of name, narration, reference, employee_id, and email or phone, where the payee hears that the money has arrived. `columns` names those that are called otherwise, as JSON: {"amount": "Net pay"}; it is kept for the company. At most 10,000 rows. Banks are asked by a job: follow it at GET /companies/transfer-batches/{id}.',
});

const rowParams = z.strictObject({ id: z.uuid(), number: z.coerce.number().int().min(1).max(10_000) });
export const changeRow = put("/companies/transfer-batches/{id}/rows/{number}", {
  spec: "added",
  because: "A wrong row is corrected where it is.",
  summary: "Correct one row; its bank is asked again",
  can: brings,
  params: rowParams,
  body: form(
    {
      payee: "nullable|max:120",
      bank_code: "required|max:10",
      account_no: "required|number|length:10",
      amount_kobo: "required",
      narration: "nullable|max:60",
      email: "nullable|email|max:254",
      phone: "nullable|phone",
    },
    { amount_kobo: positiveKobo },
  ),
  response: z.object({ row: itemRow, open_count: z.int() }),
});

export const settleRows = post("/companies/transfer-batches/{id}/rows", {
  spec: "added",
  because: "Reviewed rows are confirmed, unwanted ones left out, one or many at once.",
  summary: "Confirm rows, leave them out, or take them in again",
  can: brings,
  params: idParams,
  body: z.strictObject({
    does: z.enum(["confirm", "drop", "restore"]),
    /** Rows by their number; without them all that have the verdict. */
    numbers: z.array(z.int().min(1).max(10_000)).min(1).max(10_000).optional(),
    verdict: z.enum(["look", "refused"]).optional(),
  }),
  response: z.object({ changed: z.int(), open_count: z.int() }),
});

export const refused = get("/companies/transfer-batches/{id}/refused", {
  spec: "added",
  because: "Rows that cannot be paid go back to the maker of the file.",
  summary: "The rows to be corrected as CSV, each with its reason, ready to be corrected and brought again",
  can: brings,
  kind: "file",
  params: idParams,
});

const byVersion = form({ version: "required" }, { version: z.int() });
export const submit = action(
  transferBatchStates,
  { name: "submit", from: ["checked"] },
  {
    asks: {
      label: "Submit…",
      title: "Submit this batch?",
      body: "The money is held, and your company's chain decides about the whole. Nothing in it can be changed after this.",
      shows: ["name", "row_count", "amount_kobo", "total_kobo"],
      yes: "Submit",
      done: "Submitted.",
    },
    refuses: {
      rows_open: { status: 409, words: "Rows have to be corrected, confirmed or left out first." },
      no_rows: { status: 409, words: "It has no row that could be paid." },
      not_yours: { status: 403, words: "Your role does not send this kind of batch." },
    },
    call: post("/companies/transfer-batches/{id}/submit", {
      spec: "added",
      because: "The company's chain decides about the total of a batch.",
      summary: "Hold the total and put the batch before the company's chain",
      can: brings,
      effect: "moves_money",
      params: idParams,
      body: byVersion,
      response: z.object({ batch: batchRow, approval_id: z.uuid().nullable() }),
    }),
  },
);

export const cancel = action(transferBatchStates, "cancel", {
  asks: {
    label: "Cancel…",
    title: "Cancel this batch?",
    body: "None of it is sent, and money held for it is available again. Pending requests are withdrawn in the inbox first.",
    shows: ["name", "row_count", "total_kobo"],
    yes: "Cancel it",
    style: "danger",
    done: "Cancelled. Nothing was sent.",
  },
  refuses: { not_yours: { status: 403, words: "Your role does not send this kind of batch." } },
  call: post("/companies/transfer-batches/{id}/cancel", {
    spec: "added",
    because: "A file that was brought by mistake is put away.",
    summary: "Cancel a batch that was not submitted, or that we still look at",
    can: brings,
    effect: "sends",
    params: idParams,
    response: z.object({ batch: batchRow }),
  }),
});

export const again = action(
  transferBatchStates,
  { name: "again", from: ["done"] },
  {
    asks: {
      label: "Send the failed again…",
      title: "Make a batch of what came back?",
      body: "Its rows can be corrected; then it is submitted and agreed to like any other.",
      shows: ["name", "failed_count"],
      yes: "Make it",
      done: "Made. Correct what was wrong, and submit it.",
    },
    refuses: {
      nothing_failed: { status: 409, words: "Nothing of it came back." },
      made_already: { status: 409, words: "A batch of what came back was made already." },
      not_yours: { status: 403, words: "Your role does not send this kind of batch." },
    },
    call: post("/companies/transfer-batches/{id}/again", {
      spec: "added",
      because: "Returned payments are corrected and sent again, as a new batch.",
      summary: "A new batch of the rows that came back",
      can: brings,
      effect: "sends",
      params: idParams,
      response: z.object({ batch: batchRow }),
    }),
  },
);
