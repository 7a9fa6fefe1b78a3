/** Money received on a loan: load once, plan (plan.ts), post and write once. The engine in money/receipts calls it. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import { type Tx, queryable } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { insertRows } from "../../../db/rows.ts";
import { Conflict } from "../../../errors.ts";
import type { Booked, Means, Money, ReceiptPurpose, WriteReceipt } from "../../../house/purposes.ts";
import {
  type NewTransaction,
  accrualEntry,
  bookedOn,
  creditOf,
  feeEntry,
  feeReturnEntry,
  openLoanAccounts,
  postAll,
  postRecovery,
  reimbursementEntry,
  repaymentEntry,
} from "../../money/books/index.ts";
import { keepAsCredit, receive as receiveMoney } from "../../money/receipts/index.ts";
import { notify } from "../../platform/notifications/index.ts";
import { type Walk, businessDate, walkStates } from "../../platform/states/index.ts";
import { receivedOnLoan, recovered } from "./messages.ts";
import { receiveOnItsDay } from "./earlier-day.ts";
import { type ReceiptPlan, planReceipt } from "./plan.ts";
import { takeBackFromLoan } from "./reverse.ts";
import {
  LIVE_STATES,
  type RunningLoan,
  type Schedule,
  claimLeft,
  measureLoans,
  settlementOf,
  readRunningLoan,
  readScheduleWithSums,
  vatInFees,
} from "../schedules/index.ts";

/** A loan under its lock, with its schedule and what was the person's credit before; the person is locked where that was anything. */
export interface LockedLoan {
  loan: RunningLoan;
  schedule: Schedule;
  credit_kobo: bigint;
}

/** The loan that money without a name on it belongs to: the living one that is furthest behind, then the one that falls due first; lost ones last. */
async function loanFor(tx: Tx, user_id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id
    from loans
    where user_id = ${user_id}
      and disbursed_on is not null
      and (
        status in ('running', 'past_due', 'stop_requested')
          or (status in ('charged_off', 'written_off') and recovered_kobo < claim_kobo)
      )
    order by status in ('charged_off', 'written_off'), days_past_due desc, next_due_on nulls last, id
    limit 1
  `.execute(tx);
  return rows[0]?.id ?? null;
}

/** @returns undefined when there is no such disbursed loan */
async function lockLoan(tx: Tx, loan_id: string): Promise<LockedLoan | undefined> {
  const loan = await readRunningLoan(tx, loan_id, "lock");
  if (!loan) {
    // Taken back, it waits: its receipts are credit and may be reversed.
    await tx.selectFrom("loans").select("id").where("id", "=", loan_id).forNoKeyUpdate().execute();
    return undefined;
  }
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

/** Money for a loan that is off the books is recovery income until its claim is met; the rest is the person's credit. */
async function recover(
  tx: Tx,
  { queue }: Means,
  money: Money,
  receipt_id: string,
  loan: RunningLoan,
  write: WriteReceipt,
): Promise<void> {
  const { amount_kobo, on, actor, source, user_id } = money;
  const left = claimLeft(loan);
  const recovered_kobo = amount_kobo < left ? amount_kobo : left;
  const credit_kobo = amount_kobo - recovered_kobo;
  if (source === "customer_credit" && credit_kobo > 0n)
    throw new Conflict("This is more than the loan takes.", "too_much");
  const [id, isMet] = [uuidv7(), recovered_kobo === left];
  await write({ ledger_transaction_id: id, credit_kobo, released_kobo: 0n });
  if (source === "customer_credit") await useCreditColumns(tx, user_id, amount_kobo);
  await openLoanAccounts(queryable(tx), loan.id, user_id);
  await postRecovery(tx, {
    id,
    receipt_id,
    loan_id: loan.id,
    user_id,
    reference: loan.reference,
    recovered_kobo,
    credit_kobo,
    on: bookedOn(on, await businessDate(tx)),
    actor: actor.name,
    source,
  });
  await changeRows(tx, "loans", loan.id, {
    paid_kobo: sql`paid_kobo + ${recovered_kobo}`,
    recovered_kobo: loan.recovered_kobo + recovered_kobo,
    credit_balance_kobo: sql`credit_balance_kobo + ${credit_kobo}`,
    ...(isMet && { recovered_on: on }),
  });
  if (isMet) await queue.send(tx, "tell-bureau", { loan_id: loan.id });
  await notify(tx, {
    user_id,
    ...recovered({ amount_kobo, reference: loan.reference, left_kobo: left - recovered_kobo, credit_kobo }),
  });
}

/** A plan that is carried out, with the receipt that it belongs to. */
export interface Planned {
  money: Money;
  receipt_id: string;
  ledger_transaction_id: string;
  loan: RunningLoan;
  plan: ReceiptPlan;
}

/** What a receipt's row says of a plan's posting. */
export const bookedOf = ({ ledger_transaction_id, plan }: Planned): Booked => ({
  ledger_transaction_id,
  credit_kobo: plan.postings.split.credit_kobo,
  released_kobo: plan.postings.split.released_kobo,
});

function entriesOf({ money, receipt_id, ledger_transaction_id, loan, plan }: Planned): NewTransaction[] {
  const { fees, returned, accrual, split } = plan.postings;
  const { id: loan_id, user_id, reference } = loan;
  const { on, source, actor, is_reimbursement } = money;
  const back = returned.principal_kobo + returned.interest_kobo;
  const fact = { id: ledger_transaction_id, receipt_id, loan_id, user_id, reference, split, on, actor: actor.name };
  return [
    ...fees.map((fee) => feeEntry({ loan_id, vat_kobo: vatInFees(loan.terms, fee.amount_kobo), ...fee })),
    ...(back === 0n
      ? []
      : [
          feeReturnEntry({
            receipt_id,
            loan_id,
            ...returned,
            vat_kobo: vatInFees(loan.terms, back),
            on,
            actor: actor.name,
          }),
        ]),
    ...(accrual.amount_kobo === 0n ? [] : [accrualEntry({ loan_id, ...accrual, on, because: receipt_id })]),
    is_reimbursement ? reimbursementEntry(fact) : repaymentEntry({ ...fact, source }),
  ];
}

function walksOf({ money: { on, actor }, loan, plan }: Planned): Walk[] {
  const by = { actor, business_date: on };
  const { rows, loan: after, postings } = plan;
  const rowWalks = rows.map((row) => ({
    ...by,
    noun: "repayment" as const,
    id: row.id,
    from: row.from,
    steps: row.steps,
    set: {
      ...row.money,
      ...(row.is_paid_on && { paid_on: on, next_attempt_on: null }),
      ...((row.is_paid_on || row.is_caught_up) && { days_past_due: 0 }),
    },
  }));
  const set = {
    ...after.figures,
    accrued_interest_kobo: after.accrued_interest_kobo,
    suspended_interest_kobo: after.suspended_interest_kobo,
    ...(postings.accrual.amount_kobo !== 0n && { accrued_to: on }),
    ...(postings.split.credit_kobo !== 0n && {
      credit_balance_kobo: loan.credit_balance_kobo + postings.split.credit_kobo,
    }),
    ...(after.is_paid && { settled_on: on, is_non_performing: false, next_due_on: null }),
    updated_at: clock.now(),
  };
  return [...rowWalks, { ...by, noun: "loan", id: loan.id, from: loan.status, steps: after.steps, set }];
}

/** Posts and writes plans whose receipts are written: all postings in one statement, each row once. */
export async function carryOut(tx: Tx, planned: readonly Planned[]): Promise<void> {
  await postAll(tx, planned.flatMap(entriesOf), async () => {
    for (const { loan } of planned) await openLoanAccounts(queryable(tx), loan.id, loan.user_id);
  });
  await insertRows(
    tx,
    "receipt_allocations",
    planned.flatMap(({ receipt_id, plan }) => plan.lines.map((line) => ({ receipt_id, ...line }))),
  );
  await walkStates(tx, planned.flatMap(walksOf));
  await notify(
    tx,
    ...planned.map(({ money: { amount_kobo, excess }, loan: { user_id, reference }, plan }) => ({
      user_id,
      ...receivedOnLoan({
        amount_kobo,
        reference,
        instalments: plan.instalments,
        due_kobo: plan.due_kobo,
        is_paid: plan.loan.is_paid,
        outstanding_principal_kobo: plan.loan.figures.outstanding_principal_kobo,
        next: plan.next,
        is_beyond: plan.is_beyond && !excess,
      }),
    })),
  );
}

/** @throws RangeError, Error as {@link planReceipt} */
export const planFor = (money: Money, receipt_id: string, { loan, schedule }: LockedLoan): Planned => ({
  money,
  receipt_id,
  ledger_transaction_id: uuidv7(),
  loan,
  plan: planReceipt(money, loan, schedule),
});

async function receiveOnLoan(
  tx: Tx,
  money: Money,
  receipt_id: string,
  locked: LockedLoan,
  write: WriteReceipt,
): Promise<void> {
  const planned = planFor(money, receipt_id, locked);
  const booked = bookedOf(planned);
  if (money.source === "customer_credit" && booked.credit_kobo > 0n)
    throw new Conflict("This is more than the loan takes.", "too_much");
  await write(booked);
  if (money.source === "customer_credit") await useCreditColumns(tx, locked.loan.user_id, money.amount_kobo);
  await carryOut(tx, [planned]);
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
  measures: (tx, loan_id) => measureLoans(tx, sql`select ${loan_id}::uuid`),
  ownerOf: ({ loan }) => loan.user_id,
  async receive(tx, means, money, receipt_id, loaded, write) {
    const [{ loan }, today] = [loaded, await businessDate(tx)];
    if (claimLeft(loan) > 0n) await recover(tx, means, money, receipt_id, loan, write);
    else if (!LIVE_STATES.includes(loan.status)) await keepOnLoan(tx, money, receipt_id, loan, write);
    else if (money.on < today) await receiveOnItsDay(tx, money, receipt_id, loan, today, write);
    else if (!money.is_reimbursement && endsWithCredit(money, loaded))
      await settleWithCredit(tx, means, money, receipt_id, loaded, write);
    else await receiveOnLoan(tx, money, receipt_id, loaded, write);
  },
  takeBack: (tx, means, receipt, { loan }, because) => takeBackFromLoan(tx, means, receipt, loan, because),
  async takeBackCredit(tx, { loan_id, credit_kobo }) {
    if (loan_id)
      await changeRows(tx, "loans", loan_id, {
        credit_balance_kobo: sql<bigint>`greatest(0, credit_balance_kobo - ${credit_kobo})`,
      });
  },
};
