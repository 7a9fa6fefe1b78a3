/** A penalty or a fee of an instalment is waived: what is owed of it goes, with the income that it made. A second person decides. */
import type * as calls from "@manilla/contract/lending/repayments";
import { sql } from "kysely";
import type { z } from "zod";
import { unpaid } from "@manilla/credit";
import { naira } from "../../../documents/letter.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotAllowed } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { requestApproval, unlessIn } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { notify } from "../../platform/notifications/index.ts";
import { LIVE_STATES, OPEN_ROWS, type ScheduleRow, measureLoans, vatInFees } from "../schedules/index.ts";
import { requireSlip, slipShown } from "../../money/slips/index.ts";
import { postWaiver } from "../../money/books/index.ts";
import { waived } from "./messages.ts";
import { rebuildLoan } from "./rebuild.ts";
import { type RepaymentInLoan, lockRepayment } from "./locked.ts";

type Body = z.output<typeof calls.waive.body>;
const WORD = { penalty: "penalty", fees: "fee" };

/** @throws InvalidFields, Conflict, NotAllowed */
function refuse({ loan, row, on }: RepaymentInLoan, { component, amount_kobo }: Body, user_id: string): ScheduleRow {
  if (loan.user_id === user_id) throw new NotAllowed("Nobody decides about their own loan.", "own_loan");
  if (!LIVE_STATES.includes(loan.status) || !OPEN_ROWS.includes(row.status) || row.due_on > on)
    throw new Conflict("Only what has fallen due and is unpaid can be waived.", "not_due");
  const most = unpaid(row, component);
  if (amount_kobo > most)
    throw new InvalidFields({ amount_kobo: [`this is more than the ${naira(most)} that are unpaid of it`] });
  return row;
}

/** The maker's half. @throws NotFound, NotAllowed, Conflict, InvalidFields */
export async function requestWaiver(tx: Tx, context: Context, id: string, body: Body): Promise<string> {
  const found = await lockRepayment(tx, context, id);
  const row = refuse(found, body, context.session.user_id);
  await requireSlip(tx, context, body);
  return requestApproval(tx, context, {
    kind: "waive_charge",
    title: `Waive ${naira(body.amount_kobo)} of the ${WORD[body.component]} of {person}, instalment ${row.number}`,
    whose: found.loan.user_id,
    payload: { ...body, repayment_id: row.id, loan_id: found.loan.id, amount_kobo: String(body.amount_kobo) },
    once: ["repayment_id", "component"],
    before: { [`unpaid_${body.component}_kobo`]: unpaid(row, body.component) },
    amount_kobo: body.amount_kobo,
    reason: body.reason,
  });
}

/** The checker's half: posted, then the loan is worked out again, whose facts the books' waivers are. */
export const waiveCharge: ApprovalKind<{
  loan_id: string;
  repayment_id: string;
  component: Body["component"];
  reason: string;
  amount_kobo: string;
  slip_id?: string;
}> = {
  permission: "provider:can_write_off_loans",
  over: unlessIn("repayments", "repayment_id", "waive"),
  measures: (tx, _, { payload }) => measureLoans(tx, sql`select ${payload.loan_id}::uuid`),
  shows: ({ db }, { id, payload }) => slipShown(db, payload.slip_id, id),
  async execute(tx, context, { id, payload }) {
    const { repayment_id, component, reason, ...given } = payload;
    const amount_kobo = BigInt(given.amount_kobo);
    const found = await lockRepayment(tx, context, repayment_id);
    refuse(found, { component, amount_kobo, reason }, context.session.user_id);
    const { loan, row, on } = found;
    const actor = actorOf(context);
    await postWaiver(tx, {
      approval_id: id,
      repayment_id,
      loan_id: loan.id,
      penalty_kobo: component === "penalty" ? amount_kobo : 0n,
      fees_kobo: component === "fees" ? amount_kobo : 0n,
      vat_kobo: component === "fees" ? vatInFees(loan.terms, amount_kobo) : 0n,
      on,
      actor: actor.name,
    });
    if (component === "penalty")
      await changeRows(tx, "repayments", row.id, {
        waived_penalty_kobo: sql<bigint>`waived_penalty_kobo + ${amount_kobo}`,
      });
    await rebuildLoan(tx, loan, { on, actor, reason, key: `waiver:${id}` });
    await recordAudit(tx, actor, "charge_waived", ["loan", loan.id], {
      before: { [component]: unpaid(row, component) },
      after: { [component]: unpaid(row, component) - amount_kobo },
      reason,
    });
    await notify(tx, {
      user_id: loan.user_id,
      ...waived({ amount_kobo, reference: loan.reference, what: WORD[component] }),
    });
    return undefined;
  },
};
