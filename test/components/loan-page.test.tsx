/** The page of a loan has a tab for each part: in the address, by its digit, and only those that one may see. */
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import AdminLoanScreen from "../../apps/web/src/features/lending/loans/admin-loan-screen.tsx";
import { data, desktop, expectToLookWell, pageOf, phone, requests, show } from "./stage.tsx";

const id = "01a2041b-0000-7000-8000-000000000001";
const person = { id: "01a2041b-0000-7000-8000-000000000002", name: "Ifeoma Ezeani" };
const row = {
  id: "01a2041b-0000-7000-8000-000000000003",
  number: 1,
  due_on: "2026-10-25",
  status: "overdue",
  principal_kobo: 4_000_000,
  interest_kobo: 351_338,
  fees_kobo: 0,
  penalty_kobo: 0,
  total_kobo: 4_351_338,
  paid_kobo: 0,
  outstanding_kobo: 4_351_338,
  balance_kobo: 0,
  days_past_due: 29,
  paid_on: null,
  last_failure: null,
};
const nothing = Object.fromEntries(
  ["phone", "promise", "purpose", "rules", "rules_say", "missing", "irr_percent", "offer_expires_on", "accepted_at"]
    .concat(["first_due_on", "matures_on", "settled_on", "accrued_to", "recovered_on", "decision_reason", "officer"])
    .concat(["operations", "approver", "payout", "officer_verified_at", "operations_verified_at", "next_due_on"])
    .map((name) => [name, null]),
);
const kobo = Object.fromEntries(
  ["principal", "requested_principal", "total_interest", "total_fees", "vat", "total", "received", "repaid", "paid"]
    .concat(["credit_balance", "accrued_interest", "global_standing_instruction", "claim", "recovered", "instalment"])
    .concat(["outstanding_principal", "overdue"])
    .map((name) => [`${name}_kobo`, 100_000]),
);
const loan = {
  ...nothing,
  ...kobo,
  id,
  reference: "LN-260812-G4L7RA",
  customer: person,
  product: "Salary loan",
  status: "past_due",
  instalment_count: 6,
  requested_instalments: 6,
  annual_rate_percent: "42",
  product_rate_percent: "42",
  days_past_due: 29,
  arrears_bucket: "1-30",
  has_card: false,
  penalty: "1.00% of the overdue amount",
  terms: { method: "declining" },
  rescheduled: [],
  schedule: [row],
  timeline: [],
  disbursed_on: "2026-08-12",
  offered_at: "2026-08-12T09:00:00.000Z",
  created_at: "2026-08-12T08:00:00.000Z",
  is_non_performing: false,
  abilities: {},
  version: 1,
};
const { loans, repayments, assignments } = calls;
const shown = (permissions: readonly string[], tab = "") =>
  show(<AdminLoanScreen />, {
    permissions,
    server: ({ path }) =>
      path === `/admin/personal/loans/${id}`
        ? data({ loan })
        : path === repayments.listReceipts.path
          ? pageOf([
              {
                id: row.id,
                received_on: "2026-10-30",
                amount_kobo: 2_500_000,
                channel: "staff",
                reference: "SLIP-65-101",
                reversed_at: null,
              },
            ])
          : path === assignments.contacts.path.replace("{id}", person.id)
            ? data({ contacts: [] })
            : "silence",
    route: { path: "/admin/loans/:id", address: `/admin/loans/${id}${tab}` },
  });
const tabs = () =>
  page
    .getByRole("navigation", { name: "Parts of the loan" })
    .getByRole("link")
    .elements()
    .map(({ textContent }) => textContent);

it("opens the tab of its address, goes by digits, and Back keeps them", async () => {
  const { router } = await shown([...loans.find.can, "provider:can_view_repayments", "provider:can_view_users"]);
  await expect.element(page.getByRole("heading", { name: "Terms and cost" })).toBeVisible();
  expect(tabs()).toEqual(["Overview", "Schedule", "Payments", "Offer", "Contacts", "Timeline"]);
  await expectToLookWell();
  await userEvent.keyboard("3");
  await expect.element(page.getByText("SLIP-65-101")).toBeVisible();
  expect(router.state.location.search).toBe("?tab=payments");
  expect(requests.find(({ path }) => path === repayments.listReceipts.path)?.query.get("filter")).toBe(
    JSON.stringify({ loan_id: id }),
  );
  await page.viewport(...desktop);
  await page.getByRole("link", { name: "Schedule" }).click();
  await expect.element(page.getByRole("table", { name: "Instalments" })).toBeVisible();
  await router.navigate(-1);
  await expect.element(page.getByText("SLIP-65-101")).toBeVisible();
});

it("keeps a deep link, shows a tab to those who may see it only, and falls back to the first", async () => {
  await page.viewport(...phone);
  await shown([...loans.find.can, "provider:can_view_users"], "?tab=contacts");
  await expect.element(page.getByText("No contact was logged")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Contacts" })).toHaveAttribute("aria-current", "page");
  await expectToLookWell();
  await (
    await shown(loans.find.can as readonly string[], "?tab=payments")
  ).router.navigate(`/admin/loans/${id}?tab=payments`);
  await expect.element(page.getByRole("heading", { name: "Terms and cost" }).first()).toBeVisible();
});
