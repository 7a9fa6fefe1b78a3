/** The thief inside: what each role of ours can do alone with the money of payments, by the calls that the role has. */
import * as wallets from "@manilla/contract/companies/wallets";
import * as limits from "@manilla/contract/people/cash-limits";
import type { Endpoint } from "@manilla/contract/endpoint";
import * as reconciliation from "@manilla/contract/money/reconciliation";
import * as billDesk from "@manilla/contract/payments/bill-desk";
import * as bills from "@manilla/contract/payments/bills";
import * as raises from "@manilla/contract/payments/limit-raises";
import * as bank from "@manilla/contract/payments/partner-bank";
import * as calls from "@manilla/contract/payments/refunds";
import * as transfers from "@manilla/contract/payments/transfers";
import * as approvals from "@manilla/contract/platform/approvals";
import * as configuration from "@manilla/contract/platform/configuration";
import type { Permission } from "@manilla/contract/permissions";
import { roles } from "@manilla/contract/roles";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { makeNuban } from "../../../../../sandbox/src/nuban.ts";
import { takeToday } from "../../../../../../test/bank.ts";
import { richCustomer } from "../../../../../../test/bills.ts";
import { fundedCompany } from "../../../../../../test/company-money.ts";
import { waitUntil } from "../../../../../../test/lending.ts";
import { accountOf, deliver, newSession, notification } from "../../../../../../test/partner-bank.ts";
import { slipOf } from "../../../../../../test/slips.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { keepUnidentified } from "../../money/exceptions/index.ts";
import { askPayout } from "../../money/payouts/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { readProviders } from "../bills/index.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
await readProviders(api.app);
await sql`update configuration set value = '0'::jsonb where key = 'refund_alone_kobo'`.execute(db);
await sql`update configuration set value = '1'::jsonb where key in ('cash_limit_by_one_kobo', 'wallet_limit_by_one_kobo')`.execute(
  db,
);
const admin = await api.person("super_admin");
const reason = "Seen on the provider's own page";
let serial = 411_000_000;

/** Somebody's payments and receipts, each in a state in which a colleague has something to decide. */
async function makeMoney() {
  const person = await richCustomer(world, 20_000_000n);
  const { token } = person;
  serial += 1;
  const airtime = async (amount_kobo: number) => {
    const body = { service: "mtn", phone: `0803${String(serial).slice(-7)}`, amount_kobo };
    const id = ((await api.call(bills.buyAirtime, { token, body })).body.data as { id: string }).id;
    await world.runJobs("send-bill");
    return id;
  };
  const delivered = await airtime(100_000);
  await world.quirk("baxi", { mode: "pending", seconds: 3_000 });
  const unknown = await airtime(200_000);
  const to = { kind: "bank", bank_code: "058", account_no: makeNuban("058", serial), amount_kobo: 1_500_000 } as const;
  const { payee } = (await api.call(transfers.quote, { token, body: to })).body.data as { payee: string };
  const sent = await api.call(transfers.initiate, { token, body: { ...to, payee_name: payee } });
  const transfer = (sent.body.data as { transfer: { id: string } }).transfer.id;
  await world.runJobs("send-payout");
  await waitUntil(async () => {
    const { rows } = await sql<{ payout_id: string; status: string }>`
      select payout_id, status from transfers where id = ${transfer}
    `.execute(db);
    await askPayout(api.app, rows[0]!.payout_id);
    return rows[0]!.status === "success";
  });
  const claimed = async (kind: "bill" | "transfer", id: string, claim: "not_me" | "wrong_recipient") => {
    const body = { claim, statement: "It is not what I typed." };
    const answer = await api.call(calls.claim, { token, params: { kind, id }, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { rows } = await sql<{ id: string }>`
      select id from refund_cases where ${id} in (bill_id, transfer_id)
    `.execute(db);
    return rows[0]!.id;
  };
  const cases = {
    bill: await claimed("bill", delivered, "wrong_recipient"),
    transfer: await claimed("transfer", transfer, "not_me"),
  };
  // More than tier 1 lets in at once.
  const closed = await world.customer();
  const session_id = newSession();
  await deliver(api, notification({ account_no: await accountOf(api, closed), amount: "80000.00", session_id }));
  const held = await db
    .selectFrom("inbound_credits")
    .select(["id", "status"])
    .where("session_id", "=", session_id)
    .executeTakeFirstOrThrow();
  expect(held.status).toBe("held");
  const { company_id } = await fundedCompany(world, 50_000_000);
  const bounds = { company_id, daily_limit_kobo: 1_000_000 };
  expect((await api.call(wallets.setLimits, { token: admin.token, body: bounds })).status).toBe(200);
  const owner = await api.person("company_super_admin", { company_id });
  const asked = await api.call(raises.ask, {
    token: owner.token,
    body: { kind: "daily", requested_kobo: "90000000", purpose: "Salaries of a new branch" },
  });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  const raise = (asked.body.data as { raise: { id: string } }).raise.id;
  const reference = `ALONE-${serial}`;
  await takeToday(world, [[777_700, reference]]);
  const { id: line } = await db
    .selectFrom("reconciliation_items")
    .select("id")
    .where("reference", "=", reference)
    .executeTakeFirstOrThrow();
  const named = { reference: `NOBODYS-${serial}`, sender: "Aunt Ngozi" };
  const today = await businessDate(db);
  await db.transaction().execute((tx) => keepUnidentified(tx, named, 100_000n, today));
  const { id: unowned } = await db
    .selectFrom("reconciliation_items")
    .select("id")
    .where("reference", "=", named.reference)
    .executeTakeFirstOrThrow();
  return { person, low: closed, cases, unknown, delivered, held: held.id, company_id, raise, line, unowned };
}
type Money = Awaited<ReturnType<typeof makeMoney>>;

/** What is whose, and what may leave. */
async function standsAt({ low, company_id, cases, unknown, delivered, held, raise, line }: Money) {
  const { rows } = await sql`
    select
      (select count(*)::int from ledger.transactions) as postings,
      (select count(*)::int from payouts) as payouts,
      (select array_agg(status order by id) from refund_cases where id in (${cases.bill}, ${cases.transfer})) as cases,
      (select array_agg(status order by id) from bills where id in (${unknown}, ${delivered})) as bills,
      (select status from inbound_credits where id = ${held}) as held,
      (select status from limit_raises where id = ${raise}) as raise,
      (select to_jsonb(w) from wallets w where company_id = ${company_id}) as wallet,
      (select status from reconciliation_items where id = ${line}) as line,
      (select count(*)::int from cash_limits where user_id = ${low.user_id}) as limits,
      (select array_agg(key || value::text order by key) from configuration where key ~ 'kobo') as configured,
      (select count(*)::int from bill_terms where set_by is not null) as terms
  `.execute(db);
  return rows[0];
}

type Try = [Endpoint, Record<string, unknown>, Record<string, string>?];
/** All that would move this money, call it somebody else's, or let more of it leave. */
async function tries(money: Money, thief: { token: string; user_id: string }): Promise<Try[]> {
  const { cases, unknown, delivered, held, raise, line, unowned, person, low } = money;
  const slip_id = () => slipOf(api.app, thief.token);
  const tomorrow = addDays(await businessDate(db), 1);
  return [
    [billDesk.giveUp, { reason }, { id: unknown }],
    [billDesk.refund, { reason, fault: "goodwill" }, { id: delivered }],
    [calls.refundBills, { ids: [cases.bill], reason, fault: "goodwill" }],
    [calls.credit, { reason }, { id: cases.transfer }],
    [calls.processTransfers, { ids: [cases.transfer], reason, slip_id: await slip_id() }],
    [calls.refundTransfers, { ids: [cases.transfer], reason, fault: "provider" }],
    [bank.release, {}, { id: held }],
    [bank.sendBack, { reason }, { id: held }],
    [raises.grant, { limit_kobo: 90_000_000, reason }, { id: raise }],
    [limits.addLimit, { kind: "daily_outflow", limit_kobo: 900_000_000, reason }, { id: low.user_id }],
    [reconciliation.voidItem, { reason }, { id: line }],
    [reconciliation.claim, { user_id: person.user_id, note: reason }, { id: unowned }],
    [
      billDesk.setTerms,
      { kind: "airtime", valid_from: tomorrow, fee_kobo: 0, commission_bps: 0, cashback_bps: 9_000, reason },
    ],
    [configuration.update, { values: { refund_alone_kobo: 900_000_000 }, valid_from: tomorrow, reason }],
  ];
}

/** Their requests, each for a second person: all but the terms that another role has asked for before. */
const OF_FINANCE = ["claim_receipt", "credit_claim", "give_up_bill", "match_by_hand", "refund_bill", "send_back_held"];
const ours = (Object.keys(roles) as (keyof typeof roles)[]).filter((slug) => roles[slug].account_type === "admin");
it.each(ours)("%s alone moves nothing of a payment, and lets no more of it leave", async (role) => {
  const money = await makeMoney();
  const thief = await api.person(role as "super_admin");
  const before = await standsAt(money);
  for (const [call, body, params] of await tries(money, thief)) {
    const may = (call.can as readonly Permission[]).some((slug) => roles[role].permissions.includes(slug));
    const { status, body: said } = await api.call(call, { token: thief.token, body, ...(params && { params }) });
    // Held money stays while the wallet may not take it, and one of two requests about the same is refused.
    expect([call.path, may ? [200, 409].includes(status) : status === 403], JSON.stringify(said)).toEqual([
      call.path,
      true,
    ]);
  }
  const { rows } = await sql<{ id: string; version: number; kind: string }>`
    select id, version, kind from approvals where status = 'pending' and maker_id = ${thief.user_id}
  `.execute(db);
  if (role === "super_finance") expect(rows.map(({ kind }) => kind).toSorted()).toEqual(OF_FINANCE);
  for (const { id, version } of rows) {
    const answers = [
      await api.call(approvals.approve, { token: thief.token, params: { id }, body: { version } }),
      await api.call(approvals.approveMany, { token: thief.token, body: { approvals: [{ id, version }] } }),
    ];
    expect(answers[0]!.status).toBe(403);
  }
  // Nor do the papers of others tell them whom to rob.
  for (const call of [bills.find, bills.receipt])
    expect(
      (await api.call(call, { token: thief.token, params: { id: money.delivered } })).status,
    ).toBeGreaterThanOrEqual(403);
  await world.runJobs("send-payout", "send-bill");
  expect(await standsAt(money)).toEqual(before);
});
