import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Content } from "../../apps/web/src/features/companies/expense-requests/line.ts";
import { RequestForm } from "../../apps/web/src/features/companies/expense-requests/request-form.tsx";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { data, expectToLookWell, pageOf, show } from "./stage.tsx";

const id = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
const hotel = { id: id(1), merchant: "BRISTOL PALACE KANO", amount_kobo: 300_001, spent_on: "2026-01-14" };
const fuel = { id: id(2), merchant: "Total", amount_kobo: 70_000, spent_on: "2026-01-02" };
const terms = {
  mileage_rate_kobo: null,
  per_diem_kobo: null,
  advances: [{ id: id(9), purpose: "Trip to Kano", left_kobo: 500_000 }],
  paid: [hotel, fuel].map((each) => ({ ...each, category_id: null })),
};

it("what the purse paid is offered by its amount, its day and its place, and named in one line only", async () => {
  localStorage.clear();
  let sent: Content | undefined;
  await show(<RequestForm advance_id={id(9)} save={(content) => Promise.resolve(void (sent = content))} />, {
    permissions: ["personal:can_view_expenses"],
    server: ({ path }) => (path === calls.expenseRequests.terms.path ? data(terms) : pageOf([])),
  });
  await userEvent.fill(page.getByLabelText("What for"), "What Kano cost");
  await userEvent.fill(page.getByLabelText("Day"), "20/01/2026");
  await userEvent.fill(page.getByLabelText("Amount"), "3000.01");
  await expect.element(page.getByText(/Your purse paid ₦3,000.01 at BRISTOL PALACE KANO/)).toBeVisible();
  await userEvent.fill(page.getByLabelText("Amount"), "5");
  await expect.element(page.getByText(/Your purse paid/)).not.toBeInTheDocument();
  await userEvent.fill(page.getByLabelText("Where"), "bristol");
  await userEvent.click(page.getByRole("button", { name: "It is this one" }));
  await expect.element(page.getByLabelText("Where")).toHaveValue(hotel.merchant);
  await expect.element(page.getByLabelText("Amount")).toHaveValue("3,000.01");
  await expect.element(page.getByLabelText("Day")).toBeDisabled();
  await expectToLookWell();
  await userEvent.click(page.getByRole("button", { name: "Add a line" }));
  const choices = page.getByLabelText("Paid by card or as a bill");
  await expect.element(choices.nth(1)).not.toHaveTextContent("BRISTOL");
  await userEvent.selectOptions(choices.nth(1), fuel.id);
  await userEvent.click(page.getByRole("button", { name: "Ask for it" }));
  await expect
    .poll(() => sent?.lines)
    .toMatchObject([
      { expense_id: hotel.id, amount_kobo: 300_001 },
      { expense_id: fuel.id, amount_kobo: 70_000, merchant: "Total", spent_on: "2026-01-02" },
    ]);
});
