import { sql } from "kysely";
import type { Database } from "../../db/database.ts";

const RUNNING = sql`('running', 'past_due', 'stop_requested')`;

/** A share with two decimals, as text. */
const share = (part: bigint, whole: bigint): string => (whole === 0n ? "0.00" : (Number((part * 1_000_000n) / whole) / 10_000).toFixed(2));

/** The portfolio at a glance. PAR-x = outstanding principal of loans with DPD ≥ x ÷ outstanding principal (business-rules §4). */
export async function loanStatistics(db: Database) {
  const [byStatus, byBucket, byMonth] = await Promise.all([
    sql<{ status: string; count: bigint; principal_kobo: bigint; outstanding_kobo: bigint; overdue_kobo: bigint }>`
      select status, count(*) as count, sum(principal_kobo)::bigint as principal_kobo, sum(outstanding_principal_kobo)::bigint as outstanding_kobo, sum(overdue_kobo)::bigint as overdue_kobo
      from loans group by status order by status`.execute(db),
    sql<{ bucket: string; count: bigint; outstanding_kobo: bigint }>`
      select arrears_bucket as bucket, count(*) as count, sum(outstanding_principal_kobo)::bigint as outstanding_kobo
      from loans where status in ${RUNNING} group by arrears_bucket`.execute(db),
    sql<{ month: string; count: bigint; principal_kobo: bigint }>`
      select to_char(disbursed_on, 'YYYY-MM') as month, count(*) as count, sum(principal_kobo)::bigint as principal_kobo from loans
      where disbursed_on is not null group by 1 order by 1 desc limit 12`.execute(db),
  ]);
  const buckets = new Map(byBucket.rows.map((row) => [row.bucket, row]));
  const order = ["current", "1-30", "31-60", "61-90", "91+"];
  const outstanding = byBucket.rows.reduce((sum, row) => sum + row.outstanding_kobo, 0n);
  const from = (index: number) => order.slice(index).reduce((sum, name) => sum + (buckets.get(name)?.outstanding_kobo ?? 0n), 0n);
  return {
    by_status: byStatus.rows.map(({ overdue_kobo: _, ...row }) => ({ ...row, count: Number(row.count) })),
    by_bucket: order.map((bucket) => {
      const row = buckets.get(bucket);
      return { bucket, count: Number(row?.count ?? 0n), outstanding_kobo: row?.outstanding_kobo ?? 0n, share_percent: share(row?.outstanding_kobo ?? 0n, outstanding) };
    }),
    by_month: byMonth.rows.map((row) => ({ ...row, count: Number(row.count) })).reverse(),
    portfolio_at_risk_percent: { over_1: share(from(1), outstanding), over_30: share(from(2), outstanding), over_60: share(from(3), outstanding), over_90: share(from(4), outstanding) },
    outstanding_kobo: outstanding,
    overdue_kobo: byStatus.rows.reduce((sum, row) => sum + row.overdue_kobo, 0n),
    running: byBucket.rows.reduce((sum, row) => sum + Number(row.count), 0),
  };
}

/** Count and sums of one status, or of all. */
export async function loanTotal(db: Database, status?: string) {
  const { rows } = await sql<{ count: bigint; principal_kobo: bigint | null; outstanding_kobo: bigint | null }>`
    select count(*) as count, sum(principal_kobo)::bigint as principal_kobo, sum(outstanding_principal_kobo)::bigint as outstanding_kobo from loans ${status ? sql`where status = ${status}` : sql``}`.execute(db);
  const row = rows[0];
  return { status: status ?? "all", count: Number(row?.count ?? 0n), principal_kobo: row?.principal_kobo ?? 0n, outstanding_kobo: row?.outstanding_kobo ?? 0n };
}
