import * as bills from "@manilla/contract/payments/bills";
import * as calls from "@manilla/contract/payments/transfers";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { makeNuban } from "../../../../../sandbox/src/nuban.ts";
import { putInCash } from "../../../../../../test/bills.ts";
import { whatIsAsked } from "../../../../../../test/statements.ts";
import { readProviders } from "../bills/index.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
let phones = 35_000_000;
async function rich() {
  const person = await world.customer();
  await db.insertInto("user_plans").values({ id: uuidv7(), user_id: person.user_id, plan: "tier_3" }).execute();
  await putInCash(api, person, 9_000_000n);
  phones += 1;
  await sql`update users set phone = ${`+23480${phones}`} where id = ${person.user_id}`.execute(db);
  return { ...person, phone: `+23480${phones}` };
}
async function print(name: string, work: () => Promise<{ status: number; body: unknown }>) {
  let status = 0;
  const asked = await whatIsAsked(async () => {
    const answer = await work();
    status = answer.status;
    if (status !== 200) console.log(JSON.stringify(answer.body));
  });
  console.log(`== ${name}: ${asked.statements.length} statements, ${asked.round_trips} round trips`);
  for (const text of asked.statements) console.log(`   ${text.slice(0, 170)}`);
  expect(status).toBe(200);
}

await readProviders(api.app);
it("prints", async () => {
  const [one, other] = [await rich(), await rich()];
  const again = await rich();
  const toWallet = { kind: "wallet", phone: other.phone, amount_kobo: 10_000 } as const;
  const payee = async (body: Record<string, unknown>, token = one.token) =>
    ((await api.call(calls.quote, { token, body })).body.data as { payee: string }).payee;
  const name = await payee(toWallet);
  const wallet = async (token = one.token) =>
    api.call(calls.initiate, { token, body: { ...toWallet, payee_name: name, is_repeat: true } });
  await print("first wallet", wallet);
  await print("wallet again", wallet);
  const toBank = { kind: "bank", bank_code: "058", account_no: makeNuban("058", 700_000_001), amount_kobo: 10_000 };
  const bank = await payee(toBank);
  const send = () =>
    api.call(calls.initiate, { token: one.token, body: { ...toBank, payee_name: bank, is_repeat: true } });
  await print("first bank", send);
  await print("bank again", send);
  const airtime = () =>
    api.call(bills.buyAirtime, {
      token: again.token,
      body: { service: "mtn", phone: "08031234567", amount_kobo: 10_000, is_again: true },
    });
  await print("first airtime", airtime);
  await print("airtime again", airtime);
});
