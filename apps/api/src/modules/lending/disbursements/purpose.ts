/** What a payout of a loan does: the loan starts with the money, and goes back to accepted without it. */
import type { Tx } from "../../../db/database.ts";
import type { Payout, PayoutPurpose } from "../../../house/purposes.ts";
import { type Note, notifyRoles, tell } from "../../platform/notifications/index.ts";
import { changeState } from "../../platform/states/index.ts";
import * as messages from "./messages.ts";
import { startLoan } from "./starting.ts";
import { undisburseLoan } from "./undoing.ts";

const RUNNING: readonly string[] = ["running", "past_due"];

const tellFinance = (tx: Tx, note: Note): Promise<void> => notifyRoles(tx, ["super_finance"], note);

const lockLoan = (tx: Tx, { subject_id }: Pick<Payout, "subject_id">) =>
  tx
    .selectFrom("loans")
    .select(["id", "status", "reference", "user_id"])
    .where("id", "=", subject_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

export const loanDisbursement: PayoutPurpose = {
  narration: "Loan",
  lock: async (tx, payout) => void (await lockLoan(tx, payout)),

  async succeed(tx, means, payout, on) {
    const { loan, first_due_on, transaction_id } = await startLoan(tx, payout, on);
    for (const hear of means.house.disbursed) await hear(tx, { user_id: loan.user_id, on });
    await tell(tx, means, loan.user_id, messages.paidOut({ loan, payout, first_due_on }));
    return transaction_id;
  },

  async fail(tx, means, payout, { reason, actor, on, failure }) {
    const loan = await lockLoan(tx, payout);
    await changeState(tx, {
      noun: "loan",
      id: loan.id,
      from: loan.status,
      action: "fail_payout",
      actor,
      reason,
      business_date: on,
    });
    if (failure !== "fail") return;
    await tell(tx, means, loan.user_id, messages.payoutFailed({ loan, reason }));
    await tellFinance(tx, messages.failed(loan, payout, reason));
  },

  awaits_return: true,
  // What was repaid becomes credit; a loan that has ended needs a person.
  mayReturn: async (tx, payout) => RUNNING.includes((await lockLoan(tx, payout)).status),

  async returned(tx, means, payout, because) {
    const loan = await undisburseLoan(tx, payout, because);
    await tell(tx, means, payout.user_id, messages.returnedByBank({ loan, payout, reason: because.reason }));
    await tellFinance(tx, messages.cameBack(payout, because.reason));
  },
};
