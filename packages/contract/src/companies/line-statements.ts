/** Statements of a company's line: each month what is owed and the least of it that is due; how the company pays. */
import { z } from "zod";
import { get, idParams, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, nonNegativeKobo } from "../money.ts";
import { businessDate } from "../time.ts";
import { lineStatementStates } from "./line-statement-states.ts";

const sees = {
  spec: "added",
  can: ["company:can_view_statements", "provider:can_view_statements"],
  params: idParams,
} as const;

const statement = z.object({
  id: z.uuid(),
  /** `yyyy-mm` */
  month: z.string(),
  issued_on: businessDate,
  due_on: businessDate,
  status: z.enum(lineStatementStates.states),
  opening_kobo: kobo,
  drawn_kobo: kobo,
  interest_kobo: kobo,
  penalties_kobo: kobo,
  repaid_kobo: kobo,
  /** All that was owed when it was issued, and the least of it that is due. */
  full_kobo: kobo,
  minimum_kobo: kobo,
  /** Since it was issued, until the next one. */
  paid_kobo: kobo,
  /** Of the minimum, unpaid; 0 where another statement has taken over. */
  left_kobo: kobo,
});

const company = z.object({ id: z.uuid(), name: z.string() });

/** How a company pays: the transfers that it expects, and what is taken from its wallet on the due day. */
const payment = z.object({ automatic: z.enum(["minimum", "full"]), transfer_kobo: kobo });

export const listAll = get("/companies/creditLimit/statements/company/{id}", {
  because: "A line is paid by its statements; the specification has those of cards alone.",
  summary: "The statements of a company's line, the newest first, and how it pays",
  ...sees,
  response: z.object({ company, statements: z.array(statement), payment: payment.nullable() }),
});

export const find = get("/companies/creditLimit/statements/{id}", {
  because: "What a statement adds up.",
  summary: "One statement of a line with its movements",
  ...sees,
  response: statement.extend({
    company,
    lines: z.array(
      z.object({
        on: businessDate,
        what: z.enum(["drawn", "repaid", "interest", "penalty", "taken_back"]),
        /** Negative where it was paid. */
        amount_kobo: kobo,
        /** Owed after it. */
        balance_kobo: kobo,
      }),
    ),
  }),
});

export const download = get("/companies/creditLimit/statements/download/{id}", {
  because: "A statement is kept and booked.",
  summary: "A statement of a line, as a letter (PDF) or as a file (CSV)",
  ...sees,
  query: z.strictObject({ format: z.enum(["pdf", "csv"]).default("pdf") }),
  kind: "file",
});

export const pay = post("/companies/creditLimit/payment", {
  spec: "added",
  because: "A line is paid from the wallet, by transfer, or automatically on its due day.",
  summary: "Say what is taken from the wallet on the due day, and what the next transfers into the wallet pay",
  can: ["company:can_pay_statements"],
  body: form(
    { automatic: "required|inArray:minimum,full", transfer_kobo: "nullable" },
    { automatic: z.enum(["minimum", "full"]), transfer_kobo: nonNegativeKobo.nullish() },
  ),
  response: payment.extend({
    /** Where the transfer goes: the wallet's own number; null until the company has requested one. */
  }),
});
