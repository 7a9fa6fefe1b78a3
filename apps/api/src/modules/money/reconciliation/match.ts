/**
 * Our payouts and receipts against the lines of the bank, by reference and amount. Every row says why: expected is no exception, missing is.
 */
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { type Actor, SYSTEM } from "../../platform/audit/index.ts";
import { type Holder, isHeld, postSettlement, postTakenBack } from "../books/index.ts";
import { changeState, changeStates, changeWhere } from "../../platform/states/index.ts";
import { beginItem } from "../exceptions/index.ts";
import { cameBack } from "../payouts/index.ts";
import { toleranceOf, tolerate } from "./differences.ts";
import { type Pair, judge, pairsOf } from "./pairs.ts";

/** Days after which an item that is not on the statement is missing. */
const DAYS_UNTIL_MISSING = 2;

/** Receipts through a bank or a card must appear on a statement. */
export async function expectReceipts(tx: Tx, until: string): Promise<void> {
  const { rows } = await sql<{ id: string; reference: string; amount_kobo: bigint; received_on: string }>`
    select r.id, r.reference, r.amount_kobo, r.received_on
    from receipts r
    where r.received_on <= ${until}::date
      and r.channel in ('card', 'direct_debit', 'bank_transfer', 'staff')
      and r.source <> 'unidentified_receipts'
      and r.reversed_at is null
      and not exists (select 1 from reconciliation_items i where i.subject_type = 'receipt' and i.subject_id = r.id)
  `.execute(tx);
  for (let at = 0; at < rows.length; at += 1_000) {
    await tx
      .insertInto("reconciliation_items")
      .values(
        rows
          .slice(at, at + 1_000)
          .map((row) => ({
            id: uuidv7(),
            business_date: row.received_on,
            direction: "in",
            subject_type: "receipt",
            subject_id: row.id,
            reference: row.reference,
            expected_kobo: row.amount_kobo,
            status: "expected",
            reason: "Waits for the bank's statement.",
          })),
      )
      .onConflict((conflict) => conflict.columns(["subject_type", "subject_id"]).doNothing())
      .execute();
  }
}

/** A receipt that was reversed brings nothing any more: what waited for it is taken out, and a line of the bank that is there already contradicts it. */
async function dropReversed(tx: Tx, on: string): Promise<void> {
  const where = sql`subject_type = 'receipt' and subject_id in (select id from receipts where reversed_at is not null)`;
  const change = { noun: "reconciliation", actor: SYSTEM, business_date: on } as const;
  const reason = "The receipt was reversed.";
  await changeWhere(tx, {
    ...change,
    action: "void",
    where: sql`${where} and statement_line_id is null`,
    set: { reason, updated_at: clock.now() },
    reason,
  });
  await unsettle(tx, on);
  const contradicted = "The receipt was reversed; the bank's statement shows its money.";
  await changeWhere(tx, {
    ...change,
    action: "find_mismatch",
    where: sql`${where} and statement_line_id is not null and status in ('matched_auto', 'over', 'short')`,
    set: { reason: contradicted, updated_at: clock.now() },
    reason: contradicted,
  });
}

/** Money recorded by hand that the bank has shown, and a person has taken back: what the line moved goes back, and the line waits for a person. */
async function unsettle(tx: Tx, on: string): Promise<void> {
  const { rows } = await sql<{ receipt_id: string; line_id: string; transaction_id: string }>`
    select r.id as receipt_id, s.id as line_id, s.ledger_transaction_id as transaction_id
    from receipts r
    join reconciliation_items i on i.subject_type = 'receipt' and i.subject_id = r.id
    join bank_statement_lines s on s.id = i.statement_line_id
    where r.source = 'receipts_awaiting_bank'
      and r.reversed_at is not null
      and r.settled_at is not null
      and s.ledger_transaction_id is not null
  `.execute(tx);
  for (const { receipt_id, line_id, transaction_id } of rows) {
    await postTakenBack(tx, { transaction_id, on, actor: "reconciliation", reason: "The receipt was reversed." });
    await changeRows(tx, "bank_statement_lines", line_id, { ledger_transaction_id: null });
    await changeRows(tx, "receipts", receipt_id, { settled_at: null });
  }
}

/** A line of the bank belongs to a row: matched and booked where they are equal, else over or short until a person names the difference. */
export async function takeLine(
  tx: Tx,
  pair: Pair,
  on: string,
  by: { actor: Actor; words?: string } = { actor: SYSTEM },
) {
  const { action, reason } = judge(pair);
  const change = {
    noun: "reconciliation" as const,
    id: pair.id,
    from: pair.status,
    actor: by.actor,
    business_date: on,
  };
  const isByHand = by.words !== undefined && action === "match";
  await changeState(tx, { ...change, action: isByHand ? "match_by_hand" : action, reason: by.words ?? reason });
  await changeRows(tx, "reconciliation_items", pair.id, {
    statement_line_id: pair.line_id,
    actual_kobo: pair.amount_kobo < 0n ? -pair.amount_kobo : pair.amount_kobo,
    reason: isByHand ? by.words! : reason,
    updated_at: clock.now(),
  });
  await forgetLine(tx, pair.line_id, on);
  if (action === "match" && isHeld(pair.source)) await settleHeld(tx, pair, pair.source);
  return action;
}

/** Matches expected items with unclaimed lines; a line that differs posts nothing. @returns the number of matches */
async function matchWaiting(tx: Tx, on: string): Promise<number> {
  const tolerance = await toleranceOf(tx);
  let matched = 0;
  for (const pair of await pairsOf(tx, sql`bank_statement_lines s`)) {
    const action = await takeLine(tx, pair, on);
    if (action === "match") matched += 1;
    else matched += (await tolerate(tx, pair.id, tolerance, on)) ? 1 : 0;
  }
  return matched;
}

/** An unidentified line has found its owner. */
async function forgetLine(tx: Tx, line_id: string, on: string): Promise<void> {
  const item = await findRow(tx, "reconciliation_items", { subject_type: "bank_line", subject_id: line_id }, [
    "id",
    "status",
  ]);
  if (item?.status !== "mismatch") return;
  await changeState(tx, {
    noun: "reconciliation",
    id: item.id,
    from: item.status,
    action: "void",
    actor: SYSTEM,
    reason: "Its payment was found",
    business_date: on,
  });
  await changeRows(tx, "reconciliation_items", item.id, {
    reason: "Its payment was found in our books.",
    updated_at: clock.now(),
  });
}

/** Card money is due from the payment provider, and what staff recorded awaits the bank, until its statement shows it: then it moves to the bank in the books too. */
async function settleHeld(tx: Tx, pair: Pair, holder: Holder): Promise<void> {
  const { transaction_id } = await postSettlement(tx, {
    reference: pair.reference,
    holder,
    line_id: pair.line_id,
    amount_kobo: pair.amount_kobo,
    on: pair.booked_on,
    actor: "reconciliation",
  });
  await changeRows(tx, "bank_statement_lines", pair.line_id, { ledger_transaction_id: transaction_id });
  if (pair.subject_type === "payout_return")
    await cameBack(tx, pair.subject_id, { reason: "On the bank's statement.", actor: SYSTEM, on: pair.booked_on });
  else if (pair.subject_type === "receipt")
    await changeRows(tx, "receipts", pair.subject_id, { settled_at: clock.now() });
}

interface Stray {
  id: string;
  reference: string | null;
  amount_kobo: bigint;
  booked_on: string;
  narration: string;
  payout_status: string | null;
  /** What the payout's return would bring. */
  payout_kobo: bigint | null;
  is_lost: boolean;
  is_double: boolean;
  unidentified_item: string | null;
}

function reasonOf(line: Stray): { status: "matched_auto" | "mismatch"; reason: string } {
  if (line.is_lost && line.amount_kobo > 0n)
    return { status: "mismatch", reason: "The bank returned a payout that our books hold to be lost or kept." };
  if (line.is_double)
    return { status: "mismatch", reason: "A second line of the bank with a reference that was matched already." };
  if (line.payout_status === "reversed" && line.amount_kobo === line.payout_kobo)
    return { status: "matched_auto", reason: "The bank returned a payout; our books have it too." };
  if (line.payout_status === "reversed" && line.amount_kobo > 0n)
    return { status: "mismatch", reason: "The bank returned another amount than was paid out." };
  if (line.payout_status !== null && line.amount_kobo > 0n)
    return { status: "mismatch", reason: "The bank returned a payout that our books hold to be paid." };
  if (!line.reference) return { status: "mismatch", reason: "The bank's line carries no reference." };
  return { status: "mismatch", reason: "Nothing in our books has this reference." };
}

/** The line of money that came without a name: another sum is an exception, also where it was given to somebody or set aside before. */
async function showUnidentified(tx: Tx, id: string, line: Stray): Promise<void> {
  const item = await getRow(tx, "reconciliation_items", id, ["status", "expected_kobo", "reason"]);
  const { action, reason } = judge({ ...line, expected_kobo: item.expected_kobo ?? 0n });
  const contradicts = action !== "match" && item.status !== "mismatch";
  if (contradicts)
    await changeState(tx, {
      noun: "reconciliation",
      id,
      from: item.status,
      action: "find_mismatch",
      actor: SYSTEM,
      reason,
    });
  await changeRows(tx, "reconciliation_items", id, {
    statement_line_id: line.id,
    actual_kobo: line.amount_kobo,
    reason: contradicts ? reason : item.reason,
    updated_at: clock.now(),
  });
}

/** Lines of the bank that nothing of ours explains. @returns how many */
async function listStrays(tx: Tx): Promise<number> {
  const { rows } = await sql<Stray>`
    select s.id, s.reference, s.amount_kobo, s.booked_on, s.narration,
      (select o.status from payouts o where o.reference = s.reference) as payout_status,
      (select o.amount_kobo from payouts o where o.reference = s.reference) as payout_kobo,
      exists (
        select 1
        from reconciliation_items i
        where i.reference = s.reference and i.subject_type = 'payout_return' and i.status = 'void'
      ) as is_lost,
      exists (
        select 1
        from reconciliation_items i
        where i.reference = s.reference
          and i.statement_line_id is not null
          and (i.direction = 'out') = (s.amount_kobo < 0)
          and (
            i.subject_type in ('payout', 'payout_return', 'receipt', 'remittance', 'partner_funding', 'bank_claim')
              or (i.subject_type = 'bank_line' and i.status = 'matched_auto')
          )
      ) or (
        s.reference is not null
          and row_number() over (partition by s.reference, s.amount_kobo < 0 order by s.booked_on, s.line) > 1
      ) as is_double,
      (
        select i.id
        from reconciliation_items i
        where i.reference = s.reference
          and i.subject_type = 'unidentified_receipt'
          and i.statement_line_id is null
          and s.amount_kobo > 0
      ) as unidentified_item
    from bank_statement_lines s
    where not exists (select 1 from reconciliation_items i where i.statement_line_id = s.id)
    order by s.booked_on, s.line
  `.execute(tx);
  let strays = 0;
  for (const line of rows) {
    if (line.unidentified_item) {
      await showUnidentified(tx, line.unidentified_item, line);
      continue;
    }
    const { status, reason } = reasonOf(line);
    if (status === "mismatch") strays += 1;
    await beginItem(
      tx,
      {
        business_date: line.booked_on,
        direction: line.amount_kobo < 0n ? "out" : "in",
        subject_type: "bank_line",
        subject_id: line.id,
        reference: line.reference ?? line.narration.slice(0, 60),
        actual_kobo: line.amount_kobo < 0n ? -line.amount_kobo : line.amount_kobo,
        statement_line_id: line.id,
        reason,
      },
      status,
    );
  }
  return strays;
}

/** What waited for too long while statements came. */
async function findMissing(tx: Tx, on: string): Promise<number> {
  const limit = addDays(on, -DAYS_UNTIL_MISSING);
  const { rows } = await sql<{ id: string }>`
    select i.id
    from reconciliation_items i
    where i.status = 'expected'
      and i.business_date <= ${limit}::date
      and exists (
        select 1
        from bank_statements s
        where s.statement_on >= i.business_date and s.status = 'taken' and s.format <> 'opening'
      )
  `.execute(tx);
  const ids = await changeStates(tx, {
    noun: "reconciliation",
    ids: rows.map(({ id }) => id),
    from: "expected",
    action: "miss",
    actor: SYSTEM,
    reason: "Not on the statement",
    business_date: on,
  });
  if (ids.length > 0)
    await tx
      .updateTable("reconciliation_items")
      .set({ reason: `Not on the bank's statement ${DAYS_UNTIL_MISSING} days later.`, updated_at: clock.now() })
      .where("id", "in", ids)
      .execute();
  return ids.length;
}

export interface Matched {
  matched: number;
  strays: number;
  missing: number;
}

/** Matches everything that waits. Safe to repeat. @param on business date */
export async function matchAll(tx: Tx, on: string): Promise<Matched> {
  await sql`select pg_advisory_xact_lock(hashtext('reconciliation'))`.execute(tx);
  await dropReversed(tx, on);
  await expectReceipts(tx, on);
  const matched = await matchWaiting(tx, on);
  const strays = await listStrays(tx);
  return { matched, strays, missing: await findMissing(tx, on) };
}
