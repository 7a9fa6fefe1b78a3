import * as calls from "@manilla/contract/lending/loan-imports";
import * as loanCalls from "@manilla/contract/lending/loans";
import * as own from "@manilla/contract/lending/own-repayments";
import * as repayments from "@manilla/contract/lending/repayments";
import * as approvals from "@manilla/contract/platform/approvals";
import { balanceOf, trialBalance } from "@manilla/ledger";
import { writeXlsx } from "hucre";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { makeProduct } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { queryable } from "../../../db/database.ts";
import { accountOf } from "../../money/books/index.ts";
import { closeBusinessDay } from "../../platform/business-day/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { rebuildLoan } from "../repayments/rebuild.ts";
import { readRunningLoan } from "../schedules/index.ts";
import { runLoanImport } from "./index.ts";

const world = await useLendingWorld();
const { api } = world;
const { db } = api.app;
const HEAD =
  "Loan number,Customer,Product,Principal,Rate,Rate period,Interest kind,Tenor,Disbursed on,Paid principal,Interest paid,Fees and penalties paid,Last payment date,Outstanding balance,Interest due";
let product: string;
let people: string[];
const codeOf = async (options: Parameters<typeof makeProduct>[1]): Promise<string> => {
  const id = await makeProduct(api, options);
  return (await db.selectFrom("loan_products").select("code").where("id", "=", id).executeTakeFirstOrThrow()).code;
};
beforeAll(async () => {
  product = await codeOf({});
  people = await Promise.all(Array.from({ length: 12 }, async () => (await world.customer()).phone));
  await sql`update configuration set value = '900000000000000' where key like 'recorded\\_alone\\_%'`.execute(db);
});

/** ₦100,000 at 4% a month in six instalments from 10 September 2025: 19,076.19 each, the first four due by 15 January 2026. */
interface Line {
  reference: string;
  person: string;
  of?: string;
  kind?: string;
  disbursed?: string;
  paid?: [principal: string, interest: string, on: string];
  left?: string;
  due?: string;
}
const line = ({
  reference,
  person,
  of = product,
  kind = "reducing",
  disbursed = "2025-09-10",
  paid = ["0", "0", ""],
  left = "100000",
  due = "",
}: Line) =>
  `${reference},${person},${of},"100,000.00",4,month,${kind},6,${disbursed},${paid[0]},${paid[1]},0,${paid[2]},${left},${due}`;
const form = (lines: string[], columns?: object, head = HEAD): FormData => {
  const data = new FormData();
  data.set("file", new Blob([[head, ...lines].join("\n")]), "book.csv");
  if (columns) data.set("columns", JSON.stringify(columns));
  return data;
};
const send = (
  body: unknown,
  call: typeof calls.createMany | typeof calls.tryMany = calls.createMany,
  by = world.maker,
) => api.call(call, { token: by.token, body });
const idOf = ({ body }: { body: { data?: unknown; errors?: unknown } }): string => {
  expect(body.errors).toBeUndefined();
  return (body.data as { import: { id: string } }).import.id;
};
const approvalOf = async (import_id: string) => {
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from approvals where kind = 'bring_in_loans' and payload ->> 'import_id' = ${import_id}
  `.execute(db);
  return rows[0]!;
};
/** Sends, agrees and brings in. */
const bringIn = async (lines: string[]): Promise<string> => {
  const id = idOf(await send(form(lines)));
  expect((await world.approve((await approvalOf(id)).id)).status).toBe(200);
  await runLoanImport(api.app, id);
  return id;
};
const loanOf = async (reference: string) => {
  const row = await db
    .selectFrom("loans")
    .selectAll()
    .where("imported_reference", "=", reference)
    .executeTakeFirstOrThrow();
  return { ...row, rows: await world.rows(row.id) };
};
const statuses = (rows: { number: number; status: string }[]) => rows.map(({ status }) => status).join(" ");
const counts = async () =>
  (
    await sql<Record<"loans" | "postings" | "messages", string>>`
      select (select count(*) from loans) as loans, (select count(*) from repayments) as rows, (select count(*) from imports) as imports,
        (select count(*) from approvals) as approvals, (select count(*) from ledger.transactions) as postings,
        (select count(*) from pgboss.job where name in ('send-sms', 'send-mail')) as messages
    `.execute(db)
  ).rows[0];
const balance = async (code: string) => (await balanceOf(queryable(db), code)).balance_kobo;
type Trial = {
  trial: { rows: { number: number; verdict: string; reasons: string[]; warnings: string[]; days_past_due: number }[] };
};

describe("a file of loans of another book", () => {
  it("is tried before: each row's verdict, arrears and sums, and nothing is written", async () => {
    const before = await counts();
    const answer = await send(
      form([
        line({ reference: "T-1", person: people[0]!, paid: ["30755.43", "7396.95", "2025-11-10"], left: "69244.57" }),
        line({ reference: "T-2", person: people[1]!, paid: ["1", "0", "2025-11-10"] }),
        line({ reference: "T-1", person: people[1]! }),
        line({ reference: "T-3", person: "08000000000" }),
        line({ reference: "T-4", person: people[1]!, disbursed: "2026-01-16" }),
        line({ reference: "T-5", person: people[2]!, due: "1" }),
      ]),
      calls.tryMany,
    );
    expect(await counts()).toEqual(before);
    const { trial } = answer.body.data as Trial;
    expect(trial).toMatchObject({
      total_count: 6,
      created_count: 2,
      refused_count: 4,
      sums: { loan_count: 2, late_count: 2, warning_count: 1, outstanding_principal_kobo: 16_924_457 },
    });
    expect(trial.rows.map(({ number, reasons }) => [number, ...reasons])).toEqual([
      [2, "outstanding_principal: with the principal paid this is ₦100,001.00, and the principal is ₦100,000.00"],
      [3, "Row 1 of this file has the same reference."],
      [4, "person: nobody here has 08000000000"],
      [5, "disbursed_on: this day is in the future"],
      [6],
      [1],
    ]);
    expect(trial.rows.slice(-2)).toMatchObject([
      {
        verdict: "created",
        days_past_due: 97,
        warnings: [expect.stringMatching(/^interest_due: the book says ₦1.00/), "97 days past due: not performing"],
      },
      { verdict: "created", days_past_due: 36, outstanding_principal_kobo: 6_924_457, warnings: [] },
    ]);
  });

  it("names the field that is wrong: a heading that is missing or not there, no table, too many rows, a hand of sales", async () => {
    const errors = async (body: unknown) => (await send(body)).body.errors;
    expect(await errors(form(["x"], undefined, "Loan number"))).toEqual({
      file: [expect.stringMatching(/^this file has no column person, product, principal/)],
    });
    expect(await errors(form([line({ reference: "W", person: people[0]! })], { principal: "Nowhere" }))).toEqual({
      columns: ["this file has no column Nowhere"],
    });
    expect(await errors(form([line({ reference: "W", person: people[0]! })], { salary: "Rate" }))).toEqual({
      columns: ["this field must name columns by ours"],
    });
    // Principal read from an empty column: no row adds up.
    expect(await errors(form([line({ reference: "W", person: people[0]! })], { principal: "Interest due" }))).toEqual({
      file: ["no row of this file can be brought in: try it first"],
    });
    expect(await errors(form([`"never closed`]))).toEqual({ file: [expect.stringMatching(/not a readable CSV/)] });
    expect(await errors(form(Array.from({ length: 10_001 }, () => "x,y,z")))).toEqual({
      file: ["this file has more than 10000 rows"],
    });
    expect(await errors(form([]))).toEqual({ file: ["this file has no rows"] });
    expect(await errors({})).toEqual({ file: ["a file has to be chosen"] });
    for (const role of ["super_sales_agent", "super_operations"] as const)
      expect((await send(form([]), calls.tryMany, await api.person(role))).status).toBe(403);
  });

  it("comes from a workbook too; hostile files are refused at their field", async () => {
    const sheet = async (principal: unknown) =>
      writeXlsx({
        sheets: [
          {
            name: "Book",
            rows: [
              [
                "reference",
                "person",
                "product",
                "principal",
                "rate",
                "instalments",
                "disbursed_on",
                "paid_principal",
                "paid_interest",
                "outstanding_principal",
              ],
              ["X-1", people[0]!, product, principal as number, 48, 6, "2026-01-10", 0, 0, 100000],
            ],
          },
        ],
      });
    const tried = async (bytes: Buffer | string, name: string) => {
      const data = new FormData();
      data.set("file", new Blob([bytes as never]), name);
      return (await send(data, calls.tryMany)).body;
    };
    expect((await tried(Buffer.from(await sheet(100_000)), "book.xlsx")).data).toMatchObject({
      trial: { created_count: 1 },
    });
    for (const [bytes, name] of [
      ["%PDF-1.7 not really", "x.csv"],
      [Buffer.from("504b030414000600", "hex"), "x.xlsx"],
      [Buffer.alloc(5 * 1_048_576, "a"), "x.csv"],
      ["<html><body>,</body></html>", "x.csv"],
    ] as const)
      expect(Object.keys((await tried(bytes, name)).errors ?? {}), name).toEqual(["file"]);
    // A formula in a cell is no amount, and comes back harmless in the file of refused rows.
    const id = idOf(
      await send(
        form([
          line({ reference: "F-1", person: people[0]! }),
          line({ reference: "=cmd|' /C calc'!A0", person: "nobody" }),
        ]),
      ),
    );
    const { text } = (await api.call(calls.refused, { token: world.maker.token, params: { id } })).body as unknown as {
      text: string;
    };
    expect(text.split("\n")[0]).toMatch(/^\uFEFF?row,reference,person,product,principal,rate/);
    expect(text).toContain("'=cmd");
    expect(text).toContain("person: nobody here has nobody");
  });

  it("waits for a second person, who sees file, sums and posting; the maker cannot agree", async () => {
    const lines = [
      line({ reference: "A-1", person: people[0]!, paid: ["30755.43", "7396.95", "2025-11-10"], left: "69244.57" }),
    ];
    const id = idOf(await send(form(lines)));
    // Twice at once it is the same file.
    expect(idOf(await send(form(lines)))).toBe(id);
    await runLoanImport(api.app, id);
    expect(await db.selectFrom("loans").select("id").where("imported_reference", "=", "A-1").execute()).toEqual([]);
    const { id: approval_id, version } = await approvalOf(id);
    const seen = await api.call(approvals.find, { token: world.checker.token, params: { id: approval_id } });
    const { effect, amount_kobo } = seen.body.data as {
      amount_kobo: number;
      effect: { postings: unknown[]; facts: { label: string; value: string }[] };
    };
    expect(amount_kobo).toBe(6_924_457);
    const facts = Object.fromEntries(effect.facts.map(({ label, value }) => [label, value]));
    expect(facts).toMatchObject({
      File: "book.csv, 1 row",
      Loans: "1, lent as ₦100,000.00",
      "Outstanding principal": "₦69,244.57",
      "Interest earned and unpaid": "₦5,119.44",
      "With warnings": "0 loans",
    });
    expect(effect.postings).toEqual([
      { account: "Loans: principal", currency: "NGN", debit_kobo: 6_924_457, credit_kobo: 0 },
      { account: "Loans: interest receivable", currency: "NGN", debit_kobo: 511_944, credit_kobo: 0 },
      { account: "Opening balances of imported loans", currency: "NGN", debit_kobo: 0, credit_kobo: 7_436_401 },
    ]);
    const mine = await api.call(approvals.approve, {
      token: world.maker.token,
      params: { id: approval_id },
      body: { version },
    });
    expect(mine.status).toBe(403);
    const no = await api.call(approvals.decline, {
      token: world.checker.token,
      params: { id: approval_id },
      body: { version, reason: "The file is of last month" },
    });
    expect(no.status).toBe(200);
    const found = await api.call(calls.find, { token: world.maker.token, params: { id } });
    expect(found.body.data).toMatchObject({ import: { status: "refused" } });
    expect(await db.selectFrom("loans").select("id").where("imported_reference", "=", "A-1").execute()).toEqual([]);
  });

  it("becomes running loans: rows by what was paid, T-accounts to the kobo, and worked out again they are the same", async () => {
    const before = await counts();
    const equity = await balance("opening_balances");
    await bringIn([
      line({ reference: "B-late", person: people[0]!, paid: ["30755.43", "7396.95", "2025-11-10"], left: "69244.57" }),
      line({ reference: "B-part", person: people[1]!, paid: ["20000", "4000", "2025-11-20"], left: "80000" }),
      line({ reference: "B-ahead", person: people[2]!, paid: ["80000", "12284.26", "2026-01-10"], left: "20000" }),
      line({ reference: "B-new", person: people[3]!, disbursed: "2026-01-10" }),
      line({
        reference: "B-new-ahead",
        person: people[4]!,
        disbursed: "2026-01-05",
        paid: ["40000", "0", "2026-01-09"],
        left: "60000",
      }),
      line({
        reference: "B-flat",
        person: people[5]!,
        kind: "flat",
        paid: ["66666.68", "16000", "2026-01-10"],
        left: "33333.32",
      }),
      line({ reference: "B-charged", person: people[6]!, paid: ["64000", "14000", "2026-01-10"], left: "36000" }),
    ]);
    const late = await loanOf("B-late");
    expect(statuses(late.rows)).toBe("paid paid overdue overdue scheduled scheduled");
    expect(late.reference, "called as other loans are").toMatch(/^LN-260115-[0-9A-Z]{8}$/);
    expect(late).toMatchObject({
      status: "past_due",
      days_past_due: 36,
      arrears_bucket: "31-60",
      outstanding_principal_kobo: 6_924_457n,
    });
    const ahead = await loanOf("B-ahead");
    expect(statuses(ahead.rows)).toBe("paid paid paid paid scheduled scheduled");
    expect(ahead).toMatchObject({ status: "running", days_past_due: 0, overdue_kobo: 0n });
    // Who paid ahead there is not debited before a colleague could look; who is only on time is.
    expect([ahead.no_debit_until, (await loanOf("B-new")).no_debit_until]).toEqual(["2026-01-22", null]);
    const part = await loanOf("B-part");
    expect(part.rows.map((row) => row.paid_principal_kobo)).toEqual([1_507_619n, 492_381n, 0n, 0n, 0n, 0n]);
    expect(statuses(part.rows)).toBe("paid overdue overdue overdue scheduled scheduled");
    const early = await loanOf("B-new-ahead");
    expect(early.rows[0]).toMatchObject({ number: 0, status: "paid", principal_kobo: 4_000_000n });
    expect(statuses((await loanOf("B-flat")).rows)).toBe("paid paid paid paid scheduled scheduled");
    const charged = await loanOf("B-charged");
    expect(charged.accrued_interest_kobo).toBeGreaterThanOrEqual(0n);
    // T-accounts of one: what is left, and what it has earned and nobody paid, against opening balances.
    expect(await balance(accountOf("loan_principal", late.id))).toBe(6_924_457n);
    expect(await balance(accountOf("loan_interest", late.id))).toBe(511_944n);
    const all = await Promise.all(
      ["B-late", "B-part", "B-ahead", "B-new", "B-new-ahead", "B-flat", "B-charged"].map(loanOf),
    );
    const owed = all.reduce((sum, loan) => sum + loan.outstanding_principal_kobo + loan.accrued_interest_kobo, 0n);
    expect(equity - (await balance("opening_balances"))).toBe(owed);
    expect(await counts()).toMatchObject({ messages: before!.messages });
    await world.prove();
    const postings = (await counts())!.postings;
    for (const { id } of all)
      await db.transaction().execute(async (tx) => {
        const running = (await readRunningLoan(tx, id, "lock"))!;
        await rebuildLoan(tx, running, {
          key: `again:${id}`,
          on: await businessDate(tx),
          actor: SYSTEM,
          reason: "Worked out again",
        });
      });
    expect((await counts())!.postings).toBe(postings);
    const again = await Promise.all(
      ["B-late", "B-part", "B-ahead", "B-new", "B-new-ahead", "B-flat", "B-charged"].map(loanOf),
    );
    const plain = (loans: typeof all) =>
      loans.map(({ updated_at: _at, version: _version, rows, ...loan }) => ({
        ...loan,
        rows: rows.map(({ version: _of, ...row }) => row),
      }));
    expect(plain(again)).toEqual(plain(all));
    await world.prove();
  });

  it("comes in once: the same references are there already, and a worker that died goes on where it was", async () => {
    const lines = Array.from({ length: 260 }, (_, at) => line({ reference: `R-${at}`, person: people[at % 12]! }));
    const id = idOf(await send(form(lines)));
    const others = await api.call(calls.rows, { token: world.maker.token, params: { id }, query: { limit: 20 } });
    expect((others.body.datatable as { items: object[] }).items[12]).toMatchObject({
      verdict: "waiting",
      reference: "R-12",
      warnings: expect.arrayContaining(["person: row 1 of this file is a loan of the same person"]),
    });
    await world.approve((await approvalOf(id)).id);
    await api.database.pool
      .query(`create function refuse_loan() returns trigger language plpgsql as $$ begin if new.imported_reference = 'R-255' then raise exception 'killed'; end if; return new; end $$;
      create trigger refuse_loan before insert on loans for each row execute function refuse_loan()`);
    await expect(runLoanImport(api.app, id)).rejects.toThrow("killed");
    const there = async () =>
      (
        await sql<{
          count: number;
        }>`select count(*)::int as count from loans where imported_reference like 'R-%'`.execute(db)
      ).rows[0]!.count;
    expect(await there()).toBe(250);
    await api.database.pool.query("drop trigger refuse_loan on loans");
    await Promise.all([runLoanImport(api.app, id), runLoanImport(api.app, id)]);
    await runLoanImport(api.app, id);
    expect(await there()).toBe(260);
    expect((await api.call(calls.find, { token: world.maker.token, params: { id } })).body.data).toMatchObject({
      import: { status: "done", created_count: 260, refused_count: 0, total_count: 260 },
    });
    const second = await send(form([...lines, line({ reference: "R-new", person: people[0]! })]), calls.tryMany);
    expect(second.body.data).toMatchObject({ trial: { created_count: 1, already_count: 260 } });
    await world.prove();
  });

  it("runs like any other: a part is paid, the settlement quote works, the close charges from the day it came, and says where it came from", async () => {
    const harsh = await codeOf({ penalty: { kind: "percentage", percent: "5", cap_percent_a_month: "1" } });
    await bringIn([
      line({ reference: "L-1", person: people[7]!, paid: ["30755.43", "7396.95", "2025-11-10"], left: "69244.57" }),
      // 5% of what is overdue: from their due dates the cap of 1% a month would let four months through.
      line({ reference: "L-2", person: people[8]!, of: harsh }),
    ]);
    const { id, rows } = await loanOf("L-1");
    const finance = world.maker.token;
    const quoted = await api.call(own.settlementQuote, { token: finance, params: { id } });
    expect(quoted.body.data).toMatchObject({
      principal_kobo: 6_924_457,
      interest_kobo: 511_944,
      total_kobo: 7_436_401,
    });
    const paid = await api.call(repayments.payFraction, {
      token: finance,
      params: { id: rows[2]!.id },
      body: { amount_kobo: 2_000_000, reference: "BANK-77" },
    });
    expect(paid.status, JSON.stringify(paid.body)).toBe(200);
    expect(statuses((await loanOf("L-1")).rows)).toBe("paid paid paid part_paid scheduled scheduled");
    await world.prove();
    await closeBusinessDay(api.app);
    const [one, two] = [await loanOf("L-1"), await loanOf("L-2")];
    // 1% of what is overdue, once, within the cap of the month that began with the day on which it came.
    const penalty = (loan: typeof one) => loan.rows.map(({ penalty_kobo }) => penalty_kobo);
    const overdue = (row: (typeof one.rows)[number]) =>
      row.principal_kobo + row.interest_kobo - row.paid_principal_kobo - row.paid_interest_kobo;
    expect(penalty(two).slice(0, 4)).toEqual(two.rows.slice(0, 4).map((row) => overdue(row) / 100n));
    expect(penalty(one)[3]).toBe(overdue(one.rows[3]!) / 100n);
    expect(two).toMatchObject({ days_past_due: 98, status: "past_due", is_non_performing: true });
    await world.prove();
    const { totals } = await trialBalance(queryable(db));
    for (const { debit_kobo, credit_kobo } of totals) expect(debit_kobo).toBe(credit_kobo);
    const timeline = await api.call(loanCalls.timeline, { token: finance, params: { id } });
    expect(JSON.stringify(timeline.body.data)).toContain("Brought in from another book, reference L-1");
    const page = await api.call(loanCalls.find, { token: finance, params: { id } });
    expect(page.body.data).toMatchObject({
      loan: { brought_in_reference: "L-1", brought_in_on: "2026-01-15", paid_kobo: 3_815_238 + 2_000_000 },
    });
    const statistics = await api.call(loanCalls.statistics, { token: finance });
    expect(JSON.stringify(statistics.body.data), "lent by another book").not.toContain("2025-09");
    const months = await api.call(loanCalls.find, { token: finance, params: { id: two.id } });
    expect(months.body.data).toMatchObject({ loan: { payout: null, disbursed_on: "2025-09-10" } });
  });

  it("takes no money of a day before it came; brings in no loan of who asks, nor for another customer than was agreed to", async () => {
    await bringIn([line({ reference: "D-1", person: people[9]! })]);
    const { id } = await loanOf("D-1");
    const early = await api.call(own.settlementQuote, {
      token: world.maker.token,
      params: { id },
      query: { on: "2026-01-14" },
    });
    expect(early.body.errors, JSON.stringify(early.body)).toMatchObject({
      received_on: [expect.stringContaining("the loan was brought in on")],
    });
    const { user_id } = world.maker;
    await api.database.pool.query("update users set is_customer = true where id = $1", [user_id]);
    const mine = await send(form([line({ reference: "D-2", person: user_id })]), calls.tryMany);
    expect((mine.body.data as Trial).trial.rows[0]).toMatchObject({
      verdict: "refused",
      reasons: ["person: nobody brings in a loan of their own"],
    });
    await api.database.pool.query("update users set is_customer = false where id = $1", [user_id]);
    const file = idOf(await send(form([line({ reference: "D-3", person: people[10]! })])));
    await world.approve((await approvalOf(file)).id);
    await api.database.pool.query("update import_rows set user_id = $1 where import_id = $2", [
      (await loanOf("D-1")).user_id,
      file,
    ]);
    await runLoanImport(api.app, file);
    const { rows } = await api.database.pool.query("select verdict, reasons from import_rows where import_id = $1", [
      file,
    ]);
    expect(rows).toEqual([
      { verdict: "refused", reasons: ["person: this is another customer than the one who was agreed to"] },
    ]);
    // Agreed to on another day than it was asked for: page and list say what the books took.
    const aged = idOf(await send(form([line({ reference: "D-4", person: people[11]! })])));
    await closeBusinessDay(api.app);
    await world.approve((await approvalOf(aged)).id);
    await runLoanImport(api.app, aged);
    const taken = await loanOf("D-4");
    const interest = Number(taken.accrued_interest_kobo);
    expect((await api.call(calls.find, { token: world.maker.token, params: { id: aged } })).body.data).toMatchObject({
      import: { accrued_interest_kobo: interest, outstanding_principal_kobo: 10_000_000 },
    });
    expect(await balance(accountOf("loan_interest", taken.id))).toBe(taken.accrued_interest_kobo);
    // The same reference in capitals or not is the same loan.
    const again = await send(form([line({ reference: "d-1", person: people[9]! })]), calls.tryMany);
    expect(again.body.data).toMatchObject({ trial: { already_count: 1 } });
  });

  it("shields what is too little to be late: its days before are the other book's, should it be overdue later", async () => {
    const of = await codeOf({ materiality: { floor_kobo: 10_000 } });
    const on = await businessDate(db);
    await bringIn([line({ reference: "T-1", person: people[2]!, of })]);
    const due = (await loanOf("T-1")).rows.filter(({ due_on }) => due_on < on);
    const sum = (amount: (row: (typeof due)[number]) => bigint) => due.reduce((all, row) => all + amount(row), 0n);
    const naira = (kobo: bigint) => (Number(kobo) / 100).toFixed(2);
    const principal = sum((row) => row.principal_kobo) - 100n;
    await bringIn([
      line({
        reference: "T-2",
        person: people[3]!,
        of,
        paid: [naira(principal), naira(sum((row) => row.interest_kobo)), on],
        left: naira(10_000_000n - principal),
      }),
    ]);
    const { days_past_due, rows } = await loanOf("T-2");
    expect(days_past_due, "one naira is not material").toBe(0);
    expect(rows.map(({ shielded_kobo, shielded_to }) => [shielded_kobo, shielded_to !== null])).toEqual(
      rows.map(({ number }) => (number === due.length ? [100n, true] : [0n, false])),
    );
  });
});
