/** A receipt that was wrong: its mirror image in the books, its allocations taken back, the schedule it changed put back. */
import { InsufficientFunds } from "../../money/books/index.ts";
import { sql } from "kysely";
import type { ApprovalKind, Context } from "../../../app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { naira } from "../../../documents/letter.ts";
import { Conflict, NotFound } from "../../../http/errors.ts";
import { requestApproval } from "../../platform/approvals/index.ts";
import { type Actor, actorOf, recordAudit } from "../../platform/audit/index.ts";
import { postReceiptReversal } from "../../money/books/index.ts";
import { notify } from "../../platform/notifications/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { LIVE_STATES, type RunningLoan, fallDue, readRunningLoan, readSchedule, refreshLoan } from "./schedule.ts";

const lockReceipt = (tx: Tx, id: string) =>
  tx.selectFrom("receipts").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
type Receipt = NonNullable<Awaited<ReturnType<typeof lockReceipt>>>;

/** Why it cannot be reversed now. @throws Conflict */
async function refuse(tx: Tx, receipt: Receipt): Promise<void> {
  if (receipt.reversed_at) throw new Conflict("This receipt was reversed already.", "already_decided");
  if (!receipt.ledger_transaction_id) throw new Conflict("This receipt was never booked.", "not_booked");
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

/** The maker's half. */
export async function requestReversal(tx: Tx, context: Context, id: string, reason: string): Promise<string> {
  const receipt = await lockReceipt(tx, id);
  if (!receipt) throw new NotFound("This receipt");
  await refuse(tx, receipt);
  const waiting = await tx
    .selectFrom("approvals")
    .select("id")
    .where("kind", "=", "reverse_receipt")
    .where("status", "=", "pending")
    .where(sql<boolean>`payload ->> 'receipt_id' = ${id}`)
    .executeTakeFirst();
  if (waiting) throw new Conflict("Somebody has asked for this already.", "already_requested");
  return requestApproval(tx, context, {
    kind: "reverse_receipt",
    title: `Reverse receipt ${receipt.reference}`,
    payload: { receipt_id: id, reason },
    before: { reference: receipt.reference, amount_kobo: receipt.amount_kobo },
    amount_kobo: receipt.amount_kobo,
    reason,
  });
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
    await tx
      .updateTable("repayments")
      .set({
        paid_penalty_kobo: sql`paid_penalty_kobo - ${row.penalty}`,
        paid_fees_kobo: sql`paid_fees_kobo - ${row.fees}`,
        paid_interest_kobo: sql`paid_interest_kobo - ${row.interest}`,
        paid_principal_kobo: sql`paid_principal_kobo - ${row.principal}`,
        paid_on: null,
      })
      .where("id", "=", row.repayment_id)
      .execute();
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
    await tx
      .updateTable("repayments")
      .set({ superseded_by_receipt: null })
      .where("superseded_by_receipt", "=", receipt.id)
      .execute();
}

async function postMirror(tx: Tx, receipt: Receipt, on: string, actor: Actor, reason: string): Promise<string> {
  try {
    const { transaction_id } = await postReceiptReversal(tx, {
      receipt_id: receipt.id,
      transaction_id: receipt.ledger_transaction_id ?? "",
      on,
      actor: actor.name,
      reason,
    });
    return transaction_id;
  } catch (error) {
    if (error instanceof InsufficientFunds)
      throw new Conflict("The credit from this receipt was used already.", "credit_used");
    throw error;
  }
}

/** The loan's columns as before; a loan that this receipt had ended runs again. */
async function takeBackFromLoan(
  tx: Tx,
  loan: RunningLoan,
  receipt: Receipt,
  facts: { interest_kobo: bigint; hasAllocations: boolean; actor: Actor; reason: string; on: string },
): Promise<void> {
  const { actor, reason, on } = facts;
  const credit = receipt.channel === "credit_balance" ? -receipt.amount_kobo : receipt.credit_kobo;
  await tx
    .updateTable("loans")
    .set({
      accrued_interest_kobo: sql`accrued_interest_kobo + ${facts.interest_kobo}`,
      suspended_interest_kobo: sql`suspended_interest_kobo + ${receipt.released_kobo}`,
      credit_balance_kobo: sql`greatest(0, credit_balance_kobo - ${credit})`,
    })
    .where("id", "=", loan.id)
    .execute();
  if (!facts.hasAllocations) {
    // A recovery of a lost loan: only what was received of it goes down.
    if (credit === 0n)
      await tx
        .updateTable("loans")
        .set({ paid_kobo: sql`greatest(0, paid_kobo - ${receipt.amount_kobo})` })
        .where("id", "=", loan.id)
        .execute();
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
    throw new Conflict(`This loan is ${status.replaceAll("_", " ")}: its receipts stand.`, "not_running");
  await fallDue(tx, loan, await readSchedule(tx, loan.id), on, actor);
  await refreshLoan(tx, { ...loan, status }, on);
}

/** The checker's half. */
export const reverseReceipt: ApprovalKind = {
  permission: "provider:can_delete_repayments",
  async execute(tx, context, { payload }) {
    const { receipt_id, reason } = payload as { receipt_id: string; reason: string };
    const actor = actorOf(context);
    const on = await businessDate(tx);
    const before = await tx.selectFrom("receipts").select("loan_id").where("id", "=", receipt_id).executeTakeFirst();
    const loan = before?.loan_id ? await readRunningLoan(tx, before.loan_id, "lock") : undefined;
    const receipt = await lockReceipt(tx, receipt_id);
    if (!receipt) throw new NotFound("This receipt");
    await refuse(tx, receipt);
    const reversal_transaction_id = await postMirror(tx, receipt, on, actor, reason);
    await tx
      .updateTable("receipts")
      .set({ reversed_at: clock.now(), reversal_transaction_id, reversal_reason: reason })
      .where("id", "=", receipt_id)
      .execute();
    const { interest_kobo, hasAllocations } = await takeBackAllocations(tx, receipt, actor, reason, on);
    await restoreSchedule(tx, receipt, actor, reason, on);
    if (loan) await takeBackFromLoan(tx, loan, receipt, { interest_kobo, hasAllocations, actor, reason, on });
    await recordAudit(tx, actor, {
      action: "receipt_reversed",
      subject_type: "receipt",
      subject_id: receipt_id,
      before: { amount_kobo: receipt.amount_kobo, reference: receipt.reference },
      after: { reversal_transaction_id },
      reason,
    });
    await notify(tx, {
      user_id: receipt.user_id,
      kind: "repayment",
      title: "A payment was reversed",
      body: `${naira(receipt.amount_kobo)} (${receipt.reference}) was reversed: ${reason}`,
      link: "/customer/repayments",
    });
    return undefined;
  },
};
