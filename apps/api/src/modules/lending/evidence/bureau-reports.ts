/** Which reports of credit bureaus a loan's product still asks for (business-rules §6). An answer that names two bureaus is a report of each. */
import { BUREAU_REPORT_DAYS } from "@manilla/contract/lending/loan-products";
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";

/** Over `loans l`: what is missing, in words; null where nothing is. */
export const MISSING_REPORTS = `
  (
    select case v.bureau_reports_required - cardinality(fresh)
        when 2 then '2 credit bureau reports'
        when 1 then case when cardinality(fresh) = 0 then '1 credit bureau report'
          else '1 more credit bureau report, from another than ' || upper(fresh[1]) end
      end || ', at most ${BUREAU_REPORT_DAYS} days old'
    from loan_product_versions v
    cross join lateral fresh_bureaus(l.user_id, ${BUREAU_REPORT_DAYS}) fresh
    where v.id = l.product_version_id and v.bureau_reports_required > 0
  )
`;

/** @returns what is missing, in words */
export async function missingReports(tx: Tx, loan_id: string): Promise<string | null> {
  const { rows } = await sql<{ missing: string | null }>`
    select ${sql.raw(MISSING_REPORTS)} as missing from loans l where l.id = ${loan_id}
  `.execute(tx);
  return rows[0]?.missing ?? null;
}
