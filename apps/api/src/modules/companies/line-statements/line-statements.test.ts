import * as lines from "@manilla/contract/companies/credit-lines";
import * as calls from "@manilla/contract/companies/line-statements";
import { readFileSync } from "node:fs";
import { addDays, daysBetween, interestOfDay, monthOf, penaltyOf } from "@manilla/credit";
import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { lineWith, walletWith } from "../../../../../../test/companies.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { naira } from "../../../documents/letter.ts";
import { readPdf } from "../../../files/pdf.ts";
import { receiveForCompany } from "../../money/receipts/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { closeBusinessDay } from "../../platform/business-day/index.ts";
import { afterPayment, automaticOf, fullOf, minimumOf, repaymentOf } from "./rules.ts";

const world = await useLendingWorld();
const { api } = world;

let count = 0;
async function company(wallet_kobo = 0n) {
  count += 1;
  const id = await api.company({ name: `Debtor ${count}` });
  const finance = await api.person("company_finance_manager", { company_id: id, name: "Funmi" });
  if (wallet_kobo > 0n) await walletWith(world, id, wallet_kobo);
  await lineWith(world, { id, owner: finance, limit_kobo: 10_000_000_000n });
  return { id, finance };
}
type Company = Awaited<ReturnType<typeof company>>;
/** Alone: its company has nobody else who could agree. */
const draw = ({ finance }: Company, amount_kobo: number) =>
  api.call(lines.draw, { token: finance.token, body: { amount_kobo } });
const payBack = ({ finance }: Company, amount_kobo: number) =>
  api.call(lines.fundCredit, { token: finance.token, body: { amount_kobo } });
const choose = ({ finance }: Company, body: object) => api.call(calls.pay, { token: finance.token, body });
interface Statement {
  id: string;
  month: string;
  due_on: string;
  status: string;
  opening_kobo: number;
  drawn_kobo: number;
  interest_kobo: number;
  penalties_kobo: number;
  repaid_kobo: number;
  full_kobo: number;
  minimum_kobo: number;
  paid_kobo: number;
  left_kobo: number;
}
const statements = async ({ id, finance }: Company) =>
  ((await api.call(calls.listAll, { token: finance.token, params: { id } })).body.data as { statements: Statement[] })
    .statements;
const today = async () =>
  (await api.app.db.selectFrom("business_calendar").select("business_date").executeTakeFirstOrThrow()).business_date;
async function until(day: string): Promise<void> {
  while ((await today()) < day) await closeBusinessDay(api.app);
}
const booked = async ({ id }: Company) => {
  const { rows } = await sql<{ code: string; kobo: bigint }>`
    select a.chart_code as code, b.balance_kobo as kobo
    from ledger.accounts a join ledger.balances b on b.account_id = a.id
    where a.owner_id = ${id} and a.chart_code like 'line_%'
  `.execute(api.app.db);
  const of = (code: string) => rows.find((row) => row.code === code)?.kobo ?? 0n;
  return { drawn_kobo: of("line_principal"), interest_kobo: of("line_interest"), penalty_kobo: of("line_penalty") };
};
const titles = async ({ finance }: Company) =>
  (
    await api.app.db
      .selectFrom("notifications")
      .select("title")
      .where("user_id", "=", finance.user_id)
      .orderBy("created_at")
      .execute()
  ).map(({ title }) => title);
/** Entries of a kind, debits positive, by line of the chart. */
const entries = async ({ id }: Company, kind: string) => {
  const { rows } = await sql<{ code: string; kobo: bigint }>`
    select a.chart_code as code, p.amount_kobo as kobo
    from ledger.transactions t
    join ledger.postings p on p.transaction_id = t.id
    join ledger.accounts a on a.id = p.account_id
    where t.kind = ${kind} and t.metadata ->> 'company_id' = ${id}
    order by t.position, p.number
  `.execute(api.app.db);
  return rows.map(({ code, kobo }) => [code, Number(kobo)]);
};

/** A second reckoning, day by day, of what one company owes. */
interface Model {
  company: Company;
  wallet: bigint;
  drawn: bigint;
  interest: bigint;
  penalty: bigint;
  months: Map<string, bigint>;
}

describe("the statement of a line", () => {
  it("adds up as the ledger does, month by month, whatever was drawn and paid in between", async () => {
    const models: Model[] = [];
    for (let at = 0; at < 3; at += 1)
      models.push({ company: await company(), wallet: 0n, drawn: 0n, interest: 0n, penalty: 0n, months: new Map() });
    const end = "2026-04-02";
    const plan = fc.sample(
      fc.array(fc.record({ at: fc.nat(2), draws: fc.boolean(), kobo: fc.integer({ min: 1, max: 90_000_000 }) }), {
        maxLength: 2,
      }),
      { numRuns: daysBetween(await today(), end) + 1, seed: 20_261_124 },
    );
    for (const acts of plan) {
      for (const { at, draws, kobo } of acts) {
        const one = models[at]!;
        const owed = one.drawn + one.interest + one.penalty;
        if (draws) {
          expect((await draw(one.company, kobo)).status).toBe(200);
          one.wallet += BigInt(kobo);
          one.drawn += BigInt(kobo);
        } else {
          const amount = [BigInt(kobo), owed, one.wallet].reduce((least, each) => (each < least ? each : least));
          if (amount === 0n) continue;
          expect((await payBack(one.company, Number(amount))).status).toBe(200);
          const now = repaymentOf(amount, {
            drawn_kobo: one.drawn,
            interest_kobo: one.interest,
            penalty_kobo: one.penalty,
          })!;
          one.wallet -= amount;
          one.drawn -= now.principal_kobo;
          one.interest -= now.interest_kobo;
          one.penalty -= now.penalty_kobo;
        }
      }
      const closing = await today();
      await closeBusinessDay(api.app);
      for (const one of models) {
        one.interest += interestOfDay(one.drawn, "30");
        if (monthOf(closing) !== monthOf(await today()))
          one.months.set(monthOf(closing), one.drawn + one.interest + one.penalty);
        // What the due day took, and penalties: read back, and proved against the statement's own figures below.
        const now = await booked(one.company);
        one.wallet -= one.drawn + one.interest + one.penalty - fullOf(now);
        Object.assign(one, { drawn: now.drawn_kobo, interest: now.interest_kobo, penalty: now.penalty_kobo });
      }
    }
    for (const { company: one, months } of models) {
      const found = (await statements(one)).toReversed();
      let before = 0;
      for (const each of found) {
        expect(each.opening_kobo, `${each.month}`).toEqual(before);
        expect(each.full_kobo).toBe(
          each.opening_kobo + each.drawn_kobo + each.interest_kobo + each.penalties_kobo - each.repaid_kobo,
        );
        expect(BigInt(each.full_kobo)).toBe(months.get(each.month));
        const { body } = await api.call(calls.find, { token: one.finance.token, params: { id: each.id } });
        const { lines: moved } = body.data as { lines: { amount_kobo: number; balance_kobo: number }[] };
        expect(moved.reduce((sum, { amount_kobo }) => sum + amount_kobo, each.opening_kobo)).toBe(each.full_kobo);
        expect(moved.at(-1)?.balance_kobo ?? each.full_kobo).toBe(each.full_kobo);
        before = each.full_kobo;
      }
      expect(found.length).toBeGreaterThanOrEqual(2);
      const { rows } = await sql<{ spent: bigint; cost: bigint }>`
        select (
            select coalesce(sum(amount_kobo), 0)::bigint from expenses where company_id = ${one.id} and status = 'approved'
          ) as spent, (
            select coalesce(-sum(p.amount_kobo), 0)::bigint
            from ledger.transactions t
            join ledger.postings p on p.transaction_id = t.id
            join ledger.accounts a on a.id = p.account_id
            where t.kind = 'repay_line' and a.owner_id = ${one.id} and a.chart_code in ('line_interest', 'line_penalty')
          ) as cost
      `.execute(api.app.db);
      expect(rows[0]!.spent, "what the line cost is spent").toBe(rows[0]!.cost);
      expect(rows[0]!.cost).toBeGreaterThan(0n);
    }
    await world.prove();
    // What the upgrade records of before is what would have been recorded then.
    const costs = async () => {
      const { rows } = await sql`
        select e.company_id, e.user_id, e.merchant, e.amount_kobo, e.spent_on, e.money_reference, e.status, e.wants_receipt, e.is_from_wallet,
          array(select t.to_state from transitions t where t.subject_id = e.id order by t.happened_at) as states
        from expenses e order by e.money_reference
      `.execute(api.app.db);
      return rows;
    };
    const live = await costs();
    await sql`delete from expenses`.execute(api.app.db);
    const file = new URL("../../../../migrations/20261201103000_companies_expenses_line_costs.sql", import.meta.url);
    const upgrade = readFileSync(file, "utf8");
    await api.app.db.transaction().execute((tx) => sql.raw(upgrade).execute(tx));
    expect(await costs()).toEqual(live);
  });

  it("is met by the wallet on its due day, all of it where the company wants that, and is reminded of before", async () => {
    await until(`${monthOf(addDays(`${monthOf(await today())}-28`, 5))}-02`);
    const [least, all] = [await company(), await company()];
    for (const one of [least, all]) expect((await draw(one, 100_000_000)).status).toBe(200);
    expect((await choose(all, { automatic: "full" })).status).toBe(200);
    await until(`${monthOf(addDays(`${monthOf(await today())}-28`, 5))}-01`);
    const [issued] = await statements(least);
    expect(issued).toMatchObject({ status: "issued", drawn_kobo: 100_000_000, paid_kobo: 0 });
    expect(issued!.minimum_kobo).toBe(issued!.interest_kobo + 10_000_000);
    await until(addDays(issued!.due_on, -1));
    expect((await titles(least)).at(-1)).toContain("of your credit line is due on");
    await until(issued!.due_on);
    expect((await statements(least))[0]).toMatchObject({
      status: "met",
      paid_kobo: issued!.minimum_kobo,
      left_kobo: 0,
    });
    const { paid_kobo, full_kobo } = (await statements(all))[0]!;
    // The wallet has what was drawn; interest is more than that.
    expect([paid_kobo, (await statements(all))[0]!.status]).toEqual([100_000_000, "met"]);
    expect(full_kobo).toBeGreaterThan(100_000_000);
    expect((await titles(least)).at(-1)).toContain("was taken from the wallet");
    await world.prove();
  });

  it("is paid as a whole on its due day where the company wants that, also where its minimum was paid before", async () => {
    await until(`${monthOf(addDays(`${monthOf(await today())}-28`, 5))}-02`);
    const all = await company(500_000_000n);
    expect((await draw(all, 100_000_000)).status).toBe(200);
    expect((await choose(all, { automatic: "full" })).status).toBe(200);
    await until(`${monthOf(addDays(`${monthOf(await today())}-28`, 5))}-01`);
    const [issued] = await statements(all);
    expect((await payBack(all, issued!.minimum_kobo)).status).toBe(200);
    expect((await statements(all))[0]).toMatchObject({ status: "met", paid_kobo: issued!.minimum_kobo });
    await until(addDays(issued!.due_on, -1));
    expect((await statements(all))[0]).toMatchObject({ status: "met", paid_kobo: issued!.minimum_kobo });
    await until(addDays(issued!.due_on, 2));
    expect((await statements(all))[0]).toMatchObject({ status: "settled", paid_kobo: issued!.full_kobo });
    expect((await titles(all)).filter((title) => title.includes("was taken from the wallet"))).toHaveLength(1);
    await world.prove();
  });

  it("is overdue where the wallet has too little; a penalty comes once after the grace, the next statement carries it, and money pays it at once", async () => {
    const one = await company();
    await draw(one, 100_000_000);
    const employee = await api.person("company_staff", { company_id: one.id });
    // Out of the wallet by other ways, as a company spends.
    await spend(one, employee.user_id, 100_000_000);
    await until(`${monthOf(addDays(`${monthOf(await today())}-28`, 5))}-01`);
    const first = (await statements(one))[0]!;
    await until(addDays(first.due_on, 3));
    expect((await statements(one))[0]).toMatchObject({ status: "overdue", left_kobo: first.minimum_kobo });
    expect((await booked(one)).penalty_kobo).toBe(0n);
    await until(addDays(first.due_on, 5));
    const expected = penaltyOf({
      terms: { kind: "percentage", percent: "1" },
      grace_days: 3,
      overdue_kobo: BigInt(first.minimum_kobo),
      days_overdue: 4,
      already_charged_kobo: 0n,
    });
    expect((await booked(one)).penalty_kobo).toBe(expected);
    expect(await entries(one, "line_penalty")).toEqual([
      ["line_penalty", Number(expected)],
      ["penalty_income", -Number(expected)],
    ]);
    await until(`${monthOf(addDays(`${monthOf(await today())}-28`, 5))}-01`);
    const [second, before] = await statements(one);
    expect([before!.status, second!.status]).toEqual(["carried", "issued"]);
    const owed = await booked(one);
    expect(BigInt(second!.minimum_kobo)).toBe(
      minimumOf(owed, BigInt(first.minimum_kobo - first.interest_kobo), { percent: 10, least_kobo: 500_000n }),
    );
    // A transfer that was expected for the line pays it, penalty first; the rest stays in the wallet.
    await choose(one, { automatic: "minimum", transfer_kobo: Number(fullOf(owed)) });
    await walletWith(world, one.id, fullOf(owed) + 700n);
    expect((await statements(one))[0]).toMatchObject({ status: "settled", paid_kobo: second!.full_kobo });
    expect(fullOf(await booked(one))).toBe(0n);
    expect(await entries(one, "repay_line")).toEqual([
      ["company_wallet", Number(fullOf(owed))],
      ["line_penalty", -Number(owed.penalty_kobo)],
      ["line_interest", -Number(owed.interest_kobo)],
      ["line_principal", -Number(owed.drawn_kobo)],
      ["committed_lines", Number(owed.drawn_kobo)],
      ["undrawn_line", -Number(owed.drawn_kobo)],
    ]);
    await world.prove();
  });

  it("counts what was taken as its month ended, so that nobody is asked for it twice or fined for it", async () => {
    await until(`${monthOf(addDays(`${monthOf(await today())}-28`, 5))}-01`);
    const one = await company();
    // So little that the minimum is all of it.
    await draw(one, 400_000);
    const employee = await api.person("company_staff", { company_id: one.id });
    await spend(one, employee.user_id, 400_000);
    await until(`${monthOf(addDays(`${monthOf(await today())}-28`, 5))}-01`);
    const next = `${monthOf(addDays(`${monthOf(await today())}-28`, 5))}-01`;
    await until(addDays(next, -1));
    const [late] = await statements(one);
    expect(late).toMatchObject({ status: "overdue", paid_kobo: 0, minimum_kobo: late!.full_kobo });
    await walletWith(world, one.id, 10_000_000n);
    const { penalty_kobo } = await booked(one);
    await until(next);
    const [second, first] = await statements(one);
    expect(first).toMatchObject({ status: "settled", paid_kobo: late!.full_kobo });
    expect(second).toMatchObject({ status: "issued", paid_kobo: late!.full_kobo, minimum_kobo: second!.full_kobo });
    expect(BigInt(second!.left_kobo)).toBe(fullOf(await booked(one)));
    await until(addDays(second!.due_on, 6));
    expect((await statements(one))[0]).toMatchObject({ status: "settled", left_kobo: 0 });
    expect((await entries(one, "line_penalty")).length).toBe(penalty_kobo === 0n ? 0 : 2);
    await world.prove();
  });

  it("stays as it was issued when money is recorded that had come before", async () => {
    const one = await company();
    await draw(one, 30_000_000);
    await until(`${monthOf(addDays(`${monthOf(await today())}-28`, 5))}-03`);
    await choose(one, { automatic: "minimum", transfer_kobo: 10_000_000 });
    const on = addDays(`${monthOf(await today())}-01`, -1);
    await api.app.db
      .transaction()
      .execute((tx) =>
        receiveForCompany(tx, api.app, {
          company_id: one.id,
          amount_kobo: 10_000_000n,
          channel: "staff",
          source: "receipts_awaiting_bank",
          reference: `LATE-${one.id}`,
          on,
          actor: SYSTEM,
        }),
      );
    const [{ id }] = (await statements(one)) as [Statement];
    const found = (await api.call(calls.find, { token: one.finance.token, params: { id } })).body.data as Statement & {
      lines: { balance_kobo: number }[];
    };
    expect(found).toMatchObject({ repaid_kobo: 0, paid_kobo: 10_000_000 });
    expect(found.lines.at(-1)!.balance_kobo).toBe(found.full_kobo);
    await until(`${monthOf(addDays(`${monthOf(await today())}-28`, 5))}-01`);
    const [second, first] = await statements(one);
    expect(second!.opening_kobo).toBe(first!.full_kobo);
    await world.prove();
  });

  it("is read by its company and the provider, as a page, a letter and a file; by no other company", async () => {
    const one = await company();
    await draw(one, 5_000_000);
    await until(`${monthOf(addDays(`${monthOf(await today())}-28`, 5))}-01`);
    const [{ id }] = (await statements(one)) as [Statement];
    const [other, staff] = [await company(), await api.person("super_finance")];
    for (const call of [calls.find, calls.download]) {
      expect((await api.call(call, { token: other.finance.token, params: { id } })).status).toBe(404);
      expect((await api.call(call, { token: staff.token, params: { id } })).status).toBe(200);
    }
    expect((await api.call(calls.listAll, { token: other.finance.token, params: { id: one.id } })).status).toBe(404);
    const file = await api.call(calls.download, { token: one.finance.token, params: { id }, query: { format: "csv" } });
    expect(file.body.text).toContain("Drawn,50000.00,50000.00");
    const letter = await fetch(`${api.address}/api${calls.download.path.replace("{id}", id)}?format=pdf`, {
      headers: { authorization: `Bearer ${one.finance.token}` },
    });
    const { lines: printed } = await readPdf(Buffer.from(await letter.arrayBuffer()));
    const texts = printed.map((pieces) => pieces.map(({ text }) => text).join(" "));
    const [{ full_kobo }] = (await statements(one)) as [Statement];
    expect(texts.find((text) => text.startsWith("Closing balance"))).toBe(
      `Closing balance ${naira(BigInt(full_kobo))}`,
    );
    expect(texts.find((text) => text.includes("Drawn ₦50,000.00 ₦50,000.00"))).toBeDefined();
    const audit = await api.person("company_audit", { company_id: one.id });
    expect((await choose({ ...one, finance: audit }, { automatic: "full" })).status).toBe(403);
  });
});

/** Money of the wallet to an employee, past what one may assign in a day. */
async function spend({ id }: Company, user_id: string, amount_kobo: number): Promise<void> {
  const { movePurse, openPurse, openWallet } = await import("../wallet-movements/index.ts");
  await api.app.db.transaction().execute(async (tx) => {
    const wallet = await openWallet(tx, api.app, id);
    await openPurse(tx, id, user_id);
    const actor = { user_id: null, name: "Test", network_address: null, request_id: null } as never;
    await movePurse(tx, api.app as never, wallet, { user_id, amount_kobo: BigInt(amount_kobo), actor });
  });
}

describe("what is due", () => {
  const kobo = fc.bigInt({ min: 0n, max: 10n ** 12n });
  const owed = fc.record({ drawn_kobo: kobo, interest_kobo: kobo, penalty_kobo: kobo });

  it("is all interest and penalties, what is overdue and a share of the rest, never more than is owed nor less than the least", () => {
    fc.assert(
      fc.property(owed, kobo, fc.integer({ min: 0, max: 100 }), kobo, (all, late, percent, least_kobo) => {
        const overdue = late < all.drawn_kobo ? late : all.drawn_kobo;
        const minimum = minimumOf(all, overdue, { percent, least_kobo });
        const full = fullOf(all);
        expect(minimum <= full).toBe(true);
        const needed = all.interest_kobo + all.penalty_kobo + overdue;
        expect(minimum >= needed).toBe(true);
        expect(minimum >= (least_kobo < full ? least_kobo : full)).toBe(true);
        if (percent === 100) expect(minimum).toBe(full);
      }),
    );
  });

  it("is paid penalty first, then interest, then principal, to the kobo", () => {
    fc.assert(
      fc.property(owed, kobo, (all, amount) => {
        const paid = repaymentOf(amount, all);
        if (!paid) return void expect(amount > fullOf(all)).toBe(true);
        expect(paid.penalty_kobo + paid.interest_kobo + paid.principal_kobo).toBe(amount);
        if (paid.interest_kobo > 0n) expect(paid.penalty_kobo).toBe(all.penalty_kobo);
        if (paid.principal_kobo > 0n) expect(paid.interest_kobo).toBe(all.interest_kobo);
      }),
    );
  });

  it("is taken by itself as far as the wallet has it, and a statement is met exactly when its minimum is paid", () => {
    fc.assert(
      fc.property(kobo, kobo, kobo, kobo, fc.boolean(), (a, b, paid_kobo, available_kobo, full) => {
        const [minimum_kobo, full_kobo] = a < b ? [a, b] : [b, a];
        const statement = {
          status: "issued",
          minimum_kobo,
          full_kobo,
          paid_kobo,
          owed_interest_kobo: 0n,
          owed_penalty_kobo: 0n,
        };
        const asked = { automatic: full ? "full" : "minimum", is_due_day: true, available_kobo, owed_kobo: full_kobo };
        const taken = automaticOf(statement, asked);
        expect(taken >= 0n && taken <= available_kobo && taken <= full_kobo).toBe(true);
        const after = { ...statement, paid_kobo: paid_kobo + taken };
        const made = afterPayment(after);
        expect(made === null).toBe(after.paid_kobo < minimum_kobo);
        if (available_kobo >= full_kobo) expect(made).not.toBeNull();
      }),
    );
  });
});
