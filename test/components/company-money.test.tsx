import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { CompanyMoney } from "../../apps/web/src/features/companies/admissions/company-money.tsx";
import { data, expectToLookWell, pageOf, requests, show } from "./stage.tsx";

const company_id = "00000000-0000-4000-8000-000000000001";
const line = { limit_kobo: 500_000_000, drawn_kobo: 120_000_000, interest_kobo: 1_000_000, penalty_kobo: 0 };

it("a company's page has its wallet, line, cards and expense requests, each opens its page", async () => {
  await show(<CompanyMoney company_id={company_id} />, {
    permissions: [
      "provider:can_view_wallet",
      "provider:can_view_companies",
      "provider:can_view_card_requests",
      "provider:can_view_expenses",
    ],
    server: ({ path }) =>
      path.startsWith("/companies/wallet/")
        ? data({ company: {}, debit: { balance_kobo: 12_345_600, assigned_kobo: 700_000 }, credit: line })
        : pageOf([], path.startsWith("/companies/cards") ? 4 : 17),
  });
  const opens = (name: RegExp) => page.getByRole("link", { name });
  await expect.element(opens(/123,456\.00/)).toHaveAttribute("href", `/admin/wallet/${company_id}`);
  await expect
    .element(opens(/1,210,000\.00/))
    .toHaveAttribute("href", `/admin/companies/credit-applications?f.company_id=${company_id}`);
  await expect.element(page.getByText("of ₦5,000,000.00")).toBeVisible();
  await expect.element(opens(/Cards: 4/)).toHaveAttribute("href", `/admin/companies/${company_id}/cards`);
  await expect
    .element(opens(/Expense requests: 17/))
    .toHaveAttribute("href", `/admin/expenses?f.company_id=${company_id}`);
  await expectToLookWell();
});

it("a colleague who may see none of it sees no panel, and nothing is asked for", async () => {
  await show(<CompanyMoney company_id={company_id} />, { permissions: ["provider:can_view_company_requests"] });
  await expect.element(page.getByText("Money")).not.toBeInTheDocument();
  expect(requests).toEqual([]);
});
