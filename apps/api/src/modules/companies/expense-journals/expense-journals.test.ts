import * as categories from "@manilla/contract/companies/expense-categories";
import * as calls from "@manilla/contract/companies/expense-journals";
import * as expenses from "@manilla/contract/companies/expenses";
import * as requests from "@manilla/contract/companies/expense-requests";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import { keepReturned } from "../expenses/index.ts";
import { entriesOf } from "./rules.ts";

const api = await useTestApi();
const { db } = api.app;

async function makeCompany() {
  const company_id = await api.company({ name: "Lagoon Foods" });
  const finance = await api.person("company_finance_manager", { company_id, name: "Fola" });
  const staff = await api.person("company_staff", { company_id, name: "=Emeka", last_name: "Lagoon" });
  await api.call(categories.takeChart, { token: finance.token, body: {} });
  const { rows } = await sql<{ id: string; ledger_code: string }>`
    select id, ledger_code from expense_categories where company_id = ${company_id} order by ledger_code
  `.execute(db);
  return { company_id, finance, staff, codes: rows };
}
type Company = Awaited<ReturnType<typeof makeCompany>>;
interface Values {
  category_id?: string | null;
  amount_kobo?: bigint;
  spent_on?: string;
  status?: string;
  money_reference?: string | null;
  splits?: object[];
  is_refund?: boolean;
}
async function spend({ company_id, staff, codes }: Company, { splits = [], ...values }: Values = {}): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto("expenses")
    .values({
      id,
      company_id,
      user_id: staff.user_id,
      merchant: "Bukka Hut",
      amount_kobo: 10_000n,
      spent_on: "2026-01-14",
      status: "approved",
      money_reference: "PO-1",
      category_id: codes[0]!.id,
      splits: JSON.stringify(splits),
      ...values,
    })
    .execute();
  return id;
}
const make = ({ finance }: Company, body: object = {}, token = finance.token) =>
  api.call(calls.create, {
    token,
    body: { from_on: "2026-01-01", until_on: "2026-01-31", wallet_code: "1010", ...body },
  });
const journalOf = ({ body }: { body: { data?: unknown } }) =>
  body.data as {
    journal: { id: string; number: number; expense_count: number; total_kobo: number };
    without_code: number;
  };
const koboOf = (text: string): bigint => BigInt(text === "" ? 0 : text.replace(".", ""));
async function linesOf({ finance }: Company, id: string) {
  const answer = await api.call(calls.download, { token: finance.token, params: { id } });
  return parse(answer.body.text, { bom: true, columns: true }) as Record<string, string>[];
}
const totals = (lines: Record<string, string>[]) =>
  ["debit", "credit"].map((side) => lines.reduce((sum, line) => sum + koboOf(line[side]!), 0n));

describe("a journal", () => {
  it("has paid and approved expenses by ledger code, split as they are, once each, and debits equal credits", async () => {
    const company = await makeCompany();
    const [first, second] = company.codes;
    await spend(company);
    await spend(company, {
      amount_kobo: 10_001n,
      splits: [
        { category_id: second!.id, amount_kobo: 3_334 },
        { category_id: first!.id, amount_kobo: 6_667 },
      ],
    });
    for (const left of [
      { money_reference: null },
      { status: "flagged" },
      { spent_on: "2026-02-01" },
      { category_id: null },
      { splits: [{ category_id: null, amount_kobo: 10_000 }], category_id: null },
    ])
      await spend(company, left);
    const made = journalOf(await make(company));
    expect(made).toMatchObject({ journal: { number: 1, expense_count: 2, total_kobo: 20_001 }, without_code: 2 });
    const lines = await linesOf(company, made.journal.id);
    expect(lines.map((line) => [line["ledger code"], line["debit"], line["credit"]])).toEqual([
      [first!.ledger_code, "100.00", ""],
      [first!.ledger_code, "66.67", ""],
      [second!.ledger_code, "33.34", ""],
      ["1010", "", "200.01"],
    ]);
    expect(totals(lines)).toEqual([20_001n, 20_001n]);
    expect((await make(company)).body.errors, "each once").toHaveProperty("from_on");
    await sql`update expense_categories set name = 'Renamed', ledger_code = '9999' where id = ${first!.id}`.execute(db);
    expect(await linesOf(company, made.journal.id), "as it was when it was made").toEqual(lines);
    const { body } = await api.call(calls.transactions, {
      token: company.finance.token,
      query: { filter: JSON.stringify({ is_exported: true }) },
    });
    expect((body.datatable as { items: object[] }).items, "by parts").toHaveLength(3);
  });

  it("takes an expense once it has a category, which does not change any more then", async () => {
    const [company, other] = [await makeCompany(), await makeCompany()];
    const id = await spend(company, { category_id: null });
    expect((await make(company)).body.errors).toEqual({
      from_on: ["nothing has a ledger code: give the 1 their categories first"],
    });
    const put = (token: string, category_id: string, version = 1) =>
      api.call(expenses.categorise, { token, params: { id }, body: { category_id, version } });
    expect((await put(company.staff.token, company.codes[0]!.id)).status).toBe(403);
    expect((await put(other.finance.token, other.codes[0]!.id)).status).toBe(404);
    expect((await put(company.finance.token, other.codes[0]!.id)).body.errors).toHaveProperty("category_id");
    expect((await put(company.finance.token, company.codes[0]!.id, 9)).status).toBe(412);
    expect((await put(company.finance.token, company.codes[0]!.id)).status).toBe(200);
    expect((await make(company)).status).toBe(200);
    expect((await put(company.finance.token, company.codes[1]!.id, 2)).body.code).toBe("in_journal");
  });

  it("takes no expense twice, however many are made at once", async () => {
    const company = await makeCompany();
    for (let count = 0; count < 6; count += 1) await spend(company);
    const answers = await Promise.all([1, 2, 3, 4].map(() => make(company)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from expense_journal_lines where company_id = ${company.company_id}
    `.execute(db);
    expect(rows).toEqual([{ n: 6 }]);
    await spend(company);
    expect(journalOf(await make(company)).journal).toMatchObject({ number: 2, expense_count: 1 });
  });

  it("has what came back of an expense that another one has, once, and what came again", async () => {
    const company = await makeCompany();
    const [first, second] = company.codes;
    const card = await spend(company, { money_reference: "CC-1" });
    await spend(company, {
      amount_kobo: 10_001n,
      splits: [
        { category_id: second!.id, amount_kobo: 3_334 },
        { category_id: first!.id, amount_kobo: 6_667 },
      ],
    });
    expect(journalOf(await make(company)).journal).toMatchObject({ number: 1, total_kobo: 20_001 });
    const back = (kobo: bigint) => db.transaction().execute((tx) => keepReturned(tx, [card], kobo));
    await back(4_000n);
    const earlier = { from_on: "2025-12-01", until_on: "2025-12-31" };
    expect((await make(company, earlier)).body.errors, "not before it was there").toHaveProperty("from_on");
    const second_one = journalOf(await make(company, { from_on: "2026-02-01", until_on: "2026-02-28" })).journal;
    expect(second_one).toMatchObject({ number: 2, expense_count: 1, total_kobo: -4_000 });
    const lines = await linesOf(company, second_one.id);
    expect(lines.map((line) => [line["date"], line["ledger code"], line["debit"], line["credit"]])).toEqual([
      ["2026-02-28", first!.ledger_code, "", "40.00"],
      ["2026-02-28", "1010", "40.00", ""],
    ]);
    expect((await make(company)).body.errors, "once").toHaveProperty("from_on");
    // All of it, and then the shop takes a part again.
    await back(10_000n);
    expect(journalOf(await make(company)).journal).toMatchObject({ number: 3, total_kobo: -6_000 });
    await back(2_500n);
    await spend(company);
    expect(journalOf(await make(company)).journal).toMatchObject({ number: 4, expense_count: 2, total_kobo: 17_500 });
    const { rows } = await sql<{ spent: bigint; booked: bigint }>`
      select (select sum(amount_kobo) from expenses where company_id = ${company.company_id})::bigint as spent,
        (select sum(amount_kobo) from expense_journal_lines where company_id = ${company.company_id})::bigint as booked
    `.execute(db);
    expect(rows).toEqual([{ spent: 27_501n, booked: 27_501n }]);
  });

  it("takes out what was the person's own, where that was said only after a journal had it", async () => {
    const company = await makeCompany();
    const own = await spend(company, { money_reference: "CC-9" });
    await spend(company);
    expect(journalOf(await make(company)).journal).toMatchObject({ total_kobo: 20_000 });
    await sql`update expenses set status = 'deleted', is_own = true where id = ${own}`.execute(db);
    const later = journalOf(await make(company, { from_on: "2026-02-01", until_on: "2026-02-28" })).journal;
    expect(later).toMatchObject({ expense_count: 1, total_kobo: -10_000 });
    expect((await make(company)).body.errors, "once").toHaveProperty("from_on");
  });

  it("books what a shop gave back without a payment on the other side", async () => {
    const company = await makeCompany();
    await spend(company);
    await spend(company, { amount_kobo: -4_001n, is_refund: true });
    const { journal } = journalOf(await make(company));
    expect(journal).toMatchObject({ expense_count: 2, total_kobo: 5_999 });
    const lines = await linesOf(company, journal.id);
    expect(lines.map((line) => [line["debit"], line["credit"]])).toEqual([
      ["100.00", ""],
      ["", "40.01"],
      ["", "59.99"],
    ]);
  });

  it("has of each part what the expense has of it, to the kobo, with money that came back before and after", async () => {
    const company = await makeCompany();
    const { company_id, finance, codes } = company;
    const kobo = fc.integer({ min: 1, max: 999 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), kobo), { minLength: 2, maxLength: 6 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }),
        async (parts, shares) => {
          const whole = parts.reduce((sum, [, amount_kobo]) => sum + amount_kobo, 0);
          const splits = parts.map(([at, amount_kobo]) => ({ category_id: codes[at]!.id, amount_kobo }));
          const id = await spend(company, { amount_kobo: BigInt(whole), splits });
          for (const share of shares) {
            const back = BigInt(Math.floor(share * whole));
            await db.transaction().execute((tx) => keepReturned(tx, [id], back));
            await make(company);
            const list = await api.call(calls.transactions, { token: finance.token, query: { limit: "100" } });
            const { items } = list.body.datatable as {
              items: { expense_id: string; ledger_code: string; amount_kobo: number }[];
            };
            const { rows } = await sql<{ ledger_code: string; kobo: number }>`
              select ledger_code, sum(amount_kobo)::int as kobo
              from expense_journal_lines where expense_id = ${id} group by 1
            `.execute(db);
            for (const { ledger_code } of codes.slice(0, 4)) {
              const shown = items
                .filter((item) => item.expense_id === id && item.ledger_code === ledger_code)
                .reduce((sum, { amount_kobo }) => sum + amount_kobo, 0);
              expect(rows.find((row) => row.ledger_code === ledger_code)?.kobo ?? 0).toBe(shown);
            }
          }
          await sql`update expenses set status = 'deleted' where company_id = ${company_id}`.execute(db);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("lists a split expense under a filter by its part alone, and all of its parts are the whole", async () => {
    const company = await makeCompany();
    const [first, second] = company.codes;
    const id = await spend(company, {
      amount_kobo: 10_001n,
      splits: [
        { category_id: second!.id, amount_kobo: 3_334 },
        { category_id: first!.id, amount_kobo: 6_667 },
      ],
    });
    await spend(company);
    const listed = async (filter: object) => {
      const query = { filter: JSON.stringify(filter) };
      const { body } = await api.call(calls.transactions, { token: company.finance.token, query });
      const { items } = body.datatable as {
        items: { expense_id: string; amount_kobo: number; whole_kobo: number | null }[];
      };
      return items
        .filter(({ expense_id }) => expense_id === id)
        .map(({ amount_kobo, whole_kobo }) => [amount_kobo, whole_kobo]);
    };
    expect(await listed({ ledger_code: second!.ledger_code })).toEqual([[3_334, 10_001]]);
    expect((await listed({})).toSorted()).toEqual([
      [3_334, 10_001],
      [6_667, 10_001],
    ]);
  });

  it("takes what was left of an expense, and is corrected by no more than came back since", async () => {
    const company = await makeCompany();
    const card = await spend(company, { money_reference: "CC-1" });
    const back = (kobo: bigint) => db.transaction().execute((tx) => keepReturned(tx, [card], kobo));
    await back(4_000n);
    expect(journalOf(await make(company)).journal).toMatchObject({ total_kobo: 6_000 });
    expect((await make(company)).body.errors).toHaveProperty("from_on");
    await back(5_000n);
    expect(journalOf(await make(company)).journal).toMatchObject({ total_kobo: -1_000 });
    await back(0n);
    expect(journalOf(await make(company)).journal).toMatchObject({ total_kobo: 5_000 });
  });

  it("takes a payment out again that the bank sent back, part by part, and in when it is paid anew", async () => {
    const company = await makeCompany();
    const [first, second] = company.codes;
    const id = uuidv7();
    await db
      .insertInto("expense_requests")
      .values({
        id,
        company_id: company.company_id,
        user_id: company.staff.user_id,
        kind: "reimbursement",
        purpose: "Lunch",
        amount_kobo: 10_001n,
        status: "paid",
      })
      .execute();
    const expense = await spend(company, {
      amount_kobo: 10_001n,
      splits: [
        { category_id: second!.id, amount_kobo: 3_334 },
        { category_id: first!.id, amount_kobo: 6_667 },
      ],
    });
    await sql`update expenses set request_id = ${id} where id = ${expense}`.execute(db);
    const codesOf = async (journal_id: string) =>
      (await linesOf(company, journal_id)).map((line) => [line["ledger code"], line["debit"], line["credit"]]);
    expect(journalOf(await make(company)).journal).toMatchObject({ total_kobo: 10_001 });
    await sql`update expense_requests set status = 'approved' where id = ${id}`.execute(db);
    const out = journalOf(await make(company)).journal;
    expect(await codesOf(out.id)).toEqual([
      [first!.ledger_code, "", "66.67"],
      [second!.ledger_code, "", "33.34"],
      ["1010", "100.01", ""],
    ]);
    await sql`update expense_requests set status = 'paid' where id = ${id}`.execute(db);
    expect(journalOf(await make(company)).journal).toMatchObject({ number: 3, total_kobo: 10_001 });
    expect((await make(company)).body.errors).toHaveProperty("from_on");
  });

  it("is made by who may, and read by no other company", async () => {
    const [company, other] = [await makeCompany(), await makeCompany()];
    await spend(company);
    expect((await make(company, {}, company.staff.token)).status).toBe(403);
    expect((await make(company, { until_on: "2025-12-31" })).body.errors).toHaveProperty("until_on");
    expect((await make(company, {}, other.finance.token)).body.errors, "theirs is empty").toHaveProperty("from_on");
    const { id } = journalOf(await make(company)).journal;
    expect((await api.call(calls.download, { token: other.finance.token, params: { id } })).status).toBe(404);
    expect((await linesOf(company, id))[0]!["description"], "no formula").toBe("Bukka Hut, =Emeka Lagoon");
  });

  it("balances whatever its parts are", () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), { minLength: 1, maxLength: 50 }),
        (amounts) => {
          const part = { expense_id: "", spent_on: "2026-01-01", ledger_code: "1", account: "A", description: "" };
          const entries = entriesOf(
            amounts.map((amount_kobo) => ({ ...part, department: null, reference: "", amount_kobo })),
            "1010",
            "2026-01-31",
            1,
          );
          const sum = (side: "debit_kobo" | "credit_kobo") => entries.reduce((total, entry) => total + entry[side], 0n);
          expect(sum("debit_kobo")).toBe(sum("credit_kobo"));
          expect(entries.every(({ debit_kobo, credit_kobo }) => debit_kobo >= 0n && credit_kobo >= 0n)).toBe(true);
        },
      ),
    );
  });
});

describe("requests of all companies", () => {
  it("are listed for the provider's staff who may see expenses, and for nobody else", async () => {
    const [company, other] = [await makeCompany(), await makeCompany()];
    for (const { staff } of [company, other])
      await api.call(requests.create, {
        token: staff.token,
        body: {
          kind: "reimbursement",
          purpose: "Everywhere",
          lines: [{ merchant: "Bukka Hut", amount_kobo: 100, spent_on: "2026-01-14" }],
          is_draft: false,
        },
      });
    const business = await api.person("super_finance");
    const list = (token: string) => api.call(requests.listEverywhere, { token, query: { search: "everywhere" } });
    const { status, body } = await list(business.token);
    expect(status).toBe(200);
    const { items } = body.datatable as { items: { company: { id: string } }[] };
    expect(items.map((row) => row.company.id).toSorted()).toEqual([company.company_id, other.company_id].toSorted());
    expect((await list(company.finance.token)).status).toBe(403);
    const desk = await api.person("super_support");
    expect((await list(desk.token)).status).toBe(403);
  });
});
