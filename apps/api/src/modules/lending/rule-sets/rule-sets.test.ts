import * as approvals from "@manilla/contract/platform/approvals";
import * as audit from "@manilla/contract/platform/audit";
import * as decisions from "@manilla/contract/lending/credit-decisions";
import { isoDay } from "@manilla/contract/formats";
import * as onboarding from "@manilla/contract/people/onboarding";
import { type DecisionFacts, ruleModules } from "@manilla/contract/lending/rule-facts";
import { type RuleTable } from "@manilla/contract/lending/rule-tables";
import * as calls from "@manilla/contract/lending/rule-sets";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { LendingWorld } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { decideLoan } from "../credit-decisions/index.ts";
import { runBacktest } from "./backtest.ts";
import { judge, problemsOf } from "./engine.ts";
import { activeRules } from "./index.ts";

const world = await useLendingWorld();
let tables: RuleTable[];
let [maker, checker]: { token: string; user_id: string }[] = [];
beforeAll(async () => {
  tables = (await activeRules(world.api.app.db)).tables;
  [maker, checker] = [await world.api.person("super_risk"), await world.api.person("super_risk")];
});

/** A person without objections. */
const GOOD: DecisionFacts = {
  age_years: 34,
  employment_status: "employed",
  is_bvn_verified: true,
  is_bvn_bypassed: false,
  is_account_theirs: true,
  is_statement_theirs: true,
  is_blacklisted: false,
  is_watch_listed: false,
  own_lost_loans: 0,
  bureau_answered: true,
  bureau_overdue_loans: 0,
  bureau_open_loans: 0,
  has_statement: true,
  is_statement_sound: true,
  income_kobo: 40_000_000,
  instalment_percent: 12,
  gambling_percent: 0,
  bounced_debits: 0,
  own_worst_days_past_due: 0,
  own_settled_loans: 0,
  statement_months: 12,
  is_nin_verified: true,
  is_work_email_verified: false,
};
const call = (
  endpoint: Parameters<LendingWorld["api"]["call"]>[0],
  options: Parameters<LendingWorld["api"]["call"]>[1] = {},
  by = maker,
) => world.api.call(endpoint, { token: by?.token ?? "", ...options });
const dataOf = <Data>(answer: { body: { data: never } }) => answer.body.data as Data;

describe("the first rules", () => {
  it("approve who has nothing against them, with a limit, a price and every row that applied", async () => {
    const judged = await judge(tables, GOOD);
    expect(judged).toMatchObject({
      outcome: "approved",
      score: 560,
      limit_kobo: 53_280_000n,
      annual_rate_percent: "42",
      reasons: [],
    });
    expect(judged.modules.map(({ module }) => module)).toEqual([...ruleModules]);
    expect(judged.modules.find(({ module }) => module === "score")?.hits.map(({ row }) => row)).toEqual([
      "base",
      "employed",
      "long-statement",
      "nin",
    ]);
  });

  it.each([
    ["a minor", { age_years: 17 }, "declined", "The person is younger than 18."],
    ["another's account", { is_account_theirs: false }, "declined", "The bank account is in another name."],
    ["the blacklisted", { is_blacklisted: true }, "declined", "The person is on our blacklist."],
    ["who lost a loan with us", { own_lost_loans: 1 }, "declined", "A loan with us was not paid back."],
    ["the overdue elsewhere", { bureau_overdue_loans: 2 }, "declined", "Loans elsewhere are overdue or lost."],
    [
      "who cannot carry it",
      { instalment_percent: 51 },
      "declined",
      "More than half of the income would go to instalments.",
    ],
    [
      "who nearly cannot",
      { instalment_percent: 40 },
      "referred",
      "More than a third of the income would go to instalments.",
    ],
    [
      "a silent bureau",
      { bureau_answered: false },
      "referred",
      "The credit bureau has not been asked or did not answer.",
    ],
    [
      "no statement",
      { has_statement: false, income_kobo: null },
      "referred",
      "There is no bank statement that could be read.",
    ],
    [
      "a statement without balances",
      { is_statement_sound: null },
      "referred",
      "The statement shows no running balances.",
    ],
    [
      "who asks for too much",
      { requested_kobo: 99_000_000 },
      "referred",
      "The requested amount is more than the limit.",
    ],
    [
      "too few points",
      {
        gambling_percent: 3,
        own_worst_days_past_due: 20,
        statement_months: 3,
        employment_status: "self-employed",
        is_nin_verified: false,
      },
      "declined",
      "Too few points for a limit.",
    ],
  ] as const)("do not simply approve %s", async (_, facts, outcome, reason) => {
    const judged = await judge(tables, { ...GOOD, ...facts });
    expect([judged.outcome, judged.reasons]).toEqual([outcome, expect.arrayContaining([reason])]);
  });

  it("judge the same facts the same, whatever they are, and never approve what a check failed", async () => {
    const facts = fc.record({
      age_years: fc.option(fc.integer({ min: 0, max: 110 })),
      income_kobo: fc.option(fc.integer({ min: -5, max: 9_000_000_000 })),
      instalment_percent: fc.option(fc.integer({ min: 0, max: 2_000 }).map((tenths) => tenths / 10)),
      is_blacklisted: fc.boolean(),
      bureau_open_loans: fc.option(fc.nat(9)),
      employment_status: fc.option(fc.string()),
      own_worst_days_past_due: fc.nat(200),
    });
    await fc.assert(
      fc.asyncProperty(facts, async (some) => {
        const [first, second] = [await judge(tables, { ...GOOD, ...some }), await judge(tables, { ...GOOD, ...some })];
        expect(first).toEqual(second);
        if (first.modules.some(({ outcome }) => outcome === "failed")) expect(first.outcome).toBe("declined");
        expect(first.limit_kobo >= 0n).toBe(true);
        expect(first.outcome === "approved" ? first.reasons : ["any"]).toEqual(
          first.outcome === "approved" ? [] : ["any"],
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe("tables", () => {
  const withRow = (module: number, row: object): RuleTable[] =>
    tables.map((table, index) =>
      index === module
        ? { ...table, rows: [...table.rows, { id: "added-row", reason: "Because", when: {}, ...row }] }
        : table,
    ) as RuleTable[];
  it.each([
    ["a condition that cannot be read", 0, { when: { age_years: "> > 3" }, outcome: "failed" }, "when.age_years"],
    ["a fact that is no column", 0, { when: { income_kobo: "> 3" }, outcome: "failed" }, "when.income_kobo"],
    ["a name that is no fact", 0, { when: { age_years: "> password_hash" }, outcome: "failed" }, "when.age_years"],
    ["a check without outcome", 1, { when: {} }, "outcome"],
    ["a score without points", 5, { when: {} }, "points"],
    ["a limit that is no number", 6, { value: '"lots"' }, "value"],
    ["a limit of an unknown fact", 6, { value: "secret * 2" }, "value"],
    ["a row that is there twice", 0, { id: "too-young", when: { age_years: "< 3" }, outcome: "failed" }, "id"],
  ] as const)("are refused with %s, at the field", (_, module, row, field) => {
    expect(Object.keys(problemsOf(withRow(module, row)))).toEqual([
      expect.stringMatching(new RegExp(`^tables\\.${module}\\.rows\\.\\d+\\.${field.replace(".", "\\.")}$`)),
    ]);
  });
  it("of the first rules have no problem", () => {
    expect(problemsOf(tables)).toEqual({});
  });
});

describe("a decision about a person", () => {
  it("is made for every loan that is asked for, once, and explains itself after the rules have changed", async () => {
    const loan = await world.loan({ status: "requested" });
    await Promise.allSettled([decideLoan(world.api.app, loan.id), decideLoan(world.api.app, loan.id)]);
    await decideLoan(world.api.app, loan.id);
    const { decisions: found } = dataOf<{
      decisions: {
        id: string;
        occasion: string;
        loan: { reference: string };
        judgement: { facts: Record<string, unknown>; reasons: string[] };
      }[];
    }>(await call(decisions.ofPerson, { params: { id: loan.customer.user_id } }));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      occasion: "loan_request",
      loan: { reference: loan.reference },
      judgement: { facts: { requested_kobo: expect.any(Number), instalment_kobo: expect.any(Number) } },
    });
    await world.api.database.pool.query("update rule_sets set tables = '[]' where status = 'active'");
    const again = dataOf<{ decision: { judgement: { reasons: string[] } } }>(
      await call(decisions.find, { params: { id: String(found[0]?.id) } }),
    );
    expect(again.decision.judgement.reasons).toEqual(found[0]?.judgement.reasons);
    await world.api.database.pool.query("update rule_sets set tables = $1 where status = 'active'", [
      JSON.stringify(tables),
    ]);
  });

  it("is overruled once, by a person with the right and a reason, and the record holds both", async () => {
    const { user_id } = await world.customer();
    const { decision } = dataOf<{ decision: { id: string; outcome: string } }>(
      await call(decisions.decideUpon, { params: { id: user_id }, body: {} }),
    );
    const outcome = decision.outcome === "approved" ? "declined" : "approved";
    const overrule = (by = maker) =>
      call(
        decisions.overrule,
        { params: { id: decision.id }, body: { outcome, reason: "Payslip seen in the original" } },
        by,
      );
    expect((await overrule(await world.api.person("super_support"))).status).toBe(403);
    expect(
      (await call(decisions.overrule, { params: { id: decision.id }, body: { outcome, reason: "short" } })).body.errors,
    ).toHaveProperty("reason");
    const [first, second] = await Promise.all([overrule(), overrule(checker)]);
    expect([first.status, second.status].toSorted()).toEqual([200, 409]);
    expect(
      dataOf<{ decision: object }>(await call(decisions.find, { params: { id: decision.id } })).decision,
    ).toMatchObject({
      outcome: decision.outcome,
      final_outcome: outcome,
      overrule_reason: "Payslip seen in the original",
    });
    expect((await call(decisions.updateAnalyses, { params: { id: user_id }, body: {} })).status).toBe(200);
    expect(
      (await call(decisions.listAll, { query: { filter: JSON.stringify({ user_id }) } })).body.datatable,
    ).toMatchObject({ total_count: 2 });
  });

  it("for an instant approval gives a limit or a reason, never a loan", async () => {
    const customer = await world.customer();
    const ask = () => world.api.call(onboarding.instantApproval, { token: customer.token });
    await world.api.database.pool.query(
      "update users set bvn_verified_at = now(), is_blacklisted = false where id = $1",
      [customer.user_id],
    );
    await world.api.database.pool.query(
      `
        update profiles
        set status = 'pending', date_of_birth = '1990-01-01', bvn_last4 = '0001', salary_kobo = 90000000,
          instant_approval_at = null
        where user_id = $1
      `,
      [customer.user_id],
    );
    await world.api.database.pool.query(
      `
        insert into bureau_reports (id, user_id, bureau, loans, open_loans, overdue_loans, total_balance_kobo)
        values ($1, $1, 'first', '[]', 1, 1, 5)
      `,
      [customer.user_id],
    );
    const declined = await ask();
    expect([declined.status, declined.body.message]).toEqual([
      409,
      expect.stringContaining("Loans elsewhere are overdue or lost."),
    ]);
    await world.api.database.pool.query(
      "update bureau_reports set overdue_loans = 0, open_loans = 0 where user_id = $1",
      [customer.user_id],
    );
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(409);
    // By when a person looks: two working days later, the weekend and what was declared a holiday do not count.
    await world.api.database.pool.query(
      `
        update credit_decisions
        set decided_at = case outcome when 'referred' then '2026-05-22T10:00:00Z'::timestamptz else '2026-05-01Z' end
        where user_id = $1 and occasion = 'instant_approval'
      `,
      [customer.user_id],
    );
    const findOwn = async () =>
      dataOf<{ decision: { outcome: string; reasons: string[]; look_by: string | null } }>(
        await world.api.call(decisions.findOwn, { token: customer.token }),
      );
    expect((await findOwn()).decision.look_by, "not complete yet").toBeNull();
    const becomes = (status: string, profile_status: string, ready_at: string) =>
      world.api.database.pool.query("update users set status = $2, profile_status = $3, ready_at = $4 where id = $1", [
        customer.user_id,
        status,
        profile_status,
        ready_at,
      ]);
    await becomes("processing", "pending", "2026-06-03T10:00:00Z");
    expect((await findOwn()).decision.look_by, "complete later").toBe("2026-06-05");
    await becomes("processed", "declined", "2026-06-03T10:00:00Z");
    expect((await findOwn()).decision.look_by, "looked at").toBeNull();
    await becomes("processing", "pending", "2026-05-20T10:00:00Z");
    expect((await findOwn()).decision.look_by).toBe("2026-05-26");
    await world.api.database.pool.query(
      `update configuration set value = '"2026-05-25, 2026-05-26"' where key = 'declared_holidays'`,
    );
    const own = await findOwn();
    expect(own.decision.look_by).toBe("2026-05-28");
    expect(own.decision).toMatchObject({
      outcome: "referred",
      reasons: expect.arrayContaining(["There is no bank statement that could be read."]),
    });
    const { rows } = await world.api.database.pool.query<{ n: string }>(
      "select count(*) as n from loans where user_id = $1",
      [customer.user_id],
    );
    expect(rows[0]?.n).toBe("0");
  });
});

describe("another version", () => {
  it("is drafted, tested on past decisions and activated by two people; what was not tested is not activated", async () => {
    const { user_id } = await world.customer();
    await world.api.database.pool.query("update users set bvn_verified_at = now() where id = $1", [user_id]);
    await call(decisions.decideUpon, { params: { id: user_id }, body: {} });
    const { id } = dataOf<{ id: string }>(await call(calls.create, { body: { name: "Stricter identity" } }));
    const draft = () =>
      call(calls.find, { params: { id } }).then(
        (answer) =>
          dataOf<{
            rule_set: {
              version: number;
              tables: RuleTable[];
              status: string;
              backtests: { is_current: boolean; changed: number; total: number; status: string; moves: object[] }[];
            };
          }>(answer).rule_set,
      );
    const { version } = await draft();
    const strict = tables.map((table) =>
      table.module === "bureau"
        ? {
            ...table,
            rows: table.rows.map((row) => (row.id === "silent" ? { ...row, outcome: "failed" as const } : row)),
          }
        : table,
    );
    const bad = strict.map((table) =>
      table.module === "price"
        ? { ...table, rows: [{ id: "x", when: {}, value: "nonsense(", reason: "Broken" }] }
        : table,
    );
    const save = (next: RuleTable[], at: number) =>
      call(calls.update, {
        params: { id },
        body: { name: "Stricter identity", note: null, tables: next, version: at },
      });
    expect(Object.keys((await save(bad, version)).body.errors)).toEqual(["tables.7.rows.0.value"]);
    expect((await save(strict, version)).status).toBe(200);
    expect((await save(strict, version)).status).toBe(412);
    // Who reads the trail sees the rule that differs in the screen's words, and no other.
    const auditor = await world.api.person("super_admin");
    const trail = await world.api.call(audit.listAll, {
      token: auditor.token,
      query: { filter: JSON.stringify({ subject_id: id }), search: "rule_set_changed" },
    });
    const { items } = trail.body.datatable as { items: { changes: unknown[] }[] };
    expect(items[0]?.changes).toEqual([
      {
        field: "Bureau: The credit bureau has not been asked or did not answer.",
        before: "The bureau answered: no → Attention",
        after: "The bureau answered: no → Failed",
      },
    ]);
    const activate = async () =>
      call(calls.activate, {
        params: { id },
        body: { reason: "Losses of the last quarter", version: (await draft()).version },
      });
    expect((await activate()).body.code).toBe("not_tested");
    const today = isoDay(new Date());
    const { backtest_id } = dataOf<{ backtest_id: string }>(
      await call(calls.startBacktest, { params: { id }, body: { from: "2026-01-01", to: today } }),
    );
    await runBacktest(world.api.app, backtest_id);
    await runBacktest(world.api.app, backtest_id);
    const [test] = (await draft()).backtests;
    expect(test).toMatchObject({
      status: "done",
      is_current: true,
      moves: expect.arrayContaining([expect.objectContaining({ before: "referred", after: "declined" })]),
    });
    const rows = (await call(calls.backtestRows, { params: { id: backtest_id } })).body.datatable as {
      total_count: number;
    };
    expect(rows.total_count).toBe(test?.changed);
    const asked = dataOf<{ approval_id: string }>(await activate());
    expect((await save(tables, 3)).status).toBe(409);
    const approve = (by = checker) =>
      call(approvals.approve, { params: { id: asked.approval_id }, body: { version: 1 } }, by);
    expect((await approve(maker)).status).toBe(403);
    expect((await approve()).status).toBe(200);
    expect((await activeRules(world.api.app.db)).id).toBe(id);
    const judged = dataOf<{ decision: { outcome: string; rule_set_number: number } }>(
      await call(decisions.decideUpon, { params: { id: user_id }, body: {} }),
    );
    expect(judged.decision).toMatchObject({ outcome: "declined", rule_set_number: 2 });
    expect((await call(calls.tryOut, { params: { id }, body: { user_id } })).status).toBe(200);
  });
});
