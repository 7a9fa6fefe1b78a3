/** Running loans of another book: a file, a verdict for each row before anything is written, a second person, and nothing twice. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { alike } from "../alike.ts";
import { idParams, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo } from "../money.ts";
import { importReads } from "../people/import-reads.ts";
import { importStates } from "../people/import-states.ts";
import * as imports from "../people/imports.ts";
import { reasonRule } from "../reasons.ts";

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

export const loanImportRow = imports.importRow.extend({
  ...figures,
  version: z.int(),
  /** Of one that is looked at. */
  abilities: abilities.optional(),
});

export const tryMany = post("/admin/personal/loans/import/trial", {
  spec: "added",
  because: "A lender bringing a book previews each loan before anything is written.",
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

export const { listAll, find, rows, refused } = importReads({
  path: "/admin/personal/loans/imports",
  ...can,
  of: "running loans",
  row: loanImportRow,
  line: loanVerdictRow.extend({ loan_id: z.uuid().nullable() }),
  statuses: imports.importStatuses,
  verdicts: imports.importVerdicts,
  sorts: ["principal_kobo", "outstanding_principal_kobo", "overdue_kobo", "accrued_interest_kobo"],
});

const ended = z.object({ status: z.enum(imports.importStatuses) });
const shows = ["file_name", "total_count", "created_count"];

export const runAgain = action(importStates, "run_again", {
  asks: {
    label: "Run it again",
    title: "Run the rest of this file again?",
    body: "It goes on where it stopped. What was brought in is not brought in twice.",
    shows,
    yes: "Run it again",
    style: "primary",
    done: "It runs again.",
  },
  call: post("/admin/personal/loans/imports/{id}/run-again", {
    spec: "added",
    because: "A job that was tried as often as a job is ends; its file is gone on with by a person.",
    summary: "Go on with a file of loans that stopped",
    ...can,
    effect: "moves_money",
    params: idParams,
    body: z.strictObject({ version: z.int().optional() }),
    response: ended,
  }),
});

export const giveUp = action(importStates, "give_up", {
  asks: {
    label: "Give up the rest…",
    title: "Give up the rest of this file?",
    body: "Imported rows stay. Waiting rows are refused, and can be sent again as a file.",
    shows,
    reason: "required",
    yes: "Give up the rest",
    style: "danger",
    done: "The rest is given up.",
  },
  call: post("/admin/personal/loans/imports/{id}/give-up", {
    spec: "added",
    because: "A file that cannot be worked through has an end, with the rows that were not.",
    summary: "End a file of loans that stopped, without the rows that wait",
    ...can,
    params: idParams,
    body: form({ reason: reasonRule }),
    response: ended,
  }),
});
