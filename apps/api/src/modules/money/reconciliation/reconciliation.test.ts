import * as repayments from "@manilla/contract/lending/repayments";
import * as calls from "@manilla/contract/money/reconciliation";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
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
}
const itemsOf = async (reference: string) =>
  (
    await sql<Item>`select * from reconciliation_items where reference = ${reference} order by id`.execute(
      world.api.app.db,
    )
  ).rows;
const run = async (business_date: string) =>
  (await world.api.call(calls.run, { token: world.maker.token, body: { business_date } })).body.data as {
    lines: number;
    matched: number;
    exceptions: number;
    has_statement: boolean;
  };

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
    const { rows } = await world.api.database.pool.query("select 1 from ledger.transactions where key = $1", [
      `settlement:${reference}`,
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

  it("says what is short, what is over, what is missing and what nobody knows", async () => {
    const loan = await world.running();
    const [first] = await world.rows(loan.id);
    for (const [amount_kobo, reference] of [
      [100_000, "SLIP-SHORT"],
      [100_000, "SLIP-OVER"],
      [100_000, "SLIP-GONE"],
    ] as const) {
      await world.api.call(repayments.payFraction, {
        token: world.maker.token,
        params: { id: String(first?.id) },
        body: { amount_kobo, reference },
      });
    }
    const date = await today();
    const entry = (kobo: number, reference: string, id: number) =>
      `<Ntry><Amt Ccy="NGN">${(kobo / 100).toFixed(2)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt><NtryDtls><TxDtls><Refs><AcctSvcrRef>${id}</AcctSvcrRef><EndToEndId>${reference}</EndToEndId></Refs><RmtInf><Ustrd>Counter</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
    const balance = (code: string, kobo: number) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="NGN">${(kobo / 100).toFixed(2)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${date}</Dt></Dt></Bal>`;
    const file = `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>X</MsgId><CreDtTm>${date}T00:00:00</CreDtTm></GrpHdr><Stmt><Id>OTHER</Id><CreDtTm>${date}T00:00:00</CreDtTm><Acct><Id><Othr><Id>0000009999</Id></Othr></Id><Ccy>NGN</Ccy></Acct>${balance("OPBD", 0)}${balance("CLBD", 217_000)}${entry(90_000, "SLIP-SHORT", 1)}${entry(120_000, "SLIP-OVER", 2)}${entry(7_000, "NOBODY-KNOWS", 3)}</Stmt></BkToCstmrStmt></Document>`;
    const upload = async (key?: string, sent = file) => {
      const form = new FormData();
      form.append("file", new Blob([sent], { type: "application/xml" }), "statement.xml");
      return world.api.call(calls.upload, { token: world.maker.token, body: form, ...(key && { key }) });
    };
    expect((await upload()).body.data).toMatchObject({ statements: 1, lines: 3, matched: 0, exceptions: 1 });
    expect((await upload("the-same-statement")).body.data).toMatchObject({ lines: 0 });
    expect((await upload("the-same-statement")).headers.get("idempotent-replay")).toBe("true");
    expect(await upload("the-same-statement", file.replace("OTHER", "ANOTHER"))).toMatchObject({
      status: 422,
      body: { code: "idempotency_key_reused" },
    });
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

  it("is decided by hand with a note, once, by those who may", async () => {
    const [item] = await itemsOf("SLIP-SHORT");
    const decide = {
      params: { id: item?.id ?? "" },
      body: { note: "The bank kept its charge", version: item?.version },
    };
    expect(
      (await world.api.call(calls.match, { ...decide, token: (await world.api.person("super_operations")).token }))
        .status,
    ).toBe(403);
    expect(
      (
        await world.api.call(calls.match, {
          ...decide,
          token: world.maker.token,
          body: { note: "The bank kept its charge", version: 99 },
        })
      ).status,
    ).toBe(412);
    expect((await world.api.call(calls.match, { ...decide, token: world.checker.token })).body.data).toMatchObject({
      item: { status: "matched_manual", decision_note: "The bank kept its charge" },
    });
    expect(
      (
        await world.api.call(calls.voidItem, {
          params: { id: item?.id ?? "" },
          token: world.checker.token,
          body: { note: "Once more" },
        })
      ).status,
    ).toBe(409);
    const [stray] = await itemsOf("NOBODY-KNOWS");
    expect(
      (
        await world.api.call(calls.voidItem, {
          params: { id: stray?.id ?? "" },
          token: world.maker.token,
          body: { note: "The bank's own mistake" },
        })
      ).body.data,
    ).toMatchObject({ item: { status: "void" } });
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
        await world.api.call(call, { params, token: world.maker.token, body: { note: "No bank has it" } }),
      ).toMatchObject({ status: 403, body: { code: "own_receipt" } });
    const voided = await world.api.call(calls.voidItem, {
      params,
      token: world.checker.token,
      body: { note: "No bank has it" },
    });
    expect(voided.status).toBe(200);
  });

  it("is listed and summed up by day, and refuses a file that is no statement", async () => {
    expect(
      (await world.api.call(calls.listAll, { token: world.maker.token, query: { search: "SLIP" } })).body.datatable,
    ).toMatchObject({ total_count: 3 });
    const { body } = await world.api.call(calls.summary, { token: world.maker.token });
    expect(
      (body.data as { days: { statement: { format: string } | null }[] }).days.some(
        ({ statement }) => statement?.format === "camt053",
      ),
    ).toBe(true);
    const form = new FormData();
    form.append("file", new Blob(["hello, this is no statement"], { type: "text/plain" }), "x.txt");
    const refused = await world.api.call(calls.upload, { token: world.maker.token, body: form });
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
      (await world.api.call(calls.run, { token: world.maker.token, body: { business_date: await today() } })).status,
    ).toBe(503);
    config.BANK_URL = address;
    await live(1);
    expect(await itemsOf(payout.reference)).toMatchObject([{ status: "matched_auto" }]);
    await world.prove();
  });
});
