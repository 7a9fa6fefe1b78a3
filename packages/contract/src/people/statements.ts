/** Bank statements as staff read them (C068, C070, R087). */
import { paperRights } from "./papers.ts";
import { z } from "zod";
import { alike } from "../alike.ts";
import { get, idParams, list } from "../endpoint.ts";
import { kobo } from "../money.ts";
import { moment } from "../time.ts";
import { documentRow, documentSources } from "./document.ts";
import { documentStates } from "./document-states.ts";

export const statementTransaction = z.object({
  number: z.int(),
  booked_on: z.string(),
  narration: z.string(),
  debit_kobo: kobo,
  credit_kobo: kobo,
  balance_kobo: kobo.nullable(),
  category: z.string().nullable(),
});

/** C068. The newest statement that counts, or the one named. */
export const bankStatement = get("/admin/personal/users/bank-statement/{id}", {
  spec: "C068",
  summary: "A person's bank statement, line by line",
  can: ["provider:can_view_statements"],
  params: idParams,
  query: z.strictObject({ document_id: z.uuid().optional() }),
  response: z.object({
    statements: z.array(documentRow),
    statement: z
      .object({
        document_id: z.uuid(),
        status: z.string(),
        ...alike(z.string().nullable(), "failure", "bank_name", "account_name", "account_no"),
        opening_kobo: kobo.nullable(),
        closing_kobo: kobo.nullable(),
        from_on: z.string().nullable(),
        to_on: z.string().nullable(),
        balances_hold: z.boolean().nullable(),
        transactions: z.array(statementTransaction),
      })
      .nullable(),
  }),
});

const part = z.object({
  name: z.string(),
  count: z.int(),
  total_kobo: kobo,
  months: z.array(z.object({ month: z.string(), total_kobo: kobo })),
  rows: z.array(z.int()),
});

/** C070. `id` is the statement's document. */
export const breakdown = get("/admin/statements/{id}/breakdown", {
  spec: "C070",
  summary: "A statement's income and outgoings by kind and month, each figure with its rows",
  can: ["provider:can_view_statements"],
  params: idParams,
  response: z.object({
    document_id: z.uuid(),
    user_id: z.uuid(),
    status: z.enum(["pending", "done", "failed"]),
    balances_hold: z.boolean().nullable(),
    ...alike(z.array(part), "income", "outgoings", "payers", "payees"),
  }),
});

/** R087. */
export const listStatements = list("/admin/statements", {
  spec: "added",
  because: "Underwriters compare what was read of bank statements.",
  summary: "Bank statements with what was read from them",
  can: ["provider:can_view_statements"],
  row: z.object({
    document_id: z.uuid(),
    user_id: z.uuid(),
    name: z.string(),
    last_name: z.string(),
    source: z.enum(documentSources),
    document_status: z.enum(documentStates.states),
    status: z.enum(["pending", "done", "failed"]),
    ...alike(z.string().nullable(), "failure", "bank_name", "account_name", "account_no"),
    balances_hold: z.boolean().nullable(),
    salary_kobo: kobo.nullable(),
    salary_day: z.int().nullable(),
    months: z.int(),
    transaction_count: z.int(),
    from_on: z.string().nullable(),
    to_on: z.string().nullable(),
    created_at: moment,
  }),
  search: ["name", "email", "phone"],
  sorts: ["created_at", "salary_kobo"],
  ranges: ["created_at"],
  default_sort: "-created_at",
  filters: {
    status: { kind: "choice", label: "Read", options: ["pending", "done", "failed"] },
    balances_hold: { kind: "boolean", label: "Balances add up" },
    has_salary: { kind: "boolean", label: "Salary found" },
    months: "number",
    salary_kobo: "kobo",
    source: { kind: "choice", options: documentSources },
    document_status: { kind: "choice", label: "Document", options: documentStates.states },
  },
  withheld: { salary_kobo: paperRights.salary },
});
