import * as wallets from "@manilla/contract/companies/wallets";
import * as bills from "@manilla/contract/payments/bills";
import { balancesOf, hold } from "@manilla/ledger";
import { expect, it } from "vitest";
import { putInWallet } from "../../../../../../test/bills.ts";
import { cardInUse, deliver, issuerBody, purseWith } from "../../../../../../test/card-payments.ts";
import { waitUntil } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { queryable } from "../../../db/database.ts";
import { readProviders } from "./index.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
await readProviders(api.app);

/** An employee with ₦5,000 in the purse, of which a card's payment holds ₦4,000. */
async function holding() {
  const company_id = await api.company({});
  const finance = await api.person("company_finance_manager", { company_id });
  const employee = await api.person("company_staff", { company_id });
  const { user_id } = employee;
  await purseWith(api, { company_id, user_id, amount_kobo: 500_000n });
  const card = await cardInUse(api, { kind: "company_debit", user_id, company_id });
  expect(await deliver(api, issuerBody(card, { amount: "4000.00" }))).toMatchObject({ responseCode: "00" });
  return { company_id, finance, employee, user_id };
}
const purseOf = async (user_id: string) => {
  const [found] = await balancesOf(queryable(api.app.db), [`purse:${user_id}`]);
  return { there: found!.natural_kobo, held: found!.held_kobo };
};

it("what a card's payment holds in a purse pays no bill", async () => {
  const { employee, user_id } = await holding();
  const airtime = (amount_kobo: number) =>
    api.call(bills.buyAirtime, {
      token: employee.token,
      body: { service: "mtn", phone: "08031234561", amount_kobo, paid_from: "purse" },
    });
  const refused = await airtime(200_000);
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { amount_kobo: ["₦1,000.00 of your purse is free; this costs ₦2,000.00"] },
  ]);
  expect(await purseOf(user_id)).toEqual({ there: 500_000n, held: 400_000n });
  expect((await airtime(100_000)).status).toBe(200);
  await world.prove();
});

it("what a card's payment holds in a purse is not taken back", async () => {
  const { finance, user_id } = await holding();
  const takeBack = (amount_kobo: number) =>
    api.call(wallets.takeBack, { token: finance.token, params: { id: user_id }, body: { amount_kobo } });
  const refused = await takeBack(200_000);
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { amount_kobo: ["₦1,000.00 of the purse is free: the rest is held for card payments"] },
  ]);
  expect((await takeBack(100_000)).status).toBe(200);
  expect(await purseOf(user_id)).toEqual({ there: 400_000n, held: 400_000n });
  await world.prove();
});

it("what a card's payment holds counts against what a purse may hold", async () => {
  const { company_id, finance, user_id } = await holding();
  await putInWallet(api, company_id, 1_000_000n);
  const { token } = finance;
  await api.call(wallets.setPurseLimit, { token, body: { user_id, limit_kobo: 600_000 } });
  const assign = (amount_kobo: number) => api.call(wallets.assignDebit, { token, body: { user_id, amount_kobo } });
  expect((await assign(100_001)).body.errors).toEqual({ amount_kobo: ["the purse may take ₦1,000.00 more"] });
  expect((await assign(100_000)).status).toBe(200);
  expect((await purseOf(user_id)).there).toBe(600_000n);
});

it("what a card's payment takes at the same moment is refused as what is not there, by name and not as a fault of ours", async () => {
  const { employee, user_id } = await holding();
  const other = await api.database.pool.connect();
  await other.query("begin");
  const account = `purse:${user_id}`;
  const asked = { key: `race:${user_id}`, account, amount_kobo: 90_000n, description: "Race", actor: "System" };
  await hold(other, asked);
  const buys = api.call(bills.buyAirtime, {
    token: employee.token,
    body: { service: "mtn", phone: "08031234562", amount_kobo: 50_000, paid_from: "purse" },
  });
  // It has looked at what is free, and waits for the balance.
  const waits =
    "select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()";
  await waitUntil(async () => ((await api.database.pool.query(waits)).rowCount ?? 0) > 0);
  await other.query("commit");
  other.release();
  const refused = await buys;
  expect([refused.status, refused.body.code, Object.keys(refused.body.errors ?? {})]).toEqual([
    422,
    "invalid_fields",
    ["amount_kobo"],
  ]);
  expect(await purseOf(user_id)).toEqual({ there: 500_000n, held: 490_000n });
  await world.prove();
});
