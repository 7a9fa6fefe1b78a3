/** Money of an earlier day on a living loan: its receipt carries that day, and the loan is worked out again as if it had been recorded then. */
import { uuidv7 } from "uuidv7";
import { type Tx, queryable } from "../../../db/database.ts";
import type { Money, WriteReceipt } from "../../../house/purposes.ts";
import { bookedOn, openLoanAccounts, postAll, reimbursementEntry, repaymentEntry } from "../../money/books/index.ts";
import { notify } from "../../platform/notifications/index.ts";
import type { RunningLoan } from "../schedules/index.ts";
import { receivedBefore } from "./messages.ts";
import { rebuildLoan } from "./rebuild.ts";

/**
 * Posts and writes it; what it paid follows from the replay.
 * @param loan locked and living
 * @param today business date, later than `money.on`
 */
export async function receiveOnItsDay(
  tx: Tx,
  money: Money,
  receipt_id: string,
  loan: RunningLoan,
  today: string,
  write: WriteReceipt,
): Promise<void> {
  const { amount_kobo, actor, source, on: received_on, is_reimbursement } = money;
  const { id: loan_id, user_id, reference, outstanding_principal_kobo: owed } = loan;
  const principal_kobo = amount_kobo < owed ? amount_kobo : owed;
  const credit_kobo = amount_kobo - principal_kobo;
  const id = uuidv7();
  await write({ ledger_transaction_id: id, credit_kobo, released_kobo: 0n });
  // Money that was with us before the loan began pays it from its first day.
  const begun = loan.brought_in_on ?? loan.disbursed_on;
  const effective_on = bookedOn(received_on < begun ? begun : received_on, today);
  // All as principal first: what it really paid is the difference that the replay posts.
  const none = { penalty_kobo: 0n, fees_kobo: 0n, interest_kobo: 0n, released_kobo: 0n };
  const fact = {
    id,
    receipt_id,
    loan_id,
    user_id,
    reference,
    split: { ...none, principal_kobo, credit_kobo },
    on: effective_on,
    actor: actor.name,
  };
  const entry = is_reimbursement ? reimbursementEntry(fact) : repaymentEntry({ ...fact, source });
  await postAll(tx, [entry], () => openLoanAccounts(queryable(tx), loan_id, user_id));
  const left = await rebuildLoan(
    tx,
    { ...loan, credit_balance_kobo: loan.credit_balance_kobo + credit_kobo },
    { on: today, actor, reason: money.note ?? "Received earlier", key: `back-date:${receipt_id}`, effective_on },
    { receipt_id, is_reimbursement },
  );
  const told = { amount_kobo, reference, received_on, ...left, credit_kobo: credit_kobo + left.credit_kobo };
  await notify(tx, { user_id, ...receivedBefore(told) });
}
