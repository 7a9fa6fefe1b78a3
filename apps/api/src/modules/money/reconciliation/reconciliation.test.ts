import * as repayments from "@manilla/contract/lending/repayments";
import * as statements from "@manilla/contract/money/bank-statements";
import * as calls from "@manilla/contract/money/reconciliation";
import * as approvals from "@manilla/contract/platform/approvals";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { balanceOf } from "@manilla/ledger";
import { queryable } from "../../../db/database.ts";
import { getRow } from "../../../db/row.ts";
import { takeToday, uploadText } from "../../../../../../test/bank.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { catchUp } from "../../platform/business-day/index.ts";
import { rebuildFromLogs } from "../books/index.ts";
import { beginItem } from "../exceptions/index.ts";
import { settlePayout } from "../payouts/index.ts";
import { receive } from "../receipts/index.ts";
import { businessDate } from "../../platform/states/index.ts";

const world = await useLendingWorld();

const today = () => businessDate(world.api.app.db);
const live = async (days: number) => {
  await catchUp(world.api.app, addDays(await today(), days), { onDay: () => world.syncClock() });
  await world.syncClock();
};
const differences = async () =>
  (await rebuildFromLogs(world.api.app.pool))
    .filter(({ what }) => what === "state of reconciliation")
    .flatMap((rebuilt) => rebuilt.differences);
interface Item {
  id: string;
  status: string;
  reason: string;
  subject_type: string;
  expected_kobo: bigint | null;
  actual_kobo: bigint | null;
  version: number;
  owner_id: string | null;
}
const itemsOf = async (reference: string) =>
  (
    await sql<Item>`select * from reconciliation_items where reference = ${reference} order by id`.execute(
      world.api.app.db,
    )
  ).rows;
const run = async (business_date: string) =>
  (await world.api.call(statements.run, { token: world.maker.token, body: { business_date } })).body.data as {
    lines: number;
    matched: number;
    exceptions: number;
    has_statement: boolean;
  };

const balanceNow = async () =>
  ((await world.api.call(calls.balance, { token: world.maker.token })).body.data as { balance: object }).balance;

const third = await world.api.person("super_finance");
const idOf = ({ body }: { body: { data: unknown } }) => (body.data as { approval_id: string }).approval_id;
const agree = (id: string, { token }: { token: string }) =>
  world.api.call(approvals.approve, { token, params: { id }, body: { version: 1 } });

describe("a day against the bank's statement", () => {
  it("matches payouts, card debits and setups by reference and amount, and moves card money to the bank once", async () => {
    const loan = await world.running();
    await world.addCard(loan.customer);
    const pay = await world.api.call(repayments.instantTransfer, {
      token: loan.customer.token,
      body: { loan_id: loan.id, amount_kobo: 300_000 },
    });
    const { reference } = pay.body.data as { reference: string };
    const payout = await world.api.app.db
      .selectFrom("payouts")
      .select("reference")
      .where("subject_id", "=", loan.id)
      .executeTakeFirstOrThrow();
    expect(await itemsOf(payout.reference)).toMatchObject([
      { status: "expected", reason: "Waits for the bank's statement." },
    ]);
    expect(await run(await today())).toMatchObject({ has_statement: true, matched: 3, exceptions: 0 });
    expect(await itemsOf(payout.reference)).toMatchObject([{ status: "matched_auto" }]);
    expect(await itemsOf(reference)).toMatchObject([
      { status: "matched_auto", expected_kobo: 300_000n, actual_kobo: 300_000n },
    ]);
    expect(await run(await today())).toMatchObject({ lines: 0, matched: 0, exceptions: 0 });
    const { rows } = await world.api.database.pool.query("select 1 from ledger.transactions where key like $1", [
      `settlement:${reference}:%`,
    ]);
    expect(rows).toHaveLength(1);
    await world.prove();
  });

  it("a payout that was matched, and of which the provider then says the opposite, is an exception with its row in the log", async () => {
    const loan = await world.running();
    expect(await run(await today())).toMatchObject({ matched: 1 });
    const payout = await world.api.app.db
      .selectFrom("payouts")
      .select(["id", "reference"])
      .where("subject_id", "=", loan.id)
      .executeTakeFirstOrThrow();
    const outcome = { status: "failed", provider_reference: null, failure: "Closed account" } as const;
    await settlePayout(world.api.app, payout.id, outcome);
    await settlePayout(world.api.app, payout.id, outcome);
    const [item, ...others] = await itemsOf(payout.reference);
    expect([item?.status, item?.reason, others.length]).toEqual([
      "mismatch",
      expect.stringContaining("is failed; in our books it is success"),
      0,
    ]);
    const { rows } = await world.api.database.pool.query(
      "select from_state, to_state from transitions where subject_id = $1 order by happened_at",
      [item?.id],
    );
    expect(rows).toEqual([
      { from_state: "expected", to_state: "matched_auto" },
      { from_state: "matched_auto", to_state: "mismatch" },
    ]);
  });

  it("says what is short, what is over, what is missing and what nobody knows, and books none of it", async () => {
    const loan = await world.running();
    await run(await today());
    const [first] = await world.rows(loan.id);
    for (const reference of ["SLIP-SHORT", "SLIP-OVER", "SLIP-GONE"])
      await world.api.call(repayments.payFraction, {
        token: world.maker.token,
        params: { id: String(first?.id) },
        body: { amount_kobo: 100_000, reference },
      });
    const date = await today();
    const taken = await takeToday(world, [
      [90_000, "SLIP-SHORT"],
      [120_000, "SLIP-OVER"],
      [7_000, "NOBODY-KNOWS"],
    ]);
    expect(taken.status).toBe(200);
    expect(await itemsOf("SLIP-SHORT")).toMatchObject([
      { status: "short", reason: "The bank shows ₦100.00 less than our books." },
    ]);
    expect(await itemsOf("SLIP-OVER")).toMatchObject([
      { status: "over", reason: "The bank shows ₦200.00 more than our books." },
    ]);
    expect(await itemsOf("NOBODY-KNOWS")).toMatchObject([
      { status: "mismatch", subject_type: "bank_line", reason: "Nothing in our books has this reference." },
    ]);
    expect(await itemsOf("SLIP-GONE")).toMatchObject([{ status: "expected" }]);
    // Each of them explains its part of the difference, so the balance itself is no exception.
    expect(await balanceNow()).toMatchObject({ on: date, unexplained_kobo: 0 });
    await live(3);
    expect(await itemsOf("SLIP-GONE")).toMatchObject([
      { status: "missing", reason: "Not on the bank's statement 2 days later." },
    ]);
    await world.prove();
    // What nobody knows began as it is: the log of states says so.
    expect(await differences()).toEqual([]);
    const { rows: begun } = await sql<{ from_state: string | null; to_state: string }>`
      select t.from_state, t.to_state
      from transitions t
      join reconciliation_items i on i.id = t.subject_id
      where i.reference = 'NOBODY-KNOWS'
    `.execute(world.api.app.db);
    expect(begun).toEqual([{ from_state: null, to_state: "mismatch" }]);
  });

  it("shows one row with what it is about, and refuses an id that is not there", async () => {
    const loan = await world.running();
    const payout = await world.api.app.db
      .selectFrom("payouts")
      .select("reference")
      .where("subject_id", "=", loan.id)
      .executeTakeFirstOrThrow();
    const [row] = await itemsOf(payout.reference);
    const find = (id: string, token = world.maker.token) => world.api.call(calls.find, { token, params: { id } });
    expect((await find(String(row?.id))).body.data).toMatchObject({
      item: {
        id: row?.id,
        reference: payout.reference,
        direction: "out",
        subject_type: "payout",
        status: "expected",
        customer: { id: loan.customer.user_id },
      },
    });
    expect((await find("01900000-0000-7000-8000-000000000000")).status).toBe(404);
    expect((await find(String(row?.id), (await world.api.person("super_sales_agent")).token)).status).toBe(403);
  });

  it("is decided by hand with a reason, once, by those who may", async () => {
    const [item] = await itemsOf("SLIP-GONE");
    const decide = { params: { id: item?.id ?? "" }, body: { reason: "The teller's slip was seen" } };
    const match = (token: string, version = item?.version) =>
      world.api.call(calls.match, { ...decide, token, body: { ...decide.body, version } });
    expect((await match((await world.api.person("super_operations")).token)).status).toBe(403);
    expect((await match(world.checker.token, 99)).status).toBe(412);
    const asked = await match(world.checker.token);
    expect(asked.body.data, "not by one").toMatchObject({
      item: { status: "missing" },
      approval_id: expect.any(String),
    });
    expect((await match(third.token)).body.code).toBe("already_asked");
    const approval_id = idOf(asked);
    expect((await agree(approval_id, world.checker)).status).toBe(403);
    expect((await agree(approval_id, world.maker)).body.code, "who recorded the slip").toBe("own_case");
    expect((await agree(approval_id, third)).status).toBe(200);
    expect(await itemsOf("SLIP-GONE")).toMatchObject([
      { status: "matched_manual", decision_note: "The teller's slip was seen" },
    ]);
    expect((await world.api.call(calls.voidItem, { ...decide, token: world.checker.token })).status).toBe(409);
    // What differs in its amount is not matched by hand: its difference is named.
    const [short] = await itemsOf("SLIP-SHORT");
    expect(
      (await world.api.call(calls.match, { ...decide, params: { id: short?.id ?? "" }, token: world.maker.token }))
        .status,
    ).toBe(409);
  });

  it("books a difference that a person names, above the amount with a second person, and the line by what the bank shows", async () => {
    const bank = async () => (await balanceOf(queryable(world.api.app.db), "bank_operating")).balance_kobo;
    const [short, over, stray] = await Promise.all(
      ["SLIP-SHORT", "SLIP-OVER", "NOBODY-KNOWS"].map(async (reference) => (await itemsOf(reference))[0]!),
    );
    // Who recorded the slips never explains them.
    const other = await world.api.person("super_finance");
    const resolve = (id: string, account: string) =>
      world.api.call(calls.resolve, {
        token: other.token,
        params: { id },
        body: { account, reason: "The bank's charge" },
      });
    const own = { params: { id: short!.id }, body: { account: "bank_charges", reason: "The bank's charge" } };
    expect((await world.api.call(calls.resolve, { ...own, token: world.maker.token })).body.code).toBe("own_receipt");
    const before = await bank();
    const asked = await resolve(short!.id, "bank_charges");
    const { approval_id } = asked.body.data as { approval_id: string };
    expect([await bank(), (await itemsOf("SLIP-SHORT"))[0]?.status]).toEqual([before, "short"]);
    expect((await resolve(short!.id, "bank_charges")).body.code).toBe("already_asked");
    const read = await world.api.call(approvals.find, { token: world.maker.token, params: { id: approval_id } });
    expect(read.body.data).toMatchObject({
      items: [],
      effect: {
        facts: expect.arrayContaining([
          { label: "The bank shows", value: "₦900.00, in" },
          { label: "The bank says", value: expect.any(String) as string },
        ]) as unknown,
      },
    });
    expect((await world.approve(approval_id)).status).toBe(200);
    expect([await bank(), (await itemsOf("SLIP-SHORT"))[0]?.status]).toEqual([before + 90_000n, "matched_manual"]);
    await sql`update configuration set value = '20000' where key = 'difference_alone_kobo'`.execute(world.api.app.db);
    expect((await resolve(over!.id, "unidentified_receipts")).body.data).toMatchObject({
      approval_id: null,
      item: { status: "matched_manual" },
    });
    expect((await resolve(stray!.id, "unidentified_receipts")).status).toBe(200);
    expect(await bank()).toBe(before + 90_000n + 120_000n + 7_000n);
    await world.prove();
  });

  it("lets a dated tolerance book a small difference by itself, and nothing above it or before its day", async () => {
    const set = (key: string, value: unknown) =>
      sql`update configuration set value = ${JSON.stringify(value)}::jsonb where key = ${key}`.execute(
        world.api.app.db,
      );
    await set("difference_tolerance_kobo", 5_000);
    await set("difference_tolerance_from", await today());
    const loan = await world.running();
    await run(await today());
    const [first] = await world.rows(loan.id);
    for (const reference of ["SLIP-NEAR", "SLIP-FAR"])
      await world.api.call(repayments.payFraction, {
        token: world.maker.token,
        params: { id: String(first?.id) },
        body: { amount_kobo: 100_000, reference },
      });
    await takeToday(world, [
      [95_000, "SLIP-NEAR"],
      [94_999, "SLIP-FAR"],
    ]);
    expect(await itemsOf("SLIP-NEAR")).toMatchObject([
      { status: "matched_auto", reason: expect.stringContaining("within the tolerance of ₦50.00") },
    ]);
    expect(await itemsOf("SLIP-FAR")).toMatchObject([{ status: "short" }]);
    expect((await balanceOf(queryable(world.api.app.db), "bank_charges")).balance_kobo).toBe(10_000n + 5_000n);
    await set("difference_tolerance_kobo", 0);
  });

  it("voids the row of a receipt that was reversed", async () => {
    const loan = await world.running();
    const [first] = await world.rows(loan.id);
    const paid = await world.api.call(repayments.payFraction, {
      token: world.maker.token,
      params: { id: String(first?.id) },
      body: { amount_kobo: 100_000, reference: "SLIP-REVERSED" },
    });
    await run(await today());
    expect(await itemsOf("SLIP-REVERSED")).toMatchObject([{ status: "expected" }]);
    const receipt = await world.api.app.db
      .selectFrom("receipts")
      .select("id")
      .where("reference", "=", "SLIP-REVERSED")
      .executeTakeFirstOrThrow();
    const asked = await world.api.call(repayments.reverseReceipt, {
      token: world.maker.token,
      params: { id: receipt.id },
      body: { reason: "Recorded twice" },
    });
    await world.approve((asked.body.data as { approval_id: string }).approval_id);
    await run(await today());
    expect([paid.status, (await itemsOf("SLIP-REVERSED"))[0]]).toMatchObject([
      200,
      { status: "void", reason: "The receipt was reversed." },
    ]);
  });

  it("of a receipt that was reversed, whose money the bank shows, is booked by name and never matched by one person", async () => {
    const loan = await world.running();
    const [first] = await world.rows(loan.id);
    await world.api.call(repayments.payFraction, {
      token: world.maker.token,
      params: { id: String(first?.id) },
      body: { amount_kobo: 100_000, reference: "SHOWN-AND-REVERSED" },
    });
    await takeToday(world, [[100_000, "SHOWN-AND-REVERSED"]]);
    expect(await itemsOf("SHOWN-AND-REVERSED")).toMatchObject([{ status: "matched_auto" }]);
    const receipt = await getRow(world.api.app.db, "receipts", { reference: "SHOWN-AND-REVERSED" }, ["id"]);
    const asked = await world.api.call(repayments.reverseReceipt, {
      token: world.maker.token,
      params: { id: receipt.id },
      body: { reason: "Of another person" },
    });
    await world.approve((asked.body.data as { approval_id: string }).approval_id);
    await run(await today());
    const [item] = await itemsOf("SHOWN-AND-REVERSED");
    expect(item).toMatchObject({ status: "mismatch" });
    const { token } = await world.api.person("super_finance");
    const act = (call: typeof calls.match | typeof calls.resolve, body: object) =>
      world.api.call(call, { token, params: { id: item!.id }, body: { reason: "It is theirs", ...body } as never });
    expect((await act(calls.match, {})).body.code).toBe("not_booked");
    const named = await act(calls.resolve, { account: "unidentified_receipts" });
    expect((await world.approve((named.body.data as { approval_id: string }).approval_id)).status).toBe(200);
    expect(await itemsOf("SHOWN-AND-REVERSED")).toMatchObject([{ status: "matched_manual" }]);
  });

  it("closes many rows with one reason, each with its verdict", async () => {
    await takeToday(world, [
      [11_000, "ALIKE-1"],
      [11_000, "ALIKE-2"],
    ]);
    const ids = (await Promise.all(["ALIKE-1", "ALIKE-2", "SLIP-GONE"].map(itemsOf))).map(([item]) => item!.id);
    const each = (action: string) =>
      world.api.call(calls.each, { token: world.maker.token, body: { action, ids, reason: "The bank's own mistake" } });
    expect((await each("assign")).body.data).toMatchObject({ done: 2 });
    const voided = await each("void");
    const told = async (person: { user_id: string }) =>
      (
        await world.api.app.db
          .selectFrom("notifications")
          .select(["title", "body"])
          .where("user_id", "=", person.user_id)
          .where("title", "like", "%wait% for a second person")
          .where((eb) => eb.or([eb("title", "like", "2 %"), eb("body", "like", "%ALIKE%")]))
          .execute()
      ).map(({ title, body }) => [title, body]);
    const once = ["2 requests wait for a second person", "A row matched or taken out by hand, ₦220.00 in all"];
    expect(await told(world.checker), "one act is one notice, of what was not refused").toEqual([once]);
    expect(await told(world.maker)).toEqual([]);
    const { rows: waiting } = await sql<{ id: string }>`
      select id from approvals where kind = 'match_by_hand' and status = 'pending' order by created_at
    `.execute(world.api.app.db);
    expect(waiting).toHaveLength(2);
    for (const { id } of waiting) expect((await world.approve(id)).status).toBe(200);
    expect(voided.body.data).toMatchObject({
      done: 2,
      verdicts: [
        { is_done: true },
        { is_done: true },
        { is_done: false, reason: expect.stringContaining("Not possible") },
      ],
    });
    expect((await itemsOf("ALIKE-2"))[0]).toMatchObject({ status: "void", owner_id: world.maker.user_id });
    // Two lines of the bank that nobody booked: nothing explains them any more, and somebody owns that. SLIP-GONE still awaits the bank in its own account.
    await live(1);
    const { balance } = (await world.api.call(calls.balance, { token: world.maker.token })).body.data as {
      balance: { unexplained_kobo: number; owner: string };
    };
    expect(balance).toMatchObject({ unexplained_kobo: 22_000, owner: expect.any(String) });
    const { rows } = await sql<Item & { owner_id: string | null }>`
      select * from reconciliation_items where subject_type = 'bank_balance' and status = 'mismatch'
    `.execute(world.api.app.db);
    expect(rows).toMatchObject([{ reason: expect.stringContaining("₦220.00 more"), owner_id: expect.any(String) }]);
    // One person alone takes it out of sight in no way.
    const alone = { token: world.maker.token, params: { id: rows[0]!.id }, body: { reason: "It will agree again" } };
    expect((await world.api.call(calls.match, alone)).body.code).toBe("not_booked");
    expect((await world.api.call(calls.voidItem, alone)).body.code).toBe("at_the_bank");
    const resolved = await world.api.call(calls.resolve, {
      token: world.maker.token,
      params: { id: rows[0]!.id },
      body: { account: "unidentified_receipts", reason: "Two lines of the bank's own mistake" },
    });
    expect((await world.approve((resolved.body.data as { approval_id: string }).approval_id)).status).toBe(200);
    expect(await balanceNow()).toMatchObject({ unexplained_kobo: 0 });
  });

  it("is never explained away by who recorded the receipt", async () => {
    const loan = await world.running();
    const items = await world.api.app.db.transaction().execute(async (tx) => {
      const { receipt_id } = await receive(tx, world.api.app, {
        user_id: loan.customer.user_id,
        purpose: "loan_repayment",
        subject_id: loan.id,
        amount_kobo: 1_000n,
        channel: "staff",
        source: "bank_operating",
        reference: "CASH-OWN",
        on: await businessDate(tx),
        actor: { user_id: world.maker.user_id, name: "Maker", network_address: "", request_id: "" },
      });
      await beginItem(tx, {
        business_date: await businessDate(tx),
        direction: "in",
        subject_type: "receipt",
        subject_id: receipt_id,
        reference: "CASH-OWN",
        expected_kobo: 1_000n,
        reason: "The bank does not have it.",
      });
      return tx.selectFrom("reconciliation_items").select("id").where("subject_id", "=", receipt_id).execute();
    });
    const params = { id: items[0]?.id ?? "" };
    for (const call of [calls.voidItem, calls.match])
      expect(
        await world.api.call(call, { params, token: world.maker.token, body: { reason: "No bank has it" } }),
      ).toMatchObject({ status: 403, body: { code: "own_receipt" } });
    const voided = await world.api.call(calls.voidItem, {
      params,
      token: world.checker.token,
      body: { reason: "No bank has it" },
    });
    expect(voided.status).toBe(200);
    expect((await agree(idOf(voided), world.maker)).status).toBe(403);
    expect((await agree(idOf(voided), third)).status).toBe(200);
    expect(await itemsOf("CASH-OWN")).toMatchObject([{ status: "void" }]);
  });

  it("is listed and summed up by day, and refuses a file that is no statement", async () => {
    expect(
      (await world.api.call(calls.listAll, { token: world.maker.token, query: { search: "SLIP" } })).body.datatable,
    ).toMatchObject({ total_count: 6 });
    const { body } = await world.api.call(calls.summary, { token: world.maker.token });
    expect(
      (body.data as { days: { statement: { format: string } | null }[] }).days.some(
        ({ statement }) => statement?.format === "camt053",
      ),
    ).toBe(true);
    const refused = await uploadText(world, "hello, this is no statement");
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["file"]]);
  });

  it("waits for a bank that does not answer and matches the day later", async () => {
    const { config } = world.api.app;
    const address = config.BANK_URL;
    const loan = await world.running();
    config.BANK_URL = "http://127.0.0.1:59999";
    await live(1);
    const payout = await world.api.app.db
      .selectFrom("payouts")
      .select("reference")
      .where("subject_id", "=", loan.id)
      .executeTakeFirstOrThrow();
    expect(await itemsOf(payout.reference)).toMatchObject([{ status: "expected" }]);
    expect(
      (await world.api.call(statements.run, { token: world.maker.token, body: { business_date: await today() } }))
        .status,
    ).toBe(503);
    config.BANK_URL = address;
    await live(1);
    expect(await itemsOf(payout.reference)).toMatchObject([{ status: "matched_auto" }]);
    await world.prove();
  });
});
