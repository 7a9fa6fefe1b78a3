/** A currency that the issuer's file does not say, and a payment that was asked for in a third one. */
import * as payments from "@manilla/contract/cards/card-authorisations";
import { listLines, sayDollars, sayNaira } from "@manilla/contract/cards/card-settlements";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { bought, companyCardWith, natural, sandboxSends } from "../../../../../../test/card-disputes.ts";
import { dollarCardWith, offerDollars } from "../../../../../../test/dollars.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { catchUp } from "../../platform/business-day/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { compareFloat } from "../issuer-float/comparing.ts";
import { readSettlements } from "./reading.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;

beforeAll(() => offerDollars(world));

const transactionOf = async (id: string) =>
  (
    await api.app.db
      .selectFrom("card_captures")
      .select("issuer_transaction_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).issuer_transaction_id;

it("a line without a currency is not naira where the card is in dollars: it is looked at, and booked in neither", async () => {
  const [dollars, naira] = [await dollarCardWith(world, 10_000), await companyCardWith(world, 1_000_000n)];
  const unsaid = [
    await transactionOf((await bought(world, dollars, 40.05)).capture_id),
    await transactionOf((await bought(world, naira, 20)).capture_id),
  ];
  await sandboxSends(world, "PUT", "/issuer-settlements", { no_currency: unsaid });
  await catchUp(api.app, addDays(await businessDate(api.app.db), 1), { onDay: () => world.syncClock() });
  await world.syncClock();
  expect(await readSettlements(api.app)).toBe(1);
  const { body } = await api.call(listLines, { token: world.maker.token, query: { limit: 50 } });
  const { items } = body.datatable as { items: { issuer_transaction_id: string }[] };
  const line = (id: string | undefined) => items.find((each) => each.issuer_transaction_id === id);
  expect(line(unsaid[0])).toMatchObject({
    status: "open",
    reason: "no_currency",
    card_currency: "USD",
    issuer_kobo: null,
    our_kobo: 4_005,
  });
  expect(line(unsaid[1]), "naira as ever").toMatchObject({ status: "matched", card_currency: "NGN" });
  expect(await natural(world, "issuer_settlement")).toBe(0n);
  expect(await natural(world, "issuer_settlement_usd"), "owed until the issuer says it").toBe(4_005n);
  await readSettlements(api.app);
  const { rows } = await sql`select 1 from card_settlement_lines where reason = 'no_currency'`.execute(api.app.db);
  expect(rows, "once").toHaveLength(1);
  await world.prove();
});

const lineOf = async (id: string | undefined) => {
  const { body } = await api.call(listLines, { token: world.maker.token, query: { limit: 100 } });
  type Line = { id: string; issuer_transaction_id: string; abilities: Record<string, string | null> };
  return (body.datatable as { items: Line[] }).items.find((each) => each.issuer_transaction_id === id)!;
};
const say = (call: typeof sayDollars | typeof sayNaira, { id }: { id: string }, { token } = world.maker) =>
  api.call(call, { token, params: { id }, body: { reason: "The issuer's desk said so by phone" } });
const nextDay = async () => {
  await catchUp(api.app, addDays(await businessDate(api.app.db), 1), { onDay: () => world.syncClock() });
  await world.syncClock();
  await readSettlements(api.app);
};

it("a line without a currency is booked once in dollars, by one person's word and the issuer's file of now", async () => {
  const card = await dollarCardWith(world, 10_000);
  const id = await transactionOf((await bought(world, card, 12.5)).capture_id);
  await sandboxSends(world, "PUT", "/issuer-settlements", { no_currency: [id] });
  await nextDay();
  const line = await lineOf(id);
  expect(line).toMatchObject({
    reason: "no_currency",
    unsaid_amount: "12.50",
    abilities: { say_dollars: null, say_naira: "other_card", write_off: null },
  });
  expect((await say(sayNaira, line)).body.code).toBe("other_card");
  expect((await say(sayDollars, line, await api.person("super_operations"))).status).toBe(403);
  const [owed, float] = [await natural(world, "issuer_settlement_usd"), await natural(world, "issuer_float_usd")];
  await sandboxSends(world, "PUT", "/issuer-settlements", { left_out: [id] });
  expect((await say(sayDollars, line)).body.code, "the file has it no more").toBe("not_in_file");
  await sandboxSends(world, "PUT", "/issuer-settlements", { no_currency: [id] });
  const answers = await Promise.all([say(sayDollars, line), say(sayDollars, line)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await lineOf(id)).toMatchObject({ status: "matched", reason: null, card_currency: "USD", issuer_kobo: 1_250 });
  expect(await natural(world, "issuer_settlement_usd")).toBe(owed - 1_250n);
  expect(await natural(world, "issuer_float_usd")).toBeLessThan(float - 1_200n);
  await world.prove();
});

it("an unknown line without a currency is booked in none until somebody says it, and not against the issuer's balance", async () => {
  const card = await dollarCardWith(world, 10_000);
  const { capture_id } = await bought(world, card, 7.25);
  const id = await transactionOf(capture_id);
  // We never heard of it: a payment of somebody else's card, as far as we know.
  await sql`update card_captures set issuer_transaction_id = 'elsewhere' where id = ${capture_id}`.execute(api.app.db);
  await sandboxSends(world, "PUT", "/issuer-settlements", { no_currency: [id] });
  const naira = await natural(world, "issuer_float");
  await nextDay();
  const line = await lineOf(id);
  expect(line).toMatchObject({
    status: "open",
    reason: "no_currency",
    card_currency: null,
    issuer_kobo: null,
    our_kobo: null,
    unsaid_amount: "7.25",
    abilities: { say_dollars: null, say_naira: null, write_off: "no_currency" },
  });
  expect(await natural(world, "issuer_float"), "not booked as naira").toBe(naira);
  expect(await compareFloat(api.app)).toBe(true);
  expect((await say(sayNaira, line)).body.code, "no naira are missing").toBe("balance_says");
  const said = await say(sayDollars, line);
  expect(said.status, JSON.stringify(said.body)).toBe(200);
  expect(await lineOf(id)).toMatchObject({
    status: "open",
    reason: "unknown_here",
    card_currency: "USD",
    issuer_kobo: 725,
  });
  await sql`update card_captures set issuer_transaction_id = ${id} where id = ${capture_id}`.execute(api.app.db);
  await readSettlements(api.app);
  expect(await lineOf(id), "the message came late").toMatchObject({ status: "matched" });
  await world.prove();
});

it("a payment in a third currency is declined, and shown in that currency", async () => {
  const card = await dollarCardWith(world, 10_000);
  const asked = { cardId: card.issuer_card_id, amount: 12.5, currency: "EUR", merchant: { name: "Paris Books" } };
  await sandboxSends(world, "POST", "/issuer/cards/simulator/authorization", asked);
  const { body } = await api.call(payments.listAll, { token: card.holder.token, query: { limit: 5 } });
  const { items } = body.datatable as { items: object[] };
  expect(items).toContainEqual(
    expect.objectContaining({ merchant: "Paris Books", status: "declined", card_currency: "EUR", amount_kobo: 1_250 }),
  );
  const { rows } = await sql<{ text: string }>`
    select title || ' ' || body as text from notifications where user_id = ${card.user_id} and body || title like '%Paris Books%'
  `.execute(api.app.db);
  expect(rows).toEqual([{ text: expect.stringContaining("EUR 12.50") }]);
});
