/** Running loans of another book: a file, a verdict for each row before anything is written, a second person, and nothing twice. */
import { z } from "zod";
import { alike } from "../alike.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { kobo } from "../money.ts";
import * as imports from "../people/imports.ts";

const can = { can: ["provider:can_disburse_loans"] } as const;
export const MAX_LOAN_ROWS = 10_000;

/** What a loan would be here on the business date, or is since it was brought in. */
const figures = alike(
  kobo.nullable(),
  "principal_kobo",
  "outstanding_principal_kobo",
  "accrued_interest_kobo",
  "overdue_kobo",
);

export const loanVerdictRow = imports.verdictRow.extend({
  reference: z.string().nullable(),
  ...figures,
  days_past_due: z.int().nullable(),
  /** What a person should look at; the row goes in. */
  warnings: z.array(z.string()),
});

/** Sums of the rows that would be brought in. */
export const broughtIn = z.object({
  ...alike(z.int(), "loan_count", "late_count", "warning_count"),
  ...alike(kobo, "principal_kobo", "outstanding_principal_kobo", "accrued_interest_kobo", "overdue_kobo"),
});

export const loanImportRow = imports.importRow.extend(figures);

export const tryMany = post("/admin/personal/loans/import/trial", {
  spec: "added",
  because: "A lender who comes with a book reads what each loan would be here before anything is written.",
  summary: "What a file of running loans would do with each row; writes nothing",
  ...can,
  files: { field: "file", accept: ["csv", "xlsx"], max_bytes: 4 * 1_048_576 },
  body: z.strictObject({ columns: imports.namedColumns }),
  response: z.object({ trial: imports.trial.extend({ rows: z.array(loanVerdictRow), sums: broughtIn }) }),
});

export const createMany = post("/admin/personal/loans/import", {
  spec: "added",
  because: "A lender who comes with a book brings its running loans by a screen (finding FA12).",
  summary: "Put a file of running loans before a second person",
  ...can,
  files: tryMany.files,
  body: tryMany.body,
  response: z.object({ import: loanImportRow }),
  notes:
    'Columns: reference, person (phone, e-mail or our id), product (code or name), principal, rate (percent), rate_period (year or month), interest_kind (flat, reducing or equal principal), instalments, interval (monthly, weekly, biweekly), disbursed_on, first_due_on, paid_principal, paid_interest, paid_charges, last_paid_on, outstanding_principal, interest_due. Amounts in naira. `columns` names those that are called otherwise, as JSON: {"reference": "Loan no"}. At most 10,000 rows. Rows that are not refused wait for a second person; then a job brings the loans in, each with one posting: follow it at GET /admin/personal/loans/imports/{id}.',
});

export const listAll = list("/admin/personal/loans/imports", {
  spec: "added",
  because: "Earlier files of loans with their results.",
  summary: "Files of running loans that were brought in",
  ...can,
  row: loanImportRow,
  search: ["file_name"],
  filters: { status: { kind: "choice", options: imports.importStatuses } },
  sorts: ["created_at"],
  ranges: ["created_at"],
  default_sort: "-created_at",
});

export const find = get("/admin/personal/loans/imports/{id}", {
  spec: "added",
  because: "Loans are brought in by a job; this shows how far it is.",
  summary: "How far a file of running loans is",
  ...can,
  params: idParams,
  response: z.object({ import: loanImportRow }),
});

export const rows = list("/admin/personal/loans/imports/{id}/rows", {
  spec: "added",
  because: "The verdict of every row, and the loan that it became.",
  summary: "The rows of a file of running loans with their verdicts",
  ...can,
  params: idParams,
  row: loanVerdictRow.extend({ loan_id: z.uuid().nullable() }),
  filters: { verdict: { kind: "choice", options: imports.importVerdicts } },
  sorts: ["number"],
  default_sort: "number",
});

export const refused = get("/admin/personal/loans/imports/{id}/refused", {
  spec: "added",
  because: "Refused rows come back as a file to correct.",
  summary: "The refused rows as CSV, each with its reasons, ready to be corrected and sent again",
  ...can,
  kind: "file",
  params: idParams,
});
