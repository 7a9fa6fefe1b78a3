import * as calls from "@manilla/contract/lending/rule-sets";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { NotFound } from "../../../errors.ts";
import { abilitiesIn } from "../../platform/states/index.ts";
import { ruleSetRules } from "./rules.ts";

const FROM = "rule_sets s left join users c on c.id = s.created_by left join users a on a.id = s.activated_by";
const SELECT = `
  s.id, s.number, s.name, s.status, c.full_name as created_by, s.created_at,
  a.full_name as activated_by, s.activated_at, s.retired_at, s.version,
  (select count(*)::int from credit_decisions d where d.rule_set_id = s.id) as decisions
`;
export const ruleSetList = defineList(calls.listAll, {
  from: FROM,
  rows_of: "rule_sets s",
  select: SELECT,
  id: "s.id",
  search: "folded(s.name)",
});

export const changedList = defineList(calls.backtestRows, {
  from: `
    backtest_rows r
    join users u on u.id = r.user_id
    join credit_decisions d on d.id = r.decision_id
    left join loans l on l.id = d.loan_id
  `,
  rows_of: "backtest_rows r",
  select: `
      r.id, r.user_id, u.name, u.last_name, r.before, r.after, r.limit_before_kobo, r.limit_after_kobo, r.reason,
      l.status as loan_status, coalesce(l.principal_kobo, 0)::bigint as principal_kobo, r.decided_at
    `,
  id: "r.id",
  search: "u.search_text",
});

type Backtest = z.output<typeof calls.backtest>;

/** In money: what loans that the new version would not have made had cost and brought, and how much more it would have lent. */
async function costOf(db: Database | Tx, backtest_id: string): Promise<Backtest["cost"]> {
  const { rows } = await sql<Backtest["cost"]>`
    with changed as (
      select r.before, r.after, r.limit_before_kobo, r.limit_after_kobo, l.*
      from backtest_rows r
      join credit_decisions d on d.id = r.decision_id
      left join loans l on l.id = d.loan_id and l.disbursed_on is not null
      where r.backtest_id = ${backtest_id}
    )
    select coalesce(
      sum(principal_kobo) filter (
        where before <> 'declined' and after = 'declined' and status not in ('charged_off', 'written_off')
      ), 0
    )::bigint as lost_principal_kobo,
      coalesce(
        sum(total_interest_kobo) filter (
          where before <> 'declined' and after = 'declined' and status not in ('charged_off', 'written_off')
        ), 0
      )::bigint as lost_interest_kobo,
      coalesce(
        sum(greatest(principal_kobo - paid_kobo, 0)) filter (
          where before <> 'declined'
            and after = 'declined'
            and (status in ('charged_off', 'written_off') or days_past_due > 90)
        ), 0
      )::bigint as saved_losses_kobo,
      coalesce(
        sum(limit_after_kobo - limit_before_kobo) filter (
          where after <> 'declined' and limit_after_kobo > limit_before_kobo
        ), 0
      )::bigint as added_limit_kobo
    from changed
  `.execute(db);
  return rows[0] ?? { lost_principal_kobo: 0n, lost_interest_kobo: 0n, saved_losses_kobo: 0n, added_limit_kobo: 0n };
}

async function backtestsOf(db: Database | Tx, rule_set_id: string): Promise<Backtest[]> {
  const { rows } = await sql<Omit<Backtest, "moves" | "cost">>`
    select b.id, b.status, b.failure, b.from_on::text as
    from, b.to_on::text as to, u.full_name as created_by, b.created_at, b.finished_at,
      b.digest = s.digest as is_current, b.total, b.done,
      (select count(*)::int from backtest_rows r where r.backtest_id = b.id) as changed
    from backtests b
    join rule_sets s on s.id = b.rule_set_id
    left join users u on u.id = b.created_by
    where b.rule_set_id = ${rule_set_id}
    order by b.created_at desc
    limit 20
  `.execute(db);
  return Promise.all(
    rows.map(async (row) => {
      const moves = await sql<Backtest["moves"][number]>`
        select before, after, count(*)::int as count
        from backtest_rows
        where backtest_id = ${row.id}
        group by 1, 2
        order by 1, 2
      `.execute(db);
      return { ...row, moves: moves.rows, cost: await costOf(db, row.id) };
    }),
  );
}

/** @throws NotFound */
export async function findRuleSet(
  db: Database | Tx,
  context: Context,
  id: string,
): Promise<z.output<typeof calls.ruleSet>> {
  const { rows } = await sql<
    z.output<typeof calls.ruleSet>
  >`select ${sql.raw(SELECT)}, s.tables, s.note from ${sql.raw(FROM)} where s.id = ${id}`.execute(db);
  const [set] = rows;
  if (!set) throw new NotFound("This rule set");
  const backtests = await backtestsOf(db, id);
  const is_tested = backtests.some(({ is_current, status }) => is_current && status === "done");
  return { ...set, backtests, abilities: abilitiesIn(context, calls, ruleSetRules)({ ...set, is_tested }) };
}
