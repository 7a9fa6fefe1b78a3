/** Many loans to pay out at once: each row gets its verdict, the ready ones become payouts that wait for a second person. */
import { count, naira } from "@manilla/contract/formats";
import type { batchAnswer } from "@manilla/contract/lending/disbursements";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { NotAllowed } from "../../../errors.ts";
import { requestApproval, unless } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { newReference } from "../../money/books/index.ts";
import {
  MAX_FOLLOWED,
  PAYOUT_FIELD,
  accountOfPayout,
  failPayout,
  followPayouts,
  lockPayout,
  readPerson,
} from "../../money/payouts/index.ts";
import { rulesSaidOfLoans } from "../evidence/index.ts";
import { payeesOf } from "../../people/people/profiles/index.ts";
import { businessDate, changeState, recordBeginning } from "../../platform/states/index.ts";

export type BatchAnswer = z.output<typeof batchAnswer>;
export type BatchItem = BatchAnswer["items"][number];

interface Candidate {
  id: string;
  reference: string;
  status: string;
  user_id: string;
  customer: string;
  product_kind: string;
  principal_kobo: bigint;
  upfront_fees_kobo: bigint;
  accepted_at: Date | null;
  /** A payout of it is on its way back. */
  is_returning: boolean;
}

/** Locks the loans in one order, whatever order they were asked in: two batches never wait for each other in a circle. */
export async function lockLoans(tx: Tx, ids: readonly string[]): Promise<Map<string, Candidate>> {
  const { rows } = await sql<Candidate>`
    select l.id, l.reference, l.status, l.user_id, u.full_name as customer, p.kind as product_kind,
      l.principal_kobo, l.upfront_fees_kobo, l.accepted_at,
      exists (select 1 from payouts o where o.subject_id = l.id and o.status = 'returning') as is_returning
    from loans l
    join users u on u.id = l.user_id
    join loan_products p on p.id = l.product_id
    where l.id = any(${[...new Set(ids)].sort()}::uuid[])
    order by l.id
    for no key update of l
  `.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Why a loan cannot be paid out; null when it can. */
function whyNot(loan: Candidate, caller: string, kind: "pay" | undefined): string | null {
  if (loan.status === "disbursing") return "It is already in another batch or on its way.";
  if (["running", "past_due", "settled", "reimbursed"].includes(loan.status)) return "It was paid out already.";
  if (loan.status !== "accepted" || !loan.accepted_at)
    return `The offer has not been accepted (the loan is ${loan.status.replaceAll("_", " ")}).`;
  if (loan.is_returning) return "Its last payout is on its way back: it is paid out again when that has ended.";
  if (kind && loan.product_kind !== kind) return "It is not a pay loan.";
  if (loan.user_id === caller) return "Nobody pays out their own loan.";
  return null;
}

async function makePayout(tx: Tx, context: Context, loan: Candidate, on: string): Promise<string | null> {
  const person = await readPerson(tx, context.encryption, loan.user_id);
  if (person.is_blacklisted) return "The customer is blacklisted.";
  if (!person.account) return "The customer has no bank account with us.";
  if (person.bank_account_status !== "verified")
    return `The bank account is not verified (${person.bank_account_status}).`;
  const id = uuidv7();
  const { account_no, ...account } = person.account;
  await tx
    .insertInto("payouts")
    .values({
      id,
      purpose: "loan_disbursement",
      subject_id: loan.id,
      user_id: loan.user_id,
      amount_kobo: loan.principal_kobo - loan.upfront_fees_kobo,
      ...account,
      account_no_encrypted: context.encryption.encrypt(loan.user_id, person.data_key, PAYOUT_FIELD, account_no),
      reference: newReference("PO", on),
      status: "awaiting_approval",
      created_by: context.session.user_id,
      business_date: on,
    })
    .execute();
  await recordBeginning(tx, "payout", id, "awaiting_approval", actorOf(context));
  await changeState(tx, {
    noun: "loan",
    id: loan.id,
    from: loan.status,
    action: "disburse",
    actor: actorOf(context),
    business_date: on,
  });
  return null;
}

const item = (id: string, loan: Candidate | undefined, reason: string | null): BatchItem => ({
  id,
  reference: loan?.reference ?? null,
  customer: loan?.customer ?? null,
  amount_kobo: loan ? loan.principal_kobo - loan.upfront_fees_kobo : null,
  verdict: reason === null ? "ready" : "refused",
  reason,
  ...(reason !== null && loan?.is_returning && { code: "awaiting_return" as const }),
});

/** Sums up the verdicts. */
export function answerOf(approval_id: string | null, items: BatchItem[]): BatchAnswer {
  const ready = items.filter(({ verdict }) => verdict === "ready");
  return {
    approval_id,
    ready: ready.length,
    refused: items.length - ready.length,
    amount_kobo: ready.reduce((sum, { amount_kobo }) => sum + (amount_kobo ?? 0n), 0n),
    items,
  };
}

/** What the approvals inbox shows of each row. */
export const approvalItems = (items: readonly BatchItem[]) =>
  items.map((row) => ({
    ...(row.reference && { loan_id: row.id }),
    label: row.reference ? `${row.reference} · ${row.customer ?? ""}` : row.id,
    amount_kobo: row.amount_kobo,
    verdict: row.verdict,
    reason: row.reason,
  }));

/** Who is paid and how much. */
function titleOf({ ready, amount_kobo, items }: BatchAnswer): string {
  const alone = ready === 1 && items.find(({ verdict }) => verdict === "ready")?.customer;
  return `Pay ${naira(amount_kobo)} to ${alone || `${count(ready)} borrowers`}`;
}

/** The whole request in one transaction: verdicts, payouts, and the question to a second person. */
export async function disburseMany(
  tx: Tx,
  context: Context,
  body: { loan_ids: readonly string[]; reason?: string | undefined },
  kind?: "pay",
): Promise<BatchAnswer> {
  const on = await businessDate(tx);
  const loans = await lockLoans(tx, body.loan_ids);
  const seen = new Set<string>();
  const items: BatchItem[] = [];
  for (const id of body.loan_ids) {
    const loan = loans.get(id);
    const refusal = !loan
      ? "There is no such loan."
      : seen.has(id)
        ? "It is twice in this batch."
        : whyNot(loan, context.session.user_id, kind);
    seen.add(id);
    items.push(item(id, loan, refusal ?? (loan ? await makePayout(tx, context, loan, on) : null)));
  }
  const answer = answerOf(null, items);
  if (answer.ready === 0) return answer;
  const ids = items.filter(({ verdict }) => verdict === "ready").map(({ id }) => id);
  const approval_id = await requestApproval(tx, context, {
    kind: "disburse_many",
    title: titleOf(answer),
    payload: { loan_ids: ids, ...(kind && { kind }) },
    before: { status: "accepted" },
    items: approvalItems(items.filter(({ verdict }) => verdict === "ready")),
    amount_kobo: answer.amount_kobo,
    item_count: answer.ready,
    ...(body.reason && { reason: body.reason }),
  });
  await tx
    .updateTable("payouts")
    .set({ approval_id })
    .where("subject_id", "in", ids)
    .where("status", "=", "awaiting_approval")
    .where("approval_id", "is", null)
    .execute();
  return { ...answer, approval_id };
}

/** Whether the account on the payout is still the one that the person has. */
async function isSameAccount(
  tx: Tx,
  context: Context,
  payout: { user_id: string; bank_code: string; account_no_encrypted: Buffer },
): Promise<string | null> {
  const person = await readPerson(tx, context.encryption, payout.user_id);
  if (person.is_blacklisted) return "The customer was blacklisted in the meantime.";
  const account_no = await accountOfPayout(tx, context.encryption, payout);
  const isSame =
    person.account?.account_no === account_no &&
    person.account.bank_code === payout.bank_code &&
    person.bank_account_status === "verified";
  return isSame ? null : "The bank account was changed in the meantime.";
}

const payoutsOf = (tx: Tx, approval_id: string) =>
  tx
    .selectFrom("payouts")
    .select(["id", "subject_id"])
    .where("approval_id", "=", approval_id)
    .where("status", "=", "awaiting_approval")
    .orderBy("subject_id")
    .execute();

/** The second person agrees: each payout is approved and handed to the queue in the same transaction. */
export const disburse: ApprovalKind = {
  permission: "provider:can_disburse_loans",
  over: unless(sql`jsonb_array_elements_text(a.payload -> 'loan_ids') n(id)
    join payouts p on p.subject_id = n.id::uuid and p.approval_id = a.id and p.status = 'awaiting_approval'`),
  async shows(context, { id }) {
    const found = await payeesOf(context.db, sql`o.approval_id = ${id}`);
    const said = await rulesSaidOfLoans(
      context,
      found.flatMap(({ loan_id }) => loan_id ?? []),
    );
    const payees = found.map((payee) => ({ ...payee, rules_say: said.get(payee.loan_id ?? "") ?? null }));
    const isCut = payees.length > MAX_FOLLOWED;
    return {
      payees,
      facts: isCut
        ? [{ label: "Postings", value: `Of the first ${MAX_FOLLOWED} of ${count(payees.length)} payouts.` }]
        : [],
    };
  },
  follows: (tx, context, { id }) => followPayouts(context, tx, id),
  async execute(tx, context, { id }) {
    const on = await businessDate(tx);
    const actor = actorOf(context);
    const payouts = await payoutsOf(tx, id);
    const loans = await lockLoans(
      tx,
      payouts.map(({ subject_id }) => subject_id),
    );
    const items: BatchItem[] = [];
    for (const { id: payout_id, subject_id } of payouts) {
      const payout = await lockPayout(tx, payout_id);
      const loan = loans.get(subject_id);
      if (!payout || !loan) continue;
      if (payout.user_id === context.session.user_id)
        throw new NotAllowed("Nobody agrees to the payout of their own loan.", "not_a_checker");
      const refusal = await isSameAccount(tx, context, payout);
      items.push(item(loan.id, loan, refusal));
      if (refusal) {
        await failPayout(context, tx, payout, refusal, "refuse", actor);
        continue;
      }
      await changeState(tx, {
        noun: "payout",
        id: payout_id,
        from: payout.status,
        action: "approve",
        actor,
        business_date: on,
      });
      await recordAudit(tx, actor, "payout_approved", ["payout", payout_id], {
        before: { status: payout.status },
        after: { status: "approved", amount_kobo: payout.amount_kobo, reference: payout.reference },
      });
      await context.queue.send(tx, "send-payout", { payout_id });
    }
    return approvalItems(items);
  },
  async release(tx, app, { id }, actor) {
    for (const { id: payout_id } of await payoutsOf(tx, id)) {
      const payout = await lockPayout(tx, payout_id);
      if (payout) await failPayout(app, tx, payout, "The second person did not agree.", "refuse", actor);
    }
  },
};
