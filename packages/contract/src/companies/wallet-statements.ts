/** Statements of a company's wallet by month (R029): on the screen, as a letter, as a file. */
import { z } from "zod";
import { get, idParams } from "../endpoint.ts";
import { kobo } from "../money.ts";
import { statementFormats } from "../statement-formats.ts";
import { statement, statementRange } from "../statements.ts";

const whose = {
  can: ["company:can_view_statements", "company:can_pay_statements", "provider:can_view_statements"],
  params: idParams,
} as const;
/** A month, `yyyy-mm`. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: "this field must be a month, for example 2026-11" });

/** C232. */
export const months = get("/companies/statement/company/{id}", {
  spec: "C232",
  summary: "The months of a company's wallet, the newest first",
  ...whose,
  response: z.object({
    company: z.object({ id: z.uuid(), name: z.string() }),
    months: z.array(
      z.object({
        month: z.string(),
        opening_kobo: kobo,
        in_kobo: kobo,
        out_kobo: kobo,
        closing_kobo: kobo,
        movements: z.int(),
        /** It is not over: more may come. */
        is_running: z.boolean(),
      }),
    ),
  }),
});

export const range = get("/companies/statement/range/{id}", {
  spec: "added",
  because: "A statement is wanted for the days that somebody names, as the bank gives it.",
  summary: "A company's wallet between two business days: its figures and the first movements",
  ...whose,
  query: z.strictObject(statementRange),
  response: statement,
});

/** C233. The company is in the address, the month or the days in the query. */
export const download = get("/companies/statement/download/{id}", {
  spec: "C233",
  summary: "The statement of a month, or of any days, as a letter (PDF) or as a file (CSV, XLSX)",
  ...whose,
  query: z.strictObject({
    month: month.optional(),
    ...statementRange,
    format: z.enum(statementFormats).default("pdf"),
  }),
  kind: "file",
});
