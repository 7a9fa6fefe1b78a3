/**
 * The real transfers between banks of the Berka file (shared/data/README.md), day after day, to the end: those that came in are sent at the sandbox's partner bank,
 * which tells of each twice; those that went out are sent by the declared calls, with the charges at nothing, as the file has none, and paid out by the worker
 * until the bank has them. Crowns are read as naira, the years as 33 years later. What the accounts did beside them (cash, interest, transfers within their bank) is
 * money that is put in or leaves between two of them.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import * as partnerBank from "@manilla/contract/payments/partner-bank";
import * as standingOrders from "@manilla/contract/payments/standing-orders";
import * as transfers from "@manilla/contract/payments/transfers";
import { addDays, dayInMonth } from "@manilla/credit";
import { sql } from "kysely";
import { makeNuban } from "../apps/sandbox/src/nuban.ts";
import { freeCash } from "../apps/api/src/modules/money/books/index.ts";
import { dateAfter, dateFrom, monthlyOf } from "../apps/api/src/modules/payments/standing-orders/rules.ts";
import { putInCash, richCustomer } from "./bills.ts";
import { type LendingWorld, waitUntil } from "./lending.ts";
import { accountOf } from "./partner-bank.ts";

const FILE = new URL("../../shared/data/bank-berka/trans_ordered.csv.gz", import.meta.url);
const [OUT, IN] = ["PREVOD NA UCET", "PREVOD Z UCTU"];
const YEARS_LATER = 33;
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
  /** Whom it came from; null where it is no transfer from another bank. */
  from: string | null;
}

const koboOf = (amount: string): bigint => BigInt(amount.replace(".", ""));

/** What moved in the accounts that send money to other banks or get some from there, in the file's order. */
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
      on: of("date").replace(/^\d+/, (year) => String(Number(year) + YEARS_LATER)),
      kobo: koboOf(of("signed")),
      balance_kobo: koboOf(of("balance")),
      to: of("operation") === OUT ? { bank_code, account_no: account_no() } : null,
      from: of("operation") === IN ? `Account ${of("counter_account")} at ${of("bank")}` : null,
    };
  });
  const takesPart = new Set(rows.filter(({ to, from }) => to ?? from).map(({ account }) => account));
  return rows.filter(({ account }) => takesPart.has(account));
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

const LAST_DAY = "2027-03-30";
/** Payments that are older are not looked at (`standing-orders/recurring.ts`). */
const LOOKED_FROM = addDays(LAST_DAY, -399);
const lineOf = (account: string, account_no: string, kobo: bigint | number, on_day: number, times: number): string =>
  [account, account_no.slice(-4), kobo, on_day, times].join(" ");

/** What the file's holders ordered and still pay: three times in a row at least, the last one a month ago at most. A line for each, with its day and how often. */
export function runningOrders(moved: readonly Moved[]): string[] {
  const orders = Map.groupBy(
    moved.filter(({ to, on }) => to && on >= LOOKED_FROM),
    ({ account, to, kobo, on }) => [account, to!.bank_code, to!.account_no, kobo, on.slice(8)].join(" "),
  );
  return [...orders.values()]
    .filter(
      (paid) =>
        paid.length >= 3 && addDays(dayInMonth(paid.at(-1)!.on, 1, Number(paid[0]!.on.slice(8))), 4) >= LAST_DAY,
    )
    .map((paid) => ({ ...paid[0]!, times: paid.length }))
    .map(({ account, to, kobo, on, times }) => lineOf(account, to!.account_no, -kobo, Number(on.slice(8)), times))
    .toSorted();
}

/** The same as our rule finds it in the file. */
export function recurringIn(moved: readonly Moved[]): string[] {
  const ways = Map.groupBy(
    moved.filter(({ to, on }) => to && on >= LOOKED_FROM),
    ({ account, to, kobo }) => [account, to!.bank_code, to!.account_no, kobo].join(" "),
  );
  return [...ways.values()]
    .flatMap((paid) =>
      monthlyOf(
        paid.map(({ on }) => on),
        LAST_DAY,
      ).map(({ on_day, times }) => lineOf(paid[0]!.account, paid[0]!.to!.account_no, -paid[0]!.kobo, on_day, times)),
    )
    .toSorted();
}

/** The same as the application says it to each of them on the file's last day. */
export async function recognisedOf({ api }: LendingWorld, people: ReadonlyMap<string, Person>): Promise<string[]> {
  await sql`update business_calendar set business_date = ${LAST_DAY}`.execute(api.app.db);
  const lines: string[] = [];
  for (const [account, { token }] of people) {
    const { body } = await api.call(standingOrders.recurring, { token });
    const { recurring } = body.data as {
      recurring: { account_no: string; amount_kobo: number; on_day: number; times: number }[];
    };
    for (const { account_no, amount_kobo, on_day, times } of recurring)
      if (account_no.slice(-4) !== DESK.account_no.slice(-4))
        lines.push(lineOf(account, account_no, amount_kobo, on_day, times));
  }
  return lines.toSorted();
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

/** An account while it is replayed. */
interface Replayed {
  person: Person;
  account_no: string;
  /** Of its rows so far; what the file's balances were off them; what was put in where it was overdrawn. */
  sum: bigint;
  drift: bigint;
  lent: bigint;
  /** What it did since its last transfer between banks. */
  between: bigint;
}
/** What was counted on the way. */
interface Counts {
  sent: number;
  received: number;
  rows: number;
  /** Of how many the published balance follows from the one before to the kobo. */
  exact: number;
  overdrawn: Set<string>;
}

/** Whom money goes to that is no transfer of the file. */
const DESK = { bank_code: "058", account_no: makeNuban("058", 261_000_003) };

/** Somebody at another bank sends it; it is in the wallet when this returns. */
async function receive({ api, sandbox }: LendingWorld, account_no: string, sender_name: string, kobo: bigint) {
  const answer = await fetch(`${sandbox.url}/bank/transfer-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ account_no, amount_kobo: Number(kobo), sender_name }),
  });
  assert.equal(answer.status, 200);
  const { sessionid } = ((await answer.json()) as { notification: { sessionid: string } }).notification;
  await waitUntil(async () => {
    const { rows } = await sql<{ status: string }>`
      select status from inbound_credits where session_id = ${sessionid}
    `.execute(api.app.db);
    if (rows[0]) assert.equal(rows[0].status, "received");
    return rows.length > 0;
  });
}

/** One row of an account: its wallet holds afterwards what the file's rows sum up to, which is what the file published but for the roundings of its own balances. */
async function replayRow(world: LendingWorld, one: Replayed, row: Moved, counts: Counts): Promise<void> {
  const { kobo, to, from, balance_kobo, account } = row;
  const step = balance_kobo - (one.sum + one.drift) - kobo;
  assert.ok(step >= -10n && step <= 10n, `account ${account}: ${step} kobo between two of its balances`);
  if (step === 0n) counts.exact += 1;
  counts.rows += 1;
  [one.sum, one.drift] = [one.sum + kobo, one.drift + step];
  if (!to && !from) {
    one.between += kobo;
    return;
  }
  if (one.between > 0n) await putInCash(world.api, one.person, one.between);
  if (one.between < 0n) one.lent += await send(world, one.person, DESK, -one.between);
  one.between = 0n;
  if (from) await receive(world, one.account_no, from, kobo);
  else one.lent += await send(world, one.person, to!, -kobo);
  counts[from ? "received" : "sent"] += 1;
  if (one.lent > 0n) counts.overdrawn.add(account);
  const cash_kobo = (await freeCash(world.api.app.db, one.person.user_id)) - one.lent;
  assert.equal(cash_kobo, one.sum, `account ${account}`);
  assert.equal(cash_kobo + one.drift, balance_kobo, `account ${account}`);
}

/** What was sent is paid out, until the bank has said of each what became of it. */
async function payOut({ api, runJobs }: LendingWorld): Promise<void> {
  await runJobs("send-payout");
  await waitUntil(async () => {
    await runJobs("receive-webhook");
    const { rows } = await sql`
      select 1 from payouts where status in ('approved', 'sent', 'unknown') limit 1
    `.execute(api.app.db);
    return rows.length === 0;
  });
}

interface Movement {
  kind: string;
  reference: string;
  amount_kobo: number;
}
/** What the bank booked is what we say came in and went out, each once; its balance is that of the books. */
async function compareWithBank({ api, sandbox, maker }: LendingWorld, counts: Counts): Promise<void> {
  const { movements } = (await (await fetch(`${sandbox.url}/bank/movements.json`)).json()) as { movements: Movement[] };
  const { rows: said } = await sql<{ kind: string; reference: string; amount_kobo: bigint }>`
    select 'transfer' as kind, p.reference, -p.amount_kobo as amount_kobo
    from transfers t
    join payouts p on p.id = t.payout_id
    where t.status = 'success' and p.status = 'success'
    union all
    select 'pay_in', session_id, amount_kobo from inbound_credits where status = 'received'
  `.execute(api.app.db);
  const sorted = (lines: readonly (Movement | (typeof said)[number])[]): string[] =>
    lines.map(({ kind, reference, amount_kobo }) => `${kind} ${reference} ${amount_kobo}`).toSorted();
  assert.deepEqual(sorted(said), sorted(movements));
  assert.equal(said.filter(({ kind }) => kind === "pay_in").length, counts.received);
  const { body } = await api.call(partnerBank.balance, { token: maker.token });
  const { bank, books_kobo } = body.data as { bank: { balance_kobo: number }; books_kobo: number };
  assert.equal(bank.balance_kobo, books_kobo);
}

const LANES = 4;
/**
 * Replays day after day, with several accounts at a time.
 * @returns how many transfers were sent and received, how many rows there were, and of how many the published balance follows from the one before to the
 * kobo; the accounts that were overdrawn; and who stands for each account
 */
export async function replayPayments(
  world: LendingWorld,
  moved: readonly Moved[],
): Promise<Counts & { people: ReadonlyMap<string, Person> }> {
  const { api, sandbox } = world;
  await settle(world);
  await fetch(`${sandbox.url}/faults/webhooks`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ duplicate: 1 }),
  });
  const counts: Counts = { sent: 0, received: 0, rows: 0, exact: 0, overdrawn: new Set() };
  const accounts = new Map<string, Replayed>();
  for (const account of new Set(moved.map((row) => row.account))) {
    const person = await richCustomer(world, 1n);
    await send(world, person, DESK, 1n);
    const account_no = await accountOf(api, person);
    accounts.set(account, { person, account_no, sum: 0n, drift: 0n, lent: 0n, between: 0n });
  }
  const days = Map.groupBy(moved, ({ on }) => on);
  for (const on of [...days.keys()].toSorted()) {
    const ofDay = days.get(on)!;
    const isQuiet = !ofDay.some(({ to, from }) => to ?? from);
    if (!isQuiet) await sql`update business_calendar set business_date = ${on}`.execute(api.app.db);
    if (!isQuiet) await world.syncClock();
    const next = Map.groupBy(ofDay, ({ account }) => account).values();
    const work = async () => {
      for (const rows of next) for (const row of rows) await replayRow(world, accounts.get(row.account)!, row, counts);
    };
    await Promise.all(Array.from({ length: LANES }, work));
    if (!isQuiet) await payOut(world);
  }
  await compareWithBank(world, counts);
  await world.prove();
  return { ...counts, people: new Map([...accounts].map(([account, { person }]) => [account, person])) };
}
