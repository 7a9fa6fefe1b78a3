import type { PolicyRule } from "@manilla/contract/companies/policy-rules";
import { effects, periods } from "@manilla/contract/companies/policy-rules";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Earlier, type Expense, checkExpense, periodStart, wrongWith } from "./rules.ts";

const rule = (values: Partial<PolicyRule> = {}): PolicyRule => ({
  name: "Meals",
  effect: "ask",
  category_ids: [],
  department_ids: [],
  merchants: [],
  is_forbidden: false,
  ...values,
});
const expense = (values: Partial<Expense> = {}): Expense => ({
  merchant: "Bukka Hut",
  amount_kobo: 500_000n,
  spent_on: "2026-01-14",
  submitted_on: "2026-01-15",
  has_receipt: true,
  category_ids: ["meals", "travel"],
  department_ids: ["sales"],
  ...values,
});
const says = (one: PolicyRule, values: Partial<Expense> = {}, earlier: Earlier[] = []) =>
  checkExpense([one], expense(values), earlier).findings.map((found) => found.says);

describe("a rule", () => {
  it("caps one, a day, a period, and asks for receipt and time", () => {
    expect(says(rule({ cap_item_kobo: 500_000n }))).toEqual([]);
    expect(says(rule({ cap_item_kobo: 499_999n }))).toEqual(["at most ₦4,999.99 for one"]);
    expect(says(rule({ receipt_from_kobo: 500_000n }), { has_receipt: false })).toEqual([
      "a receipt is needed from ₦5,000.00",
    ]);
    expect(says(rule({ receipt_from_kobo: 500_001n }), { has_receipt: false })).toEqual([]);
    expect(says(rule({ submit_within_days: 1 }))).toEqual([]);
    expect(says(rule({ submit_within_days: 1 }), { submitted_on: "2026-01-16" })).toHaveLength(1);
    expect(says(rule({ is_forbidden: true }))).toHaveLength(1);
    const before = [{ ...expense(), spent_on: "2026-01-12" }];
    const weekly = rule({ cap_period_kobo: 900_000n, period: "week" });
    expect(says(weekly, {}, before)).toEqual(["at most ₦9,000.00 a week, with this it is ₦10,000.00"]);
    expect(says(weekly, {}, [{ ...expense(), spent_on: "2026-01-11" }]), "the Sunday before").toEqual([]);
    expect(says(rule({ per_diem_kobo: 900_000n }), {}, [expense()])).toHaveLength(1);
    expect(says(rule({ per_diem_kobo: 900_000n }), {}, before)).toEqual([]);
  });

  it("speaks of its categories with those below, its merchants in any spelling, its departments", () => {
    const cap = { cap_item_kobo: 1n };
    expect(says(rule({ ...cap, category_ids: ["travel"] }))).toHaveLength(1);
    expect(says(rule({ ...cap, category_ids: ["lodging"] }))).toEqual([]);
    expect(says(rule({ ...cap, merchants: ["BUKKA"] }))).toHaveLength(1);
    expect(says(rule({ ...cap, merchants: ["Shoprite"] }))).toEqual([]);
    expect(says(rule({ ...cap, department_ids: ["production"] }))).toEqual([]);
  });

  it("begins its periods where people expect it", () => {
    const starts = periods.map((period) => periodStart("2026-08-19", period));
    expect(starts).toEqual(["2026-08-19", "2026-08-17", "2026-08-01", "2026-07-01", "2026-01-01"]);
    expect(periodStart("2026-08-17", "week"), "a Monday is its own").toBe("2026-08-17");
    expect(periodStart("2026-08-23", "week"), "a Sunday belongs to the Monday before").toBe("2026-08-17");
  });

  it("is refused where it limits nothing, or half a period", () => {
    expect(wrongWith([rule()])).toContain("limits");
    expect(wrongWith([rule({ cap_period_kobo: 1n })])).toContain("period");
    expect(wrongWith([rule({ cap_item_kobo: 1n }), rule({ cap_item_kobo: 1n, name: "meals" })])).toContain(
      "another rule",
    );
    expect(wrongWith([rule({ cap_item_kobo: 1n })])).toBeUndefined();
  });
});

const amount = fc.bigInt(1n, 1_000_000n);
const anyRule: fc.Arbitrary<PolicyRule> = fc
  .record({
    effect: fc.constantFrom(...effects),
    is_forbidden: fc.boolean(),
    cap_item_kobo: fc.option(amount, { nil: null }),
    cap_period_kobo: fc.option(amount, { nil: null }),
    per_diem_kobo: fc.option(amount, { nil: null }),
    receipt_from_kobo: fc.option(amount, { nil: null }),
    period: fc.constantFrom(...periods),
  })
  .map((values) => rule(values));
const anyDay = fc
  .integer({ min: 0, max: 60 })
  .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10));
const anyEarlier = fc.array(
  fc.record({ amount_kobo: amount, spent_on: anyDay }).map((values): Earlier => ({ ...expense(), ...values })),
  { maxLength: 6 },
);
const strength = (effect: string | null): number => (effect === null ? -1 : effects.indexOf(effect as "ask"));

describe("what policies say", () => {
  it("is never weaker for more money, for more spent before, or for another rule", () => {
    fc.assert(
      fc.property(
        fc.array(anyRule, { maxLength: 4 }),
        anyRule,
        anyEarlier,
        amount,
        amount,
        anyDay,
        fc.boolean(),
        (rules, more, earlier, amount_kobo, extra, spent_on, has_receipt) => {
          const of = { amount_kobo, spent_on, submitted_on: spent_on, has_receipt };
          const now = strength(checkExpense(rules, expense(of), earlier).effect);
          expect(
            strength(checkExpense(rules, expense({ ...of, amount_kobo: amount_kobo + extra }), earlier).effect),
          ).toBeGreaterThanOrEqual(now);
          expect(
            strength(checkExpense(rules, expense(of), [...earlier, expense({ spent_on })]).effect),
          ).toBeGreaterThanOrEqual(now);
          expect(strength(checkExpense([...rules, more], expense(of), earlier).effect)).toBeGreaterThanOrEqual(now);
          expect(
            strength(checkExpense(rules, expense({ ...of, has_receipt: true }), earlier).effect),
          ).toBeLessThanOrEqual(now);
        },
      ),
    );
  });

  it("is the strongest of what is found, and nothing where nothing is found", () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 4 }), anyEarlier, amount, (rules, earlier, amount_kobo) => {
        const { effect, findings } = checkExpense(rules, expense({ amount_kobo }), earlier);
        expect(strength(effect)).toBe(Math.max(-1, ...findings.map((found) => strength(found.effect))));
      }),
    );
  });

  it("does not let a cap over a period be gone round by parts", () => {
    fc.assert(
      fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 8 }), (cap_period_kobo, parts) => {
        const monthly = rule({ cap_period_kobo, period: "month" });
        const found = parts.some(
          (amount_kobo, at) =>
            checkExpense(
              [monthly],
              expense({ amount_kobo }),
              parts.slice(0, at).map((part) => ({ ...expense(), amount_kobo: part })),
            ).effect !== null,
        );
        expect(found).toBe(parts.reduce((sum, part) => sum + part, 0n) > cap_period_kobo);
      }),
    );
  });
});
