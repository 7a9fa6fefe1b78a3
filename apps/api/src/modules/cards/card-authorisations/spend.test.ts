import * as calls from "@manilla/contract/cards/card-authorisations";
import { addDays } from "@manilla/credit";
import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { cardInUse } from "../../../../../../test/card-payments.ts";
import { useTestApi } from "../../../../../../test/world.ts";
import { clock, dayInLagos } from "../../../clock.ts";

const api = await useTestApi();
const desk = await api.person("super_operations");
const holder = await api.person("staff");
const naira = await cardInUse(api, { kind: "personal_debit", user_id: holder.user_id });
const inDollars = await cardInUse(api, { kind: "personal_debit", user_id: holder.user_id, currency: "USD" });

const today = dayInLagos(clock.now());
const merchants = ["Shoprite", "SHOPRITE", "Total, Lekki", "Konga"];
// Over ninety days, at both ends of the day in Lagos, of every kind.
for (let at = 0; at < 180; at += 1) {
  const day = addDays(today, -(at % 90));
  await api.app.db
    .insertInto("card_captures")
    .values({
      id: uuidv7(),
      card_id: at % 9 === 0 ? inDollars.id : naira.id,
      user_id: holder.user_id,
      kind: at % 7 === 0 ? "refund" : at % 31 === 0 ? "refund_reversal" : "capture",
      issuer_transaction_id: uuidv7(),
      reference: uuidv7(),
      merchant: merchants[at % 4]!,
      mcc: at % 3 === 0 ? "5541" : "5411",
      category: at % 3 === 0 ? "fuel" : "groceries",
      amount_kobo: BigInt(1_001 + at * 37),
      ledger_transaction_id: uuidv7(),
      business_date: "2026-01-15",
      happened_at: new Date(`${day}T${at % 2 === 0 ? "00:00:00" : "23:59:59"}+01:00`),
      created_at: clock.now(),
    })
    .execute();
}

interface Part {
  amount_kobo: number;
  count: number;
  before_kobo: number;
}
type Spend = Part & {
  from: string;
  to: string;
  dollars: { amount_cents: number; count: number };
  by_category: (Part & { category: string })[];
  by_merchant: (Part & { id: string; name: string })[];
};
const spend = async (query: Record<string, string> = {}) =>
  (await api.call(calls.spend, { token: desk.token, query })).body.data as Spend;

/** What the list of captures comes to under a filter, as a bar opens it. */
async function listed(filter: object, from: string, to: string) {
  let [amount_kobo, count, seen] = [0, 0, 0];
  for (let page = 1; ; page += 1) {
    const range = { rangeKey: "happened_at", rangeStart: from, rangeEnd: to };
    const query = { page, limit: 100, filter: JSON.stringify(filter), ...range };
    const { body } = await api.call(calls.captures, { token: desk.token, query });
    const { items, total_count } = body.datatable as {
      items: { kind: string; amount_kobo: number }[];
      total_count: number;
    };
    for (const { kind, amount_kobo: sum } of items) {
      amount_kobo += kind === "refund" || kind === "dispute_won" ? -sum : sum;
      count += kind === "capture" ? 1 : 0;
      seen += 1;
    }
    if (seen >= total_count || items.length === 0) return { amount_kobo, count };
  }
}

it.each<Record<string, string>>([
  { rangeStart: addDays(today, -40) },
  { rangeStart: addDays(today, -60), rangeEnd: addDays(today, -31) },
])(
  "what cards paid in %o equals the list of captures, bar by bar, to the kobo; dollars are apart",
  { timeout: 60_000 },
  async (query) => {
    const found = await spend(query);
    const { from, to, dollars, by_category, by_merchant } = found;
    const of = ({ amount_kobo, count }: Part) => ({ amount_kobo, count });
    expect(of(found)).toEqual(await listed({ currency: ["NGN"] }, from, to));
    expect({ amount_kobo: dollars.amount_cents, count: dollars.count }).toEqual(
      await listed({ currency: ["USD"] }, from, to),
    );
    expect([by_category.length, by_merchant.length]).toEqual([2, 3]);
    for (const { category, ...part } of by_category)
      expect(of(part)).toEqual(await listed({ currency: ["NGN"], category: [category] }, from, to));
    for (const { id, ...part } of by_merchant)
      expect(of(part)).toEqual(await listed({ currency: ["NGN"], merchant_id: id }, from, to));
    for (const parts of [by_category, by_merchant])
      for (const sum of ["amount_kobo", "count", "before_kobo"] as const)
        expect(parts.reduce((all, part) => all + part[sum], 0)).toBe(found[sum]);
  },
);

it("is compared with as many days before, is this month without a period, and at most a year", async () => {
  const found = await spend({ rangeStart: addDays(today, -9), rangeEnd: today });
  const before = await listed({ currency: ["NGN"] }, addDays(today, -19), addDays(today, -10));
  expect(found.before_kobo).toBe(before.amount_kobo);
  expect(await spend()).toMatchObject({ from: `${today.slice(0, 8)}01`, to: today });
  const query = { rangeStart: addDays(today, -400), rangeEnd: today };
  const { status, body } = await api.call(calls.spend, { token: desk.token, query });
  expect([status, body.errors]).toEqual([422, { rangeEnd: ["choose a year at most"] }]);
  expect((await api.call(calls.spend, { token: holder.token })).status).toBe(403);
});
