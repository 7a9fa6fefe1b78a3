/** The loan of a repayment, under its lock: what staff's acts on it begin with. */
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { Conflict, NotAllowed, NotFound } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { creditOf } from "../../money/books/index.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { OPEN_ROWS, type ScheduleRow, readRunningLoan, readScheduleWithSums, takesMoney } from "../schedules/index.ts";
import type { LockedLoan } from "./receive.ts";

export interface RepaymentInLoan extends LockedLoan {
  rows: ScheduleRow[];
  row: ScheduleRow;
  /** Business date. */
  on: string;
}

/**
 * The loan of a repayment, locked, with its schedule.
 * @throws NotFound; Conflict when the loan takes no payments; NotAllowed for one's own loan
 */
export async function lockRepayment(
  tx: Tx,
  context: Context,
  id: string,
  willUseCredit = false,
): Promise<RepaymentInLoan> {
  const found = await tx
    .selectFrom("repayments")
    .innerJoin("business_calendar", (join) => join.onTrue())
    .select(["loan_id", "user_id", sql<string>`business_date::text`.as("on")])
    .where("repayments.id", "=", id)
    .executeTakeFirst();
  const credit_kobo = found ? await creditOf(tx, found.user_id) : 0n;
  if (found && (willUseCredit || credit_kobo > 0n)) await lockPerson(tx, found.user_id);
  const loan = found && (await readRunningLoan(tx, found.loan_id, "lock"));
  const schedule = await (loan && readScheduleWithSums(tx, loan.id));
  const rows = schedule?.rows ?? [];
  // A screen may still show a row that a prepayment has replaced: its loan is meant, at the first row that is open.
  const row =
    rows.find((each) => each.id === id) ?? rows.find(({ status }) => OPEN_ROWS.includes(status)) ?? rows.at(-1);
  if (!found || !loan || !schedule || !row) throw new NotFound("This repayment");
  if (loan.user_id === context.session.user_id)
    throw new NotAllowed("Nobody records payments on their own loan.", "own_loan");
  if (!takesMoney(loan))
    throw new Conflict(`This loan is ${loan.status.replaceAll("_", " ")} and takes no payments.`, "not_running");
  return { loan, schedule, credit_kobo, rows, row, on: found.on };
}
