/** What the credit rules say about a request, and the price that they give it. */
import { type RawBuilder, sql } from "kysely";
import { naira, plainRate, sentence } from "@manilla/contract/formats";
import type { Tx } from "../../../db/database.ts";
import { MISSING_REPORTS } from "../evidence/index.ts";
import type { LoanDetail } from "./queries.ts";
import type { LoanFacts } from "./rules.ts";

/**
 * The newest judgement about the loan `l`. One that was overruled counts as overruled, unless somebody overruled it who verified the
 * request: nobody makes the rules agree with their own mark.
 */
const NEWEST = (what: string): string => `
  (
    select ${what}
    from credit_decisions d
    where d.loan_id = l.id
    order by d.decided_at desc
    limit 1
  )
`;
const OUTCOME = `
  case
    when d.overruled_at is not null
      and d.overruled_by is distinct from l.officer_verified_by
      and d.overruled_by is distinct from l.operations_verified_by then d.final_outcome
    else d.outcome
  end
`;
/** For rules.ts. */
export const RULING_FACTS = `
  ${NEWEST(OUTCOME)} as rules_outcome, ${NEWEST("d.overruled_by")} as overruled_by, ${NEWEST("d.limit_kobo")} as rules_limit_kobo,
  ${MISSING_REPORTS} as missing, exists (select 1 from payouts o where o.subject_id = l.id and o.status = 'returning') as is_returning
`;
/** For the page of the loan. */
export const RULING = NEWEST(`
  json_build_object(
    'outcome', ${OUTCOME}, 'limit_kobo', d.limit_kobo, 'annual_rate_percent', trim_scale(d.annual_rate_percent)::text,
    'reason', d.judgement -> 'reasons' ->> 0
  )
`);

/** `Referred: the bureau has not been asked. Limit ₦141,877.00.` */
export const rulingInWords = (rules: LoanDetail["rules"]): string | null =>
  rules && `${sentence(rules.outcome)}${rules.reason ? `: ${rules.reason}` : "."} Limit ${naira(rules.limit_kobo)}.`;

type Ruling = Pick<LoanFacts, "rules_outcome" | "overruled_by" | "rules_limit_kobo" | "is_returning" | "missing">;
export async function rulingOf(tx: Tx, loan_id: string): Promise<Ruling> {
  const { rows } = await sql<Ruling>`
    select ${sql.raw(RULING_FACTS)} from loans l where l.id = ${loan_id}
  `.execute(tx);
  return (
    rows[0] ?? { rules_outcome: null, overruled_by: null, rules_limit_kobo: null, is_returning: false, missing: null }
  );
}

/**
 * The rate (percent a year) of a loan on a declining balance: the rules' price where they name one, at most the product's, which the
 * person was quoted. A flat rate is not comparable and stays the product's.
 */
export async function ruledRate(
  tx: Tx,
  loan_id: string,
  product: { method: string; annual_rate_percent: string },
): Promise<string> {
  if (product.method === "flat") return plainRate(product.annual_rate_percent);
  const { rows } = await sql<{ rate: string }>`
    select trim_scale(least(${product.annual_rate_percent}::numeric, coalesce(${price(loan_id)}, 1000)))::text as rate
  `.execute(tx);
  return rows[0]!.rate;
}
const price = (loan_id: string): RawBuilder<unknown> => sql`
  (
    select annual_rate_percent from credit_decisions where loan_id = ${loan_id} order by decided_at desc limit 1
  )
`;
