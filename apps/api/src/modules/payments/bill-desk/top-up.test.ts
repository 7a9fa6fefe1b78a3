/** A float is topped up by two people against the bank's line, once. */
import { topUp as topUpIssuer } from "@manilla/contract/cards/issuer-float";
import * as calls from "@manilla/contract/payments/bill-desk";
import * as approvals from "@manilla/contract/platform/approvals";
import { addDays } from "@manilla/credit";
import { expect, it } from "vitest";
import { natural, sandboxSends } from "../../../../../../test/card-disputes.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { getRow } from "../../../db/row.ts";
import { withdrawOver } from "../../platform/approvals/withdrawing.ts";
import { catchUp } from "../../platform/business-day/index.ts";
import { businessDate } from "../../platform/states/index.ts";

const world = await useLendingWorld();
const { api, maker } = world;

it("is booked on the day of the bank, not by one person, and not twice", async () => {
  await world.syncClock();
  await sandboxSends(world, "POST", "/billers/baxi/float", { amount_kobo: 7_000_000, from_bank: true });
  const until = addDays(await businessDate(api.app.db), 1);
  await catchUp(api.app, until, { onDay: () => world.syncClock() });
  const { body: found } = await api.call(calls.bankLines, { token: maker.token });
  const { lines } = found.data as { lines: { item_id: string; amount_kobo: number; narration: string }[] };
  const line = lines.find(({ amount_kobo }) => amount_kobo === 7_000_000)!;
  expect(line.narration).toContain("BAXI FLOAT");
  const [float, bank] = [await natural(world, "biller_float_baxi"), await natural(world, "bank_operating")];
  const ask = (provider: "baxi" | "flutterwave", token = maker.token) =>
    api.call(calls.topUp, { token, params: { provider }, body: { item_id: line.item_id, reason: "For January" } });
  expect((await ask("baxi", (await api.person("super_support")).token)).status).toBe(403);
  const asked = await Promise.all([ask("baxi"), ask("flutterwave")]);
  expect(asked.map(({ status }) => status).toSorted(), "one line tops one float up").toEqual([200, 409]);
  const provider = asked[0]!.status === 200 ? "baxi" : "flutterwave";
  const { approval_id } = asked.find(({ status }) => status === 200)!.body.data as { approval_id: string };
  expect(await natural(world, "bank_operating"), "not by one").toBe(bank);
  // The same line is taken for our account with the issuer of cards, by somebody who does not know of it.
  const issuer = await api.call(topUpIssuer, { token: maker.token, body: { item_id: line.item_id, reason: "Cards" } });
  const { approval_id: other } = issuer.body.data as { approval_id: string };
  await withdrawOver(api.app);
  expect(await getRow(api.app.db, "approvals", other, ["status"])).toEqual({ status: "pending" });
  const page = async () =>
    (await api.call(approvals.find, { token: world.checker.token, params: { id: approval_id } })).body.data;
  const line_facts = { facts: expect.arrayContaining([{ label: "Left the bank", value: "₦70,000.00" }]) };
  expect(await page()).toMatchObject({ effect: line_facts });
  expect(await world.approve(approval_id)).toMatchObject({ status: 200 });
  expect(await page(), "and afterwards").toMatchObject({ status: "approved", effect: line_facts });
  expect(await world.approve(approval_id)).toMatchObject({ status: 409 });
  expect(await natural(world, "bank_operating")).toBe(bank - 7_000_000n);
  if (provider === "baxi") expect(await natural(world, "biller_float_baxi")).toBe(float + 7_000_000n);
  expect((await ask("baxi")).body.errors, "it is explained").toHaveProperty("item_id");
  await withdrawOver(api.app);
  expect(await getRow(api.app.db, "approvals", other, ["status"])).toEqual({ status: "withdrawn" });
  await world.prove();
});
