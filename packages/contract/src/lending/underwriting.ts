/** What the automatic checks found about a person (C071–C075). */
import { z } from "zod";
import { get, idParams, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo } from "../money.ts";
import { moment } from "../time.ts";

const reads = { audience: "admin", can: ["provider:can_view_bureau_reports"], params: idParams } as const;
const readsStatements = { ...reads, can: ["provider:can_view_statements"] } as const;

/** `rows`: the lines of the statement that it rests on. */
const finding = z.object({ count: z.int(), total_kobo: kobo, rows: z.array(z.int()) });
const income = z.object({
  source: z.string(),
  amount_kobo: kobo,
  day: z.int(),
  months: z.int(),
  confidence: z.string().nullable(),
  rows: z.array(z.int()),
});

export const analysis = z.object({
  document_id: z.uuid(),
  status: z.enum(["pending", "done", "failed"]),
  failure: z.string().nullable(),
  bank_name: z.string().nullable(),
  account_name: z.string().nullable(),
  from_on: z.string().nullable(),
  to_on: z.string().nullable(),
  opening_kobo: kobo.nullable(),
  closing_kobo: kobo.nullable(),
  transaction_count: z.int(),
  balances_hold: z.boolean().nullable(),
  /** What does not hold, each with its row; such a statement is never used silently. */
  flags: z.array(z.object({ row: z.int(), message: z.string() })),
  salary: income.nullable(),
  regular_income: z.array(income),
  findings: z.record(z.string(), finding),
  months: z.array(
    z.object({
      month: z.string(),
      money_in_kobo: kobo,
      money_out_kobo: kobo,
      net_kobo: kobo,
      average_balance_kobo: kobo.nullable(),
      lowest_balance_kobo: kobo.nullable(),
    }),
  ),
  money_in_kobo: kobo,
  money_out_kobo: kobo,
  average_monthly_income_kobo: kobo,
  /** What the income a month was counted from; null for statements that were read before it was kept. */
  income_basis: z
    .object({ from: z.string().nullable(), to: z.string().nullable(), months: z.int(), income_kobo: kobo })
    .nullable(),
  average_balance_kobo: kobo.nullable(),
  lowest_balance_kobo: kobo.nullable(),
  analysed_at: moment.nullable(),
});

/** C071. */
export const statementAnalysis = get("/admin/personal/loanbot/statement-analysis/{id}", {
  spec: "C071",
  summary: "What a person's newest statement says",
  ...readsStatements,
  query: z.strictObject({ document_id: z.uuid().optional() }),
  response: z.object({ analysis: analysis.nullable() }),
});

/** C072. */
export const statementPdf = get("/admin/personal/loanbot/statement-pdf/{id}", {
  spec: "C072",
  summary: "A person's newest statement as a PDF",
  ...readsStatements,
  kind: "file",
});

const bureauLoan = z.object({
  lender: z.string(),
  opened_on: z.string(),
  amount_kobo: kobo,
  balance_kobo: kobo,
  status: z.string(),
  days_past_due: z.int(),
});

/** C073. */
export const creditSummary = get("/admin/personal/loanbot/credit-summary/{id}", {
  spec: "C073",
  summary: "What the credit bureau said last",
  ...reads,
  response: z.object({
    summary: z
      .object({
        bureau: z.string(),
        open_loans: z.int(),
        overdue_loans: z.int(),
        total_balance_kobo: kobo,
        loans: z.array(bureauLoan),
        fetched_at: moment,
      })
      .nullable(),
  }),
});

/** C074. */
export const thirdPartyData = get("/admin/personal/loanbot/third-party-data/{id}", {
  spec: "C074",
  summary: "What providers said about a person, beside what the person said",
  ...reads,
  response: z.object({
    sources: z.array(
      z.object({
        source: z.string(),
        fetched_at: moment,
        fields: z.array(
          z.object({
            field: z.string(),
            stated: z.string().nullable(),
            found: z.string().nullable(),
            agrees: z.boolean().nullable(),
          }),
        ),
      }),
    ),
    consents: z.array(z.object({ kind: z.string(), wording: z.string(), given_at: moment })),
  }),
});

export const check = z.object({
  name: z.string(),
  outcome: z.enum(["passed", "attention", "failed"]),
  words: z.string(),
});
export const run = z.object({
  id: z.uuid(),
  outcome: z.enum(["passed", "attention", "failed"]),
  checks: z.array(check),
  run_by: z.string().nullable(),
  run_at: moment,
});

/** C075. Asks the bureau (the person's consent is on record since the BVN step) and looks at everything that is there. */
export const verifications = post("/admin/personal/loanbot/verifications/{id}", {
  spec: "C075",
  summary: "Run the automatic checks",
  can: ["provider:can_run_loanbot"],
  once_within_seconds: 10,
  params: idParams,
  body: form({ reason: "nullable|min:3|max:500" }),
  response: z.object({ run }),
});

export const runs = get("/admin/personal/loanbot/verifications/{id}", {
  spec: "added",
  because: "The automatic checks are run again and again; earlier runs are shown.",
  summary: "The runs of the automatic checks, newest first",
  ...reads,
  response: z.object({ runs: z.array(run) }),
});
