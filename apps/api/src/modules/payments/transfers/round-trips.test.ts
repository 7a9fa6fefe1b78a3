/** How often a money call asks the database (record 0060): what grows here costs each transfer and each bill. */
import * as beneficiaries from "@manilla/contract/companies/beneficiaries";
import * as chains from "@manilla/contract/companies/approval-chains";
import * as bills from "@manilla/contract/payments/bills";
import * as calls from "@manilla/contract/payments/transfers";
import * as wallets from "@manilla/contract/companies/wallets";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { makeNuban } from "../../../../../sandbox/src/nuban.ts";
import { putInWallet, richCustomer } from "../../../../../../test/bills.ts";
import { readWhole, whatIsAsked } from "../../../../../../test/statements.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { readProviders } from "../bills/index.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
await readProviders(api.app);

let phones = 35_000_000;
async function rich() {
  const person = await richCustomer(world, 9_000_000n);
  phones += 1;
  await sql`update users set phone = ${`+23480${phones}`} where id = ${person.user_id}`.execute(db);
  return { ...person, phone: `+23480${phones}` };
}

/** @param most a line that asks more often fails, and shows what it asks */
async function holds(most: { statements: number; round_trips: number }, call: () => Promise<{ status: number }>) {
  let status = 0;
  const { statements, round_trips } = await whatIsAsked(async () => ({ status } = await call()));
  expect(status).toBe(200);
  // Row-level security stays: the scope is entered before anything of the work.
  expect(
    statements.slice(statements.findIndex((text) => text.startsWith("insert into idempotency_keys")))[1],
  ).toContain("set_config('role', 'manilla_tenant', true)");
  // What has to be true of the answers the database checks: the commit does not wait for them.
  expect(statements.at(-1)).toBe("commit");
  expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(most.statements);
  expect(round_trips, statements.join("\n")).toBeLessThanOrEqual(most.round_trips);
  expect(await readWhole(api.app.pool, statements)).toEqual([]);
}

it("a transfer to another wallet, and to a bank", async () => {
  const [one, other] = [await rich(), await rich()];
  const ways = [
    { kind: "wallet", phone: other.phone, amount_kobo: 10_000 },
    { kind: "bank", bank_code: "058", account_no: makeNuban("058", 700_000_001), amount_kobo: 10_000 },
  ];
  const most = { wallet: { statements: 25, round_trips: 7 }, bank: { statements: 24, round_trips: 7 } };
  for (const body of ways) {
    const { payee } = (await api.call(calls.quote, { token: one.token, body })).body.data as { payee: string };
    const send = () =>
      api.call(calls.initiate, { token: one.token, body: { ...body, payee_name: payee, is_repeat: true } });
    expect((await send()).status).toBe(200);
    await holds(most[body.kind as "bank"], send);
  }
});

it("a transfer that is repeated under its key has its first answer, though nobody has the phone by then", async () => {
  const [one, other] = [await rich(), await rich()];
  const body = { kind: "wallet", phone: other.phone, amount_kobo: 10_000 } as const;
  const { payee } = (await api.call(calls.quote, { token: one.token, body })).body.data as { payee: string };
  const key = uuidv7();
  const send = (amount_kobo = 10_000) =>
    api.call(calls.initiate, { token: one.token, body: { ...body, amount_kobo, payee_name: payee }, key });
  const first = await send();
  expect(first.status).toBe(200);
  await sql`update users set phone = null where id = ${other.user_id}`.execute(db);
  const again = await send();
  expect(again).toMatchObject({ status: 200, body: first.body });
  expect((await send(20_000)).body).toMatchObject({ code: "idempotency_key_reused" });
  const { rows } = await sql`select replays from idempotency_keys where key = ${key}`.execute(db);
  expect(rows).toEqual([{ replays: 2 }]);
  const sent = await sql`select 1 from transfers where user_id = ${one.user_id}`.execute(db);
  expect(sent.rows).toHaveLength(1);
});

it("a bill", async () => {
  const { token } = await rich();
  const body = { service: "mtn", phone: "08031234567", amount_kobo: 10_000, is_again: true };
  const buy = () => api.call(bills.buyAirtime, { token, body });
  expect((await buy()).status).toBe(200);
  await holds({ statements: 17, round_trips: 6 }, buy);
});

it("a company's request for a transfer", async () => {
  const company_id = await api.company({ name: "Lagoon Foods" });
  const [owner, money] = [
    await api.person("company_super_admin", { company_id }),
    await api.person("company_finance_manager", { company_id }),
  ];
  await putInWallet(api, company_id, 9_000_000n);
  const body = { name: "Supplier", bank_code: "058", account_no: makeNuban("058", 700_000_002), name_confirmed: true };
  const { beneficiary, approval_id: id } = (await api.call(beneficiaries.create, { token: money.token, body })).body
    .data as { beneficiary: { id: string }; approval_id: string };
  await api.call(chains.approve, { token: owner.token, params: { id }, body: { version: 1 } });
  const asked = { beneficiary_id: beneficiary.id, amount_kobo: 10_000, is_repeat: true };
  const request = () => api.call(calls.request, { token: money.token, body: asked });
  expect((await request()).status).toBe(200);
  await holds({ statements: 33, round_trips: 18 }, request);
});

it("a purse that is funded", async () => {
  const company_id = await api.company({ name: "Harbour Mills" });
  const [money, staff] = [
    await api.person("company_finance_manager", { company_id }),
    await api.person("company_staff", { company_id }),
  ];
  await putInWallet(api, company_id, 9_000_000n);
  const body = { user_id: staff.user_id, amount_kobo: 100 };
  const fund = () => api.call(wallets.assignDebit, { token: money.token, body });
  expect((await fund()).status).toBe(200);
  await holds({ statements: 24, round_trips: 6 }, fund);
});
