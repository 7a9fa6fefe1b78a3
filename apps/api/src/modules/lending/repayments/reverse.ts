/** A reversed receipt: its loan is worked out again as if the money had never come. The engine in money/receipts calls it, its mirror image is posted. */
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { Because, Means, Receipt } from "../../../house/purposes.ts";
import { LIVE_STATES, LOST_STATES, type RunningLoan } from "../schedules/index.ts";
import { rebuildLoan } from "./rebuild.ts";

/** The loan's columns as if this had not come; a loan that it had ended runs again. @throws Conflict */
export async function takeBackFromLoan(
  tx: Tx,
  { queue }: Pick<Means, "queue">,
  receipt: Receipt,
  loan: RunningLoan,
  because: Because,
): Promise<void> {
  const allocated = await tx
    .selectFrom("receipt_allocations")
    .select("receipt_id")
    .where("receipt_id", "=", receipt.id)
    .executeTakeFirst();
  const used = receipt.credit_kobo - (receipt.channel === "credit_balance" ? receipt.amount_kobo : 0n);
  const credit_balance_kobo = loan.credit_balance_kobo > used ? loan.credit_balance_kobo - used : 0n;
  const suspended_interest_kobo = loan.suspended_interest_kobo + receipt.released_kobo;
  if (loan.status === "reimbursed" && !receipt.credit_kobo)
    throw new Conflict("This receipt ended the loan outside its schedule: it cannot be reversed.", "not_running");
  if (!allocated) {
    // A recovery of a lost loan: so much less is recovered of its claim.
    const back = LOST_STATES.includes(loan.status) ? receipt.amount_kobo - receipt.credit_kobo : 0n;
    const recovered_kobo = loan.recovered_kobo - back;
    const isOpen = recovered_kobo < loan.claim_kobo;
    // The bureau has a met claim on record: it is corrected.
    if (back > 0n && isOpen && loan.recovered_kobo >= loan.claim_kobo)
      await queue.send(tx, "tell-bureau", { loan_id: loan.id });
    return changeRows(tx, "loans", loan.id, {
      credit_balance_kobo,
      paid_kobo: sql<bigint>`greatest(0, paid_kobo - ${back})`,
      recovered_kobo,
      ...(isOpen && { recovered_on: null }),
    });
  }
  if (loan.status !== "settled" && !LIVE_STATES.includes(loan.status))
    throw new Conflict(
      `This loan is ${loan.status.replaceAll("_", " ")}: its receipts cannot be reversed.`,
      "not_running",
    );
  await rebuildLoan(
    tx,
    { ...loan, credit_balance_kobo, suspended_interest_kobo },
    { ...because, key: `reversal:${receipt.id}` },
  );
}
