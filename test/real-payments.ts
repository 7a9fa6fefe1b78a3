/**
 * The real transfers to other banks of the Berka file (shared/data/README.md): sent by the declared calls, with the charges at nothing, as the file has
 * none. Crowns are read as naira. What its accounts did beside them (cash, interest, transfers in) is money that comes in or leaves between two of them.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import * as transfers from "@manilla/contract/payments/transfers";
import { sql } from "kysely";
import { makeNuban } from "../apps/sandbox/src/nuban.ts";
import { freeCash } from "../apps/api/src/modules/money/books/index.ts";
import { dateAfter, dateFrom } from "../apps/api/src/modules/payments/standing-orders/rules.ts";
import { putInCash, richCustomer } from "./bills.ts";
import type { LendingWorld } from "./lending.ts";

const FILE = new URL("../../shared/data/bank-berka/trans_ordered.csv.gz", import.meta.url);
const OUT = "PREVOD NA UCET";
/** Ours for the two letters of theirs. */
const BANKS = ["058", "044", "033", "011"];

type Person = Awaited<ReturnType<typeof richCustomer>>;
export interface Moved {
  account: string;
  on: string;
  /** Of the account, with its sign, and what the file says that the account held after it. */
  kobo: bigint;
  balance_kobo: bigint;
  /** Whom it went to; null where it is no transfer to another bank. */
  to: { bank_code: string; account_no: string } | null;
}

const koboOf = (amount: string): bigint => BigInt(amount.replace(".", ""));

/** What moved in the accounts that send money to other banks, in the file's order. */
export function realPayments(): Moved[] {
  const [head = "", ...lines] = gunzipSync(readFileSync(FILE)).toString("utf8").trim().split("\n");
  const names = head.trim().split(",");
  const rows = lines.map((line) => {
    const cells = line.trim().split(",");
    const of = (name: string): string => cells[names.indexOf(name)] ?? "";
    const bank_code = BANKS[of("bank").charCodeAt(0) % BANKS.length]!;
    const account_no = () => makeNuban(bank_code, Number(of("counter_account")));
    return {
      account: of("account_id"),
      on: of("date"),
      kobo: koboOf(of("signed")),
      balance_kobo: koboOf(of("balance")),
      to: of("operation") === OUT ? { bank_code, account_no: account_no() } : null,
    };
  });
  const sends = new Set(rows.filter(({ to }) => to).map(({ account }) => account));
  return rows.filter(({ account }) => sends.has(account));
}

/** Those of the same account to the same one with the same amount on the same day of the month: an order of its holder, with the days on which it was paid. */
export function ordersOf(moved: readonly Moved[]): string[][] {
  const sent = moved.filter(({ to }) => to);
  const orders = Map.groupBy(sent, ({ account, to, kobo, on }) =>
    [account, to!.bank_code, to!.account_no, kobo, on.slice(8)].join(" "),
  );
  return Array.from(orders.values(), (paid) => paid.map(({ on }) => on));
}

/** Whether a standing order of ours would have been due on these days and no others between them. */
export function isStandingOrder(days: readonly string[]): boolean {
  const [first_on = ""] = days;
  const on_day = Number(first_on.slice(8));
  const rule = { repeat: "month", on_day, first_on, ends: "never", ends_after: null, ends_on: null } as const;
  let due_on = dateFrom(rule, first_on);
  for (const day of days) {
    if (due_on !== day) return false;
    due_on = dateAfter(rule, day);
  }
  return true;
}

/** What has no place in the file: charges, and our reasons to wait. */
const settle = ({ api }: LendingWorld) =>
  sql`
    update configuration
    set value = case when key like 'transfer_fee_%' or key = 'stamp_duty_kobo' then '0' else '900000000000' end::jsonb
    where key in (
      'transfer_fee_small_kobo', 'transfer_fee_middle_kobo', 'transfer_fee_large_kobo', 'stamp_duty_kobo', 'new_beneficiary_kobo',
      'transfer_step_up_kobo', 'cash_transfer_approval_kobo', 'transfer_review_from_kobo', 'transfers_daily_kobo'
    )
  `
    .execute(api.app.db)
    .then(() =>
      sql`
        update configuration set value = '1000' where key in ('transfer_review_payees', 'transfer_review_failures')
      `.execute(api.app.db),
    );

/**
 * Sends one. Three accounts of the file were overdrawn, which a wallet is not: it refuses, and what lacks is put in.
 * @returns what was put in @throws unless it was accepted
 */
async function send(world: LendingWorld, person: Person, to: NonNullable<Moved["to"]>, amount: bigint) {
  const { api } = world;
  const { account_name } = await api.app.outside.payments.resolveAccount(to);
  const body = { kind: "bank", ...to, amount_kobo: Number(amount), payee_name: account_name, is_repeat: true } as const;
  const initiate = async (status: number) => {
    const sent = await api.call(transfers.initiate, { token: person.token, body });
    assert.equal(sent.status, status, JSON.stringify(sent.body));
  };
  const lacks_kobo = amount - (await freeCash(api.app.db, person.user_id));
  if (lacks_kobo > 0n) {
    await initiate(422);
    await putInCash(api, person, lacks_kobo);
  }
  await initiate(200);
  return lacks_kobo > 0n ? lacks_kobo : 0n;
}

/**
 * Replays an account after another: after each transfer its wallet holds to the kobo what the file's rows sum up to, which is what the file published
 * but for the roundings of its own balances: ten hundredths at most from one row to the next.
 * @returns how many transfers were sent, how many rows there were, and of how many the published balance follows from the one before to the kobo; and
 * the accounts that were overdrawn
 */
export async function replayPayments(
  world: LendingWorld,
  moved: readonly Moved[],
): Promise<{ sent: number; rows: number; exact: number; overdrawn: Set<string> }> {
  const { db } = world.api.app;
  await settle(world);
  const desk = { bank_code: "058", account_no: makeNuban("058", 261_000_003) };
  const counts = { sent: 0, rows: 0, exact: 0, overdrawn: new Set<string>() };
  for (const [account, rows] of Map.groupBy(moved, (row) => row.account)) {
    const person = await richCustomer(world, 1n);
    await send(world, person, desk, 1n);
    let [sum, between, drift, lent] = [0n, 0n, 0n, 0n];
    for (const { kobo, to, balance_kobo } of rows.slice(0, rows.findLastIndex((row) => row.to) + 1)) {
      const step = balance_kobo - (sum + drift) - kobo;
      assert.ok(step >= -10n && step <= 10n, `account ${account}: ${step} kobo between two of its balances`);
      if (step === 0n) counts.exact += 1;
      counts.rows += 1;
      [sum, drift] = [sum + kobo, drift + step];
      if (!to) {
        between += kobo;
        continue;
      }
      if (between > 0n) await putInCash(world.api, person, between);
      if (between < 0n) lent += await send(world, person, desk, -between);
      between = 0n;
      lent += await send(world, person, to, -kobo);
      const cash_kobo = (await freeCash(db, person.user_id)) - lent;
      assert.equal(cash_kobo, sum, `account ${account}`);
      assert.equal(cash_kobo + drift, balance_kobo, `account ${account}`);
      counts.sent += 1;
      if (lent > 0n) counts.overdrawn.add(account);
    }
  }
  await world.prove();
  return counts;
}
