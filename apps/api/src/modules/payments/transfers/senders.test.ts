import * as wallets from "@manilla/contract/companies/wallets";
import * as calls from "@manilla/contract/payments/transfers";
import { expect, it } from "vitest";
import { agreeTo, fundedCompany } from "../../../../../../test/company-money.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { whySenderNot } from "./senders.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const company = await fundedCompany(world, 20_000_000);
const second = await api.person("company_super_admin", { company_id: company.company_id });

const limit = (kind: "single" | "daily", limit_kobo: number | null, { token } = company.owner) =>
  api.call(wallets.setSenderLimit, { token, body: { user_id: company.money.user_id, kind, limit_kobo } });
const ask = (amount_kobo: number, { token } = company.money) =>
  api.call(calls.request, { token, body: { beneficiary_id: company.beneficiary_id, amount_kobo } });
const room = async () => (await api.call(calls.ownRoom, { token: company.money.token })).body.data;
const limits = async () => (await api.call(wallets.senders, { token: company.owner.token })).body.data;

it("one person of a company sends within their own limits, of a payment and of a day, and sees what is left", async () => {
  expect(await room()).toEqual({ limits: [] });
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
  expect(whySenderNot(own, 25n, 10n)).toBeNull();
  expect(whySenderNot(own, 25n, 11n)).toContain("in one payment");
  expect(whySenderNot(own, 26n, 10n)).toContain("more today");
  expect(whySenderNot(null, 26n, 10n)).toBeNull();
});
