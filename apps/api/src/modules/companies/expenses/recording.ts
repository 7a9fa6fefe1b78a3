/** What was paid by other means than a request becomes an expense of its company. */
import { uuidv7 } from "uuidv7";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { WalletCharge } from "../../../house/purposes.ts";
import type { Tx } from "../../../db/database.ts";
import { later } from "../../../db/pipelined-database.ts";
import { changeRows } from "../../../db/row.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { changeState, recordBeginning } from "../../platform/states/index.ts";
import { mergeWhereCertain } from "./merging.ts";
import { note } from "../../platform/notifications/index.ts";
import { keepBeyond } from "./beyond.ts";
import { linkWhereCertain } from "./bought.ts";
import { putUnderLine } from "./funded.ts";
import { receiptFound } from "./messages.ts";
import { lockBoughtRequests, nothingBought } from "./under-line.ts";

interface Spent {
  company_id: string;
  user_id: string;
  merchant: string;
  /** Four digits (ISO 18245): the company's category that has it; null where there are none. */
  mcc: string | null;
  /** The category, where it is known without them. */
  category_id?: string | null;
  /** Negative where a shop refunded it without a payment. */
  amount_kobo: bigint;
  /** The business day on which it was taken. */
  on: string;
  /** Of what has moved for it. */
  money_reference: string;
  /** The money was in the purse of who spent it. */
  is_from_purse: boolean;
  /** The company's wallet paid it for the requester: policies about people do not apply. */
  is_from_wallet?: boolean;
  /** Without the charges of a transfer, where it has any. */
  to_payee_kobo?: bigint;
}

/**
 * Records what somebody spent; its receipt is requested.
 * @param has_none what was paid here has its receipt here, and a correction has none
 * @param is_decided the company's chain agreed to it: nobody has to approve it again
 * @returns the expense's id
 */
export async function recordSpent(
  tx: Tx,
  { mcc, category_id = null, on, to_payee_kobo, ...spent }: Spent,
  { has_none = false, is_decided = false } = {},
): Promise<string> {
  const id = uuidv7();
  const { rows } = await sql<{ category_id: string | null; department_id: string | null; has_alone: boolean }>`
    select exists (
        select 1
        from expense_receipts t
        where t.user_id = ${spent.user_id} and t.company_id = ${spent.company_id} and t.expense_id is null
          and t.request_id is null and t.amount_kobo = ${spent.amount_kobo}
      ) as has_alone, (
        select c.id from expense_categories c
        where c.company_id = ${spent.company_id} and c.status = 'active' and (c.id = ${category_id}::uuid or ${mcc}::text = any(c.mccs))
        order by c.id is distinct from ${category_id}::uuid, c.ledger_code
        limit 1
      ) as category_id,
      (
        select m.department_id from department_members m where m.user_id = ${spent.user_id} and m.company_id = ${spent.company_id} limit 1
      ) as department_id
  `.execute(tx);
  const { has_alone, ...placed } = rows[0]!;
  const row = tx
    .insertInto("expenses")
    .values({
      ...spent,
      ...placed,
      id,
      spent_on: on,
      recorded_on: on,
      is_refund: spent.amount_kobo < 0n,
      wants_receipt: !has_none,
      created_at: clock.now(),
    });
  await later(tx, row);
  await recordBeginning(tx, "expense", id, "recorded", SYSTEM);
  const approved = {
    noun: "expense",
    id,
    from: "recorded",
    action: "approve",
    actor: SYSTEM,
    is_locked: true,
  } as const;
  if (is_decided) await changeState(tx, approved);
  if (spent.is_from_purse) await putUnderLine(tx, { id, ...spent });
  const { is_from_purse, is_from_wallet = false, amount_kobo } = spent;
  const paid = { id, ...spent, is_from_wallet, to_payee_kobo: to_payee_kobo ?? amount_kobo };
  const is_agreed = !is_from_purse && amount_kobo > 0n && (await linkWhereCertain(tx, paid));
  if (is_agreed && !is_decided) await changeState(tx, approved);
  if (has_alone && !has_none && (await mergeWhereCertain(tx, spent, amount_kobo, { expense_id: id })))
    await note(tx, spent.user_id, receiptFound({ id, ...spent }));
  return id;
}

/** Financial institutions (ISO 18245): the category of a company's bank fees has it. */
const CHARGES = "6012";

/** What a company's wallet pays for our services is spend: nobody requested it, and it needs no receipt. */
export async function recordCharge(tx: Tx, charge: WalletCharge): Promise<void> {
  const spent = { ...charge, mcc: CHARGES, is_from_purse: false, is_from_wallet: true };
  await recordSpent(tx, spent, { has_none: true, is_decided: true });
}

/**
 * So much of what somebody spent has come back: each expense is what is left of it, the newest first; one's own purchase, too, so that its room is there again.
 * What came back beyond all of them is an expense of its own. Again the same changes nothing.
 * @param expense_ids those of one payment
 * @param back_kobo of all of them together, since they were spent
 */
export async function keepReturned(tx: Tx, expense_ids: readonly string[], back_kobo: bigint): Promise<void> {
  const bought = await lockBoughtRequests(tx, expense_ids);
  const { rows } = await sql<{ id: string; request_id: string | null; whole_kobo: bigint; returned_kobo: bigint }>`
    select id, request_id, amount_kobo + returned_kobo as whole_kobo, returned_kobo
    from expenses
    where id = any(${expense_ids}::uuid[]) and (status <> 'deleted' or is_own)
    order by created_at desc, id desc
    for update
  `.execute(tx);
  let left = back_kobo > 0n ? back_kobo : 0n;
  for (const { id, request_id, whole_kobo, returned_kobo: before } of rows) {
    const returned_kobo = left < whole_kobo ? left : whole_kobo;
    left -= returned_kobo;
    if (returned_kobo === before) continue;
    await changeRows(tx, "expenses", id, { amount_kobo: whole_kobo - returned_kobo, returned_kobo });
    if (returned_kobo === whole_kobo && request_id !== null && bought.has(request_id))
      await nothingBought(tx, { id, request_id });
  }
  await keepBeyond(
    tx,
    rows.map(({ id }) => id),
    left,
  );
}

/** Something whose receipt has been missing for too long. */
export interface LongMissing {
  expense_id: string;
  user_id: string;
  company_id: string;
  merchant: string;
}

/**
 * The oldest expense of each person whose receipt has been missing since a day, neither there nor said to be none.
 * @param recorded_on_or_before `yyyy-mm-dd`
 * @param prefix how the reference of the money begins: those that were paid in this way
 */
export async function longMissing(tx: Tx, recorded_on_or_before: string, prefix: string): Promise<LongMissing[]> {
  const { rows } = await sql<LongMissing>`
    select distinct on (e.user_id, e.company_id) e.id as expense_id, e.user_id, e.company_id, e.merchant
    from expenses e
    where not e.has_receipt and e.wants_receipt and e.no_receipt_reason is null and e.status <> 'deleted'
      and e.recorded_on <= ${recorded_on_or_before}::date and e.money_reference like ${`${prefix}%`}
    order by e.user_id, e.company_id, e.recorded_on, e.id
  `.execute(tx);
  return rows;
}
