import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { cardInUse, deliver, issuerBody, moneyOf, purseWith } from "../../../../../../test/card-payments.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;

it("a payment that is asked about and taken at once is taken once, though it is sent again under another id", async () => {
  const company_id = await api.company({});
  const { user_id } = await api.person("company_staff", { company_id });
  await purseWith(api, { company_id, user_id, amount_kobo: 1_000_000n });
  const card = await cardInUse(api, { kind: "company_debit", user_id, company_id });
  const object_id = uuidv7();
  const more = { transactionMetadata: { type: "financial" } };
  const body = issuerBody(card, { amount: "500.00", object_id, more });
  expect(await deliver(api, body)).toMatchObject({ responseCode: "00" });
  expect(await deliver(api, body), "again").toMatchObject({ responseCode: "00" });
  expect(await moneyOf(api, card)).toEqual({ balance: 950_000n, held: 0n, overdrawn: 0n });
  const other = issuerBody(card, { amount: "500.00", object_id, more });
  expect(await deliver(api, other), "under another id").toMatchObject({ responseCode: "94" });
  expect(await deliver(api, other)).toMatchObject({ responseCode: "94" });
  expect(await moneyOf(api, card)).toEqual({ balance: 950_000n, held: 0n, overdrawn: 0n });
  const { rows } = await api.database.pool.query("select amount_kobo from expenses where user_id = $1", [user_id]);
  expect(rows).toHaveLength(1);
  await world.prove();
});
