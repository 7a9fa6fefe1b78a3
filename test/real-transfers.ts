/** The real transfers from other banks of the Berka file (shared/data/README.md) through the partner bank's webhook. Crowns are read as naira. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { balancesOf } from "@manilla/ledger";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { queryable } from "../apps/api/src/db/database.ts";
import { personalBalances } from "../apps/api/src/modules/money/books/index.ts";
import { releaseHeld } from "../apps/api/src/modules/payments/partner-bank/releasing.ts";
import type { LendingWorld } from "./lending.ts";
import { accountOf, deliver, notification } from "./partner-bank.ts";

const FILE = new URL("../../shared/data/bank-berka/trans_ordered.csv.gz", import.meta.url);
/** Whether the file is there; where it is not, this says so. */
export function hasTransfers(): boolean {
  const isThere = existsSync(FILE);
  if (!isThere) console.warn("SKIPPED, LOUDLY: the real transfers are not in ../shared/data/bank-berka");
  return isThere;
}

/** `npm run chaos -- transfers` sends all; the tests send some. */
export const SENDS_ALL = process.env["REAL_TRANSFERS"] === "all";
/** Accounts of the file that are replayed, unless `npm run chaos -- transfers` says how many: all, or `ACCOUNTS`. */
export const accountsOf = (few: number): number => Number(process.env["ACCOUNTS"] ?? (SENDS_ALL ? Infinity : few));

interface Transfer {
  account: string;
  id: string;
  on: string;
  amount: string;
  bank: string;
  sender: string;
}

/** Transfers from other banks, in the file's order. @param most the first accounts, with all that came for them, up to so many transfers */
export function realTransfers(most = Infinity): Transfer[] {
  const [head = "", ...lines] = gunzipSync(readFileSync(FILE)).toString("utf8").trim().split("\n");
  const names = head.trim().split(",");
  const of = (cells: string[], name: string): string => cells[names.indexOf(name)] ?? "";
  const all = lines
    .map((line) => line.trim().split(","))
    .filter((cells) => of(cells, "operation") === "PREVOD Z UCTU")
    .map((cells) => ({
      account: of(cells, "account_id"),
      id: of(cells, "trans_id"),
      on: of(cells, "date"),
      amount: of(cells, "amount"),
      bank: of(cells, "bank"),
      sender: of(cells, "counter_account"),
    }));
  const accounts = new Set<string>();
  let taken = 0;
  for (const [account, rows] of Map.groupBy(all, (row) => row.account)) {
    if (taken + rows.length > most) continue;
    taken += rows.length;
    accounts.add(account);
  }
  return all.filter(({ account }) => accounts.has(account));
}

const koboOf = (amount: string): bigint => BigInt(amount.replace(".", ""));
const WORKERS = 8;

/**
 * Sends them, every tenth twice, to people of whom half may not take all at first; then their tiers rise.
 * Each has to end in its account to the kobo, once.
 * @returns how many were held on the way
 */
export async function replayTransfers({ api, prove }: LendingWorld, rows: readonly Transfer[]): Promise<number> {
  const { db } = api.app;
  const people = new Map<string, { user_id: string; account_no: string }>();
  for (const account of new Set(rows.map((row) => row.account))) {
    const { user_id, token } = await api.person("staff");
    if (people.size % 2 === 0)
      await db.insertInto("user_plans").values({ id: uuidv7(), user_id, plan: "tier_3" }).execute();
    people.set(account, { user_id, account_no: await accountOf(api, { token }) });
  }
  const send = async ({ account, id, on, amount, bank, sender }: Transfer) => {
    const session_id = `000000${on.slice(2).replaceAll("-", "")}120000${id.padStart(12, "0")}`;
    const more = { bankname: bank, bankcode: bank, originatorname: `Account ${sender}` };
    const sent = { account_no: people.get(account)!.account_no, amount, session_id, more };
    const body = notification({ ...sent, sender_account: sender.padStart(10, "0") });
    assert.equal((await deliver(api, body)).status, 200);
  };
  const queue = rows.flatMap((row, at) => (at % 10 === 0 ? [row, row] : [row]));
  const work = async () => {
    for (let row = queue.shift(); row; row = queue.shift()) await send(row);
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  const countHeld = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from inbound_credits where status = 'held'`.execute(db))
      .rows[0]!.n;
  const held = await countHeld();
  await sql`
    insert into user_plans (id, user_id, plan)
    select gen_random_uuid(), user_id, 'tier_3' from inbound_credits where status = 'held' group by user_id
  `.execute(db);
  while (await countHeld()) assert.ok((await releaseHeld(api.app)) > 0);
  for (const [account, { user_id }] of people) {
    const published = rows.reduce((sum, row) => (row.account === account ? sum + koboOf(row.amount) : sum), 0n);
    assert.equal((await personalBalances(db, user_id)).cash_kobo, published, `account ${account}`);
  }
  const kobo = rows.reduce((sum, { amount }) => sum + koboOf(amount), 0n);
  const { rows: received } = await sql<{ n: number; kobo: bigint }>`
    select count(*)::int as n, sum(amount_kobo)::bigint as kobo from receipts where purpose = 'inbound_credit'
  `.execute(db);
  assert.deepEqual(received, [{ n: rows.length, kobo }]);
  assert.equal((await balancesOf(queryable(db), ["held_receipts"]))[0]?.natural_kobo, 0n);
  await prove();
  return held;
}
