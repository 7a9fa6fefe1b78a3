import * as calls from "@manilla/contract/cards/card-lines";
import * as cards from "@manilla/contract/cards/cards";
import * as reversals from "@manilla/contract/lending/repayments";
import { interestOfDay } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { creditCard, drawn, giveCash } from "../../../../../../test/card-credit.ts";
import { deliver, issuerBody } from "../../../../../../test/card-payments.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { getRow } from "../../../db/row.ts";
import { makeCard } from "../cards/index.ts";
import { receive } from "../../money/receipts/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { closeBusinessDay } from "../../platform/business-day/index.ts";
import { cardLineBooks, postCardRefunded, accountOf } from "../../money/books/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { lineHooks } from "./granting.ts";
import { lockCardLine } from "./paying.ts";

const world = await useLendingWorld();
const { api } = world;
const { db } = api.app;
type Person = Awaited<ReturnType<typeof world.customer>>;
const LIMIT = 50_000_000n;
const RATE = "36";

interface Line {
  id: string;
  drawn_kobo: number;
  interest_kobo: number;
  penalty_kobo: number;
  available_kobo: number;
  automatic: string;
  statements: {
    id: string;
    status: string;
    full_kobo: number;
    minimum_kobo: number;
    paid_kobo: number;
    left_kobo: number;
    due_on: string;
  }[];
  movements: { what: string; amount_kobo: number; balance_kobo: number }[];
}
const bills = async ({ token }: Person) =>
  (await api.call(calls.listOwn, { token })).body.data as { lines: Line[]; cash_kobo: number };
const lineOf = async (person: Person): Promise<Line> => (await bills(person)).lines[0]!;
const pay = ({ token }: Person, id: string, amount_kobo: number) =>
  api.call(calls.pay, { token, params: { id }, body: { amount_kobo } });
const choose = ({ token }: { token: string }, body: object) => api.call(calls.setUp, { token, body });
const today = () => businessDate(db);
async function until(day: string): Promise<void> {
  while ((await today()) < day) await closeBusinessDay(api.app);
}
/** Entries of the last posting of a kind about a card, debits positive, by line of the chart. */
async function entries(card_id: string, kind: string) {
  const { rows } = await sql<{ code: string; kobo: bigint }>`
    select coalesce(a.chart_code, a.code) as code, p.amount_kobo as kobo
    from ledger.transactions t
    join ledger.postings p on p.transaction_id = t.id
    join ledger.accounts a on a.id = p.account_id
    where t.id = (
      select id from ledger.transactions
      where kind = ${kind} and metadata ->> 'card_id' = ${card_id}
      order by position desc
      limit 1
    )
    order by p.number
  `.execute(db);
  return rows.map(({ code, kobo }) => [code, Number(kobo)]);
}
const hooked = (card_id: string, hook: "closed", replaced_by: string | null = null) =>
  db.transaction().execute(async (tx) => {
    const card = await tx.selectFrom("cards").selectAll().where("id", "=", card_id).executeTakeFirstOrThrow();
    await lineHooks[hook]!(tx, api.app, { ...card, replaced_by }, SYSTEM);
  });

describe("the line of a credit card", () => {
  it("is granted when the card is made, once, and drawn no further than its limit", async () => {
    const person = await world.customer();
    const id = await creditCard(world, person, LIMIT);
    expect(await lineOf(person)).toMatchObject({
      id,
      available_kobo: Number(LIMIT),
      drawn_kobo: 0,
      automatic: "minimum",
    });
    expect(await entries(id, "grant_line")).toEqual([
      ["committed_lines", Number(LIMIT)],
      ["undrawn_line", -Number(LIMIT)],
    ]);
    await drawn(world, id, 20_000_000n);
    expect(await entries(id, "draw_line")).toEqual([
      ["undrawn_line", 20_000_000],
      ["card_receivable", 20_000_000],
      ["committed_lines", -20_000_000],
      ["issuer_settlement", -20_000_000],
    ]);
    await expect(drawn(world, id, 30_000_001n)).rejects.toThrow(/floor|balance|funds/i);
    const { movements, available_kobo } = await lineOf(person);
    expect([available_kobo, movements]).toMatchObject([30_000_000, [{ what: "drawn", balance_kobo: 20_000_000 }]]);
    await world.prove();
  });

  it("is paid from its owner's wallet: what is owed, what is there, one's own card", async () => {
    const person = await world.customer();
    const id = await creditCard(world, person, LIMIT);
    await giveCash(world, person, 9_000_000n);
    await drawn(world, id, 10_000_000n);
    expect((await pay(await world.customer(), id, 1)).status).toBe(404);
    expect((await pay(person, uuidv7(), 1)).status).toBe(404);
    expect((await pay(person, id, 10_000_001)).body.errors).toHaveProperty("amount_kobo");
    expect((await pay(person, id, 9_500_000)).body.errors).toHaveProperty("amount_kobo");
    expect((await pay(person, id, 0)).status).toBe(422);
    expect((await pay(person, id, 4_000_000)).body.data).toEqual({ owed_kobo: 6_000_000, cash_kobo: 5_000_000 });
    expect(await entries(id, "repay_line")).toEqual([
      ["cash_wallet", 4_000_000],
      ["card_receivable", -4_000_000],
      ["committed_lines", 4_000_000],
      ["undrawn_line", -4_000_000],
    ]);
    expect(await lineOf(person)).toMatchObject({ available_kobo: 44_000_000 });
    const finance = await api.person("super_finance");
    const list = await api.call(calls.listPayments, {
      token: finance.token,
      query: { filter: JSON.stringify({ user_id: person.user_id }) },
    });
    expect((list.body.datatable as { items: object[] }).items).toMatchObject([
      { amount_kobo: 4_000_000, principal_kobo: 4_000_000, channel: "wallet" },
    ]);
    const lines = await api.call(calls.listLines, {
      token: finance.token,
      query: { filter: JSON.stringify({ user_id: person.user_id }) },
    });
    expect((lines.body.datatable as { items: object[] }).items).toMatchObject([
      { id, owed_kobo: 6_000_000, available_kobo: 44_000_000, annual_rate_percent: expect.stringMatching(/^36/) },
    ]);
    await world.prove();
  });

  it("has a bill each month; the wallet pays the minimum on its day, late is charged once, and the next bill carries it", async () => {
    const [paying, late] = [await world.customer(), await world.customer()];
    const [first, second] = [await creditCard(world, paying, LIMIT), await creditCard(world, late, LIMIT)];
    await giveCash(world, paying, 30_000_000n);
    const begun = await today();
    await drawn(world, first, 20_000_000n);
    await drawn(world, second, 20_000_000n);
    expect((await choose(late, { card_id: first, automatic: "none" })).status).toBe(404);
    expect((await choose(late, { card_id: second, automatic: "everything" })).status).toBe(422);
    expect((await choose(late, { card_id: second, automatic: "none" })).status).toBe(200);
    await until("2026-02-01");
    const days = Math.round((Date.parse("2026-02-01") - Date.parse(begun)) / 86_400_000);
    let interest = 0n;
    for (let day = 0; day < days; day += 1) interest += interestOfDay(20_000_000n, RATE);
    const [bill] = (await lineOf(paying)).statements;
    expect(bill).toMatchObject({ status: "issued", full_kobo: Number(20_000_000n + interest), due_on: "2026-02-15" });
    expect(bill?.minimum_kobo).toBe(Number(interest) + 2_000_000);
    // What a shop gives back pays the bill too.
    await db.transaction().execute(async (tx) => {
      const id = uuidv7();
      const account = accountOf("undrawn_line", first);
      const fact = { id, card_id: first, capture_id: id, reference: "A shop", on: await today(), actor: SYSTEM.name };
      const given = { overdrawn_kobo: 0n, owed_kobo: 500_000n, rest_kobo: 0n, rest_account: account };
      await postCardRefunded(tx, {
        ...fact,
        account,
        receivable: accountOf("card_receivable", first),
        ...given,
        kind: "repay_line",
      });
    });
    await until("2026-02-16");
    expect((await lineOf(paying)).statements[0]).toMatchObject({
      status: "met",
      left_kobo: 0,
      paid_kobo: bill?.minimum_kobo,
    });
    expect((await lineOf(late)).statements[0]).toMatchObject({ status: "overdue", paid_kobo: 0 });
    await until("2026-02-20");
    const { penalty_kobo } = await lineOf(late);
    expect(penalty_kobo).toBeGreaterThan(0);
    await until("2026-02-25");
    expect((await lineOf(late)).penalty_kobo).toBe(penalty_kobo);
    await until("2026-03-01");
    const [next, before] = (await lineOf(late)).statements;
    expect([before?.status, next?.status]).toEqual(["carried", "issued"]);
    expect(next?.minimum_kobo).toBeGreaterThan(2 * (before?.minimum_kobo ?? 0) - 500_000);
    const finance = await api.person("super_finance");
    const list = await api.call(calls.listRepayments, {
      token: finance.token,
      query: { filter: JSON.stringify({ card_id: second }) },
    });
    expect((list.body.datatable as { total_count: number }).total_count).toBe(2);
    expect((await api.call(calls.listRepayments, { token: (await api.person("super_support")).token })).status).toBe(
      403,
    );
    await world.prove();
  }, 120_000);

  it("is paid by the transfer that its owner announced; the rest is credit, and a reversal makes it owed again", async () => {
    const person = await world.customer();
    const id = await creditCard(world, person, LIMIT);
    await drawn(world, id, 3_000_000n);
    const transfer = (amount_kobo: bigint, reference: string) =>
      db
        .transaction()
        .execute(async (tx) =>
          receive(tx, api.app, {
            user_id: person.user_id,
            amount_kobo,
            channel: "bank_transfer",
            source: "bank_operating",
            reference,
            on: await today(),
            actor: SYSTEM,
          }),
        );
    // Without a word it is the person's credit, as before.
    await transfer(1_000_000n, `T-${uuidv7()}`);
    expect(await lineOf(person)).toMatchObject({ drawn_kobo: 3_000_000 });
    expect((await choose(person, { card_id: id, automatic: "minimum", transfer_kobo: 3_000_000 })).status).toBe(200);
    const reference = `T-${uuidv7()}`;
    const { receipt_id } = await transfer(4_000_000n, reference);
    expect((await transfer(4_000_000n, reference)).is_replay).toBe(true);
    expect((await bills(person)).lines[0]).toMatchObject({ drawn_kobo: 0, available_kobo: Number(LIMIT) });
    expect(await entries(id, "repay_line")).toEqual([
      ["bank_operating", 4_000_000],
      ["card_receivable", -3_000_000],
      ["customer_credit", -1_000_000],
      ["committed_lines", 3_000_000],
      ["undrawn_line", -3_000_000],
    ]);
    const finance = await api.person("super_finance");
    const asked = await api.call(reversals.reverseReceipt, {
      token: finance.token,
      params: { id: receipt_id },
      body: { reason: "The bank took it back" },
    });
    expect([asked.status, asked.body.message]).toEqual([200, expect.anything()]);
    await world.approve((asked.body.data as { approval_id: string }).approval_id);
    const owed = await lineOf(person);
    expect([owed, owed.movements[0]]).toMatchObject([{ drawn_kobo: 3_000_000 }, { what: "taken_back" }]);
    await world.prove();
    // The month's bill has it, and it is not counted as paid.
    await until("2026-04-01");
    const [bill] = (await lineOf(person)).statements;
    expect([bill?.status, bill?.paid_kobo]).toEqual(["issued", 0]);
    expect(bill?.full_kobo).toBeGreaterThan(3_000_000);
    await world.prove();
  }, 120_000);

  it("is paid by a transfer no more than its owner said", async () => {
    const person = await world.customer();
    const id = await creditCard(world, person, LIMIT);
    await drawn(world, id, 3_000_000n);
    expect((await choose(person, { card_id: id, automatic: "none", transfer_kobo: 500_000 })).status).toBe(200);
    const transfer = async (amount_kobo: bigint) => {
      const from = { source: "bank_operating", channel: "bank_transfer", reference: `T-${uuidv7()}` } as const;
      const money = { user_id: person.user_id, amount_kobo, ...from, on: await today(), actor: SYSTEM };
      return db.transaction().execute((tx) => receive(tx, api.app, money));
    };
    await transfer(200_000n);
    expect(await lineOf(person)).toMatchObject({ drawn_kobo: 2_800_000, transfer_kobo: 300_000 });
    await transfer(2_000_000n);
    expect(await lineOf(person)).toMatchObject({ drawn_kobo: 2_500_000, transfer_kobo: 0 });
    await transfer(1_000_000n);
    expect(await lineOf(person)).toMatchObject({ drawn_kobo: 2_500_000, transfer_kobo: 0 });
    await world.prove();
  });

  it("is owed beyond its limit where a payment is taken back whose money was drawn again, and then promised no more than it", async () => {
    const person = await world.customer();
    const id = await creditCard(world, person, LIMIT);
    await drawn(world, id, LIMIT);
    expect((await choose(person, { card_id: id, automatic: "none", transfer_kobo: 20_000_000 })).status).toBe(200);
    const money = {
      user_id: person.user_id,
      amount_kobo: 20_000_000n,
      channel: "bank_transfer",
      actor: SYSTEM,
    } as const;
    const from = { source: "bank_operating", reference: `T-${uuidv7()}`, on: await today() } as const;
    const { receipt_id } = await db.transaction().execute((tx) => receive(tx, api.app, { ...money, ...from }));
    await drawn(world, id, 15_000_000n);
    const { token } = await api.person("super_finance");
    const reverse = { token, params: { id: receipt_id }, body: { reason: "The bank took it back" } };
    const asked = await api.call(reversals.reverseReceipt, reverse);
    expect((await world.approve((asked.body.data as { approval_id: string }).approval_id)).status).toBe(200);
    expect(await lineOf(person)).toMatchObject({ drawn_kobo: Number(LIMIT) + 15_000_000, available_kobo: 0 });
    await giveCash(world, person, LIMIT + 15_000_000n);
    expect((await pay(person, id, 10_000_000)).status).toBe(200);
    expect(await lineOf(person)).toMatchObject({ drawn_kobo: Number(LIMIT) + 5_000_000, available_kobo: 0 });
    expect((await pay(person, id, Number(LIMIT) + 5_000_000)).status).toBe(200);
    expect(await lineOf(person)).toMatchObject({ drawn_kobo: 0, available_kobo: Number(LIMIT) });
    await world.prove();
  });

  it("bills what shops took, and a purchase after the bill pays nothing of it", async () => {
    const person = await world.customer();
    const id = await creditCard(world, person, LIMIT);
    const { issuer_card_id } = await db
      .updateTable("cards")
      .set({ status: "active", activated_at: new Date() })
      .where("id", "=", id)
      .returning("issuer_card_id")
      .executeTakeFirstOrThrow();
    const shop = async (amount: string, more: object = {}): Promise<void> => {
      const sent = { type: "transaction.created", amount, more: { type: "capture", ...more } };
      expect((await deliver(api, issuerBody({ issuer_card_id: issuer_card_id! }, sent))).status).toBe(200);
    };
    await shop("8200.50");
    await shop("300.00", { merchant: { name: "=2+3 Stores", category: "5411", city: "Lagos", country: "NG" } });
    await shop("100.00", { type: "refund" });
    expect((await lineOf(person)).movements).toMatchObject([
      { what: "repaid", shop: "Shoprite Ikeja", amount_kobo: -10_000 },
      { what: "drawn", shop: "=2+3 Stores", amount_kobo: 30_000 },
      { what: "drawn", shop: "Shoprite Ikeja", amount_kobo: 820_050 },
    ]);
    await until(`${(await today()).slice(0, 7)}-28`);
    const month = (await today()).slice(0, 7);
    while ((await today()).startsWith(month)) await closeBusinessDay(api.app);
    await shop("1000.00");
    await giveCash(world, person, 90_000_000n);
    const { full_kobo, id: bill_id } = (await lineOf(person)).statements[0]!;
    const read = (who: { token: string }, format: string) =>
      api.call(calls.download, { token: who.token, params: { id: bill_id }, query: { format } });
    const rows = (await read(person, "csv")).body.text.replace("\uFEFF", "").trim().split("\n");
    expect(rows.map((row) => row.split(",").slice(1)).slice(0, 4)).toEqual([
      ["what", "amount", "owed"],
      ["Shoprite Ikeja", "8200.50", "8200.50"],
      ["'=2+3 Stores", "300.00", "8500.50"],
      ["Shoprite Ikeja gave back", "-100.00", "8400.50"],
    ]);
    expect(rows.at(-1)?.split(",").at(-1)).toBe((full_kobo / 100).toFixed(2));
    expect((await read(person, "pdf")).body.text.slice(0, 5)).toBe("%PDF-");
    expect((await read(await world.customer(), "pdf")).status).toBe(404);
    expect((await pay(person, id, full_kobo)).status).toBe(200);
    expect((await lineOf(person)).statements[0]).toMatchObject({ paid_kobo: full_kobo, left_kobo: 0 });
    await world.prove();
  }, 120_000);

  it("is handed on to the card in its place, and promised no longer when the card is closed; what is owed stays owed", async () => {
    const person = await world.customer();
    const old = await creditCard(world, person, LIMIT);
    await drawn(world, old, 10_000_000n);
    await db
      .updateTable("card_lines")
      .set({ automatic: "full", debits_bank_card: true })
      .where("card_id", "=", old)
      .execute();
    const replacement = { replacement_for: old, replacement_reason: "lost" };
    const next = await creditCard(world, person, LIMIT, replacement);
    const terms = await db.selectFrom("card_lines").selectAll().where("card_id", "=", next).executeTakeFirstOrThrow();
    expect(terms, "paid as the one before").toMatchObject({ automatic: "full", debits_bank_card: true });
    const books = (id: string) => cardLineBooks(db, id);
    expect((await books(next)).available_kobo).toBe(0n);
    await hooked(old, "closed", next);
    expect([(await books(old)).available_kobo, (await books(next)).available_kobo]).toEqual([0n, 40_000_000n]);
    await giveCash(world, person, 10_000_000n);
    expect((await pay(person, old, 10_000_000)).status).toBe(200);
    expect((await books(next)).available_kobo).toBe(LIMIT);
    await drawn(world, next, 5_000_000n);
    await hooked(next, "closed");
    await hooked(next, "closed");
    expect(await books(next)).toMatchObject({ available_kobo: 0n, drawn_kobo: 5_000_000n });
    await expect(drawn(world, next, 1n)).rejects.toThrow(/floor|balance|funds/i);
    await giveCash(world, person, 5_000_000n);
    expect((await pay(person, next, 5_000_000)).status).toBe(200);
    expect(await books(next)).toMatchObject({ available_kobo: 0n, drawn_kobo: 0n });
    expect((await bills(person)).lines).toEqual([]);
    expect(await db.transaction().execute((tx) => lockCardLine(tx, next))).toMatchObject({
      closed_on: expect.any(String),
    });
    await world.prove();
  });
});

describe("what a shop takes and gives back", () => {
  it("is drawn and paid on the bill: a purchase of the next month is no payment taken back", async () => {
    const person = await world.customer();
    const id = await creditCard(world, person, LIMIT);
    await db.updateTable("cards").set({ status: "active" }).where("id", "=", id).execute();
    const { issuer_card_id } = await getRow(db, "cards", id, ["issuer_card_id"]);
    const moved = async (type: string, amount: string) => {
      const body = issuerBody(
        { issuer_card_id: issuer_card_id! },
        { type: "transaction.created", amount, more: { type } },
      );
      expect((await deliver(api, body)).responseCode).toBe("00");
    };
    const month = (await today()).slice(0, 7);
    await moved("capture", "1000");
    expect((await lineOf(person)).movements).toMatchObject([{ what: "drawn", amount_kobo: 100_000 }]);
    while ((await today()).slice(0, 7) === month) await closeBusinessDay(api.app);
    const { full_kobo } = (await lineOf(person)).statements[0]!;
    await moved("capture", "5000");
    await moved("refund", "400");
    expect((await lineOf(person)).movements).toMatchObject([{ what: "repaid" }, { what: "drawn" }]);
    await until((await lineOf(person)).statements[0]!.due_on);
    expect((await lineOf(person)).statements[0]).toMatchObject({ full_kobo, paid_kobo: 40_000 });
    await world.prove();
  }, 120_000);

  it("is possible again with the card that comes for a lost one", async () => {
    const person = await world.customer();
    const id = await creditCard(world, person, LIMIT);
    await drawn(world, id, 10_000_000n);
    await db.updateTable("cards").set({ status: "active" }).where("id", "=", id).execute();
    const answer = await api.call(cards.replace, { token: person.token, params: { id }, body: { because: "lost" } });
    const { card } = answer.body.data as { card: { id: string } };
    await makeCard(api.app, card.id);
    expect((await cardLineBooks(db, card.id)).available_kobo).toBe(40_000_000n);
    await giveCash(world, person, 10_000_000n);
    expect((await pay(person, id, 10_000_000)).status).toBe(200);
    expect((await cardLineBooks(db, card.id)).available_kobo).toBe(LIMIT);
    await world.prove();
  });

  it("goes to the card that was made in time, also where that one is not in use yet when the old one runs out", async () => {
    const person = await world.customer();
    const id = await creditCard(world, person, LIMIT);
    await drawn(world, id, 10_000_000n);
    await db
      .updateTable("cards")
      .set({ status: "active", expires_on: await today() })
      .where("id", "=", id)
      .execute();
    const because = { because: "damaged" };
    const answer = await api.call(cards.replace, { token: person.token, params: { id }, body: because });
    const { card } = answer.body.data as { card: { id: string } };
    await makeCard(api.app, card.id);
    await closeBusinessDay(api.app);
    expect((await getRow(db, "cards", id, ["status"])).status).toBe("closed");
    expect((await cardLineBooks(db, card.id)).available_kobo).toBe(40_000_000n);
    await world.prove();
  });

  it("is promised no longer where the issuer refuses the card that comes for a lost one", async () => {
    const person = await world.customer();
    const id = await creditCard(world, person, LIMIT);
    await db.updateTable("cards").set({ status: "active" }).where("id", "=", id).execute();
    const answer = await api.call(cards.replace, { token: person.token, params: { id }, body: { because: "lost" } });
    const { card } = answer.body.data as { card: { id: string } };
    await db.updateTable("cards").set({ status: "declined" }).where("id", "=", card.id).execute();
    await closeBusinessDay(api.app);
    expect((await cardLineBooks(db, card.id)).available_kobo).toBe(0n);
    expect((await bills(person)).lines).toEqual([]);
    await world.prove();
  });
});

describe("the cards of a company", () => {
  it("draw its line: what is due is seen by its people and the provider, and chosen by those who pay", async () => {
    const id = await api.company({ name: "Carded" });
    const finance = await api.person("company_finance_manager", { company_id: id });
    const other = await api.person("company_finance_manager", { company_id: await api.company({ name: "Other" }) });
    const see = ({ token }: { token: string }) => api.call(calls.ofCompany, { token, params: { companyId: id } });
    expect((await see(finance)).body.data).toMatchObject({ line: null, cards: [] });
    expect((await see(other)).status).toBe(404);
    expect((await see(await api.person("super_finance"))).status).toBe(200);
    expect((await choose(finance, { automatic: "full" })).status).toBe(404);
    expect((await choose(finance, { automatic: "none" })).body.errors).toHaveProperty("automatic");
    expect((await choose(await world.customer(), { automatic: "full" })).status).toBe(403);
  });
});
