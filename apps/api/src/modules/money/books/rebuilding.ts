/**
 * Promise M12: the tables agree with their logs. Balances from the postings, what is owed from the loans' own accounts, what was paid from the allocations of
 * receipts, states from the transitions: each is rebuilt from its log in scratch tables, and compared row by row in one snapshot.
 */
import type { Machine } from "@manilla/contract/machine";
import { machines } from "@manilla/contract/machines";
import type { Pool } from "pg";
import type { App } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { notifyRoles } from "../../platform/notifications/index.ts";
import { booksDiffer } from "./messages.ts";

export interface Rebuilt {
  /** For example `state of loan`. */
  what: string;
  rows: number;
  /** The first rows that differ: the stored value, and the rebuilt one. */
  differences: { id: string; stored: string | null; log_says: string | null }[];
}

const MAX_SHOWN = 5;

interface Source {
  what: string;
  /** Answers `id text, value text`: what the log says. */
  log: string;
  /** The same from the tables. */
  stored: string;
}

const SOURCES: Source[] = [
  {
    what: "balance of an account",
    log: `
      select b.account_id::text as id, coalesce(sum(p.amount_kobo), 0)::text as value
      from ledger.balances b
      left join ledger.postings p on p.account_id = b.account_id
      group by 1
    `,
    stored: "select account_id::text as id, balance_kobo::text as value from ledger.balances",
  },
  {
    what: "principal owed of a loan",
    log: `
      select l.id::text as id, coalesce(sum(p.amount_kobo), 0)::text as value
      from loans l
      join ledger.accounts a on a.chart_code = 'loan_principal' and a.owner_id = l.id::text
      left join ledger.postings p on p.account_id = a.id
      where l.status in ('running', 'past_due', 'stop_requested', 'settled')
      group by 1
    `,
    stored: `
        select l.id::text as id, l.outstanding_principal_kobo::text as value
        from loans l
        join ledger.accounts a on a.chart_code = 'loan_principal' and a.owner_id = l.id::text
        where l.status in ('running', 'past_due', 'stop_requested', 'settled')
      `,
  },
  {
    what: "what was paid of an instalment",
    log: `
      select r.id::text as id,
        concat_ws(
          '/',
          ${["principal", "interest", "fees", "penalty"].map((part) => `coalesce(sum(x.amount_kobo) filter (where x.component = '${part}' and c.reversed_at is null), 0)`).join(", ")}
        ) as value
      from repayments r
      left join receipt_allocations x on x.repayment_id = r.id
      left join receipts c on c.id = x.receipt_id
      group by 1
    `,
    stored: `
        select id::text as id,
          concat_ws('/', paid_principal_kobo, paid_interest_kobo, paid_fees_kobo, paid_penalty_kobo) as value
        from repayments
      `,
  },
  ...Object.entries<Machine>(machines).map(([noun, { table, key: id = "id", initial }]) => ({
    what: `state of ${noun}`,
    // Into the last state there is one transition more than out of it, in whatever order they are read. Without one (or back where it began) it is where it begins.
    log: `
      select t.${id}::text as id,
        coalesce(
          (
            select f.state
            from (
              select m.state, sum(m.step) as net
              from (
                select to_state as state, 1 as step
                from transitions
                where noun = '${noun}' and subject_id = t.${id}
                union all select from_state, -1
                from transitions
                where noun = '${noun}' and subject_id = t.${id} and from_state is not null
              ) m
              group by 1
            ) f
            where f.net = 1
          ),
          case
            when t.status in (
              ${initial.map((state) => `'${state}'`).join(", ")}
            ) then t.status
            else 'no transition'
          end
        ) as value
      from ${table} t
    `,
    stored: `select ${id}::text as id, status as value from ${table}`,
  })),
];

/** Reads everything; for the night, or beside the traffic. Changes nothing but scratch tables that end with it. */
export async function rebuildFromLogs(pool: Pool): Promise<Rebuilt[]> {
  const client = await pool.connect();
  const ignore = (): void => undefined;
  client.on("error", ignore);
  try {
    await client.query("begin isolation level repeatable read");
    // Requests are given a minute; all instalments of a million loans take longer.
    await client.query("set local statement_timeout = 0");
    const results: Rebuilt[] = [];
    for (const { what, log, stored } of SOURCES) {
      await client.query(`create temporary table rebuilt on commit drop as ${log}`);
      const { rows: counts } = await client.query<{ n: string }>("select count(*) as n from rebuilt");
      const { rows: differences } = await client.query<Rebuilt["differences"][number]>(
        `
          select coalesce(r.id, s.id) as id, s.value as stored, r.value as log_says
          from rebuilt r
          full join (${stored}) s on s.id = r.id
          where s.value is distinct from r.value
          order by 1
          limit ${MAX_SHOWN}
        `,
      );
      await client.query("drop table rebuilt");
      results.push({ what, rows: Number(counts[0]?.n ?? 0), differences });
    }
    return results;
  } finally {
    await client.query("rollback").catch(ignore);
    client.off("error", ignore);
    client.release();
  }
}

/** Between two and three in Lagos, when hardly anybody works. */
const NIGHT_HOUR_UTC = 1;

/** Runs once a night; differences are reported to finance and logged, with the first rows. */
export async function rebuildAtNight(app: App, now = clock.now()): Promise<void> {
  if (now.getUTCHours() !== NIGHT_HOUR_UTC) return;
  const wrong = (await rebuildFromLogs(app.pool)).filter(({ differences }) => differences.length > 0);
  if (wrong.length === 0) return;
  app.log.error({ wrong }, "the tables differ from their logs");
  await app.db
    .transaction()
    .execute((tx) => notifyRoles(tx, ["super_finance", "super_admin"], booksDiffer(wrong.map(({ what }) => what))));
}
