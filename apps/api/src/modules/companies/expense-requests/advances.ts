/** Advances: money beforehand in the purse, retired by what was spent of it; the rest goes back. */
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import { heldBy } from "../../money/books/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { movePurse, openWallet, ownCompany, ownInPurse } from "../wallet-movements/index.ts";

/** What of an advance was retired, and what of that is pending, in kobo. */
export async function retiredOf(db: Database | Tx, advance_id: string) {
  const { rows } = await sql<{ retired_kobo: bigint; pending_kobo: bigint }>`
    select coalesce(sum(amount_kobo) filter (where status = 'paid'), 0)::bigint as retired_kobo,
      coalesce(sum(amount_kobo) filter (where status = 'pending'), 0)::bigint as pending_kobo
    from expense_requests
    where advance_id = ${advance_id} and kind = 'retirement'
  `.execute(db);
  return rows[0]!;
}

/** One's advances that are paid and not retired as a whole. */
export async function openAdvances({ db, session }: Context) {
  const { rows } = await sql<{ id: string; purpose: string; left_kobo: bigint }>`
    select * from (
      select r.id, r.purpose, r.created_at, (r.amount_kobo - coalesce((
        select sum(x.amount_kobo) from expense_requests x where x.advance_id = r.id and x.status in ('pending', 'paid')
      ), 0))::bigint as left_kobo
      from expense_requests r
      where r.user_id = ${session.user_id} and r.company_id = ${session.company_id} and r.kind = 'advance'
        and r.status = 'paid'
    ) a
    where left_kobo > 0
    order by created_at
    limit 50
  `.execute(db);
  return rows.map(({ id, purpose, left_kobo }) => ({ id, purpose, left_kobo }));
}

/** What is retired is of one's own paid advance, and no more than is left of it. @throws InvalidFields */
export async function requireAdvance(
  tx: Tx,
  { session }: Context,
  { amount_kobo }: { amount_kobo: bigint },
  advance_id: string | null | undefined,
): Promise<void> {
  const columns = ["kind", "status", "user_id", "company_id", "amount_kobo"] as const;
  const advance = advance_id ? await findRow(tx, "expense_requests", advance_id, columns, { lock: true }) : undefined;
  const isOwn = advance?.user_id === session.user_id && advance.company_id === session.company_id;
  if (!advance || !isOwn || advance.kind !== "advance" || advance.status !== "paid")
    throw new InvalidFields({ advance_id: ["choose an advance that was paid to you"] });
  const { retired_kobo, pending_kobo } = await retiredOf(tx, advance_id!);
  const left = advance.amount_kobo - retired_kobo - pending_kobo;
  if (amount_kobo > left)
    throw new InvalidFields({ advance_id: [`${naira(left)} of this advance is left; ask for the rest on its own`] });
}

/** What was spent of an advance is paid by it. @returns the reference of the advance's payment @throws Conflict where it is closed by now */
export async function settleRetirement(
  tx: Tx,
  { id, advance_id }: { id: string; advance_id: string | null },
): Promise<string> {
  const columns = ["status", "payment_reference", "paid_by", "paid_at"] as const;
  const advance = advance_id ? await findRow(tx, "expense_requests", advance_id, columns, { lock: true }) : undefined;
  if (advance?.status !== "paid") throw new Conflict("The advance was closed in the meantime.", "advance_closed");
  const { payment_reference, paid_by, paid_at } = advance;
  await changeState(tx, { noun: "expenseRequest", id, from: "approved", action: "settle", actor: SYSTEM });
  await changeRows(tx, "expense_requests", id, { paid_into: "purse", payment_reference, paid_by, paid_at });
  return payment_reference!;
}

/** Takes what was not retired back from the purse; that of a leaver went back when they left. @throws Conflict while a retirement waits, or where the purse has less */
export async function closeAdvance(
  tx: Tx,
  context: Context,
  { id, user_id, purpose, amount_kobo }: { id: string; user_id: string; purpose: string; amount_kobo: bigint },
) {
  const { id: company_id } = await ownCompany(tx, context);
  const { retired_kobo, pending_kobo } = await retiredOf(tx, id);
  if (pending_kobo > 0n)
    throw new Conflict(`${naira(pending_kobo)} waits to be decided: decide that first.`, "pending_retirement");
  const { paid_at } = await getRow(tx, "expense_requests", id, ["paid_at"]);
  // A leaver gave it back with their purse; a purse opened since holds other money.
  const purse = await findRow(tx, "purses", { user_id, company_id }, ["opened_at"]);
  const rest = purse && purse.opened_at <= paid_at! ? amount_kobo - retired_kobo : 0n;
  if (rest > 0n) {
    const wallet = await openWallet(tx, context, company_id);
    const { purse_kobo } = await heldBy(tx, user_id);
    const held_kobo = purse_kobo - (await ownInPurse(tx, { company_id, user_id }, purse_kobo));
    if (held_kobo < rest)
      throw new Conflict(
        `${naira(rest)} is to go back, and the purse holds ${naira(held_kobo)} of the company: what was spent is retired first.`,
        "purse_short",
      );
    await movePurse(tx, context, wallet, { user_id, amount_kobo: -rest, why: purpose });
  }
  return { after: { status: "retired", retired_kobo, taken_back_kobo: rest } };
}
