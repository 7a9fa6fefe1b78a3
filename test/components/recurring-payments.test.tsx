/** A new standing order: what was sent by hand each month is offered, and one press fills the form. */
import { day, naira } from "@manilla/contract/formats";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import NewStandingOrderScreen from "../../apps/web/src/features/payments/standing-orders/new-screen.tsx";
import { data, expectToLookWell, requests, show } from "./stage.tsx";

const payee = (id: string, name: string) => ({
  id,
  kind: "bank",
  name,
  bank_code: "058",
  bank_name: "Guaranty Trust Bank",
  account_no: "••••••4321",
});
const KEPT = payee("01a2041b-0000-7000-8000-000000000011", "Ngozi Eze");
const { id: payee_id, name, ...account } = payee("01a2041b-0000-7000-8000-000000000012", "Landlord Properties");
const RENT = {
  ...account,
  payee_id,
  payee: name,
  amount_kobo: 15_000_000,
  on_day: 25,
  times: 4,
  last_on: "2026-11-25",
  next_on: "2026-12-25",
};
const DUES = { ...RENT, amount_kobo: 500_000, on_day: 3, times: 3, last_on: "2026-11-03", next_on: "2026-12-03" };
const QUOTE = { payee: name, amount_kobo: 15_000_000, fee_kobo: 5_000, vat_kobo: 375, stamp_duty_kobo: 5_000 };
const dated = (due_on: string) => ({ due_on, goes_on: due_on, rests_on: null });

const open = (kept: readonly object[], recurring: readonly object[]) =>
  show(<NewStandingOrderScreen />, {
    server: ({ path }) => {
      if (path.endsWith("/onboarding/v2")) return data({ profile: { salary_day: 28 } });
      if (path.endsWith("/payees")) return data({ payees: kept });
      if (path.endsWith("/recurring")) return data({ recurring });
      if (path.endsWith("/dates")) return data({ dates: [dated("2026-12-25"), dated("2027-01-25")], last_on: null });
      if (path.endsWith("/quote")) return data({ ...QUOTE, total_kobo: 15_010_375, is_repeat: false, step_up: false });
      return "silence";
    },
  });
const panel = () => page.getByText("You send this each month");

it("shows what was sent each month, and fills the form with the one that is used", async () => {
  await open([KEPT], [DUES, RENT]);
  await expect.element(panel()).toBeVisible();
  const said = `${naira(RENT.amount_kobo)} to Landlord Properties: 4 months in a row, the last time on ${day("2026-11-25")}.`;
  await expect.element(page.getByText(said, { exact: false })).toBeVisible();
  await expect.element(page.getByLabelText("To", { exact: true })).toHaveValue(KEPT.id);
  await expectToLookWell();

  await page.getByRole("button", { name: `Use this: ${naira(RENT.amount_kobo)} to Landlord Properties` }).click();
  await expect.element(page.getByLabelText("To", { exact: true })).toHaveValue(payee_id);
  await expect.element(page.getByLabelText("Each time")).toHaveValue("150,000.00");
  await expect.element(page.getByLabelText("Day of the month")).toHaveValue("25");
  await expect.element(page.getByText(day("2027-01-25"), { exact: true })).toBeVisible();
  const asked = requests.findLast(({ path }) => path.endsWith("/dates"));
  expect(asked?.body).toMatchObject({ repeat: "month", on_day: 25, first_on: "2026-12-25", ends: "never" });
  await expectToLookWell();

  await page.getByRole("button", { name: "Continue" }).click();
  await expect
    .poll(() => requests.find(({ path }) => path.endsWith("/quote"))?.body)
    .toMatchObject({ payee_id, amount_kobo: 15_000_000 });
});

it("offers the salary day as the day of the month", async () => {
  await open([KEPT], []);
  await page.getByRole("button", { name: "On my salary day, the 28th" }).click();
  await expect.element(page.getByLabelText("Day of the month")).toHaveValue("28");
  await expect.element(page.getByText("On my salary day")).not.toBeInTheDocument();
  await expectToLookWell();
});

it("offers who was never kept, and begins without them", async () => {
  await open([], [RENT]);
  await expect.element(panel()).toBeVisible();
  await expect.element(page.getByLabelText("To", { exact: true })).toHaveValue("new");
  await expect.element(page.getByLabelText("Account number")).toBeVisible();
});

it("says nothing of it where nothing is sent each month", async () => {
  await open([KEPT], []);
  await expect.element(page.getByRole("button", { name: "Continue" })).toBeVisible();
  expect(panel().elements()).toEqual([]);
});
