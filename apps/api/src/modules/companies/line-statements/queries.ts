/** A line's statements, added up from the ledger. */
import type * as calls from "@manilla/contract/companies/line-statements";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { NotFound } from "../../../errors.ts";
import { type Owed, leftOf } from "./rules.ts";

type Shown = z.output<typeof calls.listAll.response>["statements"][number];
type Line = z.output<typeof calls.find.response>["lines"][number];

/** The three accounts of what a company owes. */
const accounts = (company_id: string) => sql`
  ledger.accounts a
  join ledger.postings p on p.account_id = a.id
  join ledger.transactions t on t.id = p.transaction_id
  where a.tenant = '' and a.code in (
    ${`line_principal:${company_id}`}, ${`line_interest:${company_id}`}, ${`line_penalty:${company_id}`}
  )
`;

/** What moved in a month until its last day, and what is owed then; all of it as the books have it. */
export async function figuresOf(tx: Tx | Database, company_id: string, month: string, issued_on: string) {
  const from = sql`${`${month}-01`}::date`;
  const { rows } = await sql<
    Record<"opening_kobo" | "drawn_kobo" | "interest_kobo" | "penalties_kobo" | "repaid_kobo", bigint> & {
      principal: bigint;
      interest: bigint;
      penalty: bigint;
    }
  >`
    select coalesce(sum(p.amount_kobo) filter (where p.effective_on < ${from}), 0)::bigint as opening_kobo,
      coalesce(sum(p.amount_kobo) filter (where p.effective_on >= ${from} and t.kind = 'draw_line'), 0)::bigint as drawn_kobo,
      coalesce(sum(p.amount_kobo) filter (where p.effective_on >= ${from} and t.kind = 'accrue_line'), 0)::bigint as interest_kobo,
      coalesce(sum(p.amount_kobo) filter (where p.effective_on >= ${from} and t.kind = 'line_penalty'), 0)::bigint as penalties_kobo,
      coalesce(-sum(p.amount_kobo) filter (where p.effective_on >= ${from} and t.kind = 'repay_line'), 0)::bigint as repaid_kobo,
      coalesce(sum(p.amount_kobo) filter (where a.chart_code = 'line_principal'), 0)::bigint as principal,
      coalesce(sum(p.amount_kobo) filter (where a.chart_code = 'line_interest'), 0)::bigint as interest,
      coalesce(sum(p.amount_kobo) filter (where a.chart_code = 'line_penalty'), 0)::bigint as penalty
    from ${accounts(company_id)} and p.effective_on <= ${issued_on}::date
  `.execute(tx);
  const { principal, interest, penalty, ...figures } = rows[0]!;
  const owed: Owed = { drawn_kobo: principal, interest_kobo: interest, penalty_kobo: penalty };
  return { ...figures, owed };
}

/** What was paid of a line after a day, in kobo. */
export async function paidAfter(tx: Tx, company_id: string, on: string): Promise<bigint> {
  const { rows } = await sql<{ kobo: bigint }>`
    select coalesce(-sum(p.amount_kobo), 0)::bigint as kobo
    from ${accounts(company_id)} and t.kind = 'repay_line' and p.effective_on > ${on}::date
  `.execute(tx);
  return rows[0]!.kobo;
}

const LINES = { draw_line: "drawn", repay_line: "repaid", line_penalty: "penalty", accrue_line: "interest" } as const;

/** What moved in a month; the interest of its days as one line on the last. */
export async function linesOf(db: Database, { company_id, month, issued_on, opening_kobo }: Row): Promise<Line[]> {
  const { rows } = await sql<{ on: string; kind: keyof typeof LINES; amount_kobo: bigint }>`
    select case when t.kind = 'accrue_line' then ${issued_on}::date else p.effective_on end as "on", t.kind,
      sum(p.amount_kobo)::bigint as amount_kobo
    from ${accounts(company_id)}
      and p.effective_on between ${`${month}-01`}::date and ${issued_on}::date
    group by 1, 2, case when t.kind = 'accrue_line' then null else t.id end
    order by 1, t.kind = 'accrue_line', min(t.position)
  `.execute(db);
  let balance_kobo = opening_kobo;
  return rows.map(({ on, kind, amount_kobo }) => ({
    on,
    what: LINES[kind],
    amount_kobo,
    balance_kobo: (balance_kobo += amount_kobo),
  }));
}

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
