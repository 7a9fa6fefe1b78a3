/**
 * What a company spent in a period, by what it was spent on; each part is what the list of expenses shows under the same filter. What is split over categories
 * and departments counts in each by its part, as journals book it, and so does the list that is filtered by one of them.
 */
import type { analytics, spendDimensions } from "@manilla/contract/companies/expenses";
import { periodBefore } from "@manilla/credit";
import { sql } from "kysely";
import type { z } from "zod";
import { nameOf } from "../../../db/names.ts";
import type { Database } from "../../../db/database.ts";
import { businessDate } from "../../platform/states/index.ts";

type Analytics = z.output<typeof analytics.response>;
type Dimension = (typeof spendDimensions)[number];
interface Period {
  from: string;
  to: string;
}

/** The id of what has no category or department. */
const NOTHING = "'00000000-0000-0000-0000-000000000000'::uuid";

/** What distinguishes expenses as a whole, over `expenses e`: the list filters by the same. */
export const spendColumns = { merchant_id: "md5(lower(e.merchant))::uuid", person_id: "e.user_id" } as const;
/** What distinguishes the parts of an expense, over its parts `s` and their departments `d`. */
export const partColumns = {
  department_id: `coalesce(s.department_id, ${NOTHING})`,
  category_id: `coalesce(s.category_id, ${NOTHING})`,
  within_id: `coalesce(d.parent_id, d.id, ${NOTHING})`,
} as const;

const NAMES: Readonly<Record<Dimension, string>> = {
  department: "min(d.name)",
  category: "min(c.name)",
  merchant: "min(e.merchant)",
  person: `min(${nameOf("u", "e")})`,
};

const PARTS = 20;
/** What was deleted was not spent. */
const SPENT = "e.status <> 'deleted'";
/** The parts of each expense `e`; one that is not split is one. Where something came back, what is left is shared as the parts are, to the kobo. A part has its number, one that is all of it 0. */
export const SPLIT = `cross join lateral (
    select coalesce((part ->> 'category_id')::uuid, e.category_id) as category_id,
      coalesce((part ->> 'department_id')::uuid, e.department_id) as department_id, at::int as part,
      (div(upto * e.amount_kobo, whole) - div((upto - kobo) * e.amount_kobo, whole))::bigint as amount_kobo
    from (
      select part, at, kobo, sum(kobo) over (order by at) as upto, sum(kobo) over () as whole
      from jsonb_array_elements(e.splits) with ordinality p (part, at)
      cross join lateral (select (part ->> 'amount_kobo')::numeric as kobo) k
    ) shared
    union all
    select e.category_id, e.department_id, 0, e.amount_kobo where e.splits = '[]'
  ) s`;
const FROM = `expenses e
  left join users u on u.id = e.user_id
  ${SPLIT}
  left join expense_categories c on c.id = s.category_id
  left join departments d on d.id = s.department_id`;

/** What distinguishes the bars: of the parts, where an expense has several. */
const BARS: Readonly<Record<Dimension, string>> = {
  department: partColumns.department_id,
  category: partColumns.category_id,
  merchant: spendColumns.merchant_id,
  person: spendColumns.person_id,
};

const within = ({ from, to }: Period) => sql`e.spent_on between ${from}::date and ${to}::date`;

async function partsOf(db: Database, company_id: string, by: Dimension, now: Period, before: Period) {
  const { rows } = await sql<Analytics["by"][Dimension][number]>`
    select ${sql.raw(BARS[by])} as id, ${sql.raw(NAMES[by])} as name,
      coalesce(sum(s.amount_kobo) filter (where ${within(now)}), 0)::bigint as amount_kobo,
      (count(distinct e.id) filter (where ${within(now)}))::int as count,
      coalesce(sum(s.amount_kobo) filter (where ${within(before)}), 0)::bigint as before_kobo
    from ${sql.raw(FROM)}
    where e.company_id = ${company_id} and ${sql.raw(SPENT)} and ${within({ from: before.from, to: now.to })}
    group by 1
    having count(*) filter (where ${within(now)}) > 0
    order by 3 desc, 1
    limit ${PARTS}
  `.execute(db);
  return rows;
}

async function budgetsOf(db: Database, company_id: string, month: Period): Promise<Analytics["budgets"]> {
  const { rows: departments } = await sql<Analytics["budgets"]["departments"][number]>`
    select b.id, b.name, b.parent_id is not null as is_unit, b.monthly_budget_kobo as budget_kobo,
      coalesce((
        select sum(s.amount_kobo)
        from expenses e
        ${sql.raw(SPLIT)}
        join departments d on d.id = s.department_id
        where e.company_id = b.company_id and (d.id = b.id or d.parent_id = b.id)
          and ${sql.raw(SPENT)} and ${within(month)}
      ), 0)::bigint as spent_kobo
    from departments b
    where b.company_id = ${company_id} and b.status = 'active' and b.monthly_budget_kobo is not null
    order by b.monthly_budget_kobo desc, b.id
    limit ${PARTS}
  `.execute(db);
  return { ...month, departments };
}

/** @param range the business month so far, where it says nothing */
export async function analyticsOf(
  db: Database,
  company_id: string,
  range: { rangeStart?: string | undefined; rangeEnd?: string | undefined },
): Promise<Analytics> {
  const today = await businessDate(db);
  const month = { from: `${today.slice(0, 8)}01`, to: today };
  const to = range.rangeEnd ?? (range.rangeStart && range.rangeStart > today ? range.rangeStart : today);
  const from = range.rangeStart ?? (to < month.from ? `${to.slice(0, 8)}01` : month.from);
  const now = from <= to ? { from, to } : { from: to, to: from };
  const before = periodBefore(now);
  const [department, category, merchant, person] = await Promise.all(
    (["department", "category", "merchant", "person"] as const).map((by) => partsOf(db, company_id, by, now, before)),
  );
  const { rows: by_day } = await sql<Analytics["by_day"][number] & { count: number }>`
    select e.spent_on::text as day, sum(e.amount_kobo)::bigint as amount_kobo, count(*)::int as count
    from expenses e
    where e.company_id = ${company_id} and ${sql.raw(SPENT)} and ${within({ from: before.from, to: now.to })}
    group by 1
    order by 1
  `.execute(db);
  const inside = by_day.filter(({ day }) => day >= now.from);
  const sum = (rows: readonly { amount_kobo: bigint }[]) => rows.reduce((all, row) => all + row.amount_kobo, 0n);
  return {
    ...now,
    amount_kobo: sum(inside),
    count: inside.reduce((all, row) => all + row.count, 0),
    before_kobo: sum(by_day) - sum(inside),
    by_day: inside.map(({ day, amount_kobo }) => ({ day, amount_kobo })),
    by: { department: department!, category: category!, merchant: merchant!, person: person! },
    budgets: await budgetsOf(db, company_id, month),
  };
}
