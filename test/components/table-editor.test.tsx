/** The editor of a rule table: rules are written, moved and removed, and the keyboard stays where the work is. */
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Backtests } from "../../apps/web/src/features/lending/rule-sets/backtests.tsx";
import type { Table } from "../../apps/web/src/features/lending/rule-sets/rule-set-screen.tsx";
import { TableEditor } from "../../apps/web/src/features/lending/rule-sets/table-editor.tsx";
import { expectToLookWell, show } from "./stage.tsx";

const table: Table = {
  module: "eligibility",
  facts: ["age_years", "salary_kobo"],
  rows: [
    { id: "row-1", when: { age_years: "< 18" }, outcome: "failed", reason: "Too young" },
    { id: "row-2", when: { salary_kobo: "< 5000000" }, outcome: "attention", reason: "A small salary" },
  ],
};
let edited: Table;
function Sample({ problems = {} }: { problems?: Readonly<Record<string, string>> }) {
  const [now, setNow] = useState(table);
  const change = (changed: Table): void => setNow((edited = changed));
  return <TableEditor table={now} index={0} problems={problems} onChange={change} />;
}
const reasons = () => edited.rows.map(({ reason }) => reason);

describe("the editor of a rule table", () => {
  it("shows each rule in words", async () => {
    await show(<Sample />);
    await expect.element(page.getByRole("list", { name: "Rules: Eligibility" })).toBeVisible();
    await expect.element(page.getByText("Age in years").first()).toBeVisible();
    await expectToLookWell();
  });

  it("adds a rule, whose reason takes the keyboard", async () => {
    await show(<Sample />);
    await page.getByRole("button", { name: "Add a rule" }).click();
    await expect.poll(() => document.activeElement?.tagName).toBe("TEXTAREA");
    await userEvent.keyboard("Lives abroad");
    expect(reasons()).toEqual(["Too young", "A small salary", "Lives abroad"]);
    expect(edited.rows[2]).toMatchObject({ id: "row-3", when: {}, outcome: "attention" });
  });

  it("moves a rule, and the keyboard stays on the way that is left", async () => {
    await show(<Sample />);
    await page.getByRole("button", { name: "Down: Too young" }).click();
    expect(reasons()).toEqual(["A small salary", "Too young"]);
    await expect.element(page.getByRole("button", { name: "Up: Too young" })).toHaveFocus();
    await expect.element(page.getByRole("button", { name: "Down: Too young" })).toBeDisabled();
  });

  it("removes a rule and forgets the facts that no rule looks at", async () => {
    await show(<Sample />);
    await page.getByRole("button", { name: "Remove: Too young" }).click();
    expect(reasons()).toEqual(["A small salary"]);
    expect(edited.facts).toEqual(["salary_kobo"]);
    await expect.element(page.getByRole("button", { name: "Remove: A small salary" })).toHaveFocus();
  });

  it("adds a condition to a rule, which takes the keyboard", async () => {
    await show(<Sample />);
    await page.getByRole("combobox", { name: "Add a condition: Too young" }).selectOptions("salary_kobo");
    expect(edited.rows[0]?.when).toEqual({ age_years: "< 18", salary_kobo: "> " });
    await expect.poll(() => document.activeElement?.id).toBe("rule-0-0-when-salary_kobo");
  });

  it("says at its place what cannot be read", async () => {
    await show(<Sample problems={{ "0.1.reason": "this field has to contain at least 3 characters" }} />);
    await expect.element(page.getByText("this field has to contain at least 3 characters")).toBeVisible();
    await expectToLookWell();
  });
});

describe("a test on past decisions", () => {
  it("says in words that its figure leads to the decisions that would change", async () => {
    const test = {
      id: "01a2041b-0000-7000-8000-000000000009",
      status: "done",
      from: "2025-11-01",
      to: "2026-11-01",
      total: 120,
      done: 120,
      changed: 8,
      moves: [],
      cost: { lost_principal_kobo: 0, lost_interest_kobo: 0, saved_losses_kobo: 0, added_limit_kobo: 0 },
      failure: null,
      is_current: true,
      created_by: "Ngozi Bello",
      created_at: "2026-11-20T09:00:00.000Z",
    };
    const set = { id: test.id, backtests: [test] } as unknown as Parameters<typeof Backtests>[0]["set"];
    await show(<Backtests set={set} />);
    await expect
      .element(page.getByRole("link", { name: "8 decisions: see which" }))
      .toHaveAttribute("href", `/admin/rule-sets/backtests/${test.id}`);
  });
});
