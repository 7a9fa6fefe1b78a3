/** The sentences about a suspension have the figures of the company's page. */
import * as calls from "@manilla/contract/companies/admissions";
import * as transfers from "@manilla/contract/payments/transfers";
import * as wallets from "@manilla/contract/companies/wallets";
import { naira } from "@manilla/contract/formats";
import { expect, it } from "vitest";
import { fundedCompany } from "../../../../../../test/company-money.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";

const world = await useLendingWorld();
const { api } = world;

it("all that is in the wallet stays there, also what is set aside for a payment", async () => {
  const { company_id, owner, money, beneficiary_id } = await fundedCompany(world, 50_000_000);
  const body = { beneficiary_id, amount_kobo: 1_000_000, narration: "Cement" };
  expect((await api.call(transfers.request, { token: money.token, body })).status).toBe(200);
  const { body: own } = await api.call(wallets.find, { token: owner.token, params: { id: company_id } });
  const { balance_kobo, held_kobo } = (own.data as { debit: { balance_kobo: number; held_kobo: number } }).debit;
  expect(held_kobo).toBeGreaterThan(0);
  const admin = await api.person("super_admin");
  const { body: listed } = await api.call(calls.suspending, { token: admin.token, params: { id: company_id } });
  const { consequences } = listed.data as { consequences: string[] };
  expect(consequences).toContainEqual(expect.stringContaining(`${naira(balance_kobo)} stay in its wallet`));
});
