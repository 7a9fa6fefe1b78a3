import * as wallets from "@manilla/contract/companies/wallets";
import * as requests from "@manilla/contract/companies/expense-requests";
import * as orders from "@manilla/contract/payments/bill-orders";
import * as calls from "@manilla/contract/payments/transfers";
import { expect, it } from "vitest";
import { agreeTo, fundedCompany } from "../../../../../../test/company-money.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { whySenderNot } from "../../companies/wallet-movements/index.ts";
import { readProviders } from "../bills/index.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
await readProviders(api.app);
const company = await fundedCompany(world, 20_000_000);
const second = await api.person("company_super_admin", { company_id: company.company_id });

const limit = (kind: "single" | "daily", limit_kobo: number | null, { token } = company.owner) =>
  api.call(wallets.setSenderLimit, { token, body: { user_id: company.money.user_id, kind, limit_kobo } });
const ask = (amount_kobo: number, { token } = company.money) =>
  api.call(calls.request, { token, body: { beneficiary_id: company.beneficiary_id, amount_kobo } });
const room = async () => (await api.call(calls.ownRoom, { token: company.money.token })).body.data;
const limits = async () => (await api.call(wallets.senders, { token: company.owner.token })).body.data;

it("one person of a company sends within their own limits, of a payment and of a day, and sees what is left", async () => {
  expect(await room()).toEqual({ limits: [], channels: [] });
  expect((await limit("single", 2_000_000)).body.data).toMatchObject({ approval_id: null });
  expect((await limit("daily", 3_000_000)).body.data).toMatchObject({ approval_id: null });
  const over = await ask(2_000_000);
  expect(over.body.errors).toEqual({
    amount_kobo: [expect.stringContaining("lets you send at most ₦20,000.00 in one payment")],
  });
  const sent = await ask(1_500_000);
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const { total_kobo } = (sent.body.data as { transfer: { total_kobo: number } }).transfer;
  const left_kobo = 3_000_000 - total_kobo;
  expect(await room()).toEqual({
    limits: [
      { kind: "single", limit_kobo: 2_000_000, left_kobo: 2_000_000 },
      { kind: "daily", limit_kobo: 3_000_000, left_kobo },
    ],
    channels: [],
  });
  expect((await ask(1_500_001)).body.errors).toEqual({ amount_kobo: [expect.stringContaining("more today")] });
  const others = await ask(2_500_000, company.owner);
  expect(others.status, JSON.stringify(others.body)).toBe(200);
});

it("is lowered by one administrator and raised by two, never for oneself", async () => {
  expect((await limit("single", 2_000_000)).status).toBe(200);
  expect((await limit("daily", 2_000_000)).body.data).toMatchObject({ approval_id: null });
  const raised = await limit("daily", 9_000_000);
  const { approval_id } = raised.body.data as { approval_id: string };
  expect(approval_id).toEqual(expect.any(String));
  expect((await limit("daily", null)).status).toBe(409);
  const before = { senders: [{ user_id: company.money.user_id, single_kobo: 2_000_000, daily_kobo: 2_000_000 }] };
  expect(await limits()).toMatchObject(before);
  expect((await agreeTo(world, approval_id, company.money)).status).not.toBe(200);
  expect(await limits()).toMatchObject(before);
  const agreed = await agreeTo(world, approval_id, second);
  expect(agreed.status, JSON.stringify(agreed.body)).toBe(200);
  expect(await limits()).toMatchObject({ senders: [{ daily_kobo: 9_000_000 }] });
  expect((await ask(1_500_001)).status).toBe(200);
});

it("is another company's business for nobody", async () => {
  const stranger = await fundedCompany(world, 1_000_000);
  expect((await limit("daily", 1, stranger.owner)).status).toBe(404);
  expect((await api.call(wallets.senders, { token: stranger.owner.token })).body.data).toEqual({ senders: [] });
  await world.prove();
});

it("counts the largest payment of a batch alone and its sum", () => {
  const own = { single_kobo: 10n, daily_kobo: 30n, sent_kobo: 5n };
  const sends = (total_kobo: bigint, single_kobo: bigint) => whySenderNot(own, { total_kobo, single_kobo });
  expect(sends(25n, 10n)).toBeNull();
  expect(sends(25n, 11n)).toContain("in one payment");
  expect(sends(26n, 10n)).toContain("more today");
  expect(whySenderNot(null, { total_kobo: 26n })).toBeNull();
  expect(whySenderNot({ ...own, sent_kobo: 30n }, { total_kobo: 10n, counted_kobo: 10n })).toBeNull();
});

/** A company of its own, with somebody who may send within limits. */
async function limited() {
  const own = await fundedCompany(world, 20_000_000);
  const admin = await api.person("company_super_admin", { company_id: own.company_id });
  const set = (kind: "single" | "daily", limit_kobo: number | null) =>
    api.call(wallets.setSenderLimit, {
      token: own.owner.token,
      body: { user_id: own.money.user_id, kind, limit_kobo },
    });
  const send = (amount_kobo: number) =>
    api.call(calls.request, { token: own.money.token, body: { beneficiary_id: own.beneficiary_id, amount_kobo } });
  const left = async () => {
    const { limits } = (await api.call(calls.ownRoom, { token: own.money.token })).body.data as {
      limits: { kind: string; left_kobo: number }[];
    };
    return limits.find(({ kind }) => kind === "daily")?.left_kobo;
  };
  return { ...own, admin, set, send, left };
}
const waiting = ({ body }: { body: { data: unknown } }) => (body.data as { approval_id: string }).approval_id;

it("is looked at again when the last one agrees: a limit lowered meanwhile holds", async () => {
  const one = await limited();
  await one.set("daily", 5_000_000);
  const [first, second] = [waiting(await one.send(2_000_000)), waiting(await one.send(1_500_000))];
  await one.set("single", 1_800_000);
  expect((await agreeTo(world, first, one.owner)).body).toMatchObject({
    code: "no_room",
    message: expect.stringContaining("lets the requester send at most ₦18,000.00"),
  });
  // Itself is among what they sent on the day, and counts once.
  expect((await agreeTo(world, second, one.owner)).status).toBe(200);
  const third = waiting(await one.send(1_000_000));
  await one.set("daily", 1_700_000);
  expect((await agreeTo(world, third, one.owner)).body.code).toBe("no_room");
  await world.prove();
});

it("is not raised over a lowering that came after it was asked", async () => {
  const one = await limited();
  await one.set("daily", 5_000_000);
  const raised = waiting(await one.set("daily", 9_000_000));
  await one.set("daily", 1_000_000);
  expect((await agreeTo(world, raised, one.admin)).body.code).toBe("limit_changed");
  expect((await api.call(wallets.senders, { token: one.owner.token })).body.data).toMatchObject({
    senders: [{ daily_kobo: 1_000_000 }],
  });
});

it("holds for bills, and for what employees are paid for their expenses", async () => {
  const one = await limited();
  await one.set("daily", 2_000_000);
  await one.set("single", 1_500_000);
  const { token } = one.money;
  const airtime = (amount_kobo: number) =>
    api.call(orders.request, {
      token,
      body: { kind: "airtime", service: "mtn", phone: `0803123${amount_kobo / 100}`.slice(0, 11), amount_kobo },
    });
  expect((await airtime(1_600_000)).body.errors).toEqual({ amount_kobo: [expect.stringContaining("in one payment")] });
  const bill = await airtime(500_000);
  expect(bill.status, JSON.stringify(bill.body)).toBe(200);
  expect(await one.left()).toBe(1_500_000);
  await one.set("single", 400_000);
  expect((await agreeTo(world, waiting(bill), one.owner)).body.code, "looked at again").toBe("no_room");
  await agreeTo(world, waiting(await one.set("single", 1_500_000)), one.admin);

  const staff = await api.person("company_staff", { company_id: one.company_id });
  const lines = [{ merchant: "Bukka Hut", amount_kobo: 1_100_000, spent_on: "2026-01-14" }];
  const asked = await api.call(requests.create, {
    token: staff.token,
    body: { kind: "reimbursement", purpose: "Lunch", lines, is_draft: false },
  });
  const { id } = (asked.body.data as { request: { id: string } }).request;
  const versionOf = async () =>
    ((await api.call(requests.find, { token, params: { id } })).body.data as { version: number }).version;
  const agreed = await api.call(requests.decide, {
    token: one.owner.token,
    body: { request_id: id, decision: "approve", version: await versionOf() },
  });
  expect(agreed.status, JSON.stringify(agreed.body)).toBe(200);
  const pay = async () =>
    api.call(requests.pay, { token, params: { id }, body: { into: "purse", version: await versionOf() } });
  await one.set("daily", 1_500_000);
  expect((await pay()).body).toMatchObject({ code: "no_room", message: expect.stringContaining("more today") });
  await agreeTo(world, waiting(await one.set("daily", 1_700_000)), one.admin);
  const paid = await pay();
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);
  expect(await one.left(), "₦5,000 of airtime and ₦11,000 of expenses").toBe(100_000);
  await world.prove();
});
