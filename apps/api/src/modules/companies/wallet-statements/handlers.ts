import * as calls from "@manilla/contract/companies/wallet-statements";
import { walletMovements } from "@manilla/contract/companies/wallet-movements";
import { day, longMonth } from "@manilla/contract/formats";
import { dayInMonth, monthOf } from "@manilla/credit";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context, Handlers } from "../../../house/app.ts";
import { nameOf } from "../../../db/names.ts";
import { findRow } from "../../../db/row.ts";
import {
  requireRange,
  type StatementRange,
  type StatementSource,
  statementFigures,
  statementLines,
  statementShown,
} from "../../../db/statement-lines.ts";
import { statementFile } from "../../../documents/statement-file.ts";
import { NotFound } from "../../../errors.ts";
import { footOf } from "../../platform/configuration/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { type Moved, type Month, monthsOf } from "./rules.ts";

const LINES_SHOWN = 100;
/** Of a month: the last day that it has. */
const LAST = 31;

/** A company that the caller may look at: their own, or any for the provider's staff. @throws NotFound */
async function companyOf({ db, session }: Context, id: string) {
  const mayLook = session.company_id === id || session.permissions.has("provider:can_view_statements");
  const company = mayLook ? await findRow(db, "companies", id, ["id", "name", "address"]) : undefined;
  if (!company) throw new NotFound("This company");
  return company;
}

/** The months of a wallet, ascending. */
async function readMonths({ db }: Context, company_id: string, on: string): Promise<Month[]> {
  const { rows } = await sql<Moved>`
    select to_char(business_date, 'YYYY-MM') as month,
      coalesce(sum(amount_kobo) filter (where amount_kobo > 0), 0)::bigint as in_kobo,
      coalesce(-sum(amount_kobo) filter (where amount_kobo < 0), 0)::bigint as out_kobo,
      count(*)::int as movements
    from wallet_movements
    where company_id = ${company_id}
    group by 1
    order by 1
  `.execute(db);
  return monthsOf(rows, monthOf(on));
}

/** Where a company's wallet moved. */
const movementsOf = (company_id: string): StatementSource => ({
  table: "wallet_movements",
  joined: sql`left join users u on u.id = m.user_id`,
  where: sql`m.company_id = ${company_id}`,
  person: sql.raw(`case when m.user_id is not null then ${nameOf("u", "m")} end`),
  kinds: walletMovements,
});

type Asked = z.output<typeof calls.download.query>;

/** The days that are requested, and what they are called. @throws NotFound for a month that was not, InvalidFields */
async function periodOf(context: Context, company_id: string, { month, ...asked }: Omit<Asked, "format">, on: string) {
  if (!month) {
    const range = requireRange(on, asked);
    const name = `${range.from}-${range.to}`;
    return { range, name, words: `${day(range.from)} to ${day(range.to)}`, reference: `WALLET/${name}` };
  }
  const months = await readMonths(context, company_id, on);
  if (!months.some((each) => each.month === month)) throw new NotFound("A statement of this month");
  const range: StatementRange = { from: `${month}-01`, to: dayInMonth(`${month}-01`, 0, LAST) };
  return { range, words: longMonth(month), name: month, reference: `WALLET/${month}` };
}

export const handlers: Handlers<typeof calls> = {
  async months(context, { params }) {
    const { id, name } = await companyOf(context, params.id);
    const on = await businessDate(context.db);
    const months = (await readMonths(context, id, on)).toReversed();
    return {
      company: { id, name },
      months: months.map((month) => ({ ...month, is_running: month.month === monthOf(on) })),
    };
  },

  async range(context, { params, query }) {
    const { id } = await companyOf(context, params.id);
    const range = requireRange(await businessDate(context.db), query);
    return statementShown(context.db, movementsOf(id), range, LINES_SHOWN);
  },

  async download(context, { params, query }) {
    const company = await companyOf(context, params.id);
    const { db } = context;
    const on = await businessDate(db);
    const { range, words, name, reference } = await periodOf(context, company.id, query, on);
    const source = movementsOf(company.id);
    const figures = await statementFigures(db, source, range);
    const statement = {
      title: `Wallet statement, ${words}`,
      reference,
      name: `wallet-statement-${name}`,
      on,
      to: [company.name, ...(company.address ? [company.address] : [])],
      person: "employee",
      figures,
      foot: await footOf(db, context),
    };
    return statementFile(query.format, statement, statementLines(db, source, range, figures));
  },
};
