import * as cards from "@manilla/contract/cards/cards";
import * as calls from "@manilla/contract/cards/card-controls";
import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import {
  type TestCard,
  cardInUse,
  deliver,
  issuerBody,
  moneyOf,
  purseWith,
} from "../../../../../../test/card-payments.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;

const numbers = ["per_authorisation", "day", "week", "month", "year", "all_time"].map((period) => `${period}_kobo`);
const lists = ["allowed_categories", "blocked_categories", "allowed_merchants", "blocked_merchants", "channels"];
const nothing = {
  ...Object.fromEntries([...numbers, "day_count", "from_hour", "to_hour"].map((name) => [name, null])),
  ...Object.fromEntries([...lists, "countries", "weekdays"].map((name) => [name, []])),
  tips_percent: 0,
};

async function limited(limits: object) {
  const company_id = await api.company({});
  const finance = await api.person("company_finance_manager", { company_id });
  const holder = await api.person("company_staff", { company_id });
  const { user_id } = holder;
  await api.app.db.updateTable("profiles").set({ status: "activated" }).where("user_id", "=", user_id).execute();
  await purseWith(api, { company_id, user_id, amount_kobo: 10_000_000n });
  const card = await cardInUse(api, { kind: "company_debit", user_id, company_id });
  const body = { ...nothing, ...limits } as never;
  const { status } = await api.call(calls.set, { token: finance.token, params: { id: card.id }, body });
  expect(status).toBe(200);
  return { card, holder };
}
const report = (card: TestCard, object_id: string, status: string, amount: string) =>
  deliver(api, issuerBody(card, { type: "authorization.updated", object_id, amount, more: { status } }));
const leftOf = async (token: string, id: string) => {
  const { left } = (await api.call(calls.find, { token, params: { id } })).body.data as {
    left: { period: string; left_kobo: number }[];
  };
  return left.find(({ period }) => period === "all_time")?.left_kobo;
};

it("a limit of one payment holds for all that is asked of it, however it is split", async () => {
  const { card } = await limited({ per_authorisation_kobo: 100_000 });
  const object_id = uuidv7();
  const ask = (amount: string) => deliver(api, issuerBody(card, { amount, object_id }));
  expect(await ask("600.00")).toMatchObject({ responseCode: "00" });
  expect(await ask("400.01")).toMatchObject({ responseCode: "61" });
  expect(await ask("400.00")).toMatchObject({ responseCode: "00" });
  expect(await ask("0.01")).toMatchObject({ responseCode: "61" });
  expect((await moneyOf(api, card)).held).toBe(100_000n);
});

it("what a card that was replaced gives back, or takes later, counts for the card in its place", async () => {
  const { card, holder } = await limited({ all_time_kobo: 100_000 });
  const { token } = holder;
  const [first, second] = [uuidv7(), uuidv7()];
  for (const object_id of [first, second]) await deliver(api, issuerBody(card, { amount: "300.00", object_id }));
  expect(await leftOf(token, card.id)).toBe(40_000);
  const replaced = await api.call(cards.replace, { token, params: { id: card.id }, body: { because: "lost" } });
  const { id } = (replaced.body.data as { card: { id: string } }).card;
  expect(await leftOf(token, id)).toBe(40_000);
  await report(card, first, "reversed", "300.00");
  expect(await leftOf(token, id), "given back").toBe(70_000);
  const more = { type: "capture", authorization: second, isFinal: true };
  await deliver(api, issuerBody(card, { type: "transaction.created", amount: "310.00", more }));
  expect(await leftOf(token, id), "taken beyond what was let through").toBe(69_000);
});
