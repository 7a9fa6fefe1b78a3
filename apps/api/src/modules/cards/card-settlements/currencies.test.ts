/** A currency that the issuer's file does not say, and a payment that was asked for in a third one. */
import * as payments from "@manilla/contract/cards/card-authorisations";
import { listLines } from "@manilla/contract/cards/card-settlements";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { bought, companyCardWith, natural, sandboxSends } from "../../../../../../test/card-disputes.ts";
import { dollarCardWith, offerDollars } from "../../../../../../test/dollars.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { catchUp } from "../../platform/business-day/index.ts";
import { businessDate } from "../../platform/states/index.ts";
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
