/** Promise M16: a statement that is not ours, or says another sum, moves nothing by itself. */
import { existsSync, readFileSync } from "node:fs";
import * as statements from "@manilla/contract/money/bank-statements";
import * as calls from "@manilla/contract/money/reconciliation";
import * as repayments from "@manilla/contract/lending/repayments";
import type { Endpoint } from "@manilla/contract/endpoint";
import { addDays, parseCamt053 } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type Made,
  bankBalance,
  bankDay,
  csv,
  mt940,
  ofx,
  takeToday,
  uploadText,
} from "../../../../../../test/bank.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { catchUp } from "../../platform/business-day/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { keepUnidentified } from "../exceptions/index.ts";
import { assess, isOwnAccount } from "./rules.ts";

const shared = new URL("../../../../../../../shared/data/statements/", import.meta.url);
const hasShared = existsSync(shared);
if (!hasShared) console.warn("SKIPPED, LOUDLY: the real statements are not in ../shared/data/statements");

const world = await useLendingWorld();
const db = world.api.app.db;
const today = () => businessDate(db);
const live = async (days: number) => {
  await catchUp(world.api.app, addDays(await today(), days), { onDay: () => world.syncClock() });
  await world.syncClock();
};

/** All that a statement could move: postings, rows of the reconciliation, lines of the bank. */
async function moved() {
  const { rows } = await sql<Record<"postings" | "items" | "matched" | "lines" | "taken", number>>`
    select (select count(*) from ledger.transactions)::int as postings,
      (select count(*) from reconciliation_items)::int as items,
      (select count(*) from reconciliation_items where status in ('matched_auto', 'matched_manual'))::int as matched,
      (select count(*) from bank_statement_lines)::int as lines,
      (select count(*) from bank_statements where status = 'taken')::int as taken
  `.execute(db);
  return rows[0]!;
}
type Shown = {
  id: string;
  verdict: string;
  status: string;
  reasons: string[];
  sums: Record<string, number>;
  lines: { effect: string; words: string; reference: string | null }[];
  abilities: Record<string, string | null>;
};
const shown = (answer: { body: { data: unknown } }) => (answer.body.data as { statement: Shown }).statement;
const act = (call: Endpoint, id: string, body: object = {}, token = world.maker.token) =>
  world.api.call(call, { token, params: { id }, body });
const run = async (business_date: string) =>
  (await world.api.call(statements.run, { token: world.maker.token, body: { business_date } })).body.data as {
    statement_id: string | null;
    verdict: string;
    message: string;
    matched: number;
  };
const find = async (id: string) =>
  shown(await world.api.call(statements.find, { token: world.maker.token, params: { id } }));

/** A card payment that waits for the bank: what a forged line would like to book. */
async function cardPayment(): Promise<string> {
  const loan = await world.running();
  await world.addCard(loan.customer);
  const pay = await world.api.call(repayments.instantTransfer, {
    token: loan.customer.token,
    body: { loan_id: loan.id, amount_kobo: 100_000 },
  });
  return (pay.body.data as { reference: string }).reference;
}
const base = async (): Promise<Made> => ({ date: await today(), opening: 50_000_000_000, lines: [] });

describe("the account, however it is written", () => {
  it.each([
    "011/0000014579",
    "0000014579",
    "14579",
    "011 0000014579",
    "0110000014579",
    "NG61FBNI0110000014579",
    "FBNINGLA/0000014579",
    "FBNINGLAXXX0000014579",
    "011151003/0000014579",
    "0000014579 NGN",
    "000011/0000014579",
  ])("%s is ours", (written) => expect(isOwnAccount(written, "011/0000014579")).toBe(true));
  it.each([
    "NL81ASNB9999999999",
    "058/0000014579",
    "9990000014579",
    "NG61GTBI0580000014579",
    "0000014570",
    "10000014579",
    "000001457",
    "",
    "DEUTDEFF/0000014579",
    "0000014579USD",
  ])("%s is not", (written) => expect(isOwnAccount(written, "011/0000014579")).toBe(false));
  it("is nobody's while ours is not set", () => expect(isOwnAccount("0000014579", "")).toBe(false));
});

describe("a statement that is not ours", () => {
  it.each<[string, (made: Made) => string, RegExp]>([
    [
      "of another account",
      (made) => mt940({ ...made, account: "NL81ASNB9999999999" }),
      /account NL81ASNB9999999999; ours is/,
    ],
    ["of the same number at another bank", (made) => mt940({ ...made, account: "058/0000014579" }), /ours is 011/],
    ["in another currency", (made) => mt940({ ...made, currency: "EUR" }), /is in EUR/],
    ["of another year", (made) => mt940({ ...made, date: "2016-01-05" }), /more than 45 days back/],
    ["of a day that has not come", (made) => mt940({ ...made, date: "2030-01-05" }), /has not come/],
    ["whose lines do not add up", (made) => mt940({ ...made, closing: 50_000_000_001 }), /does not hold together/],
    [
      "that opens with another balance",
      (made) => mt940({ ...made, opening: 49_000_000_000 }),
      /opens with .* closed with/,
    ],
    ["in OFX with another closing balance", (made) => ofx({ ...made, closing: 50_000_000_001 }), /opens with/],
    ["in OFX of another account", (made) => ofx({ ...made, account: "0000014570" }), /account 0000014570/],
  ])("%s is refused next to the file and moves nothing", async (_, make, words) => {
    const reference = await cardPayment();
    const made = {
      ...(await base()),
      opening: await bankBalance(world, addDays(await today(), -1)),
      lines: [[98_765_432, reference]] as const,
    };
    const before = await moved();
    const answer = await uploadText(world, make(made));
    expect(answer.status).toBe(422);
    expect(answer.body.errors.file?.[0]).toEqual(expect.stringMatching(words));
    expect(await moved()).toEqual(before);
  });

  it.runIf(hasShared)("from a real bank in the Netherlands is refused, in both formats", async () => {
    const before = await moved();
    for (const [name, words] of [
      ["ASNB__mt940.txt", /NL81ASNB9999999999/],
      ["camt053.v2.multi.statement.xml", /account|several accounts/],
    ] as const) {
      const answer = await uploadText(world, readFileSync(new URL(name, shared)), name);
      expect(answer.status).toBe(422);
      expect(answer.body.errors.file?.[0]).toEqual(expect.stringMatching(words));
    }
    expect(await moved()).toEqual(before);
  });

  it("is refused when it is fetched, stays as it came with the reason, and moves nothing", async () => {
    const reference = await cardPayment();
    const { bank } = world.api.app.outside;
    const honest = bank.fetchStatement;
    onTestFinished(() => void (bank.fetchStatement = honest));
    const forged: Made = { ...(await base()), account: "058/0000014579", lines: [[98_765_432, reference]] };
    bank.fetchStatement = async () => ({ format: "mt940", text: mt940(forged) });
    const before = await moved();
    const result = await run(await today());
    expect(result).toMatchObject({
      verdict: "refused",
      matched: 0,
      message: expect.stringContaining("ours is 011/0000014579"),
    });
    const { postings, matched, lines, taken } = await moved();
    expect({ postings, matched, lines, taken }).toEqual({
      postings: before.postings,
      matched: before.matched,
      lines: before.lines,
      taken: before.taken,
    });
    const kept = await find(result.statement_id!);
    expect(kept.status).toBe("refused");
    expect(kept.abilities.take).toBe("wrong_state");
    await world.syncClock();
    // The night does the same, and says the same once: the file is not kept twice.
    await catchUp(world.api.app, addDays(await today(), 1), { onDay: () => world.syncClock() });
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from bank_statements where status = 'refused'
    `.execute(db);
    expect(rows[0]?.count).toBe(1);
    expect((await moved()).lines).toEqual(before.lines);
    await world.syncClock();
  });
});

describe("a file that is no statement", () => {
  it("is refused when it is fetched, and finance hears of it, by day and at night: the bank may write another format now", async () => {
    const { bank } = world.api.app.outside;
    const honest = bank.fetchStatement;
    onTestFinished(() => void (bank.fetchStatement = honest));
    bank.fetchStatement = async () => ({ format: "mt940", text: "<html>Please sign in again</html>" });
    const told = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from notifications where title like 'The bank''s statement of % was not taken' and body like 'It cannot be read%'
      `.execute(db);
      return rows[0]!.count;
    };
    const result = await run(await today());
    expect(result).toMatchObject({
      verdict: "refused",
      statement_id: null,
      message: expect.stringContaining("cannot be read"),
    });
    const once = await told();
    expect(once).toBeGreaterThan(0);
    const closing = await today();
    await catchUp(world.api.app, addDays(closing, 1), { onDay: () => world.syncClock() });
    expect(await told()).toBeGreaterThan(once);
    await world.syncClock();
  });
});

describe("a statement that is ours", () => {
  it("shows what each line would do before anything is done, then matches, and settles the card money once", async () => {
    await live(1);
    const reference = await cardPayment();
    const before = await moved();
    const read = await uploadText(world, await bankDay(world, await today(), "mt940"));
    const statement = shown(read);
    expect(statement).toMatchObject({ verdict: "ours", status: "read", abilities: { take: "own_file", ask: null } });
    expect(statement.lines.find((line) => line.reference === reference)).toMatchObject({
      effect: "matches",
      words: expect.stringContaining("from card collections to the bank"),
    });
    // Rows that wait are made; nothing is booked or matched.
    expect(await moved()).toMatchObject({ postings: before.postings, matched: before.matched, lines: before.lines });
    const own = await act(statements.take, statement.id);
    expect(own.status, "who brings a file does not take it").toBe(403);
    expect(own.body.code, "who brings a file does not take it").toBe("own_file");
    expect(await moved()).toMatchObject({ postings: before.postings, matched: before.matched, lines: before.lines });
    expect((await act(statements.take, statement.id, {}, world.checker.token)).status).toBe(200);
    const { rows } = await sql`select 1 from ledger.transactions where key like ${`settlement:${reference}:%`}`.execute(
      db,
    );
    expect(rows).toHaveLength(1);
    expect((await find(statement.id)).lines.find((line) => line.reference === reference)).toMatchObject({
      effect: "taken",
    });
    expect((await act(statements.take, statement.id, {}, world.checker.token)).status).toBe(409);
    await world.prove();
  });

  it("is the same day in every format: no doubles, by hand or by night", async () => {
    const date = await today();
    const before = await moved();
    for (const format of ["camt053.xml", "mt940"] as const) {
      const again = shown(await uploadText(world, await bankDay(world, date, format)));
      expect(again.verdict).toBe("known");
      expect(again.sums.new).toBe(0);
      expect(again.sums.known).toEqual(again.lines.length);
      await act(statements.discard, again.id, { reason: "Known" });
    }
    // The same day as the two formats that banks offer for download.
    const [day] = parseCamt053(await bankDay(world, date));
    const lines = day!.transactions.map(
      ({ amount_kobo, reference }) => [Number(amount_kobo), reference ?? ""] as const,
    );
    expect(lines.length).toBeGreaterThan(0);
    const made = { date, opening: Number(day!.opening_kobo), lines };
    for (const [name, text] of [
      ["day.ofx", ofx(made)],
      ["day.csv", csv(made)],
    ] as const) {
      const again = shown(await uploadText(world, text, name));
      expect(again.verdict, name).toBe("known");
      expect(again.sums["new"], name).toBe(0);
      expect(again.sums["known"], name).toEqual(lines.length);
      await act(statements.discard, again.id, { reason: "Known" });
    }
    expect(await run(date)).toMatchObject({ verdict: "known", message: "Every line of it is known." });
    expect(await moved()).toEqual(before);
    await live(1);
    expect((await moved()).lines).toBe(before.lines);
    const { rows } = await sql`select 1 from reconciliation_items where subject_type = 'bank_line'`.execute(db);
    expect(rows).toEqual([]);
  });

  it("with other lines of a day that we have waits for a second person, who sees the lines and their effect", async () => {
    await live(2);
    const date = addDays(await today(), -2);
    const opening = await bankBalance(world, addDays(date, -1));
    const other = mt940({ date, opening, lines: [[5_000, "LATE-LINE"]] });
    const before = await moved();
    const read = shown(await uploadText(world, other));
    expect(read).toMatchObject({ verdict: "second_person", abilities: { take: "needs_second", ask: null } });
    expect(read.reasons.join(" ")).toContain("Lines of days that we have");
    expect((await act(statements.take, read.id)).status).toBe(409);
    const asked = await act(statements.ask, read.id, { reason: "The bank booked it late" });
    expect(shown(asked).status).toBe("waiting");
    expect(await moved()).toEqual(before);
    const approval = await db
      .selectFrom("approvals")
      .select(["id", "items"])
      .where("kind", "=", "take_statement")
      .where("status", "=", "pending")
      .executeTakeFirstOrThrow();
    expect(approval.items).toMatchObject([{ label: expect.stringContaining("LATE-LINE"), amount_kobo: 5_000 }]);
    expect((await world.approve(approval.id)).status).toBe(200);
    expect((await find(read.id)).status).toBe("taken");
    expect((await moved()).lines).toBe(before.lines + 1);
    // It was not the bank's: it goes back whole. Nothing was booked, so one person may.
    expect(shown(await act(statements.takeBack, read.id, { reason: "It was not the bank's" })).status).toBe(
      "taken_back",
    );
    expect((await moved()).lines).toBe(before.lines);
  });

  it("after a gap, first, or without account or balances waits for a second person; a repeated number is refused", async () => {
    const [date, closed] = [await today(), await bankBalance(world, addDays(await today(), -1))];
    const first = (made: Partial<Made>) => uploadText(world, mt940({ date, opening: closed, lines: [], ...made }));
    const gap = shown(await first({ number: 9_999 }));
    expect(gap.verdict).toBe("second_person");
    expect(gap.reasons[0]).toEqual(expect.stringContaining("There is a gap"));
    expect((await first({ number: 1 })).body.errors.file?.[0]).toContain("It carries the number 1");
    const csv = `Date,Reference,Debit,Credit,Narration\n${date},CSV-1,,50.00,X`;
    const bare = shown(await uploadText(world, csv, "x.csv"));
    expect(bare.verdict).toBe("second_person");
    expect(bare.reasons).toEqual([
      "The file does not name the account.",
      "The file does not name the currency.",
      "The file has no balances.",
    ]);
    for (const { id } of [gap, bare]) await act(statements.discard, id, { reason: "A trial" });
    const statement = {
      account_number: "0000014579",
      account_name: null,
      currency: "NGN",
      sequence: null,
      last_sequence: null,
      from: date,
      to: date,
      opening_kobo: 1n,
      closing_kobo: 1n,
      transactions: [],
      flags: [],
    };
    const known = { own_account: "011/0000014579", today: date, last: undefined, lines: [] };
    expect(assess(statement, known)).toMatchObject({
      verdict: "second_person",
      reasons: ["It is the first statement of this account."],
    });
    expect(assess(statement, { ...known, own_account: "" }).verdict).toBe("refused");
  });

  it("shows that a line is money without a name, which is booked, or another sum of it", async () => {
    await run(addDays(await today(), -1));
    const [date, opening] = [await today(), await bankBalance(world, addDays(await today(), -1))];
    for (const [reference, amount_kobo] of [
      ["NAMELESS-1", 70_000n],
      ["NAMELESS-2", 80_000n],
    ] as const)
      await db.transaction().execute((tx) => keepUnidentified(tx, { reference, sender: "" }, amount_kobo, date));
    const lines = ["NAMELESS-1", "NAMELESS-2"].map((reference) => [70_000, reference] as const);
    const { lines: effects } = shown(await uploadText(world, mt940({ date, opening, lines })));
    expect(effects.map(({ reference, effect }) => [reference, effect])).toEqual([
      ["NAMELESS-1", "matches"],
      ["NAMELESS-2", "differs"],
    ]);
  });

  it("whose line says another sum books nothing of it", async () => {
    const reference = await cardPayment();
    await run(addDays(await today(), -1));
    const loan = await world.running();
    const [row] = await world.rows(loan.id);
    await world.api.call(repayments.payFraction, {
      token: world.maker.token,
      params: { id: String(row?.id) },
      body: { amount_kobo: 100_000, reference: "OTHER-SUM" },
    });
    const { postings } = await moved();
    const read = await takeToday(world, [[98_765_432, "OTHER-SUM"]]);
    const line = shown(read).lines.find((each) => each.reference === "OTHER-SUM");
    expect(line?.words).toBe("The bank shows ₦986,654.32 more than our books.");
    // The card's payment and its setup, and nothing else.
    expect((await moved()).postings - postings).toBe(2);
    // Taken back whole: what it booked is mirrored by a second person, what it matched waits again.
    const { id } = shown(read);
    const before = await moved();
    expect(shown(await act(statements.takeBack, id, { reason: "A trial of taking back" })).status).toBe("taken");
    const approval = await db
      .selectFrom("approvals")
      .select("id")
      .where("kind", "=", "take_back_statement")
      .where("status", "=", "pending")
      .executeTakeFirstOrThrow();
    expect((await world.approve(approval.id)).status).toBe(200);
    const after = await moved();
    expect(after.postings - before.postings).toBe(2);
    const { rows: again } = await sql<{ status: string }>`
      select status from reconciliation_items where reference in ('OTHER-SUM', ${reference})
    `.execute(db);
    expect(again.map(({ status }) => status)).toEqual(["expected", "expected"]);
    const { rows: settled } =
      await sql`select 1 from receipts where reference = ${reference} and settled_at is not null`.execute(db);
    expect(settled).toEqual([]);
    // And taken again: the card money moves once more.
    expect(await run(await today())).toMatchObject({ verdict: "ours" });
    const { rows: once } =
      await sql`select 1 from receipts where reference = ${reference} and settled_at is not null`.execute(db);
    expect(once).toHaveLength(1);
    await world.prove();
  });

  it("whose card line says another sum settles nothing", async () => {
    const loan = await world.running();
    const receipt = await db
      .insertInto("receipts")
      .values({
        id: uuidv7(),
        purpose: "credit",
        user_id: loan.customer.user_id,
        amount_kobo: 100_000n,
        channel: "card",
        source: "card_settlement",
        reference: "CARD-OTHER",
        received_on: await today(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await run(await today());
    const { postings } = await moved();
    await takeToday(world, [[98_765_432, "CARD-OTHER"]]);
    expect((await moved()).postings).toBe(postings);
    const row = await db.selectFrom("receipts").select("settled_at").where("id", "=", receipt.id).executeTakeFirst();
    expect(row?.settled_at).toBeNull();
  });

  it("is the last one when it is taken back, and leaves the list by those who may only", async () => {
    const all = await world.api.call(statements.listAll, { token: world.maker.token });
    const opening = await db
      .selectFrom("bank_statements")
      .select("id")
      .where("format", "=", "opening")
      .executeTakeFirstOrThrow();
    expect([all.status, all.body]).toMatchObject([200, { datatable: { total_count: expect.any(Number) } }]);
    expect((await act(statements.takeBack, opening.id, { reason: "Not this one" })).body.code).toBe("not_the_last");
    const support = await world.api.person("super_support");
    expect((await act(statements.takeBack, opening.id, { reason: "Not mine" }, support.token)).status).toBe(403);
    expect((await world.api.call(calls.balance, { token: world.maker.token })).body.data).toMatchObject({
      balance: { on: await today(), unexplained_kobo: 0 },
    });
  });
});
