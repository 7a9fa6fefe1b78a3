import type { Pool, PoolClient } from "pg";
import type { BlockHead } from "./types.ts";

export interface LedgerReport {
  is_sound: boolean;
  /** Each transaction and each currency sums to zero; no transaction without postings, no posting without transaction or in a foreign currency. */
  sums_zero: boolean;
  /** Stored balances, holds, snapshots and daily totals equal what the postings say. */
  balances_match: boolean;
  /** No account is under its floor. */
  floors_kept: boolean;
  /** No key and no reversal occurs twice. */
  keys_unique: boolean;
  /** The hash chain recomputes from the rows, and ends at or after the published head. */
  chain_intact: boolean;
  /** Sequence of the first bad block. */
  first_bad_sequence: number | null;
  /** The first finding of each check that failed. */
  problems: { check: string; detail: string }[];
  transactions: number;
  postings: number;
  blocks: number;
  /** Months whose postings are taken away, as `2026-08`, each with how many there were. */
  away: { month: string; posting_count: number; is_here: boolean }[];
}

type Check = "sums_zero" | "balances_match" | "floors_kept" | "keys_unique";

/** Each query answers at most one row: the first finding, as text. */
const CHECKS: { check: Check; sql: string }[] = [
  {
    check: "sums_zero",
    sql: `select format('transaction %s sums to %s %s', transaction_id, sum(amount_kobo), currency) as detail
      from ledger.postings where not ledger.is_away(transaction_id)
      group by transaction_id, currency having sum(amount_kobo) <> 0 limit 1`,
  },
  {
    check: "sums_zero",
    sql: `select format('transaction %s has no postings', t.id) as detail from ledger.transactions t
      where not ledger.is_away(t.id) and not exists (select from ledger.postings p where p.transaction_id = t.id) limit 1`,
  },
  {
    // A month that is away is proved by its digests, and carries no more out of it than sums to zero.
    check: "sums_zero",
    sql: "select format('%s is away: %s', to_char(month, 'YYYY-MM'), problem) as detail from ledger.bad_month_away() limit 1",
  },
  {
    check: "sums_zero",
    sql: `
      select format(
        'posting %s of transaction %s has no transaction or a foreign currency', p.number, p.transaction_id
      ) as detail
      from ledger.postings p
      left join ledger.transactions t on t.id = p.transaction_id
      left join ledger.accounts a on a.id = p.account_id and a.currency = p.currency
      where t.id is null or a.id is null
      limit 1
    `,
  },
  {
    check: "balances_match",
    sql: `
      select format(
        'account %s stores %s, its postings sum to %s', b.account_id, b.balance_kobo, coalesce(p.amount, 0)
      ) as detail
      from ledger.balances b
      left join (
        select account_id, sum(amount_kobo) as amount from ledger.postings group by account_id
      ) p using (account_id)
      where b.balance_kobo <> coalesce(p.amount, 0)
      limit 1
    `,
  },
  {
    check: "balances_match",
    sql: `
      select format(
        'account %s holds %s, its active holds sum to %s', b.account_id, b.held_kobo, coalesce(h.amount, 0)
      ) as detail
      from ledger.balances b
      left join (
        select account_id, sum(amount_kobo - captured_kobo - released_kobo) as amount
        from ledger.holds
        where state = 'active'
        group by account_id
      ) h using (account_id)
      where b.held_kobo <> coalesce(h.amount, 0)
      limit 1
    `,
  },
  {
    check: "balances_match",
    sql: `
      select format('snapshot of account %s at %s does not equal its postings', s.account_id, s.position) as detail
      from (select distinct on (account_id) * from ledger.snapshots order by account_id, position desc) s
      where s.balance_kobo <> coalesce(
        (
          select sum(p.amount_kobo)
          from ledger.postings p
          where p.account_id = s.account_id and p.position < s.position
        ), 0
      )
        or s.balance_kobo <> (select sum(d.amount_kobo) from ledger.daily_totals d where d.account_id = s.account_id)
      limit 1
    `,
  },
  {
    check: "floors_kept",
    sql: `select format('account %s is under its floor', account_id) as detail from ledger.balances
      where floor_kobo is not null and direction * balance_kobo - held_kobo < least(floor_kobo, 0) limit 1`,
  },
  {
    check: "keys_unique",
    sql: `
      select format('key %s occurs %s times', key, count(*)) as detail
      from ledger.transactions
      group by key
      having count(*) > 1
      limit 1
    `,
  },
  {
    check: "keys_unique",
    sql: `select format('transaction %s is reversed %s times', reverses_id, count(*)) as detail from ledger.transactions
      where reverses_id is not null group by reverses_id having count(*) > 1 limit 1`,
  },
];

async function firstBadBlock(
  client: PoolClient,
  published: BlockHead | null | undefined,
): Promise<{ sequence: number; problem: string } | null> {
  const { rows } = await client.query<{ sequence: string; problem: string }>(
    "select sequence::text, problem from ledger.first_bad_block()",
  );
  if (rows[0]) return { sequence: Number(rows[0].sequence), problem: rows[0].problem };
  if (!published) return null;
  const found = await client.query<{ hash: string }>("select hash from ledger.blocks where sequence = $1", [
    published.sequence,
  ]);
  if (found.rows[0]?.hash === published.hash) return null;
  return {
    sequence: published.sequence,
    problem: found.rows[0] ? "block is not the one that was published" : "a published block is missing",
  };
}

/**
 * Proves the books from the rows alone, in one read-only snapshot: sums zero, balances = sum of postings, floors, keys, hash chain.
 * Reads everything; on large ledgers run it beside the traffic on a replica.
 * @param published the newest head kept outside the tables; without it the removal of the newest blocks goes unseen
 */
export async function verifyLedger(pool: Pool, published?: BlockHead | null): Promise<LedgerReport> {
  const client = await pool.connect();
  const ignore = (): void => undefined;
  client.on("error", ignore);
  try {
    await client.query("begin isolation level repeatable read read only");
    const passed: Record<Check, boolean> = {
      sums_zero: true,
      balances_match: true,
      floors_kept: true,
      keys_unique: true,
    };
    const problems: LedgerReport["problems"] = [];
    for (const { check, sql } of CHECKS) {
      const { rows } = await client.query<{ detail: string }>(sql);
      if (!rows[0]) continue;
      passed[check] = false;
      problems.push({ check, detail: rows[0].detail });
    }
    const bad = await firstBadBlock(client, published);
    if (bad) problems.push({ check: "chain_intact", detail: `block ${bad.sequence}: ${bad.problem}` });
    const { rows } = await client.query<{ transactions: number; postings: number; blocks: number }>(
      `
        select (select count(*) from ledger.transactions)::float8 as transactions,
          (select count(*) from ledger.postings)::float8 as postings,
          (select count(*) from ledger.blocks)::float8 as blocks
      `,
    );
    const away = await client.query<LedgerReport["away"][number]>(`
      select to_char(month, 'YYYY-MM') as month, posting_count::float8,
        to_regclass('ledger_months.postings_' || to_char(month, 'YYYY_MM')) is not null as is_here
      from ledger.months_away
      order by month
    `);
    const counts = rows[0] ?? { transactions: 0, postings: 0, blocks: 0 };
    return {
      is_sound: problems.length === 0,
      ...passed,
      chain_intact: bad === null,
      first_bad_sequence: bad?.sequence ?? null,
      problems,
      ...counts,
      away: away.rows,
    };
  } finally {
    await client.query("rollback").catch(ignore);
    client.off("error", ignore);
    client.release();
  }
}
