/** What a reversed receipt did to its loan is taken back: its allocations, the schedule that it changed. The engine in money/receipts calls it. */
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { Because, Receipt } from "../../../house/purposes.ts";
import type { Actor } from "../../platform/audit/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { LIVE_STATES, type RunningLoan, fallDue, readSchedule, refreshLoan } from "../schedules/index.ts";

/** The newest receipt goes first. @throws Conflict */
export async function refuseNewer(tx: Tx, receipt: Receipt): Promise<void> {
  if (!receipt.loan_id) return;
  // Later receipts were allocated on a schedule that this one (or they) changed: the newest goes first.
  const later = await sql<{ reference: string }>`
    select x.reference
    from receipts x
    where x.loan_id = ${receipt.loan_id}
      and x.reversed_at is null
      and (x.received_at, x.id) > (select y.received_at, y.id from receipts y where y.id = ${receipt.id})
      and exists (
        select 1
        from repayments r
        where r.loan_id = ${receipt.loan_id}
          and (r.made_by_receipt in (x.id, ${receipt.id}) or r.superseded_by_receipt in (x.id, ${receipt.id}))
      )
    order by x.received_at desc
    limit 1
  `.execute(tx);
  if (later.rows[0]) throw new Conflict(`Reverse the newer receipt ${later.rows[0].reference} first.`, "newer_receipt");
}

/** @returns the interest that was taken back, and whether anything was */
async function takeBackAllocations(
  tx: Tx,
  receipt: Receipt,
  actor: Actor,
  reason: string,
  on: string,
): Promise<{ interest_kobo: bigint; hasAllocations: boolean }> {
  const { rows } = await sql<{
    repayment_id: string;
    status: string;
    penalty: bigint;
    fees: bigint;
    interest: bigint;
    principal: bigint;
    paid: bigint;
  }>`
    select a.repayment_id, r.status,
      coalesce(sum(a.amount_kobo) filter (where component = 'penalty'), 0)::bigint as penalty,
      coalesce(sum(a.amount_kobo) filter (where component = 'fees'), 0)::bigint as fees,
      coalesce(sum(a.amount_kobo) filter (where component = 'interest'), 0)::bigint as interest,
      coalesce(sum(a.amount_kobo) filter (where component = 'principal'), 0)::bigint as principal,
      r.paid_principal_kobo + r.paid_interest_kobo + r.paid_fees_kobo + r.paid_penalty_kobo as paid
    from receipt_allocations a
    join repayments r on r.id = a.repayment_id
    where a.receipt_id = ${receipt.id}
    group by a.repayment_id, r.id
    order by r.number
  `.execute(tx);
  for (const row of rows) {
    await changeRows(tx, "repayments", row.repayment_id, {
      paid_penalty_kobo: sql`paid_penalty_kobo - ${row.penalty}`,
      paid_fees_kobo: sql`paid_fees_kobo - ${row.fees}`,
      paid_interest_kobo: sql`paid_interest_kobo - ${row.interest}`,
      paid_principal_kobo: sql`paid_principal_kobo - ${row.principal}`,
      paid_on: null,
    });
    const isBare = row.paid === row.penalty + row.fees + row.interest + row.principal;
    const action = isBare ? "reverse" : "reverse_part";
    const isMoved = row.status === "paid" || (row.status === "part_paid" && isBare);
    if (isMoved)
      await changeState(tx, {
        noun: "repayment",
        id: row.repayment_id,
        from: row.status,
        action,
        actor,
        reason,
        business_date: on,
      });
  }
  return { interest_kobo: rows.reduce((sum, { interest }) => sum + interest, 0n), hasAllocations: rows.length > 0 };
}

/** The rows that the receipt made go, the rows that it replaced come back. */
async function restoreSchedule(tx: Tx, receipt: Receipt, actor: Actor, reason: string, on: string): Promise<void> {
  const made = await tx
    .selectFrom("repayments")
    .select(["id", "status"])
    .where("made_by_receipt", "=", receipt.id)
    .where("status", "<>", "superseded")
    .execute();
  for (const row of made)
    await changeState(tx, {
      noun: "repayment",
      id: row.id,
      from: row.status,
      action: "supersede",
      actor,
      reason,
      business_date: on,
    });
  const replaced = await tx
    .selectFrom("repayments")
    .select(["id", "status"])
    .where("superseded_by_receipt", "=", receipt.id)
    .execute();
  for (const row of replaced)
    await changeState(tx, {
      noun: "repayment",
      id: row.id,
      from: row.status,
      action: "restore",
      actor,
      reason,
      business_date: on,
    });
  if (replaced.length > 0)
    await changeRows(tx, "repayments", { superseded_by_receipt: receipt.id }, { superseded_by_receipt: null });
}

/** The loan's columns as before; a loan that this receipt had ended runs again. */
export async function takeBackFromLoan(
  tx: Tx,
  receipt: Receipt,
  loan: RunningLoan,
  { actor, reason, on }: Because,
): Promise<void> {
  const facts = await takeBackAllocations(tx, receipt, actor, reason, on);
  await restoreSchedule(tx, receipt, actor, reason, on);
  const credit = receipt.channel === "credit_balance" ? -receipt.amount_kobo : receipt.credit_kobo;
  await changeRows(tx, "loans", loan.id, {
    accrued_interest_kobo: sql`accrued_interest_kobo + ${facts.interest_kobo}`,
    suspended_interest_kobo: sql`suspended_interest_kobo + ${receipt.released_kobo}`,
    credit_balance_kobo: sql`greatest(0, credit_balance_kobo - ${credit})`,
  });
  if (!facts.hasAllocations) {
    // A recovery of a lost loan: only what was received of it goes down.
    if (credit === 0n)
      await changeRows(tx, "loans", loan.id, { paid_kobo: sql`greatest(0, paid_kobo - ${receipt.amount_kobo})` });
    return;
  }
  const status =
    loan.status === "settled"
      ? await changeState(tx, {
          noun: "loan",
          id: loan.id,
          from: "settled",
          action: "reopen",
          actor,
          reason,
          business_date: on,
        })
      : loan.status;
  if (loan.status === "settled")
    await tx.updateTable("loans").set({ settled_on: null }).where("id", "=", loan.id).execute();
  if (!LIVE_STATES.includes(status))
    throw new Conflict(`This loan is ${status.replaceAll("_", " ")}: its receipts cannot be reversed.`, "not_running");
  await fallDue(tx, loan, await readSchedule(tx, loan.id), on, actor);
  await refreshLoan(tx, { ...loan, status }, on);
}
