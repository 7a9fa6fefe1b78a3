/** Money that staff say came in: below the configured sums at once, above them, and for a whole loan, when a second person agrees. */
import { day, naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { findRow, getRow } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { isReceived, recordedAlone } from "../../money/receipts/index.ts";
import { type Evidence, freshSlips, receivedDay, requireSlip, slipShown } from "../../money/slips/index.ts";
import { requestApproval } from "../../platform/approvals/index.ts";
import { LIVE_STATES, measureLoans, settlementOf } from "../schedules/index.ts";
import { recordOnItsDay } from "./back-date.ts";
import { type RepaymentInLoan, lockRepayment } from "./locked.ts";
import { type Recorded, record } from "./recording.ts";

/** A receipt, or the request that a second person decides. */
export type Done = { receipt_id: string } | { approval_id: string };

interface Payload extends Pick<Recorded, "reference" | "note" | "slip_id"> {
  excess?: "following" | "smaller" | "fewer";
  repayment_id: string;
  loan_id: string;
  user_id: string;
  amount_kobo: string;
  received_on: string;
  action: string;
}

/**
 * Money that came is recorded with its slip and its day; of an earlier day, or with a slip that was brought before, it always takes two persons.
 * @param isWhole it ends the loan: always two persons
 * @throws Conflict for a reference that was received before; InvalidFields for the slip or the day
 */
export async function recordOrAsk(
  tx: Tx,
  context: Context,
  found: RepaymentInLoan,
  recorded: Recorded & Pick<Evidence, "received_on">,
  action: string,
  isWhole: boolean,
): Promise<Done> {
  const { loan, row, on } = found;
  const { amount_kobo, reference, note, excess } = recorded;
  const slip_id = await requireSlip(tx, context, recorded);
  const received_on = receivedDay(recorded, on, loan);
  if (await findRow(tx, "receipts", { reference }, ["id"]))
    throw new Conflict(`The reference ${reference} was already received.`, "reference_used");
  const asked = { recorder_id: context.session.user_id, loan_id: loan.id, user_id: loan.user_id, amount_kobo };
  const takesTwo = isWhole || received_on < on || !(await freshSlips(tx, [slip_id])).has(slip_id);
  const [isAlone] = takesTwo ? [false] : await recordedAlone(tx, [asked], on);
  if (isAlone) return { receipt_id: await record(tx, context, found, recorded, action) };
  const { full_name } = await getRow(tx, "users", loan.user_id, ["full_name"]);
  const payload: Payload = {
    repayment_id: row.id,
    loan_id: loan.id,
    user_id: loan.user_id,
    amount_kobo: String(amount_kobo),
    reference,
    received_on,
    slip_id,
    action,
    ...(note && { note }),
    ...(excess && { excess }),
  };
  const approval_id = await requestApproval(tx, context, {
    kind: "record_receipt",
    title: `Record ${naira(amount_kobo)} received from ${full_name}`,
    payload: { ...payload },
    once: ["reference"],
    beside: ["back_date_receipt"],
    amount_kobo,
    ...(note && { reason: note }),
  });
  return { approval_id };
}

/** The checker's half: on the day on which it was received, however late somebody agrees. */
export const recordReceipt: ApprovalKind<Payload> = {
  permission: "provider:can_settle_repayment",
  over: isReceived,
  measures: (tx, _, { payload }) => measureLoans(tx, sql`select ${payload.loan_id}::uuid`),
  shows: async (tx, { id, payload }) => {
    const { reference, received_on, loan_id, slip_id } = payload;
    const loan = await getRow(tx.db, "loans", loan_id, ["reference"]);
    const { papers, facts } = await slipShown(tx.db, slip_id, id);
    return {
      papers,
      facts: [
        { label: "Loan", value: loan.reference },
        { label: "Reference", value: reference },
        { label: "Received on", value: day(received_on) },
        ...facts,
      ],
    };
  },
  async execute(tx, context, { payload, maker_id }) {
    const { repayment_id, received_on, action, note, ...given } = payload;
    const { reference, excess, slip_id } = given;
    const amount_kobo = BigInt(given.amount_kobo);
    const found = await lockRepayment(tx, context, repayment_id, true);
    const { loan, rows, on } = found;
    if (received_on < on && LIVE_STATES.includes(loan.status)) {
      const reason = note ?? "Agreed on a later day";
      const recorded = { amount_kobo, reference, excess, received_on, reason, slip_id };
      await recordOnItsDay(tx, context, found, recorded, maker_id);
      return undefined;
    }
    if (amount_kobo > settlementOf(loan, rows, on).total_kobo)
      throw new Conflict("This is more than the whole loan takes now.", "too_much");
    const recorded = { amount_kobo, reference, note, excess, slip_id, on: received_on, maker_id };
    await record(tx, context, found, { ...recorded, channel: "staff" }, action);
    return undefined;
  },
};
