import * as calls from "@manilla/contract/cards/card-lines";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { findRow } from "../../../db/row.ts";
import { NotFound } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import {
  type StatementFigures,
  type StatementLine,
  fullOf,
  leftOf,
  linesOf,
} from "../../companies/line-statements/index.ts";
import { accountOf, cardCodes, cardLineBooks, lineBooks, personalBalances } from "../../money/books/index.ts";
import { businessDate } from "../../platform/states/index.ts";

const HOLDER = "l.card_id, l.user_id, u.full_name as person, c.last4";
const LEFT =
  "case when s.status = 'carried' then 0 else greatest(0, s.minimum_kobo - s.paid_kobo) end::bigint as left_kobo";
const STATEMENT = `s.id, s.month, s.due_on::text as due_on, s.status, s.full_kobo, s.minimum_kobo, s.paid_kobo, ${LEFT}`;

export const listRepayments = defineList(calls.listRepayments, {
  from: "card_statements s join card_lines l on l.card_id = s.card_id join cards c on c.id = s.card_id join users u on u.id = l.user_id",
  rows_of: "card_statements s join card_lines l on l.card_id = s.card_id join users u on u.id = l.user_id",
  select: `${STATEMENT}, ${HOLDER}`,
  columns: { card_id: "s.card_id", user_id: "l.user_id" },
  id: "s.id",
  search: "u.search_text",
});

export const listPayments = defineList(calls.listPayments, {
  from: "card_payments p join card_lines l on l.card_id = p.card_id join cards c on c.id = p.card_id join users u on u.id = p.user_id",
  rows_of: "card_payments p join users u on u.id = p.user_id",
  select: `
    p.id, ${HOLDER}, p.amount_kobo, p.penalty_kobo, p.interest_kobo, p.principal_kobo, p.channel, p.reference,
    p.paid_on::text as paid_on, p.taken_back_on::text as taken_back_on, p.created_at
  `,
  columns: { user_id: "p.user_id" },
  id: "p.id",
  search: ["u.search_text", "folded(p.reference)"],
});

/** Of the ledger; a liability's balance is negative there. */
const balanceOf = (codes: readonly string[], column: string) => `
  coalesce((
    select sum(${column})
    from ledger.accounts a
    join ledger.balances b on b.account_id = a.id
    where a.tenant = '' and a.code in (${codes.map((line) => `'${line}:' || l.card_id`).join(", ")})
  ), 0)::bigint
`;
export const listLines = defineList(calls.listLines, {
  from: "card_lines l join cards c on c.id = l.card_id join users u on u.id = l.user_id",
  rows_of: "card_lines l join users u on u.id = l.user_id",
  select: `
    l.card_id as id, l.user_id, u.full_name as person, c.last4, c.kind, c.status as card_status, l.limit_kobo,
    l.annual_rate_percent::text as annual_rate_percent, l.granted_on::text as granted_on,
    ${balanceOf(["card_receivable", "card_interest", "card_penalty"], "b.balance_kobo")} as owed_kobo,
    ${balanceOf(["undrawn_line"], "-b.balance_kobo - b.held_kobo")} as available_kobo
  `,
  columns: { is_closed: "l.closed_on is not null", user_id: "l.user_id" },
  id: "l.card_id",
  search: "u.search_text",
});

type Statement = z.output<typeof calls.listOwn.response>["lines"][number]["statements"][number];
const STATEMENT_COLUMNS = sql`id, month, due_on::text as due_on, status, full_kobo, minimum_kobo, paid_kobo`;
const shown = (row: Omit<Statement, "left_kobo">): Statement => ({ ...row, left_kobo: leftOf(row) });

/** The last digits of the bank card of a person that is debited; null where they have saved none. */
export async function bankCardOf(db: Database | Tx, user_id: string): Promise<string | null> {
  const { rows } = await sql<{ last4: string }>`
    select last4 from repayment_cards where user_id = ${user_id} and is_default and removed_at is null
  `.execute(db);
  return rows[0]?.last4 ?? null;
}

/** One's own lines: those of cards in use, and those on which something is owed. */
export async function ownBills({
  db,
  session: { user_id },
}: Context): Promise<z.output<typeof calls.listOwn.response>> {
  type Row = Omit<z.output<typeof calls.listOwn.response>["lines"][number], "statements" | "movements">;
  const { rows } = await sql<Row & { closed_on: string | null }>`
    select l.card_id as id, c.last4, c.status as card_status, l.limit_kobo,
      l.annual_rate_percent::text as annual_rate_percent, l.automatic, l.transfer_kobo, l.debits_bank_card,
      l.closed_on
    from card_lines l
    join cards c on c.id = l.card_id
    where l.user_id = ${user_id}
    order by l.closed_on is not null, l.granted_on desc, l.card_id
    limit 30
  `.execute(db);
  const found = await Promise.all(rows.map((row) => withBooks(db, row)));
  const { cash_kobo } = await personalBalances(db, user_id);
  const bank_card = await bankCardOf(db, user_id);
  return {
    lines: found.filter(({ is_over }) => !is_over).map(({ is_over: _, ...line }) => line),
    cash_kobo,
    bank_card,
  };
}

/** What moved on a card in a month, with the shops. */
async function shopsOf(
  db: Database,
  card_id: string,
  which: Parameters<typeof linesOf>[2],
): Promise<(Omit<StatementLine, "transaction_id"> & { shop: string | null })[]> {
  const lines = await linesOf(db, cardCodes(card_id), which);
  const ids = lines.flatMap(({ transaction_id }) => transaction_id ?? []);
  const { rows } = await sql<{ id: string; merchant: string }>`
    select ledger_transaction_id as id, merchant
    from card_captures
    where card_id = ${card_id} and ledger_transaction_id = any(${ids}::uuid[])
  `.execute(db);
  const shops = new Map(rows.map(({ id, merchant }) => [id, merchant]));
  return lines.map(({ transaction_id, ...line }) => ({ ...line, shop: shops.get(transaction_id ?? "") ?? null }));
}

/** A bill of one's own card with its lines and the address of its holder. @throws NotFound */
export async function ownBill({ db, session }: Context, id: string) {
  const { rows } = await sql<StatementFigures & { card_id: string; last4: string | null; person: string }>`
    select s.card_id, c.last4, u.full_name as person, s.month, s.issued_on::text as issued_on, s.due_on::text as due_on,
      s.opening_kobo, s.drawn_kobo, s.interest_kobo, s.penalties_kobo, s.repaid_kobo, s.full_kobo, s.minimum_kobo
    from card_statements s
    join card_lines l on l.card_id = s.card_id
    join cards c on c.id = s.card_id
    join users u on u.id = l.user_id
    where s.id = ${id} and l.user_id = ${session.user_id}
  `.execute(db);
  const bill = rows[0];
  if (!bill) throw new NotFound("This bill");
  return { ...bill, lines: await shopsOf(db, bill.card_id, bill) };
}

async function withBooks<Row extends { id: string; closed_on: string | null }>(
  db: Database,
  { closed_on, ...row }: Row,
) {
  const { drawn_kobo, interest_kobo, penalty_kobo, available_kobo } = await cardLineBooks(db, row.id);
  const owed = { drawn_kobo, interest_kobo, penalty_kobo };
  const { rows: statements } = await sql<Omit<Statement, "left_kobo">>`
    select ${STATEMENT_COLUMNS} from card_statements where card_id = ${row.id} order by month desc limit 24
  `.execute(db);
  const today = await businessDate(db);
  // A month that is not over: what it began with follows from what is owed now.
  const month = today.slice(0, 7);
  const moved = await shopsOf(db, row.id, { month, issued_on: today, opening_kobo: 0n });
  const opening_kobo = fullOf(owed) - (moved.at(-1)?.balance_kobo ?? 0n);
  const movements = moved.map((line) => ({ ...line, balance_kobo: line.balance_kobo + opening_kobo })).toReversed();
  const is_over = closed_on !== null && fullOf(owed) === 0n;
  return { ...row, ...owed, available_kobo, statements: statements.map(shown), movements, is_over };
}

/** C241. @throws NotFound for a company that the caller may not look at */
export async function companyRepayment({ db, session }: Context, id: string) {
  const mayLook = session.company_id === id || session.permissions.has("provider:can_view_statements");
  const company = mayLook ? await findRow(db, "companies", id, ["id", "name"]) : undefined;
  if (!company) throw new NotFound("This company");
  const { rows: cards } = await sql<{ id: string; person: string; last4: string | null; drawn_kobo: bigint }>`
    select c.id, coalesce(u.full_name, k.kept_name, 'Somebody') as person, c.last4, coalesce((
      select sum(p.amount_kobo)
      from ledger.transactions t
      join ledger.postings p on p.transaction_id = t.id
      join ledger.accounts a on a.id = p.account_id
      where a.tenant = '' and a.code = ${accountOf("line_principal", id)} and t.metadata ->> 'card_id' = c.id::text
        and p.effective_on > coalesce((
          select max(issued_on) from line_statements s where s.company_id = c.company_id
        ), '1900-01-01'::date)
    ), 0)::bigint as drawn_kobo
    from cards c
    left join users u on u.id = c.user_id
    left join employments k on k.user_id = c.user_id and k.company_id = c.company_id
    where c.company_id = ${id} and c.kind = 'company_credit' and c.status in ('issued', 'active', 'frozen', 'closed')
    order by drawn_kobo desc, c.id
    limit 200
  `.execute(db);
  const line = await findRow(db, "credit_lines", { company_id: id }, ["automatic", "transfer_kobo"]);
  if (!line) return { company, line: null, cards };
  const books = await lineBooks(db, id);
  const { rows } = await sql<Omit<Statement, "left_kobo">>`
    select ${STATEMENT_COLUMNS} from line_statements where company_id = ${id} order by month desc limit 1
  `.execute(db);
  const { available_kobo } = books;
  const statement = rows[0] ? shown(rows[0]) : null;
  const automatic = line.automatic as "minimum";
  return { company, line: { ...line, automatic, owed_kobo: fullOf(books), available_kobo, statement }, cards };
}
