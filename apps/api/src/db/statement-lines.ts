/** What moved in a wallet between two business days: its figures, and its lines in parts, so that memory does not grow with them. */
import { type RawBuilder, sql } from "kysely";
import { InvalidFields } from "../errors.ts";
import type { Database } from "./database.ts";

/** Where a wallet's movements are. */
export interface StatementSource {
  /** Their table, read as `m`. */
  table: "wallet_movements" | "personal_movements";
  /** What is joined to it for `person`. */
  joined: RawBuilder<unknown>;
  /** Whose movements. */
  where: RawBuilder<unknown>;
  /** Selects who else is named: a text or null. */
  person: RawBuilder<unknown>;
  /** What a kind is called. */
  kinds: Readonly<Record<string, string>>;
}

/** Business days, `yyyy-mm-dd`; both belong to it. */
export interface StatementRange {
  from: string;
  to: string;
}

/** The days that are requested; without them the month so far. @throws InvalidFields for a range that ends before it begins, or after the business day */
export function requireRange(
  today: string,
  { from: asked, to = today }: { from?: string | undefined; to?: string | undefined },
): StatementRange {
  const from = asked ?? `${to.slice(0, 7)}-01`;
  if (to < from) throw new InvalidFields({ to: ["this day must not be before the first one"] });
  if (to > today) throw new InvalidFields({ to: ["this day has not come yet"] });
  return { from, to };
}

export interface StatementFigures {
  opening_kobo: bigint;
  in_kobo: bigint;
  out_kobo: bigint;
  closing_kobo: bigint;
  movements: number;
}

export interface StatementLine {
  id: string;
  on: string;
  what: string;
  person: string | null;
  note: string | null;
  reference: string;
  amount_kobo: bigint;
  /** After it. */
  balance_kobo: bigint;
}

const LINES_A_PART = 1_000;

/** Opening balance, what came in and went out, closing balance: opening + in − out = closing. */
export async function statementFigures(
  db: Database,
  { table, where }: StatementSource,
  range: StatementRange,
): Promise<StatementFigures> {
  const { rows } = await sql<Omit<StatementFigures, "closing_kobo">>`
    select coalesce(sum(m.amount_kobo) filter (where m.business_date < ${range.from}::date), 0)::bigint as opening_kobo,
      coalesce(sum(m.amount_kobo) filter (where m.business_date >= ${range.from}::date and m.amount_kobo > 0), 0)::bigint as in_kobo,
      coalesce(-sum(m.amount_kobo) filter (where m.business_date >= ${range.from}::date and m.amount_kobo < 0), 0)::bigint as out_kobo,
      (count(*) filter (where m.business_date >= ${range.from}::date))::int as movements
    from ${sql.table(table)} m
    where ${where} and m.business_date <= ${range.to}::date
  `.execute(db);
  const { opening_kobo, in_kobo, out_kobo, movements } = rows[0]!;
  return { opening_kobo, in_kobo, out_kobo, closing_kobo: opening_kobo + in_kobo - out_kobo, movements };
}

type Read = Omit<StatementLine, "what" | "balance_kobo"> & { kind: string };

/** One part, in the order of the books. @param after the line with which the part before ended */
async function readPart(
  db: Database,
  { table, joined, where, person }: StatementSource,
  range: StatementRange,
  { after, most }: { after: string | undefined; most: number },
): Promise<Read[]> {
  const { rows } = await sql<Read>`
    select m.id, m.business_date::text as "on", m.kind, ${person} as person, m.note, m.reference, m.amount_kobo
    from ${sql.table(table)} m ${joined}
    where ${where} and m.business_date >= ${range.from}::date and m.business_date <= ${range.to}::date
      ${after ? sql`and (m.business_date, m.happened_at, m.id) > (select x.business_date, x.happened_at, x.id from ${sql.table(table)} x where x.id = ${after})` : sql``}
    order by m.business_date, m.happened_at, m.id
    limit ${most}
  `.execute(db);
  return rows;
}

/**
 * The lines with the balance after each, read in parts.
 * @param most no more than these: as many as there were when the figures were added up
 */
export async function* statementLines(
  db: Database,
  source: StatementSource,
  range: StatementRange,
  { opening_kobo, movements: most }: Pick<StatementFigures, "opening_kobo" | "movements">,
): AsyncGenerator<StatementLine> {
  let [left, balance_kobo] = [most, opening_kobo];
  let after: string | undefined;
  while (left > 0) {
    const part = await readPart(db, source, range, { after, most: Math.min(LINES_A_PART, left) });
    if (part.length === 0) return;
    for (const { kind, ...line } of part)
      yield { ...line, what: source.kinds[kind] ?? kind, balance_kobo: (balance_kobo += line.amount_kobo) };
    left -= part.length;
    after = part.at(-1)!.id;
  }
}

/** The figures, and the first lines, as a screen shows them. */
export async function statementShown(db: Database, source: StatementSource, range: StatementRange, most: number) {
  const figures = await statementFigures(db, source, range);
  const lines = [];
  const first = { ...figures, movements: Math.min(figures.movements, most) };
  for await (const { person, note, ...line } of statementLines(db, source, range, first))
    lines.push({ ...line, note: [person, note].filter(Boolean).join(", ") || null });
  return { ...range, ...figures, lines };
}
