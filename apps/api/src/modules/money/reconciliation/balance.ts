/** The bank's balance at the end of a day against the books, and the rows that explain the difference; what they do not explain is an exception with an owner. */
import type { balance as balanceCall } from "@manilla/contract/money/reconciliation";
import { naira } from "@manilla/contract/formats";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import { type Database, type Tx, queryable } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { readText } from "../../platform/configuration/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { note } from "../../platform/notifications/index.ts";
import { balanceAt } from "../books/index.ts";
import { beginItem } from "../exceptions/index.ts";
import { balanceDiffers } from "./messages.ts";

type Balance = NonNullable<z.output<typeof balanceCall.response>["balance"]>;

/** How far a line may be from what it belongs to; rows that are older explain a day only while they are open. */
const NEAR_DAYS = 60;
const SHOWN_ITEMS = 50;

interface Part {
  id: string;
  reference: string;
  bank_kobo: bigint;
  books_kobo: bigint;
}

/** Each row with what of it the bank has by the end of a day, and what the books have; only those where the two differ. */
async function partsOn(db: Tx | Database, on: string): Promise<Part[]> {
  const { rows } = await sql<Part>`
    with bank as (select id from ledger.accounts where code = 'bank_operating' and tenant = ''),
    near as (
      select i.id, i.reference, s.amount_kobo, s.booked_on,
        array_remove(
          array[o.ledger_transaction_id, r.ledger_transaction_id, u.ledger_transaction_id, v.ledger_transaction_id, s.ledger_transaction_id], null
        ) as transactions, 'refund-returned:' || o.id as returned
      from reconciliation_items i
      left join bank_statement_lines s on s.id = i.statement_line_id
      left join payouts o on i.subject_type = 'payout' and o.id = i.subject_id
      left join receipts r on i.subject_type = 'receipt' and r.id = i.subject_id
      left join unidentified_receipts u on i.subject_type = 'unidentified_receipt' and u.id = i.subject_id
      left join vat_remittances v on i.subject_type = 'remittance' and v.id = i.subject_id
      where i.subject_type not in ('webhook', 'bank_balance')
        and (
          i.status in ('expected', 'missing', 'over', 'short', 'mismatch')
          or (
            i.status in ('matched_auto', 'matched_manual')
            and s.id is not null
            and (i.business_date >= ${addDays(on, -NEAR_DAYS)}::date or s.booked_on >= ${addDays(on, -NEAR_DAYS)}::date)
          )
        )
        and (
          i.subject_type <> 'bank_line'
          or not exists (
            select 1
            from reconciliation_items x
            where x.statement_line_id = i.statement_line_id and x.subject_type <> 'bank_line'
          )
        )
    ),
    parts as (
      select n.id, n.reference, (case when n.booked_on <= ${on}::date then n.amount_kobo else 0 end)::bigint as bank_kobo,
        coalesce(
          (
            select sum(p.amount_kobo)
            from ledger.transactions t
            join ledger.postings p on p.transaction_id = t.id
            where (t.id = any(n.transactions) or t.reverses_id = any(n.transactions) or t.key = n.returned)
              and p.account_id = (select id from bank)
              and p.effective_on <= ${on}::date
          ), 0
        )::bigint as books_kobo
      from near n
    )
    select * from parts where bank_kobo <> books_kobo
  `.execute(db);
  return rows;
}

const wordsOf = ({ bank_kobo, books_kobo }: Part): string =>
  books_kobo === 0n
    ? "On the statement, not in our books"
    : bank_kobo !== 0n
      ? "Another amount on the statement than in our books"
      : books_kobo > 0n
        ? "Received in our books, not on the statement"
        : "Paid out in our books, not on the statement";

/** @returns undefined until a statement was taken; otherwise the day's end (by default the last one that is known) */
export async function balanceOn(db: Tx | Database, asked?: string): Promise<Omit<Balance, "owner"> | undefined> {
  const account = await readText(db, "own_bank_account");
  const { rows } = await sql<{ statement_on: string; closing_kobo: bigint }>`
    select statement_on, closing_kobo
    from bank_statements
    where account = ${account} and status = 'taken'
    order by statement_on desc, taken_at desc
    limit 1
  `.execute(db);
  const [last] = rows;
  if (!last) return undefined;
  const on = asked && asked < last.statement_on ? asked : last.statement_on;
  const { rows: later } = await sql<{ sum: bigint }>`
    select coalesce(sum(l.amount_kobo), 0)::bigint as sum
    from bank_statement_lines l
    join bank_statements s on s.id = l.statement_id
    where s.account = ${account} and l.booked_on > ${on}::date
  `.execute(db);
  const bank_kobo = last.closing_kobo - (later[0]?.sum ?? 0n);
  const { balance_kobo: books_kobo } = await balanceAt(queryable(db), {
    account: "bank_operating",
    as_at: { effective_on: on },
  });
  const groups = Map.groupBy(await partsOn(db, on), wordsOf);
  const explained = [...groups].map(([words, parts]) => {
    const items = parts.map(({ id, reference, ...part }) => ({
      id,
      reference,
      amount_kobo: part.bank_kobo - part.books_kobo,
    }));
    return {
      words,
      count: items.length,
      amount_kobo: items.reduce((total, { amount_kobo }) => total + amount_kobo, 0n),
      items: items.slice(0, SHOWN_ITEMS),
    };
  });
  const difference_kobo = bank_kobo - books_kobo;
  const unexplained_kobo = difference_kobo - explained.reduce((total, { amount_kobo }) => total + amount_kobo, 0n);
  return { on, bank_kobo, books_kobo, difference_kobo, explained, unexplained_kobo };
}

const openBalance = async (tx: Tx) =>
  tx
    .selectFrom("reconciliation_items")
    .select(["id", "status"])
    .where("subject_type", "=", "bank_balance")
    .where("status", "=", "mismatch")
    .forUpdate()
    .executeTakeFirst();

/** Who of finance has the fewest open rows. */
async function leastBusy(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    select h as user_id
    from holders_of_roles(array['super_finance']) h
    order by (
      select count(*) from reconciliation_items i where i.owner_id = h and i.status in ('missing', 'over', 'short', 'mismatch')
    ), h
    limit 1
  `.execute(tx);
  return rows[0]?.user_id ?? null;
}

/**
 * Compares the last known balance with the books: one exception stays open until the difference is explained. Safe to repeat; one at a time (`lockStatements`).
 */
export async function checkBalance(tx: Tx): Promise<void> {
  const found = await balanceOn(tx);
  const open = await openBalance(tx);
  if (!found || found.unexplained_kobo === 0n) {
    if (open)
      await changeState(tx, {
        noun: "reconciliation",
        id: open.id,
        from: open.status,
        action: "void",
        actor: SYSTEM,
        reason: "The difference is explained.",
      });
    return;
  }
  const { on, bank_kobo, unexplained_kobo } = found;
  const facts = {
    business_date: on,
    expected_kobo: bank_kobo - unexplained_kobo,
    actual_kobo: bank_kobo,
    reason: `The bank's balance is ${naira(unexplained_kobo < 0n ? -unexplained_kobo : unexplained_kobo)} ${unexplained_kobo < 0n ? "less" : "more"} than our books and the open rows explain.`,
  };
  if (open) return changeRows(tx, "reconciliation_items", open.id, { ...facts, updated_at: clock.now() });
  const owner_id = await leastBusy(tx);
  await beginItem(tx, {
    ...facts,
    direction: unexplained_kobo < 0n ? "out" : "in",
    subject_type: "bank_balance",
    subject_id: uuidv7(),
    reference: `Balance of ${on}`,
    owner_id,
  });
  if (owner_id) await note(tx, owner_id, balanceDiffers(facts.reason));
}
