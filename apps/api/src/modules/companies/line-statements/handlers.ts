import * as calls from "@manilla/contract/companies/line-statements";
import type { Context, Handlers } from "../../../house/app.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { NotFound } from "../../../errors.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { footOf } from "../../platform/configuration/index.ts";
import { ownCompany } from "../wallet-movements/index.ts";
import { type StatementLine, companyCodes, linesOf } from "./figures.ts";
import { statementFile, statementLetter } from "./papers.ts";
import { type Row, companyOf, findStatement, statementsOf } from "./queries.ts";

const ENDS =
  "The minimum is taken from the company's wallet on its due day. What is not paid then is overdue and may bear a penalty.";

const withoutCompany = ({ company_id: _, ...statement }: Row) => statement;
const withoutPosting = (lines: StatementLine[]) => lines.map(({ transaction_id: _, ...line }) => line);

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
      lines: withoutPosting(await linesOf(context.db, companyCodes(statement.company_id), statement)),
    };
  },
  async download(context, { params, query: { format } }) {
    const { company, statement } = await findStatement(context, params.id);
    const lines = await linesOf(context.db, companyCodes(statement.company_id), statement);
    const name = `line-statement-${statement.month}.${format}`;
    if (format === "csv") return { name, media_type: "text/csv; charset=utf-8", body: statementFile(lines) };
    const to = [company.name, ...(company.address ? [company.address] : [])];
    const foot = await footOf(context.db, context);
    const about = { heading: "Statement of the credit line", reference: "LINE", to, ends: ENDS, foot };
    return { name, media_type: "application/pdf", body: await statementLetter(about, statement, lines) };
  },
  pay,
};
