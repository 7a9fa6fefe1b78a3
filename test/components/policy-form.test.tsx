/** The panel of a policy's rule: rows of fields are evenly apart, beside each other on a desktop and below each other on a phone. */
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { PolicyForm } from "../../apps/web/src/features/companies/expense-policies/policy-form.tsx";
import { data, desktop, expectToLookWell, phone, show } from "./stage.tsx";

const save = () => Promise.resolve();

it.each([
  ["desktop", desktop],
  ["phone", phone],
] as const)("fields of a rule are 16 px apart on a %s, and its buttons 8", async (_, size) => {
  await page.viewport(size[0], size[1]);
  await show(<PolicyForm initial={{ name: "", rules: [] }} roles={[]} words="Save the policy" save={save} />, {
    permissions: ["company:can_create_expense_policies"],
    server: () => data({ categories: [] }),
  });
  await expect.element(page.getByLabelText("Days to submit")).toBeVisible();
  const rule = page.getByRole("heading", { name: "Rule 1" }).element().closest("section")!;
  const boxes = [...rule.querySelectorAll(".mantine-InputWrapper-root, .mantine-Checkbox-root")]
    .filter((each) => !each.parentElement!.closest(".mantine-Checkbox-root"))
    .map((each) => each.getBoundingClientRect());
  const rows = [...new Set(boxes.map(({ top }) => Math.round(top)))].map((top) =>
    boxes.filter((box) => Math.round(box.top) === top),
  );
  expect(rows.length).toBe(size === phone ? 11 : 6);
  const gaps = rows.slice(1).map((row, at) => row[0]!.top - Math.max(...rows[at]!.map(({ bottom }) => bottom)));
  for (const gap of gaps) expect(gap).toBeCloseTo(16, 0);
  const [add, keep] = ["Add a rule", "Save the policy"].map((name) =>
    page.getByRole("button", { name }).element().getBoundingClientRect(),
  );
  expect(keep!.left - add!.right).toBeCloseTo(8, 0);
  await expectToLookWell();
});
