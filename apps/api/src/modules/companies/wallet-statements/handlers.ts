import * as calls from "@manilla/contract/companies/wallet-statements";
import { walletMovements, type WalletMovement } from "@manilla/contract/companies/wallet-movements";
import { day, longMonth } from "@manilla/contract/formats";
import { monthOf } from "@manilla/credit";
import { stringify } from "csv-stringify/sync";
import { sql } from "kysely";
import type { Context, Handlers } from "../../../house/app.ts";
import { decimalOf, neutralise } from "../../../db/list-export.ts";
import { findRow } from "../../../db/row.ts";
import { printLong } from "../../../documents/long-letter.ts";
import { type LetterContent, naira, printLetter } from "../../../documents/letter.ts";
import { NotFound } from "../../../errors.ts";
import { footOf } from "../../platform/configuration/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { type Moved, type Month, monthsOf } from "./rules.ts";

/** A short letter is printed in the server; a longer one apart, and read and sent as it is printed. */
const LINES_OF_A_SHORT_LETTER = 200;
const LINES_A_PART = 1_000;

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

/** A company as its letter names it. */
interface Whose {
  id: string;
  name: string;
  address: string | null;
}

interface Line {
  on: string;
  kind: WalletMovement;
  person: string | null;
  note: string | null;
  reference: string;
  amount_kobo: bigint;
}

type Place = Pick<Line, "on"> & { happened_at: Date; id: string };

/** What moved in a month, in its order. @param after where the part before ended; without it and `most`, all */
async function linesOf(
  { db }: Context,
  company_id: string,
  month: string,
  { after, most }: { after?: Place | undefined; most?: number } = {},
): Promise<(Line & Place)[]> {
  const { rows } = await sql<Line & Place>`
    select m.business_date as "on", m.kind, u.full_name as person, m.note, m.reference, m.amount_kobo, m.happened_at, m.id
    from wallet_movements m
    left join users u on u.id = m.user_id
    where m.company_id = ${company_id}
      and m.business_date >= ${`${month}-01`}::date
      and m.business_date < (${`${month}-01`}::date + interval '1 month')
      ${after ? sql`and (m.business_date, m.happened_at, m.id) > (${after.on}::date, (select happened_at from wallet_movements where id = ${after.id}), ${after.id}::uuid)` : sql``}
    order by m.business_date, m.happened_at, m.id
    limit ${most ?? null}
  `.execute(db);
  return rows;
}

const wordsOf = ({ kind, person, note }: Line): string =>
  [walletMovements[kind], person, note].filter(Boolean).join(", ");

/** Each line with the balance after it. */
function balanced(lines: readonly Line[], { opening_kobo }: Month): (Line & { balance_kobo: bigint })[] {
  let balance_kobo = opening_kobo;
  return lines.map((line) => ({ ...line, balance_kobo: (balance_kobo += line.amount_kobo) }));
}

const HEAD = ["Day", "What", "Reference", "In", "Out", "Balance"];
const cellsOf = (line: Line & { balance_kobo: bigint }): string[] => [
  day(line.on),
  wordsOf(line),
  line.reference,
  line.amount_kobo > 0n ? naira(line.amount_kobo) : "",
  line.amount_kobo < 0n ? naira(-line.amount_kobo) : "",
  naira(line.balance_kobo),
];
const factsOf = (month: Month): [string, string][] => [
  ["Opening balance", naira(month.opening_kobo)],
  ["Came in", naira(month.in_kobo)],
  ["Went out", naira(month.out_kobo)],
  ["Closing balance", naira(month.closing_kobo)],
];

/** The rows of a long letter, read in parts; no more than the month had when its figures were added up. */
async function* rowsOf(context: Context, company_id: string, month: Month): AsyncGenerator<string[]> {
  let [left, balance_kobo] = [month.movements, month.opening_kobo];
  let after: Place | undefined;
  while (left > 0) {
    const part = await linesOf(context, company_id, month.month, { after, most: Math.min(LINES_A_PART, left) });
    if (part.length === 0) return;
    for (const line of part) yield cellsOf({ ...line, balance_kobo: (balance_kobo += line.amount_kobo) });
    left -= part.length;
    after = part.at(-1);
  }
}

const printApart = async (context: Context, company: Whose, month: Month, on: string) =>
  printLong(
    {
      title: `Wallet statement, ${longMonth(month.month)}`,
      reference: `WALLET/${month.month}`,
      date: day(on),
      to: [company.name, ...(company.address ? [company.address] : [])],
      facts: factsOf(month),
      head: HEAD,
      widths: [60, 120, 95, 68, 68, 72],
      figures: [3, 4, 5],
      rows: month.movements,
      foot: await footOf(context.db),
    },
    rowsOf(context, company.id, month),
  );

function letterOf(
  company: { name: string; address: string | null },
  month: Month,
  lines: readonly Line[],
  date: string,
): LetterContent {
  return {
    title: `Wallet statement, ${longMonth(month.month)}`,
    reference: `WALLET/${month.month}`,
    date: day(date),
    to: [company.name, ...(company.address ? [company.address] : [])],
    parts: [
      { facts: factsOf(month) },
      { table: { head: HEAD, rows: balanced(lines, month).map(cellsOf), figures: [3, 4, 5], words: 1 } },
    ],
  };
}

const fileOf = (lines: readonly Line[], month: Month): Buffer =>
  Buffer.from(
    stringify(
      [
        ["day", "what", "employee", "note", "reference", "amount", "balance"],
        ...balanced(lines, month).map(({ on, kind, person, note, reference, amount_kobo, balance_kobo }) => [
          on,
          walletMovements[kind],
          neutralise(person ?? ""),
          neutralise(note ?? ""),
          neutralise(reference),
          decimalOf(amount_kobo),
          decimalOf(balance_kobo),
        ]),
      ],
      { bom: true },
    ),
  );

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

  async download(context, { params, query: { month: asked, format } }) {
    const company = await companyOf(context, params.id);
    const on = await businessDate(context.db);
    const month = (await readMonths(context, company.id, on)).find((each) => each.month === asked);
    if (!month) throw new NotFound("A statement of this month");
    const name = `wallet-statement-${asked}.${format}`;
    if (format === "pdf" && month.movements > LINES_OF_A_SHORT_LETTER)
      return { name, media_type: "application/pdf", body: await printApart(context, company, month, on) };
    const lines = await linesOf(context, company.id, asked);
    if (format === "csv") return { name, media_type: "text/csv; charset=utf-8", body: fileOf(lines, month) };
    const body = await printLetter(letterOf(company, month, lines, on), await footOf(context.db));
    return { name, media_type: "application/pdf", body };
  },
};
