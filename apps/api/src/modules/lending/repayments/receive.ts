/**
 * The one door for money that comes in. Locks the loan, brings its interest up to date, allocates, books, closes the loan when nothing is
 * left. The receipt's reference makes it happen once.
 */
import { type AllocationLine, allocate, unpaidTotal } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import { later } from "../../../db/pipelined-database.ts";
import { naira } from "../../../documents/letter.ts";
import { Conflict, NotFound } from "../../../http/errors.ts";
import type { Actor } from "../../platform/audit/index.ts";
import { type MoneySource, creditOf, postCredit, postRecovery, postRepayment } from "../../money/books/index.ts";
import { notify } from "../../platform/notifications/index.ts";
import { changeState } from "../../platform/states/index.ts";
import {
  LIVE_STATES,
  OPEN_ROWS,
  type RunningLoan,
  type Schedule,
  type ScheduleRow,
  accrueUpTo,
  fallDue,
  readRunningLoan,
  readSchedule,
  readScheduleWithSums,
  refreshLoan,
  replaceFuture,
  settlementOf,
  settlementRow,
  solveAfterPrepayment,
} from "./schedule.ts";

export type Channel = "card" | "direct_debit" | "bank_transfer" | "staff" | "credit_balance" | "import";

export interface Money {
  user_id: string;
  /** The loan that it is for; the person's most overdue loan where nobody said. */
  loan_id?: string | null;
  /** It is for no loan at all: it stands to the person's credit. */
  is_credit?: boolean;
  amount_kobo: bigint;
  channel: Channel;
  source: MoneySource;
  /** Unique for ever: the provider's reference, or what staff typed. */
  reference: string;
  /** Business date. */
  on: string;
  actor: Actor;
  note?: string | null;
}

export interface Received {
  receipt_id: string;
  loan_id: string | null;
  /** True when this reference had been received before: nothing happened now. */
  is_replay: boolean;
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

async function insertReceipt(tx: Tx, money: Money, loan_id: string | null): Promise<string | undefined> {
  const id = uuidv7();
  const inserted = await tx
    .insertInto("receipts")
    .values({
      id,
      loan_id,
      user_id: money.user_id,
      amount_kobo: money.amount_kobo,
      channel: money.channel,
      source: money.source,
      reference: money.reference,
      received_on: money.on,
      recorded_by: money.actor.user_id,
      note: money.note ?? null,
    })
    .onConflict((conflict) => conflict.column("reference").doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n ? id : undefined;
}

/** The first result of a reference. @throws Conflict when it was for something else */
async function replayOf(tx: Tx, money: Money): Promise<Received> {
  const before = await tx
    .selectFrom("receipts")
    .select(["id", "loan_id", "user_id", "amount_kobo"])
    .where("reference", "=", money.reference)
    .executeTakeFirstOrThrow();
  if (
    before.user_id !== money.user_id ||
    before.amount_kobo !== money.amount_kobo ||
    (money.loan_id && money.loan_id !== before.loan_id)
  ) {
    throw new Conflict(`The reference ${money.reference} was already received for something else.`, "reference_used");
  }
  return { receipt_id: before.id, loan_id: before.loan_id, is_replay: true };
}

/**
 * A credit balance is one pot for all loans of a person: it is used by one payment after the other. Locks are taken in one order everywhere:
 * the person, the loans by their ids, their rows, the ledger's accounts; whoever will use credit locks the person before the loan.
 */
export const lockPerson = (tx: Tx, user_id: string) =>
  tx.selectFrom("users").select("id").where("id", "=", user_id).forNoKeyUpdate().execute();

/** A loan that the caller has locked, as it stands, with what stood to the person's credit before; the person is locked where that was anything. */
export interface LockedLoan {
  loan: RunningLoan;
  schedule: Schedule;
  credit_kobo: bigint;
}

/**
 * Receives money. Everything in the caller's transaction. `found` is the loan of `money.loan_id` where the caller has it locked.
 * @throws Conflict when the reference was received for another amount or person; NotFound for a loan that is not the person's
 */
export async function receive(tx: Tx, money: Money, found?: LockedLoan): Promise<Received> {
  if (!found && (money.source === "customer_credit" || (await creditOf(tx, money.user_id)) > 0n))
    await lockPerson(tx, money.user_id);
  const loan_id = money.is_credit ? null : (money.loan_id ?? (await loanFor(tx, money.user_id)));
  const receipt_id = await insertReceipt(tx, money, loan_id);
  if (!receipt_id) return replayOf(tx, money);
  const loan = found?.loan ?? (loan_id ? await readRunningLoan(tx, loan_id, "lock") : undefined);
  if (money.loan_id && (!loan || loan.user_id !== money.user_id)) throw new NotFound("This loan");
  if (money.source === "customer_credit" && (await creditOf(tx, money.user_id)) < money.amount_kobo)
    throw new Conflict("The credit balance does not cover this.", "insufficient_credit");
  if (loan && LIVE_STATES.includes(loan.status) && found?.credit_kobo !== 0n && (await endsWithCredit(tx, money, loan)))
    await settleWithCredit(tx, money, receipt_id, loan);
  else if (loan && LIVE_STATES.includes(loan.status)) await receiveOnLoan(tx, money, receipt_id, loan, found?.schedule);
  else await receiveElsewhere(tx, money, receipt_id, loan);
  return { receipt_id, loan_id, is_replay: false };
}

/** Whether this is, to the kobo, what the settlement quote asks for beside the person's credit balance. */
async function endsWithCredit(tx: Tx, money: Money, loan: RunningLoan): Promise<boolean> {
  if (money.source === "customer_credit") return false;
  const credit_kobo = await creditOf(tx, money.user_id);
  return (
    credit_kobo > 0n &&
    settlementOf(loan, await readSchedule(tx, loan.id), money.on, credit_kobo).total_kobo === money.amount_kobo
  );
}

/** Quote and payment agree: the money joins the credit, and the credit ends the loan in one allocation. */
async function settleWithCredit(tx: Tx, money: Money, receipt_id: string, loan: RunningLoan): Promise<void> {
  await receiveElsewhere(tx, money, receipt_id, loan);
  const amount_kobo = settlementOf(loan, await readSchedule(tx, loan.id), money.on).total_kobo;
  await receive(tx, {
    ...money,
    loan_id: loan.id,
    amount_kobo,
    channel: "credit_balance",
    source: "customer_credit",
    reference: `${money.reference}/credit`,
    note: `Settled with the credit balance and ${money.reference}`,
  });
}

/** Money for a loan that was written off is income; for one that is over, or for none, it stands to the person's credit. */
async function receiveElsewhere(
  tx: Tx,
  money: Money,
  receipt_id: string,
  loan: RunningLoan | undefined,
): Promise<void> {
  const facts = {
    receipt_id,
    reference: loan?.reference ?? money.reference,
    amount_kobo: money.amount_kobo,
    on: money.on,
    actor: money.actor.name,
  };
  if (money.source === "customer_credit") throw new Conflict("This loan takes no payments now.", "not_running");
  const isLost = loan !== undefined && ["charged_off", "written_off"].includes(loan.status);
  const posted = isLost
    ? await postRecovery(tx, { ...facts, source: money.source })
    : await postCredit(tx, { ...facts, user_id: money.user_id, source: money.source });
  await tx
    .updateTable("receipts")
    .set({ ledger_transaction_id: posted.transaction_id, credit_kobo: isLost ? 0n : money.amount_kobo })
    .where("id", "=", receipt_id)
    .execute();
  if (loan)
    await tx
      .updateTable("loans")
      .set(
        isLost
          ? { paid_kobo: sql`paid_kobo + ${money.amount_kobo}` }
          : { credit_balance_kobo: sql`credit_balance_kobo + ${money.amount_kobo}` },
      )
      .where("id", "=", loan.id)
      .execute();
  await notify(tx, {
    user_id: money.user_id,
    kind: "repayment",
    title: "We received your payment",
    body: `${naira(money.amount_kobo)} was received (${money.reference}).`,
    link: "/customer/repayments",
  });
}

interface Plan {
  lines: { row: ScheduleRow; component: AllocationLine["component"]; amount_kobo: bigint }[];
  credit_kobo: bigint;
}

/** Which row gets what. Everything due first; then the principal of what is to come; then credit. */
function planOf(money: Money, loan: RunningLoan, rows: readonly ScheduleRow[]): Plan {
  const open = rows.filter(({ status }) => OPEN_ROWS.includes(status));
  const { lines, credit_balance_kobo } = allocate(money.amount_kobo, open, money.on, loan.allocation_order);
  return {
    credit_kobo: credit_balance_kobo,
    lines: lines.flatMap(({ number, component, amount_kobo }) => {
      const row = open.find((each) => each.number === number);
      return row ? [{ row, component, amount_kobo }] : [];
    }),
  };
}

/** Enough to end the loan today: what is left becomes one row due today. @returns the schedule as it is now */
async function settleEarly(
  tx: Tx,
  money: Money,
  receipt_id: string,
  loan: RunningLoan,
  schedule: Schedule,
): Promise<Schedule> {
  const { rows, version } = schedule;
  const future = rows.filter(({ due_on, status }) => due_on > money.on && OPEN_ROWS.includes(status));
  const settlement = settlementOf(loan, rows, money.on);
  if (future.length === 0 || money.amount_kobo < settlement.total_kobo) return schedule;
  await replaceFuture(tx, loan, future, [settlementRow(rows, settlement, money.on)], {
    receipt_id,
    actor: money.actor,
    on: money.on,
    reason: "Settled early",
    version,
  });
  return readScheduleWithSums(tx, loan.id);
}

async function receiveOnLoan(
  tx: Tx,
  money: Money,
  receipt_id: string,
  loan: RunningLoan,
  known?: Schedule,
): Promise<void> {
  const due = async (now: Schedule): Promise<Schedule> =>
    (await fallDue(tx, loan, now.rows, money.on, money.actor)) ? readScheduleWithSums(tx, loan.id) : now;
  const schedule = await due(
    await settleEarly(tx, money, receipt_id, loan, await due(known ?? (await readScheduleWithSums(tx, loan.id)))),
  );
  const accrued = await accrueUpTo(tx, loan, schedule, money.on, receipt_id);
  const plan = planOf(money, loan, schedule.rows);
  if (money.source === "customer_credit" && plan.credit_kobo > 0n)
    throw new Conflict("This is more than the loan takes.", "too_much");
  const totals = { penalty_kobo: 0n, fees_kobo: 0n, interest_kobo: 0n, principal_kobo: 0n };
  for (const line of plan.lines) totals[`${line.component}_kobo`] += line.amount_kobo;
  const released_kobo =
    totals.interest_kobo < accrued.suspended_interest_kobo ? totals.interest_kobo : accrued.suspended_interest_kobo;
  const posted = await postRepayment(tx, {
    receipt_id,
    loan_id: loan.id,
    user_id: loan.user_id,
    reference: loan.reference,
    source: money.source,
    split: { ...totals, credit_kobo: plan.credit_kobo, released_kobo },
    on: money.on,
    actor: money.actor.name,
  });
  await later(
    tx,
    tx
      .updateTable("receipts")
      .set({ ledger_transaction_id: posted.transaction_id, credit_kobo: plan.credit_kobo, released_kobo })
      .where("id", "=", receipt_id),
  );
  await pay(tx, money, receipt_id, plan);
  await solveAnew(tx, money, receipt_id, loan, schedule, plan);
  if (money.source === "customer_credit") await useCreditColumns(tx, loan.user_id, money.amount_kobo);
  await closeOrCatchUp(tx, money, loan, {
    accrued_interest_kobo: accrued.accrued_interest_kobo - totals.interest_kobo,
    suspended_interest_kobo: accrued.suspended_interest_kobo - released_kobo,
    credit_balance_kobo: sql<bigint>`credit_balance_kobo + ${plan.credit_kobo}`,
  });
}

/** Adds the lines to their rows; a row that is whole is paid. */
async function pay(tx: Tx, money: Money, receipt_id: string, plan: Plan): Promise<void> {
  if (plan.lines.length === 0) return;
  await later(
    tx,
    tx
      .insertInto("receipt_allocations")
      .values(
        plan.lines.map(({ row, component, amount_kobo }) => ({
          receipt_id,
          repayment_id: row.id,
          component,
          amount_kobo,
        })),
      ),
  );
  for (const row of new Set(plan.lines.map((line) => line.row))) {
    const paid = {
      penalty: row.paid_penalty_kobo,
      fees: row.paid_fees_kobo,
      interest: row.paid_interest_kobo,
      principal: row.paid_principal_kobo,
    };
    for (const line of plan.lines) if (line.row === row) paid[line.component] += line.amount_kobo;
    const columns = {
      paid_penalty_kobo: paid.penalty,
      paid_fees_kobo: paid.fees,
      paid_interest_kobo: paid.interest,
      paid_principal_kobo: paid.principal,
    };
    const isWhole = unpaidTotal({ ...row, ...columns }) === 0n && row.due_on <= money.on;
    await later(
      tx,
      tx
        .updateTable("repayments")
        .set({ ...columns, ...(isWhole && { paid_on: money.on, days_past_due: 0, next_attempt_on: null }) })
        .where("id", "=", row.id),
    );
    const action = isWhole ? "pay" : "pay_part";
    // A row that is part paid already stays so; a future row is about to be solved anew (solveAnew).
    if (isWhole || (row.status !== "part_paid" && row.due_on <= money.on))
      await changeState(tx, {
        noun: "repayment",
        id: row.id,
        from: row.status,
        action,
        actor: money.actor,
        business_date: money.on,
        is_locked: true,
      });
  }
}

/** After a prepayment the rest of the schedule is solved anew, as the person chose: smaller instalments or fewer. */
async function solveAnew(
  tx: Tx,
  money: Money,
  receipt_id: string,
  loan: RunningLoan,
  { rows: before, version }: Schedule,
  plan: Plan,
): Promise<void> {
  const prepaid = plan.lines
    .filter(({ row }) => row.due_on > money.on)
    .reduce((sum, { amount_kobo }) => sum + amount_kobo, 0n);
  if (prepaid === 0n) return;
  const instalments = solveAfterPrepayment(loan, before, money.on, prepaid);
  if (instalments) {
    const future = before.filter(({ due_on, status }) => due_on > money.on && OPEN_ROWS.includes(status));
    return replaceFuture(tx, loan, future, instalments, {
      receipt_id,
      actor: money.actor,
      on: money.on,
      reason: "Prepaid",
      version,
    });
  }
  for (const row of (await readSchedule(tx, loan.id)).filter(
    (each) => each.due_on > money.on && each.status === "scheduled" && unpaidTotal(each) === 0n,
  )) {
    await changeState(tx, {
      noun: "repayment",
      id: row.id,
      from: row.status,
      action: "pay",
      actor: money.actor,
      business_date: money.on,
      is_locked: true,
    });
  }
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

async function closeOrCatchUp(
  tx: Tx,
  money: Money,
  loan: RunningLoan,
  more: Parameters<typeof refreshLoan>[3],
): Promise<void> {
  const after = await refreshLoan(tx, loan, money.on, more);
  const change = {
    noun: "loan" as const,
    id: loan.id,
    from: loan.status,
    actor: money.actor,
    business_date: money.on,
    is_locked: true,
  };
  if (after.is_paid) {
    await changeState(tx, { ...change, action: "settle", reason: "Everything is paid" });
    await tx
      .updateTable("loans")
      .set({ settled_on: money.on, is_non_performing: false, next_due_on: null })
      .where("id", "=", loan.id)
      .execute();
  } else if (loan.status === "past_due" && after.days_past_due <= loan.grace_days)
    await changeState(tx, { ...change, action: "catch_up", reason: "Paid what was overdue" });
  const body = `${naira(money.amount_kobo)} was received for ${loan.reference}. ${after.is_paid ? "Your loan is paid in full. Thank you." : `Still due: ${naira(after.due_kobo)}.`}`;
  await notify(tx, {
    user_id: loan.user_id,
    kind: "repayment",
    title: after.is_paid ? "Your loan is paid in full" : "We received your payment",
    body,
    link: "/customer/repayments",
  });
}
