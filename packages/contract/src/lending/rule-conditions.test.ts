import { decisionFacts, factNames } from "./rule-facts.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  amountOf,
  conditionInWords,
  formulaInWords,
  operatorsOf,
  readCondition,
  staleFigure,
  typedValue,
  valuesOf,
  withOperator,
  writeCondition,
} from "./rule-conditions.ts";

const figure = fc.integer({ min: 0, max: 9_000_000 }).map(String);
const word = fc.stringMatching(/^[a-z][a-z-]{0,10}$/);

describe("a condition", () => {
  it("that was chosen in words is read back as it was chosen, for every kind of fact and every operator", () => {
    const chosen = fc.constantFrom(...factNames).chain((fact) => {
      const { kind } = decisionFacts[fact];
      return fc
        .constantFrom(...operatorsOf[kind].filter((operator) => operator !== "formula"))
        .chain((operator) =>
          fc.tuple(
            fc.constant(kind),
            fc.constant(operator),
            fc.array(kind === "text" ? word : figure, { minLength: valuesOf(operator), maxLength: valuesOf(operator) }),
          ),
        );
    });
    fc.assert(
      fc.property(chosen, ([kind, operator, values]) => {
        // One text of several is that text.
        const expected = kind === "text" && operator === "one_of" ? "is" : operator;
        expect(readCondition(kind, writeCondition(kind, { operator, values }))).toEqual({ operator: expected, values });
      }),
    );
  });

  it("is kept letter by letter when it is more than the words can say", () => {
    for (const cell of ["> 3 and < 5", "> salary_kobo", "< < 21", "[1..5)", "not in [1, 2]"]) {
      const read = readCondition("number", cell);
      expect(read).toEqual({ operator: "formula", values: [cell] });
      expect(writeCondition("number", read)).toBe(cell);
    }
  });

  it("keeps its figure when another comparison is chosen, and shows the formula behind it", () => {
    const under = readCondition("number", "< 18");
    expect(writeCondition("number", withOperator("number", under, "least"))).toBe(">= 18");
    expect(writeCondition("number", withOperator("number", under, "within"))).toBe("[18..]");
    expect(withOperator("number", under, "formula")).toEqual({ operator: "formula", values: ["< 18"] });
    expect(withOperator("number", { operator: "formula", values: ["<= 21"] }, "under")).toEqual({
      operator: "under",
      values: ["21"],
    });
    expect(withOperator("number", { operator: "formula", values: ["> score"] }, "under")).toEqual({
      operator: "under",
      values: [""],
    });
    expect(withOperator("boolean", readCondition("boolean", "true"), "unknown")).toEqual({
      operator: "unknown",
      values: [],
    });
  });

  it.each([
    ["age_years", "< 18", "less than 18"],
    ["age_years", "null", "is not known"],
    ["is_bvn_verified", "false", "no"],
    ["income_kobo", ">= 15000050", "at least ₦150,000.50"],
    ["instalment_percent", "(33.3..50]", "over 33.3% up to 50%"],
    ["employment_status", '"self-employed"', "is Self employed"],
    ["employment_status", '"employed","self-employed"', "is Employed or Self employed"],
    ["bureau_open_loans", "5", "is 5"],
    ["age_years", "> score", "> “Score so far”"],
  ] as const)("%s %s reads “%s”", (fact, cell, words) => {
    expect(conditionInWords(fact, cell)).toBe(words);
  });
});

it("a formula names its facts, an amount is none", () => {
  expect(formulaInWords("floor(income_kobo * 0.333 * 4)")).toBe(
    "“Income found in the statement, a month” × 0.333 × 4, rounded down",
  );
  expect([amountOf("0"), amountOf("36.5"), amountOf("income_kobo * 2")]).toEqual(["0", "36.5", undefined]);
  expect([typedValue("kobo", "₦1,250.5"), typedValue("percent", "12.5%"), typedValue("kobo", "much")]).toEqual([
    "125050",
    "12.5",
    "",
  ]);
});

describe("a reason", () => {
  it("that names a figure which its condition no longer asks for is pointed at; a naira sum as people write it", () => {
    const young = { age_years: "< 18" };
    expect(staleFigure(young, { age_years: "< 25" }, "Younger than 18")).toBe("18");
    expect(staleFigure(young, { age_years: "< 25" }, "Younger than 25")).toBeUndefined();
    expect(staleFigure(young, young, "Younger than 18")).toBeUndefined();
    const poor = { salary_kobo: "< 5000000" };
    expect(staleFigure(poor, { salary_kobo: "< 8000000" }, "Earns less than ₦50,000 a month")).toBe("50000");
    expect(staleFigure(poor, { salary_kobo: "< 8000000" }, "Earns too little")).toBeUndefined();
  });
});
