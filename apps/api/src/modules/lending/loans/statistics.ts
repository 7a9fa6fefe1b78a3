import { BUCKETS, bucketOf, portfolioAtRisk, printShare } from "@manilla/credit";
import { sql } from "kysely";
import type { Database } from "../../../db/database.ts";

const RUNNING = sql`('running', 'past_due', 'stop_requested')`;

/** The portfolio at a glance. PAR-x = outstanding principal of loans with DPD ≥ x ÷ outstanding principal (business-rules §4). */
export async function loanStatistics(db: Database) {
  const [byStatus, byDays, byMonth] = await Promise.all([
    sql<{ status: string; count: bigint; principal_kobo: bigint; outstanding_kobo: bigint; overdue_kobo: bigint }>`
      select status, count(*) as count, sum(principal_kobo)::bigint as principal_kobo,
        sum(outstanding_principal_kobo)::bigint as outstanding_kobo, sum(overdue_kobo)::bigint as overdue_kobo
      from loans
      group by status
      order by status
    `.execute(db),
    sql<{ days_past_due: number; count: bigint; outstanding_principal_kobo: bigint }>`
      select days_past_due, count(*) as count, sum(outstanding_principal_kobo)::bigint as outstanding_principal_kobo
      from loans where status in ${RUNNING} group by days_past_due`.execute(db),
    sql<{ month: string; count: bigint; principal_kobo: bigint }>`
      select to_char(disbursed_on, 'YYYY-MM') as month, count(*) as count,
        sum(principal_kobo)::bigint as principal_kobo
      from loans
      where disbursed_on is not null and brought_in_on is null
      group by 1
      order by 1 desc
      limit 24
    `.execute(db),
  ]);
  const atRisk = (days: number): string => portfolioAtRisk(byDays.rows, days).percent;
  const { outstanding_kobo } = portfolioAtRisk(byDays.rows, 1);
  return {
    by_status: byStatus.rows.map(({ overdue_kobo: _, ...row }) => ({ ...row, count: Number(row.count) })),
    by_bucket: BUCKETS.map((bucket) => {
      const rows = byDays.rows.filter(({ days_past_due }) => bucketOf(days_past_due) === bucket);
      const owed = rows.reduce((sum, row) => sum + row.outstanding_principal_kobo, 0n);
      return {
        bucket,
        count: rows.reduce((sum, row) => sum + Number(row.count), 0),
        outstanding_kobo: owed,
        share_percent: printShare(owed, outstanding_kobo),
      };
    }),
    by_month: byMonth.rows.map((row) => ({ ...row, count: Number(row.count) })).reverse(),
    portfolio_at_risk_percent: { from_1: atRisk(1), from_30: atRisk(30), from_60: atRisk(60), from_90: atRisk(90) },
    outstanding_kobo,
    overdue_kobo: byStatus.rows.reduce((sum, row) => sum + row.overdue_kobo, 0n),
    running: byDays.rows.reduce((sum, row) => sum + Number(row.count), 0),
  };
}

export async function loanTotal(db: Database, status?: string) {
  const { rows } = await sql<{ count: bigint; principal_kobo: bigint | null; outstanding_kobo: bigint | null }>`
    select count(*) as count, sum(principal_kobo)::bigint as principal_kobo,
      sum(outstanding_principal_kobo)::bigint as outstanding_kobo
    from loans ${status ? sql`where status = ${status}` : sql``}
  `.execute(db);
  const row = rows[0];
  return {
    status: status ?? "all",
    count: Number(row?.count ?? 0n),
    principal_kobo: row?.principal_kobo ?? 0n,
    outstanding_kobo: row?.outstanding_kobo ?? 0n,
  };
}
