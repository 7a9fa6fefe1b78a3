/** Penalties of late instalments, by the product's terms: after the grace days, never compounding, capped, once per repayment and date. */
import { type PenaltyTerms, daysBetween, penaltyOf, unpaid } from "@manilla/credit";
import { UnknownAccount, postMany } from "../../books/index.ts";
import { sql } from "kysely";
import { type Tx, queryable } from "../../../db/database.ts";
import { openLoanAccounts, penaltyEntry } from "../../books/index.ts";
import type { Penalty } from "../../loans/index.ts";
import type { ScheduleRow } from "../../repayments/index.ts";
import { BEGINNING, type Progress, type Step } from "./step.ts";

const LOANS_A_BATCH = 500;

interface Late extends ScheduleRow {
  loan_id: string;
  terms: Penalty;
  grace_days: number;
}

async function readBatch(tx: Tx, opening: string, cursor: string | null): Promise<{ loans: string[]; late: Late[] }> {
  const { rows: loans } = await sql<{ id: string }>`
    select l.id from loans l join loan_product_versions v on v.id = l.product_version_id
    where l.status in ('running', 'past_due', 'stop_requested') and l.id > ${cursor ?? BEGINNING} and coalesce(v.penalty ->> 'kind', 'none') <> 'none'
      and exists (select 1 from repayments r where r.loan_id = l.id and r.status in ('due', 'part_paid', 'overdue') and r.due_on + v.grace_days < ${opening}::date and (r.penalised_to is null or r.penalised_to < ${opening}::date))
    order by l.id limit ${LOANS_A_BATCH} for no key update of l`.execute(tx);
  const ids = loans.map(({ id }) => id);
  if (ids.length === 0) return { loans: [], late: [] };
  const { rows: late } = await sql<Late>`
    select r.*, v.penalty as terms, v.grace_days from repayments r join loans l on l.id = r.loan_id join loan_product_versions v on v.id = l.product_version_id
    where r.loan_id = any(${ids}::uuid[]) and r.status in ('due', 'part_paid', 'overdue') and r.due_on + v.grace_days < ${opening}::date and (r.penalised_to is null or r.penalised_to < ${opening}::date) order by r.loan_id, r.number`.execute(tx);
  return { loans: ids, late };
}

/** Product terms as JSON keeps them, in the calculators' shape. */
const termsOf = ({ kobo, minimum_kobo, ...rest }: Penalty): PenaltyTerms => ({ ...rest, ...(kobo !== undefined && { kobo: BigInt(kobo) }), ...(minimum_kobo !== undefined && { minimum_kobo: BigInt(minimum_kobo) }) });

/** What this day adds, in kobo. Penalties are no part of what they are charged on: never compounding. */
const chargeOf = (row: Late, on: string): bigint =>
  penaltyOf({
    terms: termsOf(row.terms), grace_days: row.grace_days, overdue_kobo: unpaid(row, "principal") + unpaid(row, "interest") + unpaid(row, "fees"), days_overdue: daysBetween(row.due_on, on), already_charged_kobo: row.penalty_kobo,
  });

async function postAll(tx: Tx, charged: { row: Late; amount_kobo: bigint }[], on: string): Promise<void> {
  const entries = charged.map(({ row, amount_kobo }) => penaltyEntry({ repayment_id: row.id, loan_id: row.loan_id, amount_kobo, on }));
  const verdicts = await postMany(queryable(tx), entries);
  for (const [index, verdict] of verdicts.entries()) {
    if (verdict.verdict !== "rejected") continue;
    const [entry, item] = [entries[index], charged[index]];
    if (!entry || !item || !(verdict.error instanceof UnknownAccount)) throw verdict.error;
    await openLoanAccounts(queryable(tx), item.row.loan_id);
    const [again] = await postMany(queryable(tx), [entry]);
    if (again?.verdict === "rejected") throw again.error;
  }
}

export const penalties: Step = {
  name: "penalties",
  async batch(_, tx, { opening }, cursor): Promise<Progress> {
    const { loans, late } = await readBatch(tx, opening, cursor);
    const judged = late.map((row) => ({ row, amount_kobo: chargeOf(row, opening) }));
    const charged = judged.filter(({ amount_kobo }) => amount_kobo > 0n);
    await postAll(tx, charged, opening);
    if (judged.length > 0) {
      await sql`
        update repayments r set penalty_kobo = r.penalty_kobo + c.amount, penalised_to = ${opening}::date
        from unnest(${judged.map(({ row }) => row.id)}::uuid[], ${judged.map(({ amount_kobo }) => String(amount_kobo))}::bigint[]) as c (id, amount) where r.id = c.id`.execute(tx);
    }
    const sum = charged.reduce((total, { amount_kobo }) => total + amount_kobo, 0n);
    return { cursor: loans.length < LOANS_A_BATCH ? null : (loans.at(-1) ?? null), counts: { repayments: judged.length, penalised: charged.length, penalty_kobo: Number(sum) } };
  },
};
