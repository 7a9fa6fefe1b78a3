/** Pages of records with their one next step as the filled button, and the same acts in the menus of their rows. */
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import {
  billDesk_listAll as BillsScreen,
  cards_ofCompanies as StaffCardsScreen,
  transfers_listAll as TransfersScreen,
} from "../../apps/web/src/app/lists.gen.tsx";
import CompanyCardsScreen from "../../apps/web/src/features/cards/cards/company-screen.tsx";
import DisputesScreen from "../../apps/web/src/features/cards/card-disputes/disputes-screen.tsx";
import OrderScreen from "../../apps/web/src/features/payments/standing-orders/order-screen.tsx";
import TransferScreen from "../../apps/web/src/features/payments/partner-bank/transfer-screen.tsx";
import { queryClient } from "../../apps/web/src/shared/api/query-client.ts";
import { data, expectToLookWell, pageOf, requests, show } from "./stage.tsx";

const id = "01a2041b-0000-7000-8000-000000000001";
const at = "2026-11-20T09:00:00.000Z";

const credit = (more: object) => ({
  id,
  session_id: "000013261120090000000000000001",
  status: "held",
  held_because: "balance",
  amount_kobo: 5_000_000,
  sender: "ADA EZE",
  sender_bank: "Zenith Bank",
  sender_account: "•••0008",
  narration: "Rent",
  account: "0123456789",
  owner: "Emeka Obi",
  user_id: id,
  company_id: null,
  receipt_id: null,
  is_waiting: false,
  item_id: null,
  item_status: null,
  created_at: at,
  version: 1,
  abilities: { release: null, send_back: null },
  payment_reference: "",
  sent_at: null,
  released_on: null,
  payout_id: null,
  ...more,
});
const incoming = (more: object) =>
  show(<TransferScreen />, {
    permissions: ["provider:can_view_wema_transactions", "provider:can_reconcile"],
    server: () => data({ credit: credit(more) }),
    route: { path: "/admin/wema-transactions/incoming/:id", address: `/admin/wema-transactions/incoming/${id}` },
  });
const step = () => page.getByRole("region", { name: "Next step" });

describe("the page of a transfer that came in", () => {
  it("offers what comes next, the rest in a menu, and says whose turn it is", async () => {
    await incoming({});
    await expect.element(step()).toMatchTextContent(/Held: more than the wallet may hold/);
    await expect.element(step().getByRole("button", { name: /^Release/ })).toBeVisible();
    await expect.element(step().getByRole("button", { name: /^Send back/ })).not.toBeInTheDocument();
    await step()
      .getByRole("button", { name: /^More for/ })
      .click();
    await expect.element(page.getByRole("menuitem", { name: /^Send/ })).toBeVisible();
    await expectToLookWell();
  });

  it("has no step while a second person is asked, nor when it is in the wallet", async () => {
    await incoming({ is_waiting: true, abilities: { release: "waiting", send_back: "waiting" } });
    await expect.element(step()).toMatchTextContent(/A second person decides/);
    await expect.element(step().getByRole("button", { name: /^Release/ })).not.toBeInTheDocument();
  });
});

it("a paused standing order is resumed by the filled button; changing and ending it are in the menu", async () => {
  const order = {
    id,
    status: "paused",
    payee: "Ada Eze",
    bank_name: "Zenith Bank",
    account_no: "•••0008",
    amount_kobo: 250_000,
    repeat: "month",
    on_day: 5,
    first_on: "2026-10-05",
    ends: "never",
    ends_after: null,
    ends_on: null,
    next_goes_on: null,
    paid_count: 1,
    narration: null,
    because: null,
    asked_by: "Emeka Obi",
    replaces_id: null,
    replaced_by: null,
    reference: "SO-1",
    created_at: at,
    version: 1,
    abilities: { resume: null, change: null, end: null, pause: "wrong_state", skip: "wrong_state" },
    next: [],
    past: [],
    history: [],
  };
  await show(<OrderScreen />, {
    account_types: ["customer"],
    permissions: ["personal:can_use_wallets"],
    server: () => data(order),
    route: { path: "/customer/standing-orders/:id", address: `/customer/standing-orders/${id}` },
  });
  await expect.element(step().getByRole("button", { name: "Resume…" })).toBeVisible();
  await expect.element(step()).toMatchTextContent(/Nothing is sent until it is resumed/);
  await step()
    .getByRole("button", { name: /^More for/ })
    .click();
  await expect.element(page.getByRole("menuitem", { name: "Change…" })).toBeVisible();
  await expect.element(page.getByRole("menuitem", { name: "End…" })).toBeVisible();
});

describe("menus of rows", () => {
  const items = async (name: RegExp | string) => {
    await page.getByRole("button", { name }).first().click();
    return page
      .getByRole("menuitem")
      .elements()
      .map(({ textContent }) => textContent);
  };
  const base = {
    id,
    created_at: at,
    version: 1,
    reference: "R-1",
    status: "unknown",
    total_kobo: 100,
    amount_kobo: 100,
  };
  const sent = {
    ...base,
    owner: "Ada Eze",
    payee: "Emeka Obi",
    bank_name: "Zenith Bank",
    failure: null,
    kind: "bank",
    account_no: "•••0008",
    due_on: null,
    narration: null,
    abilities: {},
  };

  it("a bill without an answer is asked about, or given up, from its row", async () => {
    const bill = {
      ...base,
      person: "Ada Eze",
      user_id: id,
      kind: "airtime",
      service_name: "MTN",
      item_name: "Airtime",
      customer_no: "0803",
      provider: "baxi",
      failure: null,
      needs_review: true,
      abilities: { ask: null, give_up: null, refund: "wrong_state" },
    };
    await show(<BillsScreen />, {
      permissions: ["provider:can_refund_transactions"],
      server: ({ path }) => (path === "/admin/bills" ? pageOf([bill]) : data({ views: [] })),
      route: { path: "/admin/bills-transactions", address: "/admin/bills-transactions" },
    });
    expect(await items(/^Actions for/)).toEqual(["Open the bill", "Ask the provider now", "Give up and refund…"]);
  });

  it("a transfer opens from its row's menu; who may not cancel it is not offered that", async () => {
    await show(<TransfersScreen />, {
      permissions: ["provider:can_view_transactions"],
      server: ({ path }) => (path.includes("transfers") ? pageOf([sent]) : data({ views: [] })),
      route: { path: "/admin/transfers", address: "/admin/transfers" },
    });
    expect(await items(/^Actions for/)).toEqual(["Open the transfer"]);
  });

  it("a held transfer is let go or stopped from its row, with why it is held; others are not", async () => {
    const transfer = (more: object) => ({
      ...sent,
      amount_kobo: 5_000_000,
      status: "in_review",
      held_because: "Many new payees in a short time",
      ...more,
    });
    const shown = async (abilities: object) => {
      await cleanup();
      queryClient.clear();
      await show(<TransfersScreen />, {
        permissions: ["provider:can_view_transactions", "provider:can_fund_debit_wallet"],
        server: ({ path, method }) =>
          method === "POST"
            ? data({ approval_id: null })
            : path.includes("transfers")
              ? pageOf([transfer({ abilities })])
              : data({ views: [] }),
        route: { path: "/admin/transfers", address: "/admin/transfers" },
      });
      return items(/^Actions for/);
    };
    expect(await shown({ let_go: "wrong_state", stop: "wrong_state" })).toEqual(["Open the transfer"]);
    expect(await shown({ let_go: null, stop: null })).toEqual(["Open the transfer", "Let it go…", "Do not send it…"]);
    await page.getByRole("menuitem", { name: "Do not send it…" }).click();
    const dialog = page.getByRole("dialog", { name: "Not send this transfer?" });
    await expect.element(dialog).toMatchTextContent(/Emeka Obi.*Many new payees in a short time/);
    await dialog.getByLabelText("Reason").fill("Its owner did not ask for it");
    await dialog.getByRole("button", { name: "Do not send it" }).click();
    await expect
      .poll(() => requests.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body]))
      .toEqual([[`/admin/transfer-reviews/${id}/stop`, { reason: "Its owner did not ask for it" }]]);
  });

  it("a card is sent, replaced and closed from its row as on its page, as far as its row allows it", async () => {
    const card = (more: object) => ({
      ...base,
      status: "active",
      kind: "company_debit",
      form: "physical",
      currency: "NGN",
      person: { id, name: "Ada Eze" },
      company: { id, name: "Lagoon Foods" },
      label: null,
      limit_kobo: null,
      is_single_use: false,
      merchant_lock: null,
      brand: null,
      last4: "4711",
      expires_on: null,
      frozen_by: [],
      abilities: { freeze: null, replace: null, ship: null, close: null, unfreeze: "wrong_state" },
      ...more,
    });
    const server = ({ path, method }: { path: string; method: string }) =>
      method === "POST"
        ? data({ card: card({}) })
        : path.endsWith("/closing")
          ? data({ open: [], returns: { amount_kobo: 250_000, to: "the purse of Ada Eze" }, dollars_cents: null })
          : path === `/cards/${id}`
            ? data(card({ delivery_address: "12 Broad Street", delivery_state: "Lagos" }))
            : /cards/.test(path)
              ? pageOf([card({})])
              : data({ views: [] });
    await show(<StaffCardsScreen />, {
      permissions: ["provider:can_view_card_requests", "provider:can_manage_cards"],
      server,
      route: { path: "/admin/cards", address: "/admin/cards" },
    });
    expect(await items(/^Actions for/)).toEqual([
      "Open the card",
      "Freeze",
      "Lost, stolen or damaged…",
      "Given to the carrier…",
      "Close permanently…",
    ]);
    await page.getByRole("menuitem", { name: "Lost, stolen or damaged…" }).click();
    const dialog = page.getByRole("dialog");
    // The row has no address: the whole card is read for the dialog.
    await expect
      .element(dialog.getByRole("textbox", { name: /^Where should the new one go/ }))
      .toHaveValue("12 Broad Street");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await cleanup();
    await show(<CompanyCardsScreen />, {
      account_types: ["corporate"],
      permissions: ["company:can_view_cards", "company:can_request_cards"],
      server,
      route: { path: "/corporate/cards", address: "/corporate/cards" },
    });
    await items(/^Actions for/);
    await page.getByRole("menuitem", { name: "Close permanently…" }).click();
    await expect.element(dialog).toMatchTextContent(/₦2,500\.00 goes back to the purse of Ada Eze/);
    await dialog.getByRole("textbox", { name: /^Why/ }).fill("She has left");
    await dialog.getByRole("button", { name: "Close it" }).click();
    await expect
      .poll(() => requests.filter(({ method }) => method === "POST").map(({ path }) => path))
      .toEqual([`/cards/${id}/close`]);
  });

  it("a dispute is sent, credited or declined from its row", async () => {
    const dispute = {
      ...base,
      status: "open",
      merchant: "Shoprite",
      due_at: at,
      is_late: false,
      is_waiting: false,
      person: { id, name: "Ada Eze" },
      company: null,
      card: { id, label: null, last4: "4711" },
      channel: "pos",
      reason: "not_me",
      card_currency: "NGN",
      credited_kobo: 0,
      won_kobo: 0,
      abilities: { send: null, credit: null, decline: null, write_off: "wrong_state", take_back: "wrong_state" },
    };
    await show(<DisputesScreen />, {
      permissions: ["provider:can_view_card_requests", "provider:can_manage_cards"],
      server: ({ path }) => (path === "/cards/disputes" ? pageOf([dispute]) : data({ views: [] })),
      route: { path: "/admin/cards/disputes", address: "/admin/cards/disputes" },
    });
    expect((await items(/^Actions for/)).length).toBeGreaterThanOrEqual(2);
  });
});
