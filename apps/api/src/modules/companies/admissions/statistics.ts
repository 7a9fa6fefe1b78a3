/** Companies in figures (C099). Months are months in Lagos. */
import type * as calls from "@manilla/contract/companies/admissions";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import type { counted } from "@manilla/contract/time";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Database } from "../../../db/database.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { BELONGS, RISKS } from "./queries.ts";

type Statistics = Omit<z.output<typeof calls.statistics.response>, keyof typeof counted>;
const MONTHS = 12;

/** Approved companies whose wallet is low, whose line is nearly drawn, or whose plan ends within the days of its reminder. */
async function atRisk(db: Database): Promise<Statistics["at_risk"]> {
  const plans_end_by = addDays(await businessDate(db), await readSetting(db, "plan_remind_days"));
  const { has_plan, is_wallet_low, is_line_used } = RISKS;
  const { rows } = await sql<Omit<Statistics["at_risk"], "plans_end_by">>`
    select (count(*) filter (where ${sql.raw(is_wallet_low)}))::int as wallets_low,
      (count(*) filter (where ${sql.raw(is_line_used)}))::int as lines_used,
      (count(*) filter (where ${sql.raw(has_plan)} and c.plan_paid_until <= ${plans_end_by}::date))::int as plans_ending
    from companies c
    where c.status = 'approved'
  `.execute(db);
  return { ...rows[0]!, plans_end_by };
}

/** Counts by state, industry and month, what the people of companies owe, and the companies that owe most. */
export async function companyStatistics(db: Database): Promise<Statistics> {
  const owed = sql`
    owed as (
      select company_id, sum(outstanding_principal_kobo)::bigint as outstanding_kobo,
        coalesce(sum(outstanding_principal_kobo) filter (where status = 'past_due'), 0)::bigint as late_kobo,
        (count(*) filter (where status = 'past_due'))::int as late
      from loans
      where company_id is not null
      group by company_id
    )
  `;
  const [at_risk, byStatus, totals, industries, months, largest] = await Promise.all([
    atRisk(db),
    sql<Statistics["by_status"][number]>`
      select status, count(*)::int as companies from companies group by status order by 2 desc
    `.execute(db),
    sql<Pick<Statistics, "staff" | "outstanding_kobo" | "late_kobo">>`
      with ${owed}
      select (select count(*)::int from employments e where ${sql.raw(BELONGS)}) as staff,
        coalesce(sum(outstanding_kobo), 0)::bigint as outstanding_kobo, coalesce(sum(late_kobo), 0)::bigint as late_kobo
      from owed
    `.execute(db),
    sql<Statistics["by_industry"][number]>`
      with ${owed}
      select coalesce(c.industry, 'Not stated') as industry, count(*)::int as companies,
        coalesce(sum(o.outstanding_kobo), 0)::bigint as outstanding_kobo
      from companies c
      left join owed o on o.company_id = c.id
      where c.status = 'approved'
      group by 1
      order by 2 desc, 1
      limit 20
    `.execute(db),
    sql<Statistics["by_month"][number]>`
      with months as (
        select to_char(m, 'YYYY-MM') as month
        from generate_series(
          date_trunc('month', ${clock.now()}::timestamptz at time zone 'Africa/Lagos') - make_interval(months => ${MONTHS - 1}),
          ${clock.now()}::timestamptz at time zone 'Africa/Lagos',
          interval '1 month'
        ) m
      ),
      applied as (
        select to_char(created_at at time zone 'Africa/Lagos', 'YYYY-MM') as month, count(*)::int as companies,
          count(*) filter (
            where exists (
              select 1
              from transitions t
              where t.noun = 'company' and t.subject_id = c.id and t.to_state = 'approved'
            )
          )::int as approved
        from companies c
        group by 1
      )
      select month, coalesce(applied.companies, 0) as applied, coalesce(applied.approved, 0) as approved
      from months
      left join applied using (month)
      order by month
    `.execute(db),
    sql<Statistics["largest"][number]>`
      with ${owed}
      select c.id, c.name,
        (select count(*)::int from employments e where e.company_id = c.id and ${sql.raw(BELONGS)}) as staff,
        o.outstanding_kobo, o.late
      from owed o
      join companies c on c.id = o.company_id
      where o.outstanding_kobo > 0
      order by o.outstanding_kobo desc, c.name
      limit 10
    `.execute(db),
  ]);
  return {
    by_status: byStatus.rows,
    ...totals.rows[0]!,
    at_risk,
    by_industry: industries.rows,
    by_month: months.rows,
    largest: largest.rows,
  };
}
