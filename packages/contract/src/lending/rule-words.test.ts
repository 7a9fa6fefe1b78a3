import { describe, expect, it } from "vitest";
import type { RuleTable as Table } from "./rule-tables.ts";
import { differences } from "./rule-words.ts";

const young = { id: "young", when: { age_years: "< 18" as const }, outcome: "failed" as const, reason: "Too young" };
const old = { id: "old", when: { age_years: "> 65" as const }, outcome: "failed" as const, reason: "Too old" };
const table = (rows: Table["rows"], module: Table["module"] = "eligibility"): Table => ({
  module,
  facts: ["age_years", "score"],
  rows,
});

describe("what is different between two versions", () => {
  it("is nothing where nothing was changed, also when an empty condition was left behind", () => {
    expect(differences([table([young])], [table([{ ...young, when: { age_years: "< 18", score: "" } }])])).toEqual([]);
  });

  it("is each rule that was added, changed or removed, with what it said before", () => {
    const found = differences(
      [table([young, old])],
      [
        table([
          { ...young, when: { age_years: "< 21" } },
          { id: "row-3", when: {}, outcome: "attention", reason: "Look at everybody" },
        ]),
      ],
    );
    expect(found.map(({ rule, before, after }) => [rule, before, after])).toEqual([
      ["Too young", "Age in years: less than 18 → Failed", "Age in years: less than 21 → Failed"],
      ["Look at everybody", null, "any → Attention"],
      ["Too old", "Age in years: more than 65 → Failed", null],
    ]);
  });

  it("is the order only where the first rule that applies counts", () => {
    const rows = [
      { id: "a", when: {}, value: "100000", reason: "First." },
      { id: "b", when: {}, value: "0", reason: "Second." },
    ];
    expect(differences([table(rows, "limit")], [table(rows.toReversed(), "limit")])).toMatchObject([
      { rule: "The order of the rules", before: "First. Second.", after: "Second. First." },
    ]);
    expect(differences([table([young, old])], [table([old, young])])).toEqual([]);
  });
});
