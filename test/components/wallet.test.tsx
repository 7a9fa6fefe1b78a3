/** A person's repayment wallet: what is theirs can be paid back from it. */
import type { Endpoint } from "@manilla/contract/endpoint";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import WalletScreen from "../../apps/web/src/features/lending/repayments/wallet-screen.tsx";
import { data, pageOf, requests, show } from "./stage.tsx";

const id = "01a2041b-0000-7000-8000-000000000001";
const wallet = (credit_balance_kobo: number) => ({
  customer: { id, name: "Wale Ogunbanjo" },
  overdue_kobo: 0,
  due_kobo: 0,
  next_due_on: null,
  outstanding_principal_kobo: 0,
  credit_balance_kobo,
  paid_kobo: 0,
  loans: [],
  refunds: [],
  cards: 0,
  virtual_account: null,
});
const read = "provider:can_view_repayments";
const refund = "provider:can_refund_transactions";
const open = (credit_kobo: number, permissions: Endpoint["can"]) =>
  show(<WalletScreen />, {
    permissions,
    server: ({ method, path }) =>
      method === "POST"
        ? data({ approval_id: id })
        : path.endsWith("/history")
          ? pageOf([])
          : data(wallet(credit_kobo)),
    route: { path: "/admin/repayments/wallet/:id", address: `/admin/repayments/wallet/${id}` },
  });
const button = () => page.getByRole("button", { name: "Refund the credit…" });

it("asks for the refund of the whole credit, with a reason, by who may", async () => {
  await open(5_000, [read, refund]);
  await button().click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText("₦50.00")).toBeVisible();
  await dialog.getByRole("textbox").fill("The card test is paid back.");
  await dialog.getByRole("button", { name: "Ask to refund it" }).click();
  await expect.element(page.getByText("Requested. A second person decides; nothing was sent yet.")).toBeVisible();
  expect(requests.find(({ method }) => method === "POST")).toMatchObject({
    path: `/admin/personal/repayments/wallet/${id}/refund`,
    body: { amount_kobo: 5_000, reason: "The card test is paid back." },
  });
});

it.each([
  ["where there is no credit", 0, [read, refund]],
  ["to who may not", 5_000, [read]],
] satisfies [string, number, Endpoint["can"]][])("offers no refund %s", async (_, credit_kobo, can) => {
  await open(credit_kobo, can);
  await expect.element(page.getByRole("heading", { name: "Wale Ogunbanjo" })).toBeVisible();
  await expect.element(page.getByText("Credit balance")).toBeVisible();
  await expect.element(button()).not.toBeInTheDocument();
});
