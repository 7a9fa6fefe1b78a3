/** Money received on a loan: load once, plan (plan.ts), post and write once. The engine in money/receipts calls it. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { type Tx, queryable } from "../../../db/database.ts";
import { later } from "../../../db/pipelined-database.ts";
import { Conflict } from "../../../http/errors.ts";
import type { Means, Money, ReceiptPurpose, WriteReceipt } from "../../../purposes.ts";
import {
  accrualEntry,
  creditOf,
  feeEntry,
  openLoanAccounts,
  postAll,
  postRecovery,
  repaymentEntry,
} from "../../money/books/index.ts";
import { keepAsCredit, receive as receiveMoney } from "../../money/receipts/index.ts";
import { notify } from "../../platform/notifications/index.ts";
import { type Walk, walkStates } from "../../platform/states/index.ts";
import { received, receivedOnLoan } from "./messages.ts";
import { type PlannedRow, type ReceiptPlan, planReceipt } from "./plan.ts";
import { refuseNewer, takeBackFromLoan } from "./reverse.ts";
import { LIVE_STATES, type RunningLoan, type Schedule, settlementOf } from "./running-loan.ts";
import { readRunningLoan, readScheduleWithSums } from "./schedule.ts";

/** A loan under its lock, with its schedule and what was the person's credit before; the person is locked where that was anything. */
export interface LockedLoan {
  loan: RunningLoan;
  schedule: Schedule;
  credit_kobo: bigint;
}

/** The loan that money without a name on it belongs to: the one that is furthest behind, then the one that falls due first. */
async function loanFor(tx: Tx, user_id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id
    from loans
    where user_id = ${user_id} and status in ('running', 'past_due', 'stop_requested') and disbursed_on is not null
    order by days_past_due desc, next_due_on nulls last, id
    limit 1
  `.execute(tx);
  return rows[0]?.id ?? null;
}

/** @returns undefined when there is no such disbursed loan */
async function lockLoan(tx: Tx, loan_id: string): Promise<LockedLoan | undefined> {
  const loan = await readRunningLoan(tx, loan_id, "lock");
  if (!loan) return undefined;
  return { loan, schedule: await readScheduleWithSums(tx, loan_id), credit_kobo: await creditOf(tx, loan.user_id) };
}

/** Whether this is, to the kobo, what the settlement quote asks for beside the person's credit balance. */
function endsWithCredit(money: Money, { loan, schedule, credit_kobo }: LockedLoan): boolean {
  if (money.source === "customer_credit" || credit_kobo <= 0n) return false;
  return settlementOf(loan, schedule.rows, money.on, credit_kobo).total_kobo === money.amount_kobo;
}

/** Quote and payment agree: the money joins the credit, and the credit ends the loan in one allocation. */
async function settleWithCredit(
  tx: Tx,
  means: Means,
  money: Money,
  receipt_id: string,
  { loan, schedule }: LockedLoan,
  write: WriteReceipt,
): Promise<void> {
  await keepOnLoan(tx, money, receipt_id, loan, write);
  await receiveMoney(tx, means, {
    ...money,
    purpose: "loan_repayment",
    subject_id: loan.id,
    amount_kobo: settlementOf(loan, schedule.rows, money.on).total_kobo,
    channel: "credit_balance",
    source: "customer_credit",
    reference: `${money.reference}/credit`,
    note: `Settled with the credit balance and ${money.reference}`,
  });
}

/** Money for a loan that takes none is the person's credit, told apart on the loan. */
async function keepOnLoan(
  tx: Tx,
  money: Money,
  receipt_id: string,
  loan: RunningLoan,
  write: WriteReceipt,
): Promise<void> {
  await keepAsCredit(tx, money, receipt_id, loan.reference, write);
  await tx
    .updateTable("loans")
    .set({ credit_balance_kobo: sql`credit_balance_kobo + ${money.amount_kobo}` })
    .where("id", "=", loan.id)
    .execute();
}

/** Money for a loan that was written off is income. */
async function recover(
  tx: Tx,
  { source, ...money }: Money,
  receipt_id: string,
  loan: RunningLoan,
  write: WriteReceipt,
): Promise<void> {
  if (source === "customer_credit") throw new Conflict("This loan takes no payments now.", "not_running");
  const id = uuidv7();
  await write({ ledger_transaction_id: id, credit_kobo: 0n, released_kobo: 0n });
  const { amount_kobo, on, actor } = money;
  await postRecovery(tx, { id, receipt_id, reference: loan.reference, amount_kobo, on, actor: actor.name, source });
  await tx
    .updateTable("loans")
    .set({ paid_kobo: sql`paid_kobo + ${amount_kobo}` })
    .where("id", "=", loan.id)
    .execute();
  await notify(tx, { user_id: money.user_id, ...received(money) });
}

/** The entries of a plan, in one statement; the accounts of a loan are opened when it first needs them. */
async function postPlan(
  tx: Tx,
  money: Money,
  receipt_id: string,
  ledger_transaction_id: string,
  { id: loan_id, user_id, reference }: RunningLoan,
  { fees, accrual, split }: ReceiptPlan["postings"],
): Promise<void> {
  const on = money.on;
  await postAll(
    tx,
    [
      ...fees.map((fee) => feeEntry({ loan_id, ...fee })),
      ...(accrual.amount_kobo === 0n ? [] : [accrualEntry({ loan_id, ...accrual, on, because: receipt_id })]),
      repaymentEntry({
        id: ledger_transaction_id,
        receipt_id,
        loan_id,
        user_id,
        reference,
        source: money.source,
        split,
        on,
        actor: money.actor.name,
      }),
    ],
    () => openLoanAccounts(queryable(tx), loan_id, user_id),
  );
}

const walkOf = (row: PlannedRow, receipt_id: string, on: string): Walk => ({
  noun: "repayment",
  id: row.id,
  from: row.from,
  steps: row.steps,
  is_new: row.made !== null,
  set: {
    ...row.paid,
    ...(row.is_paid_on && { paid_on: on, next_attempt_on: null }),
    ...((row.is_paid_on || row.is_caught_up) && { days_past_due: 0 }),
    ...(row.is_superseded && { superseded_by_receipt: receipt_id }),
  },
});

/** Rows of a schedule that is solved anew, in the state that they end in. */
async function insertMade(
  tx: Tx,
  loan: RunningLoan,
  rows: readonly PlannedRow[],
  receipt_id: string,
  on: string,
): Promise<void> {
  const made = rows.flatMap((row) => {
    if (!row.made) return [];
    const { total_kobo: _, version, ...columns } = row.made;
    const kept = { loan_id: loan.id, user_id: loan.user_id, made_by_receipt: receipt_id, schedule_version: version };
    const state = { status: row.to, version: 1 + row.steps.length };
    return [{ id: row.id, ...kept, ...columns, ...state, ...row.paid, paid_on: row.is_paid_on ? on : null }];
  });
  if (made.length > 0) await later(tx, tx.insertInto("repayments").values(made));
}

async function writePlan(
  tx: Tx,
  { on, actor }: Money,
  receipt_id: string,
  loan: RunningLoan,
  { rows, lines, loan: after, postings }: ReceiptPlan,
): Promise<void> {
  await insertMade(tx, loan, rows, receipt_id, on);
  if (lines.length > 0)
    await later(tx, tx.insertInto("receipt_allocations").values(lines.map((line) => ({ receipt_id, ...line }))));
  const { credit_kobo } = postings.split;
  const loanWalk: Walk = {
    noun: "loan",
    id: loan.id,
    from: loan.status,
    steps: after.steps,
    set: {
      ...after.figures,
      accrued_interest_kobo: after.accrued_interest_kobo,
      suspended_interest_kobo: after.suspended_interest_kobo,
      ...(postings.accrual.amount_kobo !== 0n && { accrued_to: on }),
      ...(credit_kobo !== 0n && { credit_balance_kobo: sql`credit_balance_kobo + ${credit_kobo}` }),
      ...(after.is_paid && { settled_on: on, is_non_performing: false, next_due_on: null }),
      updated_at: sql`now()`,
    },
  };
  await walkStates(tx, [...rows.map((row) => walkOf(row, receipt_id, on)), loanWalk], { actor, business_date: on });
}

async function receiveOnLoan(
  tx: Tx,
  money: Money,
  receipt_id: string,
  { loan, schedule }: LockedLoan,
  write: WriteReceipt,
): Promise<void> {
  const plan = planReceipt(money, loan, schedule, uuidv7);
  const { credit_kobo, released_kobo } = plan.postings.split;
  if (money.source === "customer_credit" && credit_kobo > 0n)
    throw new Conflict("This is more than the loan takes.", "too_much");
  const ledger_transaction_id = uuidv7();
  await write({ ledger_transaction_id, credit_kobo, released_kobo });
  await postPlan(tx, money, receipt_id, ledger_transaction_id, loan, plan.postings);
  if (money.source === "customer_credit") await useCreditColumns(tx, loan.user_id, money.amount_kobo);
  await writePlan(tx, money, receipt_id, loan, plan);
  await notify(tx, {
    user_id: loan.user_id,
    ...receivedOnLoan({
      amount_kobo: money.amount_kobo,
      reference: loan.reference,
      due_kobo: plan.due_kobo,
      is_paid: plan.loan.is_paid,
    }),
  });
}

/** The copies of the credit balance on loans go down, oldest first; the ledger's account is the truth. */
export async function useCreditColumns(tx: Tx, user_id: string, amount_kobo: bigint): Promise<void> {
  let left = amount_kobo;
  const loans = await tx
    .selectFrom("loans")
    .select(["id", "credit_balance_kobo"])
    .where("user_id", "=", user_id)
    .where("credit_balance_kobo", ">", 0n)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  for (const loan of loans) {
    const used = loan.credit_balance_kobo < left ? loan.credit_balance_kobo : left;
    left -= used;
    if (used > 0n)
      await tx
        .updateTable("loans")
        .set({ credit_balance_kobo: loan.credit_balance_kobo - used })
        .where("id", "=", loan.id)
        .execute();
  }
}

export const loanRepayment: ReceiptPurpose<LockedLoan> = {
  at: 10,
  called: "This loan",
  claim: loanFor,
  load: lockLoan,
  ownerOf: ({ loan }) => loan.user_id,
  async receive(tx, means, money, receipt_id, loaded, write) {
    const { loan } = loaded;
    if (["charged_off", "written_off"].includes(loan.status)) await recover(tx, money, receipt_id, loan, write);
    else if (!LIVE_STATES.includes(loan.status)) await keepOnLoan(tx, money, receipt_id, loan, write);
    else if (endsWithCredit(money, loaded)) await settleWithCredit(tx, means, money, receipt_id, loaded, write);
    else await receiveOnLoan(tx, money, receipt_id, loaded, write);
  },
  refuseReversal: refuseNewer,
  takeBack: (tx, receipt, { loan }, because) => takeBackFromLoan(tx, receipt, loan, because),
};
