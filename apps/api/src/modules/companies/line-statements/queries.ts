/** A line's statements, added up from the ledger. */
import type * as calls from "@manilla/contract/companies/line-statements";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import { findRow } from "../../../db/row.ts";
import { NotFound } from "../../../errors.ts";
import { leftOf } from "./rules.ts";

type Shown = z.output<typeof calls.listAll.response>["statements"][number];

export type Row = Shown & { company_id: string };
const FIGURES = sql`
  id, company_id, month, issued_on, due_on, status, opening_kobo, drawn_kobo, interest_kobo, penalties_kobo, repaid_kobo,
  full_kobo, minimum_kobo, paid_kobo
`;
const shown = (row: Omit<Row, "left_kobo">): Row => ({ ...row, left_kobo: leftOf(row) });

/** A company that the caller may look at: their own, or any for the provider's staff. @throws NotFound */
export async function companyOf({ db, session }: Context, id: string) {
  const mayLook = session.company_id === id || session.permissions.has("provider:can_view_statements");
  const company = mayLook ? await findRow(db, "companies", id, ["id", "name", "address"]) : undefined;
  if (!company) throw new NotFound("This company");
  return company;
}

/** Of a company, the newest first; ten years at most. */
export async function statementsOf({ db }: Context, company_id: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${FIGURES} from line_statements where company_id = ${company_id} order by month desc limit 120
  `.execute(db);
  return rows.map(shown);
}

/** One that the caller may look at, with its company. @throws NotFound */
export async function findStatement(context: Context, id: string) {
  const { rows } = await sql<Row>`select ${FIGURES} from line_statements where id = ${id}`.execute(context.db);
  if (!rows[0]) throw new NotFound("This statement");
  const company = await companyOf(context, rows[0].company_id).catch(() => {
    throw new NotFound("This statement");
  });
  return { company, statement: shown(rows[0]) };
}
