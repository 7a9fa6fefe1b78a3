import * as calls from "@manilla/contract/companies/line-statements";
import { day, longMonth } from "@manilla/contract/formats";
import { stringify } from "csv-stringify/sync";
import type { Context, Handlers } from "../../../house/app.ts";
import { decimalOf } from "../../../db/list-export.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { type LetterContent, naira, printLetter } from "../../../documents/letter.ts";
import { NotFound } from "../../../errors.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { footOf } from "../../platform/configuration/index.ts";
import { ownCompany } from "../wallet-movements/index.ts";
import { companyCodes, linesOf } from "./figures.ts";
import { type Row, companyOf, findStatement, statementsOf } from "./queries.ts";

const WORDS = {
  drawn: "Drawn",
  repaid: "Paid",
  interest: "Interest of the month",
  penalty: "Penalty",
  taken_back: "Payment taken back",
} as const;
type Lines = Awaited<ReturnType<typeof linesOf>>;

const letterOf = (company: { name: string; address: string | null }, statement: Row, lines: Lines): LetterContent => ({
  title: `Statement of the credit line, ${longMonth(statement.month)}`,
  reference: `LINE/${statement.month}`,
  date: day(statement.issued_on),
  to: [company.name, ...(company.address ? [company.address] : [])],
  parts: [
    {
      facts: [
        ["Owed before", naira(statement.opening_kobo)],
        ["Drawn", naira(statement.drawn_kobo)],
        ["Interest", naira(statement.interest_kobo)],
        ["Penalties", naira(statement.penalties_kobo)],
        ["Paid", naira(statement.repaid_kobo)],
        ["Owed now (full due)", naira(statement.full_kobo)],
        ["Minimum due", naira(statement.minimum_kobo)],
        ["Due on", day(statement.due_on)],
      ],
    },
    {
      table: {
        head: ["Day", "What", "Amount", "Owed"],
        rows: lines.map(({ on, what, amount_kobo, balance_kobo }) => [
          day(on),
          WORDS[what],
          naira(amount_kobo),
          naira(balance_kobo),
        ]),
        figures: [2, 3],
        words: 1,
      },
    },
    {
      text: "The minimum is taken from the company's wallet on its due day. What is not paid then is overdue and may bear a penalty.",
    },
  ],
});

const fileOf = (lines: Lines): Buffer =>
  Buffer.from(
    stringify(
      [
        ["day", "what", "amount", "owed"],
        ...lines.map(({ on, what, amount_kobo, balance_kobo }) => [
          on,
          WORDS[what],
          decimalOf(amount_kobo),
          decimalOf(balance_kobo),
        ]),
      ],
      { bom: true },
    ),
  );

const withoutCompany = ({ company_id: _, ...statement }: Row) => statement;

/** What the next transfers pay, and what is taken by itself. */
const pay = (context: Context, { body: { automatic, transfer_kobo } }: Parameters<Handlers<typeof calls>["pay"]>[1]) =>
  context.once(async (tx) => {
    const { id: company_id } = await ownCompany(tx, context);
    const columns = ["automatic", "transfer_kobo"] as const;
    const before = await findRow(tx, "credit_lines", { company_id }, columns, { lock: true });
    if (!before) throw new NotFound("A line of your company");
    const after = { automatic, transfer_kobo: transfer_kobo ?? 0n };
    await changeRows(tx, "credit_lines", { company_id }, after);
    await recordAudit(tx, context, "line_payment_chosen", ["company", company_id], { before, after });
    return after;
  });

export const handlers: Handlers<typeof calls> = {
  async listAll(context, { params }) {
    const { id, name } = await companyOf(context, params.id);
    const line = await findRow(context.db, "credit_lines", { company_id: id }, ["automatic", "transfer_kobo"]);
    return {
      company: { id, name },
      statements: (await statementsOf(context, id)).map(withoutCompany),
      payment: line ? { ...line, automatic: line.automatic as "minimum" } : null,
    };
  },
  async find(context, { params }) {
    const { company, statement } = await findStatement(context, params.id);
    return {
      ...withoutCompany(statement),
      company: { id: company.id, name: company.name },
      lines: await linesOf(context.db, companyCodes(statement.company_id), statement),
    };
  },
  async download(context, { params, query: { format } }) {
    const { company, statement } = await findStatement(context, params.id);
    const lines = await linesOf(context.db, companyCodes(statement.company_id), statement);
    const name = `line-statement-${statement.month}.${format}`;
    if (format === "csv") return { name, media_type: "text/csv; charset=utf-8", body: fileOf(lines) };
    const body = await printLetter(letterOf(company, statement, lines), await footOf(context.db));
    return { name, media_type: "application/pdf", body };
  },
  pay,
};
