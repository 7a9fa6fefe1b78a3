/** The page of a declined payment: what its holder does next. */
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import PaymentScreen from "../../apps/web/src/features/cards/card-authorisations/payment-screen.tsx";
import { data, expectToLookWell, phone, requests, show } from "./stage.tsx";

const id = "01a2041b-0000-7000-8000-000000000001";
const declined = {
  id,
  reference: "CP1",
  card: { id, label: "Fuel", last4: "4711" },
  person: { id, name: "Emeka Obi" },
  company: { id, name: "Lagoon Foods Limited" },
  kind: "purchase",
  merchant: "Shoprite",
  category: "groceries",
  channel: "pos",
  card_currency: "NGN",
  amount_kobo: 50_000,
  captured_kobo: 0,
  approved_kobo: 0,
  reversed_kobo: 0,
  status: "declined",
  says: "This card is not for groceries. Ask your company.",
  next: "ask_company",
  reason: "category",
  period: null,
  city: "Lagos",
  country: "NG",
  mcc: "5411",
  shop_currency: null,
  shop_amount: null,
  is_stand_in: false,
  response_code: "57",
  is_own: true,
  is_company: true,
  asks_was_me: false,
  asked_company_at: null,
  checks: [],
  captures: [],
  created_at: "2026-11-22T09:00:00.000Z",
};
const open = (more: object) =>
  page
    .viewport(...phone)
    .then(() =>
      show(<PaymentScreen />, {
        account_types: ["customer"],
        permissions: ["personal:can_view_cards", "personal:can_use_cards"],
        server: ({ method }) =>
          data(method === "POST" ? { asked_company_at: "2026-11-22T09:05:00.000Z" } : { ...declined, ...more }),
        route: { path: "/customer/cards/transaction/:id", address: `/customer/cards/transaction/${id}` },
      }),
    );

it("asks the company in one press, and says when that was done", async () => {
  await open({});
  await expectToLookWell();
  await page.getByRole("button", { name: "Ask your company" }).click();
  await expect.element(page.getByText("Asked. Your company sees this payment.")).toBeVisible();
  expect(requests.find(({ method }) => method === "POST")).toMatchObject({
    path: `/cards/transactions/${id}/ask-company`,
  });
});

it("offers nothing that changes nothing: the nation's limit for cash is not raised by the company", async () => {
  await open({ next: "wait", reason: "cash_limit", period: "day", asked_company_at: "2026-11-22T09:05:00.000Z" });
  await expect.element(page.getByText(/^You have asked your company/)).toBeVisible();
  for (const name of ["Ask for more…", "Ask your company"])
    await expect.element(page.getByRole("button", { name })).not.toBeInTheDocument();
});
