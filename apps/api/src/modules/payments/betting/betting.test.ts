import * as desk from "@manilla/contract/payments/bill-desk";
import * as orders from "@manilla/contract/payments/bill-orders";
import * as plans from "@manilla/contract/payments/bill-plans";
import * as bills from "@manilla/contract/payments/bills";
import * as betting from "@manilla/contract/payments/betting";
import * as approvals from "@manilla/contract/platform/approvals";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { richCustomer } from "../../../../../../test/bills.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { clock } from "../../../clock.ts";
import { readProviders } from "../bills/index.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
await readProviders(api.app);
const finance = await api.person("super_finance");
const admin = await api.person("super_admin");

type Person = Awaited<ReturnType<typeof world.customer>>;
type Kind = { kind: string; services: { service: string }[] };
const KINDS = ["betting", "education", "tax", "tolls"];
const switchKind = (is_sold: boolean, ...kinds: string[]) =>
  sql`update bill_terms set is_sold = ${is_sold} where kind = any(${kinds})`.execute(db);

async function rich(kobo = 50_000_000): Promise<Person> {
  const person = await richCustomer(world, BigInt(kobo));
  const { user_id } = person;
  await sql`update users set bvn_verified_at = now() where id = ${user_id}`.execute(db);
  await sql`
    update profiles set date_of_birth = '1990-05-04', bvn_hash = sha256(user_id::text::bytea) where user_id = ${user_id}
  `.execute(db);
  return person;
}
const verify = async ({ token }: { token: string }, service: string, customer_no: string) =>
  api.call(bills.verifyAccount, { token, body: { service, customer_no } });
const account = async (person: Person) => ((await verify(person, "bet9ja", "1234567")).body.data as { id: string }).id;
const bet = async (person: Person, amount_kobo: number, more: object = {}, verified_id?: string) =>
  api.call(bills.payBill, {
    token: person.token,
    body: { verified_id: verified_id ?? (await account(person)), amount_kobo, ...more },
  });
const pin = ({ token }: Person, more: object = {}) =>
  api.call(bills.payBill, {
    token,
    body: { service: "waec", phone: "08031234561", item: "result-checker", amount_kobo: 390_000, ...more },
  });
const boundsOf = async ({ token }: Person) =>
  (await api.call(betting.own, { token })).body.data as { left_kobo: number; daily_kobo: number; next_kobo: number };
const kindsFor = async ({ token }: { token: string }) =>
  ((await api.call(bills.services, { token })).body.data as { kinds: Kind[] }).kinds.map(({ kind }) => kind);
const billOf = async ({ token }: Person, id: string) =>
  (await api.call(bills.find, { token, params: { id } })).body.data as {
    status: string;
    tokens: string[];
    units: string;
  };
const idOf = ({ body }: { body: { data: unknown } }) => (body.data as { id: string }).id;

beforeEach(async () => {
  await world.clearFaults();
  for (const biller of ["baxi", "flutterwave"] as const) await world.quirk(biller, { mode: null });
  await switchKind(true, ...KINDS);
});

describe("kinds that are switched on and off", () => {
  it("are not shown and not sold while they are off, by any way of paying, and paid ones stay readable", async () => {
    const person = await rich();
    const paid = await pin(person);
    expect(paid.status).toBe(200);
    await world.runJobs("send-bill");
    const [{ body }] = [await verify(person, "lirs", "N-123456")];
    const taxed = (body.data as { id: string }).id;
    await switchKind(false, ...KINDS);
    expect(await kindsFor(person)).toEqual(["airtime", "data", "electricity", "television", "internet"]);
    const { categories } = (await api.call(bills.categories, { token: person.token })).body.data as {
      categories: Kind[];
    };
    expect(categories.map(({ kind }) => kind)).not.toContain("education");
    expect((await api.call(bills.bundles, { token: person.token, params: { id: "waec" } })).status).toBe(404);
    expect(await pin(person, { is_again: true })).toMatchObject({ status: 409, body: { code: "not_sold" } });
    expect(await verify(person, "bet9ja", "1234567")).toMatchObject({ status: 409, body: { code: "not_sold" } });
    const byVerified = { verified_id: taxed, amount_kobo: 100_000 };
    expect(await api.call(bills.payBill, { token: person.token, body: byVerified })).toMatchObject({
      body: { code: "not_sold" },
    });
    expect(await billOf(person, idOf(paid))).toMatchObject({ status: "delivered" });
    await world.prove();
  });

  it("begin when two people have agreed, from a day to come, and end also today", async () => {
    await switchKind(false, ...KINDS);
    const { rows } = await sql<{ today: string; tomorrow: string }>`
      select business_date::text as today, (business_date + 1)::text as tomorrow from business_calendar
    `.execute(db);
    const { today, tomorrow } = rows[0]!;
    const ask = (valid_from: string, is_sold: boolean) =>
      api.call(desk.setTerms, {
        token: finance.token,
        body: {
          kind: "tolls",
          valid_from,
          is_sold,
          fee_kobo: 5_000,
          commission_bps: 100,
          cashback_bps: 0,
          reason: "Begin",
        },
      });
    expect((await ask(today, true)).body.errors).toHaveProperty("valid_from");
    for (const [valid_from, is_sold] of [
      [tomorrow, true],
      [today, false],
    ] as const) {
      const asked = await ask(valid_from, is_sold);
      const { approval_id: id } = asked.body.data as { approval_id: string };
      const done = await api.call(approvals.approve, { token: admin.token, params: { id }, body: { version: 1 } });
      expect(done.status).toBe(200);
    }
    const { terms } = (await api.call(desk.listTerms, { token: finance.token })).body.data as {
      terms: { kind: string; valid_from: string; is_sold: boolean }[];
    };
    expect(
      terms.filter(({ kind }) => kind === "tolls").map(({ is_sold, valid_from }) => [valid_from, is_sold]),
    ).toEqual([
      [today, false],
      [tomorrow, true],
    ]);
  });

  it("a PIN is delivered with the PIN, from either provider, and without it it is asked about", async () => {
    const person = await rich();
    const first = idOf(await pin(person));
    await world.runJobs("send-bill");
    expect(await billOf(person, first)).toMatchObject({
      status: "delivered",
      tokens: [expect.stringMatching(/^\d{12}$/)],
      units: expect.stringContaining("Serial number"),
    });
    await sql`update bill_providers set is_on = false where provider = 'baxi'`.execute(db);
    const second = idOf(await pin(person, { is_again: true }));
    await world.runJobs("send-bill");
    await sql`update bill_providers set is_on = true`.execute(db);
    expect(await billOf(person, second)).toMatchObject({
      status: "delivered",
      tokens: [expect.stringMatching(/^\d{12}$/)],
    });
    await world.quirk("baxi", { mode: "no_token", times: 1 });
    const third = idOf(await pin(person, { is_again: true }));
    await world.runJobs("send-bill");
    expect(await billOf(person, third)).toMatchObject({ status: "unknown", tokens: [] });
    const plan = { bill_id: first, every: "month", on_day: 1, maximum_kobo: 400_000 };
    expect(await api.call(plans.create, { token: person.token, body: plan })).toMatchObject({
      body: { code: "not_automatic" },
    });
    await world.prove();
  });

  it("taxes and tolls are paid for what was verified, with letters in the number", async () => {
    const person = await rich();
    for (const [service, number] of [
      ["lirs", "n-123456"],
      ["lcc", "LC 998877"],
    ] as const) {
      const found = await verify(person, service, number);
      expect(found.status, service).toBe(200);
      const { id: verified_id } = found.body.data as { id: string };
      const paid = await api.call(bills.payBill, { token: person.token, body: { verified_id, amount_kobo: 250_000 } });
      await world.runJobs("send-bill");
      expect(await billOf(person, idOf(paid))).toMatchObject({ status: "delivered" });
    }
    expect((await verify(person, "lirs", "12")).body.errors).toHaveProperty("customer_no");
    expect((await pin(person, { phone: undefined })).body.errors).toHaveProperty("phone");
    await world.prove();
  });
});

describe("betting", () => {
  it("is a person's own cash alone, within the day's limit, counted under one lock", async () => {
    const person = await rich();
    expect((await bet(person, 10_000, { paid_from: "purse" })).body.errors).toMatchObject({
      paid_from: [expect.stringContaining("own cash")],
    });
    const verified_id = await account(person);
    const together = await Promise.all([1, 2, 3, 4, 5].map((each) => bet(person, 4_000_000 + each, {}, verified_id)));
    expect(together.filter(({ status }) => status === 200)).toHaveLength(2);
    expect((await boundsOf(person)).left_kobo).toBeLessThan(2_000_000);
    expect((await bet(person, 3_000_000)).body.errors).toHaveProperty("amount_kobo");
    await world.runJobs("send-bill");
    await world.prove();
  });

  it("counts nothing that failed", async () => {
    const person = await rich();
    await world.fault("baxi", { mode: "decline", times: 10 });
    expect((await bet(person, 10_000_000)).status).toBe(200);
    expect((await boundsOf(person)).left_kobo).toBe(0);
    await world.runJobs("send-bill");
    expect((await boundsOf(person)).left_kobo).toBe(10_000_000);
  });

  it("is nothing for a company, not even asked for", async () => {
    const owner = await api.person("company_super_admin", { company_id: await api.company({}) });
    expect(await kindsFor(owner)).not.toContain("betting");
    const { body } = await verify(owner, "bet9ja", "1234567");
    const { id: verified_id } = body.data as { id: string };
    const asked = await api.call(orders.request, {
      token: owner.token,
      body: { kind: "betting", verified_id, amount_kobo: 100_000 },
    });
    expect([asked.status, Object.keys(asked.body.errors ?? {})]).toEqual([422, ["paid_from"]]);
  });

  it("keeps out who asks for it until it ends by itself, and nobody shortens or lifts it", async () => {
    const person = await rich();
    const { token } = person;
    expect((await api.call(betting.exclude, { token, body: { pause: "month" } })).status).toBe(200);
    const byStaff = (pause: string) =>
      api.call(betting.excludePerson, {
        token: admin.token,
        params: { id: person.user_id },
        body: { pause, reason: "Asked by phone" },
      });
    // Nobody could undo it, so only the person does that.
    expect((await byStaff("for_good")).body.errors).toHaveProperty("pause");
    const { body } = await byStaff("day");
    const { excluded_until, exclusions } = body.data as { excluded_until: string; exclusions: unknown[] };
    expect(exclusions).toHaveLength(2);
    expect(new Date(excluded_until).getTime()).toBeGreaterThan(clock.milliseconds() + 29 * 86_400_000);
    expect(await bet(person, 10_000)).toMatchObject({ status: 409, body: { code: "excluded" } });
    await expect(sql`delete from betting_exclusions where user_id = ${person.user_id}`.execute(db)).rejects.toThrow(
      "does not change",
    );
    await api.call(betting.exclude, { token, body: { pause: "for_good" } });
    expect(await bet(person, 10_000)).toMatchObject({ body: { code: "excluded" } });
    // Erased, and back under another account: their BVN is the same.
    const back = await rich();
    const hash = await db
      .selectFrom("profiles")
      .select("bvn_hash")
      .where("user_id", "=", person.user_id)
      .executeTakeFirst();
    await sql`update profiles set bvn_hash = null where user_id = ${person.user_id}`.execute(db);
    expect((await bet(back, 10_000)).status).toBe(200);
    await sql`update profiles set bvn_hash = ${hash!.bvn_hash} where user_id = ${back.user_id}`.execute(db);
    expect(await bet(back, 10_000)).toMatchObject({ body: { code: "excluded" } });
  });

  it("lowers one's own limit at once, and raises it only after a wait", async () => {
    const person = await rich();
    const set = (daily_kobo: number) => api.call(betting.setLimit, { token: person.token, body: { daily_kobo } });
    await set(50_000);
    expect((await bet(person, 50_001)).body.errors).toHaveProperty("amount_kobo");
    await set(80_000);
    expect(await boundsOf(person)).toMatchObject({ daily_kobo: 50_000, next_kobo: 80_000 });
    await set(40_000);
    expect(await boundsOf(person)).toMatchObject({ daily_kobo: 40_000, next_kobo: null });
    expect((await bet(person, 40_000)).status).toBe(200);
  });

  it("is for grown people whose BVN and birthday are known", async () => {
    const person = await rich();
    const unknown = await rich();
    await sql`update profiles set date_of_birth = null where user_id = ${unknown.user_id}`.execute(db);
    expect(await bet(unknown, 10_000)).toMatchObject({ status: 409, body: { code: "not_known" } });
    const unverified = await rich();
    await sql`update users set bvn_verified_at = null where id = ${unverified.user_id}`.execute(db);
    expect(await bet(unverified, 10_000)).toMatchObject({ status: 409, body: { code: "not_known" } });
    await sql`update profiles set date_of_birth = current_date - 17 * 365 where user_id = ${person.user_id}`.execute(
      db,
    );
    expect(await bet(person, 10_000)).toMatchObject({ status: 409, body: { code: "too_young" } });
  });
});
