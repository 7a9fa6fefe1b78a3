/** A payout on its way back that will not come: the borrower kept it and the loan runs again from its first day, or it is lost. Two persons. */
import { day, naira } from "@manilla/contract/formats";
import type * as calls from "@manilla/contract/lending/repayments";
import { quote } from "@manilla/credit";
import { sql } from "kysely";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import { type Tx, queryable } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { Conflict, NotAllowed, NotFound } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import type { Because, Payout } from "../../../house/purposes.ts";
import {
  bookedOn,
  creditOf,
  openLoanAccounts,
  postCreditToLoan,
  postLostPayout,
  postResumption,
} from "../../money/books/index.ts";
import { endReturn } from "../../money/payouts/index.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { payeesOf } from "../../people/people/profiles/index.ts";
import { requireSlip, slipShown } from "../../money/slips/index.ts";
import { its, requestApproval, unless } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { termsFromJson } from "../loan-products/index.ts";
import { insertSchedule, measureLoans, nextVersion, readRunningLoan } from "../schedules/index.ts";
import { carryReschedules } from "./reschedule.ts";
import { rebuildLoan } from "./rebuild.ts";

const lockLoan = (tx: Tx, id: string) =>
  tx.selectFrom("loans").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirstOrThrow();

type Body = z.output<typeof calls.endReturn.body>;
interface Payload extends Body {
  loan_id: string;
}

/** The payout of a loan that is on its way back, locked after its person and its loan. @throws NotFound, NotAllowed, Conflict */
async function lockReturn(tx: Tx, context: Context, loan_id: string) {
  const found = await tx.selectFrom("loans").select("user_id").where("id", "=", loan_id).executeTakeFirst();
  if (!found) throw new NotFound("This loan");
  if (found.user_id === context.session.user_id)
    throw new NotAllowed("Nobody decides about their own loan.", "own_loan");
  await lockPerson(tx, found.user_id);
  const loan = await lockLoan(tx, loan_id);
  const payout = await tx
    .selectFrom("payouts")
    .selectAll()
    .where("subject_id", "=", loan_id)
    .where("status", "=", "returning")
    .forUpdate()
    .executeTakeFirst();
  if (!payout) throw new Conflict("No payout of this loan is on its way back.", "illegal_transition");
  return { loan, payout };
}

/** The maker's half. @throws NotFound, NotAllowed, Conflict, InvalidFields */
export async function requestEnd(tx: Tx, context: Context, loan_id: string, body: Body): Promise<string> {
  const { loan, payout } = await lockReturn(tx, context, loan_id);
  await requireSlip(tx, context, body);
  return requestApproval(tx, context, {
    kind: "end_return",
    title:
      body.outcome === "kept"
        ? `Let the loan of {person} run again, who kept ${naira(payout.amount_kobo)}`
        : `Book ${naira(payout.amount_kobo)} paid to {person} as lost`,
    whose: loan.user_id,
    payload: { ...body, loan_id },
    once: ["loan_id"],
    before: { payout: payout.status, loan: loan.status },
    amount_kobo: payout.amount_kobo,
    reason: body.reason,
  });
}

type Loan = Awaited<ReturnType<typeof lockLoan>>;

/** What became credit pays the loan again, as far as the credit is still there; the replay says what of it. */
async function creditPaysAgain(tx: Tx, payout: Payout, loan: Loan, on: string, { actor }: Because): Promise<bigint> {
  let credit = await creditOf(tx, loan.user_id);
  let owed = loan.principal_kobo;
  const receipts = await tx
    .selectFrom("receipts")
    .select(["id", "amount_kobo"])
    .where("loan_id", "=", loan.id)
    .where("reversed_at", "is", null)
    .whereRef("credit_kobo", "=", "amount_kobo")
    .orderBy("received_on")
    .orderBy("id")
    .execute();
  const before = owed;
  for (const { id: receipt_id, amount_kobo: whole } of receipts) {
    const amount_kobo = whole < owed ? whole : owed;
    if (whole > credit || amount_kobo === 0n) continue;
    [credit, owed] = [credit - whole, owed - amount_kobo];
    const { id: loan_id, user_id } = loan;
    const { version } = payout;
    await postCreditToLoan(tx, { receipt_id, loan_id, user_id, amount_kobo, version, on, actor: actor.name });
    await changeRows(tx, "receipts", receipt_id, { credit_kobo: whole - amount_kobo });
  }
  return before - owed;
}

/** The loan as on its first day, then worked out to today from what came since. */
async function resume(tx: Tx, payout: Payout, loan: Loan, because: Because): Promise<void> {
  const { actor, reason, on } = because;
  const terms = termsFromJson(loan.terms as Record<string, unknown>);
  const { instalments } = quote(terms);
  const effective_on = bookedOn(terms.disbursed_on, on);
  await changeState(tx, {
    noun: "loan",
    id: loan.id,
    from: loan.status,
    action: "resume",
    actor,
    reason,
    business_date: on,
  });
  await openLoanAccounts(queryable(tx), loan.id, loan.user_id);
  await postResumption(tx, {
    payout_id: payout.id,
    version: payout.version,
    loan_id: loan.id,
    reference: loan.reference,
    principal_kobo: loan.principal_kobo,
    upfront_fees_kobo: loan.upfront_fees_kobo,
    upfront_vat_kobo: loan.upfront_vat_kobo,
    on: effective_on,
    actor: actor.name,
  });
  const version = await nextVersion(tx, loan.id);
  await insertSchedule(tx, loan, instalments, version);
  await carryReschedules(tx, loan.id, version);
  const used = await creditPaysAgain(tx, payout, loan, effective_on, because);
  await changeRows(tx, "loans", loan.id, {
    disbursed_on: terms.disbursed_on,
    next_due_on: terms.first_due_on,
    matures_on: instalments.at(-1)?.due_on ?? null,
    accrued_to: on,
    outstanding_principal_kobo: loan.principal_kobo,
    credit_balance_kobo: loan.credit_balance_kobo > used ? loan.credit_balance_kobo - used : 0n,
    updated_at: clock.now(),
  });
  const running = await readRunningLoan(tx, loan.id, "lock");
  if (running)
    await rebuildLoan(tx, running, { ...because, key: `resume:${payout.id}:${payout.version}`, effective_on });
}

/** The checker's half. */
export const endOfReturn: ApprovalKind<Payload> = {
  permission: "provider:can_undisburse_loans",
  over: unless(sql`payouts p where p.subject_id = ${its("loan_id")} and p.status = 'returning'`),
  measures: (tx, _, { payload }) => measureLoans(tx, sql`select ${payload.loan_id}::uuid`),
  async shows({ db }, { id, payload }) {
    const { slip_id, loan_id } = payload;
    const { papers, facts } = await slipShown(db, slip_id, id);
    const payout = await db
      .selectFrom("payouts")
      .select(["id", "reference", "settled_on"])
      .where("subject_id", "=", loan_id)
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirst();
    const paid = payout?.settled_on ? [{ label: "Paid out on", value: day(payout.settled_on) }] : [];
    const payees = payout ? await payeesOf(db, sql`o.id = ${payout.id}`) : [];
    return { payees, papers, facts: [{ label: "Payout", value: payout?.reference ?? "" }, ...paid, ...facts] };
  },
  async execute(tx, context, { payload }) {
    const { loan_id, outcome, reason } = payload;
    const { loan, payout } = await lockReturn(tx, context, loan_id);
    const because = { reason, actor: actorOf(context), on: await businessDate(tx) };
    await endReturn(tx, payout, outcome === "kept" ? "keep" : "lose", because);
    if (outcome === "kept") await resume(tx, payout, loan, because);
    else {
      const { id: payout_id, version, amount_kobo } = payout;
      const by = { payout_id, version, loan_id, reference: loan.reference, on: because.on, actor: because.actor.name };
      await postLostPayout(tx, { ...by, amount_kobo });
    }
    await recordAudit(tx, context, "return_ended", ["loan", loan_id], {
      before: { payout: "returning" },
      after: { outcome, amount_kobo: payout.amount_kobo },
      reason,
    });
    return undefined;
  },
};
