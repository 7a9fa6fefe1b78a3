/** What a purse paid by card or as a bill is an expense since then: a line that retires an advance names it, and no second expense is made of it. */
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { Actor } from "../../../request.ts";
import { changeState } from "../../platform/states/index.ts";
import { giveReceipts } from "../expense-receipts/index.ts";

export interface Purchase {
  id: string;
  merchant: string;
  amount_kobo: bigint;
  spent_on: string;
  category_id: string | null;
  has_receipt: boolean;
}

/**
 * One's purchases from the purse that no retirement has, the latest first.
 * @param options.without a request whose own lines do not count
 * @param options.advance_id what was paid before this advance was there is not paid of it
 */
export async function freePurchases(
  db: Database | Tx,
  { session }: Pick<Context, "session">,
  { without = null, advance_id = null }: { without?: string | null; advance_id?: string | null } = {},
): Promise<Purchase[]> {
  const { rows } = await sql<Purchase>`
    select e.id, e.merchant, e.amount_kobo, e.spent_on, e.category_id, e.has_receipt
    from expenses e
    where e.user_id = ${session.user_id} and e.company_id = ${session.company_id} and e.is_from_purse
      and e.request_id is null and e.status <> 'deleted' and e.amount_kobo > 0
      and not exists (
        select 1 from expense_requests a where a.id = ${advance_id}::uuid and a.paid_at > e.created_at
      )
      and not exists (
        select 1
        from expense_request_lines l
        join expense_requests r on r.id = l.request_id
        where l.expense_id = e.id and r.status = 'pending' and r.id is distinct from ${without}::uuid
      )
    order by e.spent_on desc, e.id desc
    limit 200
  `.execute(db);
  return rows;
}

interface Named {
  amount_kobo?: bigint | null | undefined;
  foreign?: unknown;
  splits: readonly unknown[];
}

/** What is wrong with a line that names a purchase, at its field. @param purchase undefined where it is none of the free ones, or named before */
export function wrongPurchase(
  line: Named,
  purchase: Purchase | undefined,
): { field: string; says: string } | undefined {
  if (!purchase)
    return { field: "expense_id", says: "choose a purchase made since this advance, that no other line has" };
  if (line.foreign) return { field: "foreign", says: "what was paid in naira is in naira here too" };
  const amount_kobo = line.amount_kobo ?? 0n;
  if (amount_kobo > purchase.amount_kobo)
    return { field: "amount_kobo", says: `${naira(purchase.amount_kobo)} was paid` };
  if (amount_kobo < purchase.amount_kobo && line.splits.length > 0)
    return { field: "splits", says: "a part of a purchase is not split" };
  return undefined;
}

/**
 * The line was approved: the purchase stays the one expense, approved with it, under its category and with its receipts. What a journal has stays as it is booked.
 * @throws Conflict where the shop gave something back in the meantime, or another request has it
 */
export async function approvePurchase(
  tx: Tx,
  { request_id, number, expense_id: id }: { request_id: string; number: number; expense_id: string },
  decided: { actor: Actor; reason: string | null },
): Promise<void> {
  const columns = ["status", "request_id", "journal_id", "amount_kobo", "merchant", "version"] as const;
  const expense = await getRow(tx, "expenses", id, [...columns], { lock: true });
  const line = await tx
    .selectFrom("expense_request_lines")
    .select(["amount_kobo", "category_id", "splits"])
    .where("request_id", "=", request_id)
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
  if (expense.request_id !== null || expense.status === "deleted" || expense.amount_kobo < line.amount_kobo)
    throw new Conflict(`What was paid at ${expense.merchant} has changed. Return the request.`, "purchase_changed");
  const { category_id } = line;
  const placed = { ...(category_id && { category_id }), splits: JSON.stringify(line.splits) };
  const version = expense.version + 1;
  await changeRows(tx, "expenses", id, { request_id, version, ...(expense.journal_id === null && placed) });
  await giveReceipts(tx, { request_id, number }, id);
  if (expense.status !== "approved")
    await changeState(tx, { noun: "expense", id, from: expense.status, action: "approve", ...decided });
}
