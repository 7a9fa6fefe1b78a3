import * as raises from "@manilla/contract/payments/limit-raises";
import * as wallets from "@manilla/contract/companies/wallets";
import * as approvals from "@manilla/contract/platform/approvals";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { putInWallet } from "../../../../../../test/bills.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { openWallet, whyNotOut } from "../../companies/wallet-movements/index.ts";
import { endRaises } from "./granting.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
const [one, second] = [await api.person("super_admin"), await api.person("super_admin")];
let company_id: string;
let owner: Awaited<ReturnType<typeof api.person>>;
beforeAll(async () => {
  company_id = await api.company({});
  owner = await api.person("company_super_admin", { company_id });
  await putInWallet(api, company_id, 100_000_000_000n);
  const body = { company_id, daily_limit_kobo: 1_000_000, single_limit_kobo: 500_000, monthly_limit_kobo: 3_000_000 };
  expect((await api.call(wallets.setLimits, { token: one.token, body })).status).toBe(200);
});

const ask = (requested_kobo: number, kind = "daily", more: object = {}) =>
  api.call(raises.ask, {
    token: owner.token,
    body: { kind, requested_kobo: String(requested_kobo), purpose: "Salaries of a new branch", ...more },
  });
const idOf = ({ body }: { body: { data: unknown } }) => (body.data as { raise: { id: string } }).raise.id;
const grant = (id: string, limit_kobo: number, valid_until?: string, { token } = one) =>
  api.call(raises.grant, {
    token,
    params: { id },
    body: { limit_kobo, reason: "Seen its turnover", ...(valid_until && { valid_until }) },
  });
const limits = async () => {
  const { body } = await api.call(raises.ofWallet, { token: owner.token, params: { id: company_id } });
  const found = body.data as { limits: { kind: string; limit_kobo: number; is_raised: boolean }[] };
  return Object.fromEntries(found.limits.map(({ kind, limit_kobo }) => [kind, limit_kobo]));
};
const day = async (days: number) => {
  const { rows } = await sql<{ day: string }>`
    select (business_date + ${days}::int)::text as day from business_calendar
  `.execute(db);
  return rows[0]!.day;
};
const step = endRaises as Exclude<typeof endRaises, { outside: unknown }>;
const endOn = (opening: string) =>
  db.transaction().execute((tx) => step.batch(api.app, tx, { opening } as Parameters<typeof step.batch>[2], null));
const why = (amount_kobo: bigint) =>
  db.transaction().execute(async (tx) => whyNotOut(tx, await openWallet(tx, api.app, company_id), { amount_kobo }));

it("one payment and a month are limited beside a day, and what is left is shown", async () => {
  expect(await why(500_001n)).toContain("one payment");
  expect(await why(500_000n)).toBeNull();
  await sql`update wallets set provider_single_limit_kobo = null, provider_daily_limit_kobo = null`.execute(db);
  expect(await why(3_000_001n)).toContain("this month");
  await sql`update wallets set provider_single_limit_kobo = 500000, provider_daily_limit_kobo = 1000000`.execute(db);
  expect(await limits()).toEqual({ single: 500_000, daily: 1_000_000, monthly: 3_000_000 });
});

it("is asked for once, granted for a while, told, and ends by itself", async () => {
  expect((await ask(1_000_000)).body.errors).toHaveProperty("requested_kobo");
  const both = await Promise.all([ask(2_000_000), ask(2_000_000)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const id = idOf(both.find(({ status }) => status === 200)!);
  const until = await day(3);
  expect((await grant(id, 2_000_000, await day(-1))).body.errors).toHaveProperty("valid_until");
  expect((await grant(id, 2_000_000, until)).body.data).toEqual({ approval_id: null });
  expect(await grant(id, 3_000_000, until)).toMatchObject({ status: 409 });
  expect(await limits()).toMatchObject({ daily: 2_000_000 });
  const { rows } = await sql<{ title: string }>`
    select title from notifications where user_id = ${owner.user_id} and kind = 'wallet'
  `.execute(db);
  expect(rows.map(({ title }) => title)).toContain("Your company's wallet has a higher limit");
  expect(await endOn(until)).toMatchObject({ counts: { ended: 0 } });
  expect(await limits()).toMatchObject({ daily: 2_000_000 });
  expect(await endOn(await day(4))).toMatchObject({ counts: { ended: 1 } });
  expect(await endOn(await day(4))).toMatchObject({ counts: { ended: 0 } });
  expect(await limits()).toMatchObject({ daily: 1_000_000 });
});

it("a second person agrees to a high one, and a raise upon a raise ends at what was there first", async () => {
  const first = idOf(await ask(4_000_000, "monthly"));
  await grant(first, 4_000_000, await day(10));
  const high = idOf(await ask(5_000_000_000, "monthly"));
  const asked = (await grant(high, 5_000_000_000, await day(2))).body.data as { approval_id: string };
  expect(asked.approval_id).toEqual(expect.any(String));
  expect(await grant(high, 5_000_000_000)).toMatchObject({ status: 409 });
  expect(await limits()).toMatchObject({ monthly: 4_000_000 });
  const approve = ({ token }: typeof one) =>
    api.call(approvals.approve, { token, params: { id: asked.approval_id }, body: { version: 1 } });
  expect((await approve(one)).status).toBe(403);
  expect((await approve(second)).status).toBe(200);
  expect(await limits()).toMatchObject({ monthly: 5_000_000_000 });
  await endOn(await day(3));
  expect(await limits()).toMatchObject({ monthly: 3_000_000 });
});

it("is nothing that one colleague gets around by setting the limit, or by leaving it out", async () => {
  const set = (body: object) => api.call(wallets.setLimits, { token: one.token, body: { company_id, ...body } });
  const before = await limits();
  const kept = { single_limit_kobo: before.single, monthly_limit_kobo: before.monthly };
  for (const daily_limit_kobo of [2_000_000_001, null, undefined])
    expect((await set({ ...kept, daily_limit_kobo })).body.errors).toHaveProperty("daily_limit_kobo");
  expect((await set({ daily_limit_kobo: before.daily, single_limit_kobo: before.single })).body.errors).toHaveProperty(
    "monthly_limit_kobo",
  );
  expect(await limits()).toEqual(before);
  expect((await set({ ...kept, daily_limit_kobo: before.daily! + 1 })).status).toBe(200);
  expect((await set({ ...kept, daily_limit_kobo: before.daily })).status).toBe(200);
});

it("given without an end is what holds again after a longer one for a while", async () => {
  const forGood = idOf(await ask(4_000_000));
  await grant(forGood, 4_000_000);
  const until = await day(2);
  await grant(idOf(await ask(5_000_000, "daily", { valid_until: until })), 5_000_000, until);
  expect(await limits()).toMatchObject({ daily: 5_000_000 });
  await endOn(await day(3));
  expect(await limits()).toMatchObject({ daily: 4_000_000 });
});

it("what we set anew meanwhile stays, and a declined request changes nothing", async () => {
  const id = idOf(await ask(900_000, "single", { valid_until: await day(1) }));
  await grant(id, 900_000, await day(1));
  const body = { company_id, daily_limit_kobo: 1_000_000, single_limit_kobo: 100_000, monthly_limit_kobo: 3_000_000 };
  await api.call(wallets.setLimits, { token: one.token, body });
  await endOn(await day(2));
  expect(await limits()).toMatchObject({ single: 100_000 });
  const other = idOf(await ask(200_000, "single"));
  const declined = { token: one.token, params: { id: other }, body: { reason: "Not needed" } };
  expect((await api.call(raises.decline, declined)).body.data).toMatchObject({ raise: { status: "declined" } });
  expect(await limits()).toMatchObject({ single: 100_000 });
});

it("shows its paper to who decides, first and second, and to nobody else; each look is recorded", async () => {
  const form = new FormData();
  const fields = { kind: "monthly", requested_kobo: "6000000000", purpose: "A paper says why" };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
  form.append("document", new Blob([Buffer.from(png, "base64")], { type: "image/png" }), "turnover.png");
  const id = idOf(await api.call(raises.ask, { token: owner.token, body: form }));
  const { approval_id } = (await grant(id, 6_000_000_000)).body.data as { approval_id: string };
  const shown = await api.call(approvals.find, { token: second.token, params: { id: approval_id } });
  expect((shown.body.data as { effect: { papers: object[] } }).effect.papers).toEqual([
    { label: "Their paper", name: "turnover.png", link: `/api/admin/corporate/limit-raises/${id}/paper` },
  ]);
  const look = ({ token }: { token: string }, which = id) => api.call(raises.paper, { token, params: { id: which } });
  const looks = async () => {
    const { rows } = await sql<{ looks: number }>`
      select count(*)::int as looks from audit_records where action = 'document_viewed' and actor_id = any(${[one.user_id, second.user_id]})
    `.execute(db);
    return rows[0]!.looks;
  };
  const before = await looks();
  for (const person of [one, second]) expect((await look(person)).status).toBe(200);
  expect((await look(owner)).status).toBe(403);
  expect((await look(await api.person("super_support"))).status).toBe(403);
  expect((await look(one, company_id)).status).toBe(404);
  const without = idOf(await ask(600_000, "single"));
  expect((await look(one, without)).status).toBe(404);
  expect(await looks()).toBe(before + 2);
});

it("is another company's business for nobody", async () => {
  const stranger = await api.person("company_super_admin", { company_id: await api.company({}) });
  const seen = await api.call(raises.ofWallet, { token: stranger.token, params: { id: company_id } });
  expect(seen.status).toBe(404);
});
