import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Content } from "../../apps/web/src/features/companies/expense-requests/line.ts";
import { RequestForm } from "../../apps/web/src/features/companies/expense-requests/request-form.tsx";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { CallError } from "../../apps/web/src/shared/api/errors.ts";
import { data, expectToLookWell, pageOf, phone, show } from "./stage.tsx";

const id = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
const hotel = { id: id(1), merchant: "BRISTOL PALACE KANO", amount_kobo: 300_001, spent_on: "2026-01-14" };
const fuel = { id: id(2), merchant: "Total", amount_kobo: 70_000, spent_on: "2026-01-02" };
const terms = {
  mileage_rate_kobo: null,
  per_diem_kobo: null,
  rate_tolerance_percent: 5,
  rates: [],
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

it("says what is wrong at each field, in plain words, goes to the first one, and is quiet again where something is typed", async () => {
  localStorage.clear();
  await page.viewport(...phone);
  const fields = {
    purpose: ["this field has to contain at least 3 characters"],
    "lines.1.merchant": ["this field has to contain at least 2 characters"],
    "lines.1.amount_kobo": ["this field has to be at least 1"],
    "lines.1.spent_on": ["this field must be a date, year-month-day"],
  };
  const save = () => Promise.reject(new CallError({ status: 422, fields }));
  await show(<RequestForm save={save} />, {
    permissions: ["personal:can_view_expenses"],
    server: ({ path }) => (path === calls.expenseRequests.terms.path ? data(terms) : pageOf([])),
  });
  await userEvent.fill(page.getByLabelText("What for"), "ab");
  await userEvent.click(page.getByRole("button", { name: "Add a line" }));
  await userEvent.fill(page.getByLabelText("Where").nth(1), "X");
  await userEvent.click(page.getByRole("button", { name: "Ask for it" }));
  const purpose = page.getByLabelText("What for");
  await expect.element(purpose).toHaveFocus();
  await expect.element(purpose).toHaveAccessibleDescription("this field has to contain at least 3 characters");
  await expect
    .element(page.getByLabelText("Where").nth(1))
    .toHaveAccessibleDescription("this field has to contain at least 2 characters");
  // Nothing was typed there: it is missing, not of a wrong form.
  for (const label of ["Amount", "Day"])
    await expect.element(page.getByLabelText(label).nth(1)).toHaveAccessibleDescription("this field is required");
  await expect.element(page.getByLabelText("Where").nth(0)).not.toHaveAttribute("aria-invalid", "true");
  await expectToLookWell();
  await userEvent.fill(purpose, "Dinner");
  await expect.element(purpose).not.toHaveAttribute("aria-invalid", "true");
  await userEvent.click(page.getByRole("button", { name: "Remove line 1" }));
  await expect.element(page.getByText("this field is required")).not.toBeInTheDocument();
});
