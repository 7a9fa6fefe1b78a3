import * as approvals from "@manilla/contract/platform/approvals";
import * as calls from "@manilla/contract/cards/secure-cards";
import * as cardCalls from "@manilla/contract/cards/cards";
import * as documents from "@manilla/contract/people/documents";
import * as wallets from "@manilla/contract/people/personal-wallets";
import fc from "fast-check";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { clock } from "../../../clock.ts";
import { drawn, unclaimed } from "../../../../../../test/card-credit.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { cardLineBooks } from "../../money/books/index.ts";
import { closeBusinessDay } from "../../platform/business-day/index.ts";
import { makeCard } from "../cards/index.ts";
import { divideDeposit } from "./rules.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
type Person = Awaited<ReturnType<typeof world.customer>>;
const finance = await api.person("super_finance");
const admin = await api.person("super_admin");
const DEPOSIT = 5_000_000;
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

function ask({ token }: { token: string }, fields: Record<string, string> = {}, withFile = true) {
  const form = new FormData();
  const all = { deposit_kobo: String(DEPOSIT), form: "virtual", ...fields };
  for (const [name, value] of Object.entries(all)) form.append(name, value);
  if (withFile) form.append("document", new Blob([PNG, uuidv7()], { type: "image/png" }), "transfer.png");
  return api.call(calls.ask, { token, body: form });
}
interface Secure {
  id: string;
  status: string;
  card: { id: string; status: string } | null;
  owed_kobo: number | null;
  returned_kobo: number | null;
  decision_reason: string | null;
}
const own = async ({ token }: Person): Promise<Secure> =>
  ((await api.call(calls.listOwn, { token })).body.data as { secure_cards: Secure[] }).secure_cards[0]!;
const listed = async ({ user_id }: Person, { token } = finance) => {
  const filter = JSON.stringify({ user_id });
  const { body } = await api.call(calls.listAll, { token, query: { filter } });
  return (body.datatable as { items: { matches: { item_id: string }[]; is_waiting: boolean }[] }).items[0]!;
};
const mark = (id: string, body: object, { token } = finance) =>
  api.call(calls.markAsPaid, { token, params: { id }, body: { reason: "As on the statement", ...body } });
async function decide(approval_id: string, { token } = admin) {
  const { version } = await db
    .selectFrom("approvals")
    .select("version")
    .where("id", "=", approval_id)
    .executeTakeFirstOrThrow();
  return api.call(approvals.approve, { token, params: { id: approval_id }, body: { version } });
}
const asked = ({ body }: { body: { data: unknown } }) => (body.data as { approval_id: string }).approval_id;

/** A secure card from the receipt to the card in its holder's hands. */
async function secured(): Promise<{ person: Person; id: string; card_id: string }> {
  const person = await world.customer();
  const { id } = ((await ask(person)).body.data as { secure_card: { id: string } }).secure_card;
  const item_id = await unclaimed(world, BigInt(DEPOSIT));
  expect((await decide(asked(await mark(id, { item_id })))).status).toBe(200);
  const { card } = await own(person);
  expect(await makeCard(api.app, card!.id)).toBe(true);
  return { person, id, card_id: card!.id };
}
const cashOf = async ({ token }: Person) =>
  ((await api.call(wallets.snapshot, { token })).body.data as { cash_kobo: number }).cash_kobo;

describe("a secure card", () => {
  it("is asked for with the receipt of its deposit, one at a time", async () => {
    const person = await world.customer();
    expect((await ask(person, {}, false)).body.errors).toHaveProperty("document");
    expect((await ask(person, { deposit_kobo: "1" })).body.errors).toHaveProperty("deposit_kobo");
    expect((await ask(person, { deposit_kobo: "-5" })).status).toBe(422);
    expect((await ask(person, { form: "physical" })).body.errors).toHaveProperty("delivery_address");
    expect((await ask(person)).status).toBe(200);
    expect((await ask(person)).body).toMatchObject({ code: "open_request" });
    const { id } = await own(person);
    const receipt = (token: string, which = id) => api.call(calls.showReceiptFile, { token, params: { id: which } });
    expect((await receipt(finance.token)).status).toBe(200);
    expect((await receipt(finance.token, uuidv7())).status).toBe(404);
    // Rights of cards alone open no paper.
    for (const role of ["super_sales_agent", "super_operations", "super_risk"] as const)
      expect((await receipt((await api.person(role)).token)).status, role).toBe(403);
    // The right to documents in general does not open the receipt, though it is one of the documents of the person.
    const risk = await api.person("super_risk");
    const { document_id } = await db
      .selectFrom("secure_cards")
      .select("document_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect((await api.call(documents.file, { token: risk.token, params: { id: document_id } })).body).toMatchObject({
      code: "may_not_see",
    });
    // Its page says so before anybody asks for the paper.
    const page = await api.call(documents.find, { token: risk.token, params: { id: document_id } });
    expect(page.body.data).toMatchObject({ withheld: "You may not see papers of cards." });
    const { rows: looks } = await api.database.pool.query(
      "select 1 from audit_records where action = 'document_viewed' and actor_id = $1",
      [finance.user_id],
    );
    expect(looks.length, "each look is on record").toBe(1);
    const decline = () =>
      api.call(calls.decline, { token: finance.token, params: { id }, body: { reason: "No such transfer came" } });
    expect((await decline()).status).toBe(200);
    expect((await decline()).status).toBe(409);
    expect(await own(person)).toMatchObject({ status: "declined", decision_reason: "No such transfer came" });
    expect((await ask(person)).status).toBe(200);
  });

  it("is paid by a line of the bank of the same sum, by two people, never by its holder; then the card is made with that limit", async () => {
    const person = await world.customer();
    await ask(person);
    const { id } = await own(person);
    const [right, wrong] = [await unclaimed(world, BigInt(DEPOSIT)), await unclaimed(world, BigInt(DEPOSIT + 1))];
    expect((await listed(person)).matches.map(({ item_id }) => item_id)).toContain(right);
    expect((await mark(id, { item_id: right }, await api.person("super_support"))).status).toBe(403);
    for (const item_id of [wrong, uuidv7()])
      expect((await mark(id, { item_id })).body.errors).toHaveProperty("item_id");
    expect((await mark(uuidv7(), { item_id: right })).status).toBe(404);
    await sql`update secure_cards set user_id = ${finance.user_id} where id = ${id}`.execute(db);
    expect((await mark(id, { item_id: right })).body).toMatchObject({ code: "own_request" });
    await sql`update secure_cards set user_id = ${person.user_id} where id = ${id}`.execute(db);
    const approval_id = asked(await mark(id, { item_id: right }));
    expect((await mark(id, { item_id: right })).body).toMatchObject({ code: "already_requested" });
    expect((await listed(person)).is_waiting).toBe(true);
    expect((await decide(approval_id, finance)).status).toBe(403);
    expect((await own(person)).card).toBeNull();
    expect((await decide(approval_id)).status).toBe(200);
    const { status, card } = await own(person);
    expect([status, card?.status]).toEqual(["paid", "approved"]);
    await makeCard(api.app, card!.id);
    expect(await cardLineBooks(db, card!.id)).toMatchObject({
      deposit_kobo: BigInt(DEPOSIT),
      available_kobo: BigInt(DEPOSIT),
    });
    const { rows } = await sql<{ code: string; kobo: bigint }>`
      select coalesce(a.chart_code, a.code) as code, p.amount_kobo as kobo
      from ledger.transactions t
      join ledger.postings p on p.transaction_id = t.id
      join ledger.accounts a on a.id = p.account_id
      where t.kind = 'take_deposit' and t.metadata ->> 'card_id' = ${card!.id}
      order by p.number
    `.execute(db);
    expect(rows.map(({ code, kobo }) => [code, Number(kobo)])).toEqual([
      ["unidentified_receipts", DEPOSIT],
      ["secure_deposit", -DEPOSIT],
    ]);
    await world.prove();
  });

  it("gives its deposit back when it is closed, less what is owed, and not before the day", async () => {
    const { person, card_id } = await secured();
    await drawn(world, card_id, 1_200_000n);
    const close = await api.call(cardCalls.close, {
      token: person.token,
      params: { id: card_id },
      body: { reason: "I do not need it" },
    });
    expect([close.status, close.body.message]).toEqual([200, expect.anything()]);
    await sql`update cards set closed_at = (select business_date from business_calendar) where id = ${card_id}`.execute(
      db,
    );
    expect((await own(person)).status).toBe("paid");
    await closeBusinessDay(api.app);
    await closeBusinessDay(api.app);
    const { status, owed_kobo, returned_kobo } = await own(person);
    expect(status).toBe("returned");
    // What was drawn, with a day's interest.
    expect(owed_kobo).toBeGreaterThanOrEqual(1_200_000);
    expect((owed_kobo ?? 0) + (returned_kobo ?? 0)).toBe(DEPOSIT);
    expect(await cashOf(person)).toBe(returned_kobo);
    expect(await cardLineBooks(db, card_id)).toMatchObject({ deposit_kobo: 0n, drawn_kobo: 0n, interest_kobo: 0n });
    await closeBusinessDay(api.app);
    expect(await cashOf(person)).toBe(returned_kobo);
    await world.prove();
  });

  it("keeps its deposit while a dispute has given money for now, which is owed again where it is lost", async () => {
    const { person, card_id } = await secured();
    const [capture_id, dispute_id, now] = [uuidv7(), uuidv7(), clock.now()];
    await api.call(cardCalls.close, { token: person.token, params: { id: card_id }, body: { reason: "Not needed" } });
    await sql`update cards set closed_at = (select business_date from business_calendar) where id = ${card_id}`.execute(
      db,
    );
    const of = { card_id, user_id: person.user_id, amount_kobo: 100_000n, created_at: now };
    const shop = {
      merchant: "Slot",
      mcc: "5732",
      category: "electronics",
      business_date: "2026-11-01",
      happened_at: now,
    };
    const moved = {
      kind: "capture",
      issuer_transaction_id: uuidv7(),
      reference: capture_id,
      ledger_transaction_id: uuidv7(),
    };
    await db
      .insertInto("card_captures")
      .values({ ...of, ...shop, ...moved, id: capture_id })
      .execute();
    const disputed = { channel: "web", reason: "not_me", text: "It was not me.", status: "sent", due_at: now };
    const row = { ...of, ...disputed, id: dispute_id, reference: dispute_id, capture_id, credited_kobo: 100_000n };
    await db.insertInto("card_disputes").values(row).execute();
    for (let nights = 0; nights < 3; nights += 1) await closeBusinessDay(api.app);
    expect((await own(person)).status).toBe("paid");
    await db
      .updateTable("card_disputes")
      .set({ credited_kobo: 0n, status: "lost" })
      .where("id", "=", dispute_id)
      .execute();
    await closeBusinessDay(api.app);
    expect(await own(person)).toMatchObject({ status: "returned", returned_kobo: DEPOSIT });
  });

  it("divides a deposit so that nothing is lost and no debt is paid twice", () => {
    const kobo = fc.bigInt({ min: 0n, max: 10n ** 12n });
    expect(divideDeposit(10n, [4n, 9n])).toEqual({ paid: [4n, 6n], rest_kobo: 0n });
    fc.assert(
      fc.property(kobo, fc.array(kobo, { maxLength: 6 }), (deposit, debts) => {
        const { paid, rest_kobo } = divideDeposit(deposit, debts);
        const sum = paid.reduce((left, right) => left + right, 0n);
        const isWhole = sum + rest_kobo === deposit && paid.every((part, at) => part >= 0n && part <= debts[at]!);
        return isWhole && (rest_kobo === 0n || sum === debts.reduce((left, right) => left + right, 0n));
      }),
    );
  });
});
