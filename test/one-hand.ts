/**
 * M17 as a sweep. Each database of a test notes which transaction posted, paid out, held or promised money; when its world ends, what staff of the
 * provider or of a company had done in the same transaction as their own call must be a call of `ALONE` (test/one-hand-calls.ts). So every call that any
 * test makes is tried, in all wings, with the records that its own test made for it.
 */
import { accountTypesOf } from "@manilla/contract/accounts";
import type { Endpoint } from "@manilla/contract/endpoint";
import { appendFileSync } from "node:fs";
import type pg from "pg";
import { ALONE } from "./one-hand-calls.ts";

/** Where money moves, or stands promised to somebody: table, when, and what it is called. Columns that bound what people may spend count when they change. */
const NOTED: readonly (readonly [table: string, event: string, what: string, when?: string])[] = [
  ["ledger.transactions", "insert", "new.kind"],
  ["ledger.holds", "insert", "'hold'"],
  // A payout that awaits somebody has not left; its provider's part is the worker's.
  ["payouts", "insert or update of status", "'payout'", "new.status = 'approved'"],
  ["credit_limits", "insert or update of limit_kobo", "'credit limit'"],
  ["credit_lines", "insert or update of limit_kobo", "'credit line'"],
  ["cards", "update of limit_kobo", "'card limit'"],
  ["card_lines", "insert or update of limit_kobo", "'card line'"],
  ["cash_limits", "insert or update of limit_kobo", "'cash limit'"],
  ["purses", "update of limit_kobo", "'purse limit'"],
  [
    "wallets",
    "update of daily_limit_kobo, provider_daily_limit_kobo, provider_monthly_limit_kobo, provider_single_limit_kobo",
    "'wallet limit'",
  ],
];

/** Made once in the template that every database of a test is a copy of. */
export async function noteMoves(owner: pg.Client): Promise<void> {
  await owner.query(`
    create schema one_hand;
    create table one_hand.moves (committed_in xid8 not null, what text not null, unique (committed_in, what));
  `);
  for (const [index, [table, event, what, when = "true"]] of NOTED.entries())
    await owner.query(`
      create function one_hand.note_${index}() returns trigger language plpgsql security definer as $$
      begin
        insert into one_hand.moves values (pg_current_xact_id(), ${what}) on conflict do nothing;
        return null;
      end $$;
      create trigger zz_one_hand after ${event} on ${table} for each row when (${when}) execute function one_hand.note_${index}();
    `);
}

/** The calls of one database, by the id that each request was given. */
export class Hands {
  readonly #calls = new Map<string, string>();

  made({ method, path, effect }: Endpoint, { status, headers }: { status: number; headers: Headers }): void {
    const id = headers.get("x-request-id");
    if (!id || status >= 300 || (method === "GET" && effect === "none")) return;
    this.#calls.set(id, `${method} ${path}`);
  }

  /** @throws Error naming each call by which one person moved or promised money alone without being known for it */
  async check(pool: pg.Pool): Promise<void> {
    const { rows } = await pool.query<{ request_id: string; roles: string[]; what: string[] }>(
      `
        select a.request_id, array_agg(distinct m.what) as what,
          array(select distinct role from user_roles r where r.user_id = any(array_agg(a.actor_id))) as roles
        from one_hand.moves m
        join audit_records a using (committed_in)
        where a.request_id = any($1)
        group by 1
      `,
      [[...this.#calls.keys()]],
    );
    const found = new Map<string, Set<string>>();
    for (const { request_id, roles, what } of rows) {
      const call = this.#calls.get(request_id)!;
      const isStaff = accountTypesOf(roles).some((type) => type !== "customer");
      if (isStaff && !(call in ALONE)) found.set(call, new Set([...(found.get(call) ?? []), ...what]));
    }
    if (found.size === 0) return;
    const said = [...found].map(([call, what]) => `${call}: ${[...what].join(", ")}`);
    if (process.env["ONE_HAND_LIST"]) appendFileSync(process.env["ONE_HAND_LIST"], `${said.join("\n")}\n`);
    else throw new Error(`One person alone moved or promised money (M17):\n${said.join("\n")}`);
  }
}
