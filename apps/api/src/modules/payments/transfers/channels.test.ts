/** What leaves a wallet in a day is bounded by how it came too: by people who are signed in, by a file, or as it was planned. */
import * as wallets from "@manilla/contract/people/personal-wallets";
import * as batches from "@manilla/contract/payments/transfer-batches";
import * as bills from "@manilla/contract/payments/bills";
import * as orders from "@manilla/contract/payments/bill-orders";
import * as raises from "@manilla/contract/payments/limit-raises";
import * as calls from "@manilla/contract/payments/transfers";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { makeNuban } from "../../../../../sandbox/src/nuban.ts";
import { richCustomer } from "../../../../../../test/bills.ts";
import { agreeTo, fundedCompany } from "../../../../../../test/company-money.ts";
import { behind } from "../../../../../../test/gathered.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { closeBusinessDay } from "../../platform/business-day/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { readProviders } from "../bills/index.ts";
import { checkBatch } from "../transfer-batches/checking.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
await readProviders(api.app);
await sql`update configuration set value = '1000' where key in ('transfer_review_payees', 'company_review_payees')`.execute(
  db,
);
const bound = (channel: "online" | "file" | "planned", whose: "person" | "company", kobo: number) =>
  sql`update configuration set value = ${String(kobo)}::jsonb where key = ${`channel_${channel}_${whose}_kobo`}`.execute(
    db,
  );
afterEach(() => sql`update configuration set value = '0' where key like 'channel\\_%\\_kobo'`.execute(db));

type Person = Awaited<ReturnType<typeof richCustomer>> & { phone: string };
let phones = 37_000_000;
async function rich(): Promise<Person> {
  const person = await richCustomer(world, 10_000_000n);
  phones += 1;
  const phone = `+23480${phones}`;
  await sql`update users set phone = ${phone}, name = 'Ada', last_name = 'Obi' where id = ${person.user_id}`.execute(
    db,
  );
  return { ...person, phone };
}
const to = ({ phone }: Person, amount_kobo: number) => ({
  kind: "wallet" as const,
  phone,
  amount_kobo,
  payee_name: "Ada O.",
});
const send = ({ token }: Person, receiver: Person, amount_kobo: number, more: object = {}) =>
  api.call(calls.initiate, { token, body: { ...to(receiver, amount_kobo), ...more } });
const airtime = ({ token }: Person, amount_kobo: number) =>
  api.call(bills.buyAirtime, { token, body: { service: "mtn", phone: "08031239001", amount_kobo } });
const limitsOf = async ({ token }: Person) =>
  (
    (await api.call(wallets.snapshot, { token })).body.data as {
      limits: { left_today_kobo: number | null; channels: object[] };
    }
  ).limits;
const leftOf = async (person: Person) => (await limitsOf(person)).left_today_kobo;

describe("a person's wallet", () => {
  it("lets out what its owner sends while signed in up to the limit of that, also in airtime; what is left is shown", async () => {
    const [person, receiver] = [await rich(), await rich()];
    expect((await send(person, receiver, 500_000)).status).toBe(200);
    expect(await leftOf(person), "by the tier alone until it is set").toBe(500_000_000 - 500_000);
    await bound("online", "person", 900_000);
    expect(await leftOf(person)).toBe(400_000);
    const refused = await send(person, receiver, 400_001);
    expect(refused.body.errors).toEqual({
      amount_kobo: [
        expect.stringContaining("₦4,000.00 may still leave your wallet today in payments made while signed in"),
      ],
    });
    expect((await airtime(person, 400_001)).body.errors).toHaveProperty("amount_kobo");
    expect((await airtime(person, 300_000)).status).toBe(200);
    await bound("planned", "person", 700_000);
    expect(await limitsOf(person)).toMatchObject({
      left_today_kobo: 100_000,
      channels: [
        { channel: "online", limit_kobo: 900_000, left_kobo: 100_000 },
        { channel: "planned", limit_kobo: 700_000, left_kobo: 700_000 },
      ],
    });
    await world.prove();
  });

  it("bounds lists of numbers and planned payments each by their own limit, apart from what is sent while signed in", async () => {
    const [person, receiver] = [await rich(), await rich()];
    await bound("online", "person", 1);
    await bound("file", "person", 500_000);
    const buy = (each: number) =>
      api.call(orders.buyMany, {
        token: person.token,
        body: { kind: "airtime", text: `08031239002, ${each}\n08031239003, ${each}` },
      });
    expect((await buy(2_501)).body.errors).toEqual({
      text: [expect.stringContaining("today in payments from a file")],
    });
    expect((await buy(2_000)).status).toBe(200);
    await world.runJobs("pay-bill-order", "send-bill");
    expect((await buy(1_000)).body.errors, "counted").toEqual({ text: [expect.stringContaining("₦1,000.00 may")] });

    await bound("planned", "person", 700_000);
    const due_on = addDays(await businessDate(db), 1);
    for (const naira of [6_000, 2_000])
      expect((await send(person, receiver, naira * 100, { due_on })).status).toBe(200);
    await closeBusinessDay(api.app);
    const { rows } = await sql<{ amount_kobo: bigint; status: string; failure: string | null }>`
      select amount_kobo, status, failure from transfers where user_id = ${person.user_id} order by amount_kobo desc
    `.execute(db);
    expect(rows).toMatchObject([
      { amount_kobo: 600_000n, status: "success", failure: null },
      { amount_kobo: 200_000n, status: "scheduled", failure: expect.stringContaining("in planned payments") },
    ]);
    await world.prove();
  });

  it("bounds what several people send at once too: nobody's goes beyond their own", async () => {
    const others = await Promise.all(Array.from({ length: 8 }, rich));
    const people = await Promise.all(Array.from({ length: 4 }, rich));
    await bound("online", "person", 900_000);
    for (const person of people) expect((await send(person, others[0]!, 500_000)).status).toBe(200);
    const [, answers] = await behind(
      api.database.pool,
      "transfers",
      others.slice(0, 4).map((each, at) => () => send(each, others[at + 4]!, 5_000)),
      () => Promise.all(people.map((person, at) => send(person, people[(at + 1) % 4]!, at % 2 ? 400_000 : 400_001))),
    );
    expect(answers.map(({ status }) => status)).toEqual([422, 200, 422, 200]);
    await world.prove();
  });
});

describe("a company's wallet", () => {
  it("has its own limits of each channel, shown with what is left", async () => {
    const company = await fundedCompany(world, 50_000_000);
    const { owner, money, beneficiary_id } = company;
    const ask = (amount_kobo: number) =>
      api.call(calls.request, { token: money.token, body: { beneficiary_id, amount_kobo } });
    const agree = async (asked: Awaited<ReturnType<typeof ask>>) =>
      agreeTo(world, (asked.body.data as { approval_id: string }).approval_id, owner);
    await bound("online", "company", 2_000_000);
    await bound("file", "company", 3_000_000);
    const first = await ask(1_000_000);
    expect((await agree(first)).status).toBe(200);
    const { total_kobo } = (first.body.data as { transfer: { total_kobo: number } }).transfer;
    const channels = [
      { channel: "online", limit_kobo: 2_000_000, left_kobo: 2_000_000 - total_kobo },
      { channel: "file", limit_kobo: 3_000_000, left_kobo: 3_000_000 },
    ];
    expect((await api.call(calls.ownRoom, { token: money.token })).body.data).toEqual({ limits: [], channels });
    const shown = await api.call(raises.ofWallet, { token: owner.token, params: { id: company.company_id } });
    expect(shown.body.data).toMatchObject({ channels });
    expect((await ask(1_500_000)).body.errors).toEqual({
      amount_kobo: [expect.stringContaining("may still leave the wallet today in payments made while signed in")],
    });
    // Agreed to after the limit was lowered: it is looked at again.
    const second = await ask(500_000);
    await bound("online", "company", 1_200_000);
    expect((await agree(second)).body).toMatchObject({ code: "no_room" });

    const account_no = makeNuban("058", 590_000_001);
    const { account_name } = await api.app.outside.payments.resolveAccount({ bank_code: "058", account_no });
    const batch = async (naira: number) => {
      const body = new FormData();
      body.set("kind", "payments");
      body.set(
        "file",
        new Blob([`Name,Bank,Account Number,Amount\n${account_name},GTBank,${account_no},${naira}`]),
        "a.csv",
      );
      const { id } = (
        (await api.call(batches.create, { token: money.token, body })).body.data as { batch: { id: string } }
      ).batch;
      await checkBatch(api.app, id);
      const found = await api.call(batches.find, { token: money.token, params: { id } });
      const { version } = found.body.data as { version: number };
      return api.call(batches.submit, { token: money.token, params: { id }, body: { version } });
    };
    expect((await batch(30_000)).body.errors).toEqual({
      total_kobo: [expect.stringContaining("today in payments from a file")],
    });
    const sent = await batch(20_000);
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    await agreeTo(world, (sent.body.data as { approval_id: string }).approval_id, owner);
    const now = (await api.call(calls.ownRoom, { token: money.token })).body.data as {
      channels: { left_kobo: number }[];
    };
    expect(now.channels[1]!.left_kobo).toBe(3_000_000 - 2_007_688);
    await world.prove();
  });
});
