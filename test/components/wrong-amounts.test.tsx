import { beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ControlsForm } from "../../apps/web/src/features/cards/card-controls/controls-form.tsx";
import type { Controlled } from "../../apps/web/src/features/cards/card-controls/controls-screen.tsx";
import ChainDialog from "../../apps/web/src/features/companies/approval-chains/chain-dialog.tsx";
import type { Chain } from "../../apps/web/src/features/companies/approval-chains/chains-screen.tsx";
import { PolicyForm } from "../../apps/web/src/features/companies/expense-policies/policy-form.tsx";
import type { Rule } from "../../apps/web/src/features/companies/expense-policies/rule-words.ts";
import { data, show } from "./stage.tsx";

let saved: unknown[];
beforeEach(() => {
  saved = [];
});
// What the forms are given below is cut to what they read: hence the casts.
const server = ({ method, body }: { method: string; body?: unknown }) => {
  if (method !== "GET") saved.push(body);
  return data({ items: [], approval_id: null });
};

/** Wrong text stays in its field with a message, and nothing is saved until it is corrected. @returns what is then saved */
async function savedAfter(label: string, button: string): Promise<string> {
  const field = page.getByLabelText(label, { exact: true });
  await userEvent.fill(field, "5000");
  await userEvent.fill(field, "5000o");
  await userEvent.click(page.getByRole("button", { name: button, exact: true }));
  await expect.element(page.getByText("this is not an amount")).toBeVisible();
  await expect.element(field).toHaveValue("5000o");
  await expect.element(field).toHaveFocus();
  expect(saved).toEqual([]);
  await userEvent.fill(field, "5000");
  await userEvent.click(page.getByRole("button", { name: button, exact: true }));
  await expect.poll(() => saved.length).toBe(1);
  return JSON.stringify(saved);
}

it("a card's limit that cannot be read is not saved as what it said before", async () => {
  const controlled = { card: { id: "1", currency: "NGN", is_company: false }, sets: null, may_loosen: true };
  await show(<ControlsForm controlled={controlled as unknown as Controlled} />, { permissions: [], server });
  expect(await savedAfter("Daily limit", "Save")).toContain("500000");
});

it("nor a policy's", async () => {
  const rule = { name: "Meals", effect: "ask", category_ids: [], department_ids: [], merchants: [] };
  await show(
    <PolicyForm
      initial={{ name: "Travel", rules: [rule as unknown as Rule] }}
      roles={[]}
      words="Save"
      save={(drafted) => Promise.resolve(void saved.push(drafted))}
    />,
    { permissions: [], server },
  );
  expect(await savedAfter("At most for one", "Save")).toContain("500000");
});

it("nor a step's of a chain", async () => {
  const step = { name: "Owner", department_ids: [], category_ids: [], requester_ids: [], need: "any" };
  const steps = [{ ...step, approvers: [{ who: "role", role: "company_super_admin" }] }];
  const chain = { kind: "expense_request", number: 1, steps } as unknown as Chain;
  const named = { people: [], departments: [], requesters: [] };
  await show(<ChainDialog chain={chain} named={named} categories={[]} onClose={() => undefined} />, {
    permissions: ["company:can_manage_approval_chains"],
    server,
  });
  expect(await savedAfter("From", "Save")).toContain("500000");
});
