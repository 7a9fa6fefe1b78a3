/** Dollars of cards: quoted, bought, taken back, spent and returned; and what nobody can do with them. */
import * as cards from "@manilla/contract/cards/cards";
import * as payments from "@manilla/contract/cards/card-authorisations";
import * as settlements from "@manilla/contract/cards/card-settlements";
import * as calls from "@manilla/contract/cards/dollar-cards";
import * as books from "@manilla/contract/money/books";
import * as approvals from "@manilla/contract/platform/approvals";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { giveCash } from "../../../../../../test/card-credit.ts";
import { type TestCard, cardInUse, deliver, issuerBody } from "../../../../../../test/card-payments.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { clock } from "../../../clock.ts";
import { queryable } from "../../../db/database.ts";
import { makeCard } from "../cards/index.ts";
import { accountOf, balancesOf } from "../../money/books/index.ts";
import { catchUp } from "../../platform/business-day/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { readSettlements } from "../card-settlements/reading.ts";
import { returnDollars } from "./returning.ts";

const world = await useLendingWorld("without bank statements");
const { api, sandbox } = world;
const { app } = api;
const { db } = app;

const natural = async (code: string) => (await balancesOf(queryable(db), [code]))[0]?.natural_kobo ?? 0n;
const send = async (method: "POST" | "PUT", path: string, body: object) =>
  (await (
    await fetch(`${sandbox.url}${path}`, {
      method,
      headers: { "content-type": "application/json", authorization: "Bearer issuer_sandbox" },
      body: JSON.stringify(body),
    })
  ).json()) as { data: { _id: string; responseCode: string } };
const rateIs = async (central: string, rated_on: string | null = null) =>
  send("PUT", "/rates-of-the-day", { central, rated_on });
/** What holds from today on; the first way is two people (its own test). */
const offer = async (more: object = {}) => {
  const valid_from = await businessDate(db);
  // The application itself never takes terms away.
  await api.database.pool.query("delete from dollar_terms where valid_from = $1", [valid_from]);
  const terms = { valid_from, is_offered: true, margin_bp: 150, quote_seconds: 120, rate_days: 3, rate_from: 1_000 };
  await db
    .insertInto("dollar_terms")
    .values({ ...terms, rate_to: 2_000, least_cents: 500n, month_cents: 50_000n, ...more })
    .execute();
};
type Person = Awaited<ReturnType<typeof world.customer>>;
async function holder(cash_kobo = 100_000_000n) {
  const person = await world.customer();
  await giveCash(world, person, cash_kobo);
  const card = await cardInUse(api, { kind: "personal_debit", user_id: person.user_id, currency: "USD" });
  return { person, card };
}
const quote = (person: Person, kind: "buy" | "sell", amount_cents: number) =>
  api.call(calls.quote, { token: person.token, body: { kind, amount_cents } });
const quoteOf = ({ body }: Awaited<ReturnType<typeof quote>>) =>
  (body.data as { quote: { id: string; amount_kobo: number; rate: string; margin_kobo: number } }).quote;
const accept = (person: Person, id: string, key?: string) =>
  api.call(calls.accept, { token: person.token, params: { id }, ...(key && { key }) });
const purse = async (person: Person) =>
  (await api.call(calls.find, { token: person.token })).body.data as Record<string, unknown>;
async function buy(person: Person, cents: number) {
  const { id, amount_kobo } = quoteOf(await quote(person, "buy", cents));
  expect((await accept(person, id)).status).toBe(200);
  return amount_kobo;
}
/** The issuer says that money moved. */
const moves = (card: TestCard, amount: string, type: "capture" | "refund", currency = "USD") =>
  deliver(api, issuerBody(card, { type: "transaction.created", amount, more: { type, currency } }));
const dollarsOf = ({ user_id }: { user_id: string }) => natural(accountOf("dollar_purse", user_id));
const cashOf = ({ user_id }: { user_id: string }) => natural(accountOf("cash_wallet", user_id));

describe("dollar cards", () => {
  it("are off until two people switch them on for a day to come", async () => {
    await world.syncClock();
    const person = await world.customer();
    await api.call(cards.begin, { token: person.token, body: { card_type: "virtual" } });
    const ask = () => api.call(cards.finish, { token: person.token, body: { currency: "USD" } });
    expect((await ask()).body).toMatchObject({ errors: { currency: ["dollar cards are not offered yet"] } });
    const today = await businessDate(db);
    const admin = await api.person("super_admin");
    const terms = { is_offered: true, margin_bp: 150, quote_seconds: 120, rate_days: 3, rate_from: 1_000 };
    const body = { ...terms, rate_to: 2_000, least_cents: 500, month_cents: 50_000, reason: "The board agreed" };
    const change = (more: object, token = admin.token) =>
      api.call(calls.changeTerms, { token, body: { ...body, valid_from: addDays(today, 1), ...more } });
    for (const wrong of [{ valid_from: today }, { rate_to: 999 }, { month_cents: 400 }, { margin_bp: 2_001 }])
      expect((await change(wrong)).status, JSON.stringify(wrong)).toBe(422);
    expect((await change({}, (await api.person("super_support")).token)).status).toBe(403);
    const approve = (token: string, id: string) =>
      api.call(approvals.approve, { token, params: { id }, body: { version: 1 } });
    const stop = await change({ valid_from: today, is_offered: false });
    const stopped = await approve(
      (await api.person("super_admin")).token,
      (stop.body.data as { approval_id: string }).approval_id,
    );
    expect(stopped.status, "what offers none begins today").toBe(200);
    const { approval_id } = (await change({})).body.data as { approval_id: string };
    expect((await change({ valid_from: addDays(today, 2) })).status, "one waits").toBe(409);
    expect((await approve(admin.token, approval_id)).status, "who asked").toBe(403);
    expect((await approve((await api.person("super_admin")).token, approval_id)).status).toBe(200);
    expect((await ask()).status, "not before its day").toBe(422);
    await catchUp(app, addDays(today, 1), { onDay: () => world.syncClock() });
    expect(
      (
        await api.call(cards.finish, {
          token: person.token,
          body: { currency: "USD", is_credit: true, limit_kobo: 100_000 },
        })
      ).status,
    ).toBe(422);
    const asked = await ask();
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    const { card_id } = asked.body.data as { card_id: string };
    const operator = await api.person("super_operations");
    expect((await api.call(cards.approve, { token: operator.token, body: { card_id } })).status).toBe(200);
    await makeCard(app, card_id);
    const { body: found } = await api.call(cards.find, { token: person.token, params: { id: card_id } });
    expect(found.data).toMatchObject({ currency: "USD", brand: "Visa", available_kobo: 0, status: "issued" });
  });

  it("are not priced by a rate that leaps overnight, until two people have set terms anew", async () => {
    await offer();
    await rateIs("1500.0000");
    const { person } = await holder();
    const today = await businessDate(db);
    await rateIs("1500.0000", addDays(today, -1));
    expect((await quote(person, "buy", 1_000)).status).toBe(200);
    await rateIs("1700.0000", today);
    expect((await quote(person, "buy", 1_000)).body).toMatchObject({ code: "unlikely_rate" });
    await rateIs("1600.0000", today);
    expect((await quote(person, "buy", 1_000)).status).toBe(200);
    await rateIs("1700.0000", today);
    await api.database.pool.query(
      "update dollar_terms set set_at = now() + interval '1 minute' where valid_from = $1",
      [today],
    );
    expect((await quote(person, "buy", 1_000)).status, "terms that were set since").toBe(200);
    await api.database.pool.query("delete from dollar_quotes");
  });

  it("leave the wallet within the day's limit of the person's tier, all purchases of a day together", async () => {
    await offer();
    await rateIs("1500.0000");
    const { person } = await holder();
    await db.insertInto("user_plans").values({ id: uuidv7(), user_id: person.user_id, plan: "tier_1" }).execute();
    await buy(person, 1_000);
    const { id } = quoteOf(await quote(person, "buy", 1_000));
    expect((await accept(person, id)).body).toMatchObject({ code: "over_tier" });
    expect(await dollarsOf(person)).toBe(1_000n);
  });

  it("are funded and taken back at a quote, once, to the kobo, each currency balanced by itself", async () => {
    await offer();
    await rateIs("1534.2055");
    const { person } = await holder();
    const before = await cashOf(person);
    const asked = quoteOf(await quote(person, "buy", 1_001));
    expect(asked).toMatchObject({ amount_kobo: 1_558_776, margin_kobo: 23_036, rate: "1557.2186" });
    expect(await dollarsOf(person), "a quote moves nothing").toBe(0n);
    const answers = await Promise.all([accept(person, asked.id), accept(person, asked.id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await accept(person, asked.id)).body).toMatchObject({ code: "used" });
    expect(await cashOf(person)).toEqual(before - 1_558_776n);
    expect(await dollarsOf(person)).toBe(1_001n);
    const back = quoteOf(await quote(person, "sell", 1_001));
    const key = uuidv7();
    expect((await accept(person, back.id, key)).status).toBe(200);
    expect((await accept(person, back.id, key)).status, "the same answer again").toBe(200);
    expect(await cashOf(person)).toEqual(before - 46_073n);
    expect(await dollarsOf(person)).toBe(0n);
    expect(await purse(person)).toMatchObject({ balance_cents: 0, month_left_cents: 48_999, exchanges: [{}, {}] });
    await world.prove();
  });

  it("refuse a quote of somebody else, one that has ended, more than is there, than is left of the month, and after they were switched off", async () => {
    await offer();
    const [{ person }, { person: other }] = [await holder(), await holder(1_000_000n)];
    const mine = quoteOf(await quote(person, "buy", 1_000));
    expect((await accept(other, mine.id)).status).toBe(404);
    await db.updateTable("dollar_quotes").set({ valid_until: clock.now() }).where("id", "=", mine.id).execute();
    expect((await accept(person, mine.id)).body).toMatchObject({ code: "expired" });
    expect((await quote(person, "buy", 499)).status).toBe(422);
    expect((await quote(person, "buy", 50_001)).status).toBe(422);
    expect((await quote(person, "sell", 1)).body).toMatchObject({ errors: { amount_cents: [expect.any(String)] } });
    const dear = quoteOf(await quote(other, "buy", 1_000));
    expect((await accept(other, dear.id)).body).toMatchObject({ code: "insufficient_funds" });
    // Two quotes that fit the month alone do not fit it together.
    const [one, two] = [quoteOf(await quote(person, "buy", 30_000)), quoteOf(await quote(person, "buy", 30_000))];
    const both = await Promise.all([accept(person, one.id), accept(person, two.id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const late = quoteOf(await quote(person, "buy", 1_000));
    await offer({ is_offered: false });
    expect((await accept(person, late.id)).body).toMatchObject({ code: "not_offered" });
    expect((await quote(person, "buy", 1_000)).body).toMatchObject({ code: "not_offered" });
    const home = quoteOf(await quote(person, "sell", 30_000));
    expect((await accept(person, home.id)).status, "what is there goes back").toBe(200);
    expect((await quote(await world.customer(), "buy", 1_000)).status, "switched off").toBe(409);
    await offer();
    expect((await quote(await world.customer(), "buy", 1_000)).body).toMatchObject({ code: "no_card" });
    await world.prove();
  });

  it("are not quoted while the rate is not known, late, or not likely", async () => {
    await offer();
    const { person } = await holder();
    await rateIs("1534.2055", addDays(await businessDate(db), -4));
    expect((await quote(person, "buy", 1_000)).body).toMatchObject({ code: "late_rate" });
    await rateIs("153.4205");
    expect((await quote(person, "buy", 1_000)).body).toMatchObject({ code: "unlikely_rate" });
    await rateIs("1534.2055");
    await send("PUT", "/faults/rates", { mode: "outage", times: 10 });
    expect((await quote(person, "buy", 1_000)).body).toMatchObject({ code: "no_rate" });
    await send("PUT", "/faults/rates", { mode: "ok" });
    expect((await quote(person, "buy", 1_000)).status).toBe(200);
  });

  it("pay in dollars: held, taken, given back, settled by themselves; naira stay out of it", async () => {
    await offer();
    await rateIs("1500.0000");
    await world.syncClock();
    const { person } = await holder();
    const made = uuidv7();
    const card = { id: made, kind: "personal_debit", form: "virtual", status: "approved", currency: "USD" };
    await db
      .insertInto("cards")
      .values({ ...card, user_id: person.user_id, issuer_reference: uuidv7(), requested_by: person.user_id })
      .execute();
    await makeCard(app, made);
    await sql`update cards set status = 'active', activated_at = now() where id = ${made}`.execute(db);
    const { issuer_card_id } = await db
      .selectFrom("cards")
      .select("issuer_card_id")
      .where("id", "=", made)
      .executeTakeFirstOrThrow();
    await send("PUT", `/issuer/cards/${issuer_card_id}`, { status: "active" });
    await buy(person, 10_000);
    const naira = await natural("issuer_settlement");
    const pay = (amount: number, more: object = {}) =>
      send("POST", "/issuer/cards/simulator/authorization", { cardId: issuer_card_id, amount, ...more });
    const { data: paid } = await pay(40.05, { merchant: { name: "Netflix", category: "4899", country: "US" } });
    expect(paid.responseCode).toBe("00");
    expect(await purse(person)).toMatchObject({ balance_cents: 10_000, free_cents: 5_995 });
    expect((await quote(person, "sell", 5_996)).status, "what is held stays").toBe(422);
    const { data: dear } = await pay(60);
    expect(dear.responseCode).toBe("51");
    expect((await pay(10, { currency: "NGN" })).data.responseCode, "naira on a dollar card").not.toBe("00");
    expect((await pay(10, { type: "cash_withdrawal", channel: "atm" })).data.responseCode, "cash").not.toBe("00");
    await send("POST", `/issuer-payments/${paid._id}/capture`, {});
    await expect.poll(() => dollarsOf(person), { timeout: 5_000 }).toBe(5_995n);
    await send("POST", `/issuer-payments/${paid._id}/refund`, { amount: 10 });
    await expect.poll(() => dollarsOf(person), { timeout: 5_000 }).toBe(6_995n);
    expect(await natural("issuer_settlement_usd")).toBe(3_005n);
    const { body } = await api.call(payments.listAll, { token: person.token, query: { limit: 20 } });
    const rows = (body.datatable as { items: { card_currency: string; amount_kobo: number; says: string | null }[] })
      .items;
    expect(rows.find(({ amount_kobo }) => amount_kobo === 6_000)).toMatchObject({
      card_currency: "USD",
      says: expect.stringContaining("$59.95"),
    });
    await catchUp(app, addDays(await businessDate(db), 1), { onDay: () => world.syncClock() });
    await world.syncClock();
    await readSettlements(app);
    expect(await natural("issuer_settlement_usd")).toBe(0n);
    expect(await natural("issuer_settlement")).toBe(naira);
    const finance = await api.person("super_finance");
    const { body: days } = await api.call(settlements.listDays, { token: finance.token, query: { limit: 5 } });
    expect((days.datatable as { items: object[] }).items).toContainEqual(
      expect.objectContaining({ card_currency: "USD", settled_kobo: 3_005, open: 0 }),
    );
    await world.prove();
  });

  it("take beyond the dollars become a claim in dollars, which the next dollars pay", async () => {
    await offer();
    const { person, card } = await holder();
    await buy(person, 1_000);
    await moves(card, "15.00", "capture");
    expect(await dollarsOf(person)).toBe(0n);
    expect(await natural(accountOf("dollar_overdrawn", card.id))).toBe(500n);
    await moves(card, "99.00", "capture", "NGN");
    expect(await natural(accountOf("dollar_overdrawn", card.id)), "naira are not dollars").toBe(500n);
    await buy(person, 2_000);
    expect(await purse(person)).toMatchObject({ balance_cents: 1_500, owed_cents: 0 });
    expect((await quote(person, "sell", 1_501)).body, "what was owed is not taken back").toMatchObject({
      errors: { amount_cents: ["$15.00 of your dollars are free at the moment"] },
    });
    expect(await dollarsOf(person)).toBe(1_500n);
    expect(await natural(accountOf("dollar_overdrawn", card.id))).toBe(0n);
    await world.prove();
  });

  it("that a shop gives to a card that has never had any are there, once", async () => {
    const { person, card } = await holder();
    const body = issuerBody(card, {
      type: "transaction.created",
      amount: "12.50",
      more: { type: "refund", currency: "USD" },
    });
    for (const _ of [1, 2]) expect(await deliver(api, body)).toMatchObject({ status: 200, responseCode: "00" });
    expect(await dollarsOf(person)).toBe(1_250n);
    await world.prove();
  });

  it("that are owed are listed to the desk, and written off by two people, never one's own, nor what was paid meanwhile", async () => {
    await offer();
    const { person, card } = await holder();
    await buy(person, 1_000);
    await moves(card, "15.00", "capture");
    const [one, two] = [await api.person("super_finance"), await api.person("super_admin")];
    const listed = async () =>
      (
        (await api.call(calls.owed, { token: one.token, query: { limit: 50 } })).body.datatable as {
          items: { id: string }[];
        }
      ).items.find(({ id }) => id === card.id);
    const off = async (token = one.token, more: object = {}) =>
      api.call(calls.writeOffOwed, { token, params: { id: card.id }, body: { reason: "Cannot be found", ...more } });
    expect(Object.keys((await off(one.token, { slip_id: undefined })).body.errors)).toEqual(["slip_id"]);
    expect(await listed()).toMatchObject({
      person: { id: person.user_id },
      owed_cents: 500,
      is_waiting: false,
      abilities: { write_off_owed: null },
    });
    expect((await off((await api.person("super_operations")).token)).status).toBe(403);
    expect((await api.call(calls.owed, { token: person.token })).status).toBe(403);
    const asked = await off();
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    const { approval_id } = asked.body.data as { approval_id: string };
    expect((await off()).body.code).toBe("already_requested");
    expect(await listed()).toMatchObject({ is_waiting: true });
    const agree = (token: string, id: string) =>
      api.call(approvals.approve, { token, params: { id }, body: { version: 1 } });
    expect((await agree(one.token, approval_id)).status, "who asked").toBe(403);
    await buy(person, 200);
    expect((await agree(two.token, approval_id)).body.code, "some of it was paid").toBe("already_decided");
    await api.call(approvals.decline, {
      token: two.token,
      params: { id: approval_id },
      body: { version: 1, reason: "Paid in part" },
    });
    const again = (await off()).body.data as { approval_id: string };
    const lost = await natural("card_losses_usd");
    expect((await agree(two.token, again.approval_id)).status).toBe(200);
    expect(await listed()).toBeUndefined();
    expect(await natural(accountOf("dollar_overdrawn", card.id))).toBe(0n);
    expect((await natural("card_losses_usd")) - lost).toBe(300n);
    expect(await purse(person)).toMatchObject({ owed_cents: 0 });
    await world.prove();
  });

  it("that are owed of a closed card are paid from the cash wallet at a quote, once, and no dollar more", async () => {
    await offer();
    await rateIs("1500.0000");
    const { person, card } = await holder();
    await buy(person, 1_000);
    await moves(card, "13.00", "capture");
    const close = { params: { id: card.id }, body: { reason: "No need" } };
    expect((await api.call(cards.close, { token: person.token, ...close })).status).toBe(200);
    const overdrawn = () => natural(accountOf("dollar_overdrawn", card.id));
    expect(await dollarsOf(person)).toBe(0n);
    expect(await overdrawn()).toBe(300n);
    await offer({ is_offered: false });
    expect((await quote(person, "buy", 301)).status, "more than is owed").toBe(409);
    const [cash, naira] = [await cashOf(person), await natural("card_overdrawn")];
    const { id, amount_kobo } = quoteOf(await quote(person, "buy", 300));
    const both = await Promise.all([accept(person, id), accept(person, id)]);
    expect(both.map(({ status }) => status).toSorted(), "two clicks").toEqual([200, 409]);
    expect(await dollarsOf(person)).toBe(0n);
    expect(await overdrawn()).toBe(0n);
    expect(await cashOf(person)).toBe(cash - BigInt(amount_kobo));
    expect(await natural("card_overdrawn"), "no line of cards in naira").toBe(naira);
    expect((await quote(person, "buy", 1)).status, "it is paid").toBe(409);
    await world.prove();
  });

  it("leave their dollars to the cash wallet once the last of them is closed and nothing is held", async () => {
    await offer();
    await rateIs("1500.0000");
    const { person, card } = await holder();
    await buy(person, 2_000);
    const before = await cashOf(person);
    await returnDollars(app);
    expect(await dollarsOf(person), "its card is in use").toBe(2_000n);
    expect(
      (await api.call(cards.close, { token: person.token, params: { id: card.id }, body: { reason: "No need" } }))
        .status,
    ).toBe(200);
    await rateIs("1500.0000", addDays(await businessDate(db), -9));
    await returnDollars(app);
    expect(await dollarsOf(person), "without a rate it waits").toBe(2_000n);
    await rateIs("1500.0000");
    await Promise.all([returnDollars(app), returnDollars(app)]);
    expect(await dollarsOf(person)).toBe(0n);
    expect(await cashOf(person)).toEqual(before + 2_955_000n);
    await moves(card, "5.00", "refund");
    await returnDollars(app);
    expect(await dollarsOf(person)).toBe(0n);
    expect(await cashOf(person)).toEqual(before + 2_955_000n + 738_750n);
    await world.prove();
  });

  it("are the same in the position, the trial balance, the journal and the wallet", async () => {
    const admin = await api.person("super_admin");
    const { body: terms } = await api.call(calls.terms, { token: admin.token });
    const { position } = terms.data as { position: Record<string, number> };
    const { body: trial } = await api.call(books.trialBalance, { token: admin.token });
    const { rows, is_balanced } = trial.data as {
      rows: { chart_code: string; currency: string; debit_kobo: number; credit_kobo: number }[];
      is_balanced: boolean;
    };
    expect(is_balanced).toBe(true);
    const of = (code: string) => {
      const row = rows.find(({ chart_code }) => chart_code === code);
      return row ? row.debit_kobo - row.credit_kobo : 0;
    };
    const owed = (code: string) => 0 - of(code);
    expect(position).toEqual({
      purses_cents: owed("dollar_purse"),
      overdrawn_cents: of("dollar_overdrawn"),
      issuer_owed_cents: owed("issuer_settlement_usd"),
      issuer_float_cents: of("issuer_float_usd"),
      position_cents: of("fx_position_usd"),
      position_kobo: of("fx_position"),
      margin_kobo: owed("fx_income"),
    });
    const { body } = await api.call(calls.exchanges, { token: admin.token, query: { limit: 100 } });
    const journal = (body.datatable as { items: { kind: string; margin_kobo: number; amount_cents: number }[] }).items;
    expect(journal.reduce((sum, { margin_kobo }) => sum + margin_kobo, 0)).toBe(position["margin_kobo"]);
    const bought = journal.reduce(
      (sum, { kind, amount_cents }) => sum + (kind === "buy" ? amount_cents : -amount_cents),
      0,
    );
    expect(bought).toBe(position["position_cents"]);
    const { rows: moved } = await sql<{ kobo: bigint; listed: bigint }>`
      select (select sum(case when kind = 'buy' then -amount_kobo else amount_kobo end) from dollar_quotes where used_at is not null)::bigint as kobo,
        (select sum(amount_kobo) from personal_movements where kind in ('dollars_bought', 'dollars_sold'))::bigint as listed
    `.execute(db);
    expect(moved[0]!.kobo).toBe(moved[0]!.listed);
  });
});
