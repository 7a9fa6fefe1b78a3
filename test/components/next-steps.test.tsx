/** Lists from which one goes on at once: what is paid out next, and accounts that are alike. */
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import DefaultersScreen from "../../apps/web/src/features/lending/repayments/defaulters-screen.tsx";
import DebitsScreen from "../../apps/web/src/features/lending/repayments/debits-screen.tsx";
import DisbursementsScreen from "../../apps/web/src/features/lending/disbursements/disbursements-screen.tsx";
import PayoutScreen from "../../apps/web/src/features/lending/disbursements/payout-screen.tsx";
import { StaffHome } from "../../apps/web/src/features/platform/dashboard/staff-home.tsx";
import BankAccountsScreen from "../../apps/web/src/features/people/people/lists/bank-accounts-screen.tsx";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { cleanup } from "vitest-browser-react";
import { data, expectToLookWell, pageOf, refusal, requests, show } from "./stage.tsx";

const id = (number: number): string => `01a2041b-0000-7000-8000-00000000000${number}`;
const payout = (status: string) => ({
  id: id(9),
  status,
  reference: "PO1",
  approval_id: null,
  failure: null,
  sent_at: "2026-11-20T09:00:00.000Z",
  asked_at: null,
  asked_times: 0,
  needs_review_at: null,
  settled_on: null,
});
const loan = (number: number, stage: string, more: object = {}) => ({
  id: id(number),
  reference: `LN-${number}`,
  customer: { id: id(number + 3), name: `Ada Eze ${number}` },
  product: "Salary loan",
  loan_status: "accepted",
  stage,
  principal_kobo: 10_000_000,
  payout_kobo: 9_800_000,
  bank_name: "Zenith Bank",
  account_no: "•••0008",
  account_name: "ADA EZE",
  accepted_at: "2026-11-20T09:00:00.000Z",
  payout: null,
  why_not: null,
  ...more,
});
const loans = [
  loan(1, "ready"),
  loan(2, "failed", { payout: payout("failed") }),
  loan(3, "unknown", { payout: payout("unknown") }),
];
const stages = [{ stage: "ready", count: 1, amount_kobo: 9_800_000 }];

const disbursements = (address: string) =>
  show(<DisbursementsScreen />, {
    permissions: ["provider:can_view_loan_disbursements", "provider:can_disburse_loans"],
    route: { path: "/admin/disbursement/personal/loans", address: `/admin/disbursement/personal/loans${address}` },
    server: ({ path, query }) =>
      path === calls.disbursements.statistics.path
        ? data({ stages, counted_at: "2026-11-22T09:00:00.000Z" })
        : path === calls.disbursements.listAll.path
          ? pageOf(query.get("search") || query.get("filter") ? loans.slice(0, 1) : loans)
          : data({ views: [], items: [] }),
  });
const dialog = page.getByRole("dialog");
const menuOf = async (name: string): Promise<void> =>
  page.getByRole("button", { name: new RegExp(`^Actions for ${name}`) }).click();

describe("the list of payouts", () => {
  it("has one next step: what is ready is asked for", async () => {
    await disbursements("");
    await page.getByRole("button", { name: "Pay out 1 loan…" }).click();
    await expect.element(dialog).toMatchTextContent(/Pay out to Ada Eze 1\?/);
    expect(requests.at(-1)?.query.get("filter")).toContain("ready");
  });

  it("says what each payout needs: once more, or a question to the bank", async () => {
    await disbursements("");
    await menuOf("Ada Eze 2");
    await expect.element(page.getByRole("menuitem", { name: "Pay again…" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await menuOf("Ada Eze 3");
    await page.getByRole("menuitem", { name: "Ask the bank…" }).click();
    await expect.element(dialog).toMatchTextContent(/Nothing is sent again/);
  });

  it("opens the question for the loan from whose page one comes, once", async () => {
    const { router } = await disbursements("?search=LN-1&pay=1");
    await expect.element(dialog).toMatchTextContent(/Pay out to Ada Eze 1\?/);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(router.state.location.search).toBe("?search=LN-1");
  });
});

/** What a payout's page shows of each state, to somebody of finance. */
const pages: readonly (readonly [what: string, more: object, says: RegExp, step: string | undefined])[] = [
  [
    "awaiting_approval",
    { approval_id: id(8) },
    /^It waits for a second person\. Nothing was sent\./,
    "Open its request",
  ],
  ["approved", { sent_at: null }, /A second person agreed; it is sent next\./, undefined],
  ["sent", {}, /has not said yet that it arrived \(not asked yet\)\./, "Ask the bank…"],
  [
    "unknown",
    { asked_at: "2026-11-20T09:10:00.000Z", asked_times: 3 },
    /outcome is unknown: .* \(3 times\)\. The money is never sent twice\./,
    "Ask the bank…",
  ],
  [
    "unknown, for a person to look at",
    { needs_review_at: "2026-11-20T09:20:00.000Z" },
    /does not know this payout.*Look at the bank's statement.*two persons give the payout up/,
    "Give it up…",
  ],
  ["success", { settled_on: "2026-11-20" }, /^Arrived on 20\/11\/2026\./, undefined],
  [
    "returning",
    { failure: "Taken back.", expected: [{ id: id(7), subject_type: "payout_return", status: "expected" }] },
    /^It is on its way back: reconciliation waits for it/,
    "Find it on the bank’s statement",
  ],
  [
    "returning, with a request pending",
    { pending: { id: id(6), title: "Book ₦98,000.00 of LN-1 as lost" } },
    /A second person decides: “Book ₦98,000\.00 of LN-1 as lost”\./,
    "Open the pending request",
  ],
  [
    "reversed",
    { expected: [{ id: id(7), subject_type: "payout_return", status: "matched_auto" }] },
    /^The money came back\. The loan can be paid out again\./,
    "Pay again…",
  ],
  [
    "reversed, but lost",
    { expected: [{ id: id(7), subject_type: "payout_return", status: "void" }] },
    /^It did not come back, and was booked as lost\. The loan can be paid out again\./,
    "Pay again…",
  ],
  ["failed", { failure: "Account closed" }, /^Account closed\. The money has not left\./, "Pay again…"],
];
const stageOfPayout = (status: string, more: object): string =>
  "needs_review_at" in more
    ? "needs_review"
    : ({ sent: "on_its_way", approved: "on_its_way", success: "paid" }[status] ?? status);
const onPage = (status: string, more: object) => {
  const it = { ...payout(status), ...more };
  const stage = stageOfPayout(status, more);
  return {
    purpose: "loan_disbursement",
    customer: { id: id(4), name: "Ada Eze 1", phone: null },
    amount_kobo: 9_800_000,
    fees_kobo: 200_000,
    bank_name: "Zenith Bank",
    account_no: "•••0008",
    account_name: "ADA EZE",
    is_same_name: true,
    account_changed_at: null,
    made_by: "Ibrahim Sule",
    created_at: "2026-11-20T08:00:00.000Z",
    next_question_at: null,
    provider_reference: null,
    loan: loan(1, stage, { payout: it, loan_status: stage === "paid" ? "running" : "accepted" }),
    attempts: [],
    expected: [],
    pending: null,
    entries: [],
    ...it,
  };
};
const payoutPage = (status: string, more: object, permissions: readonly string[] = finance) =>
  show(<PayoutScreen />, {
    permissions: permissions as typeof finance,
    route: { path: "/admin/payments/:id", address: `/admin/payments/${id(9)}` },
    server: ({ path }) =>
      path.startsWith("/admin/personal/payouts/")
        ? data({ payout: onPage(status, more) })
        : path === calls.disbursements.listAll.path
          ? pageOf([onPage(status, more).loan])
          : data({}),
  });
const finance = [
  "provider:can_view_loan_disbursements",
  "provider:can_disburse_loans",
  "provider:can_undisburse_loans",
  "provider:can_view_approvals",
  "provider:can_reconcile",
  "provider:can_view_loans",
] as const satisfies readonly string[];

describe("the page of a payout", () => {
  for (const [what, more, says, step] of pages)
    it(`has one next step or none: ${what}`, async () => {
      await payoutPage(what.replace(/,.*/, ""), more);
      const next = page.getByRole("region", { name: "Next step" });
      await expect.element(next).toMatchTextContent(says);
      const filled = [...next.element().querySelectorAll('[data-variant="filled"]')].map(
        (button) => button.textContent,
      );
      expect(filled).toEqual(step ? [step] : []);
    });

  it("looks well where it failed, and gives no step to who may only look", async () => {
    await payoutPage("failed", {
      failure: "Account closed",
      attempts: [payout("failed"), { ...payout("failed"), id: id(5) }],
    });
    await expect.element(page.getByRole("heading", { name: "Payout to Ada Eze 1" })).toBeVisible();
    await expectToLookWell();
    await cleanup();
    await payoutPage("failed", { failure: "Account closed" }, ["provider:can_view_loan_disbursements"]);
    await expect.element(page.getByRole("region", { name: "Next step" })).toMatchTextContent(/has not left/);
    await expect.element(page.getByRole("button", { name: "Pay again…" })).not.toBeInTheDocument();
  });

  it("gives up what never left, with a second person, in words that do not speak of money on its way back", async () => {
    await payoutPage("unknown", { needs_review_at: "2026-11-20T09:20:00.000Z" });
    await page.getByRole("button", { name: "Give it up…" }).click();
    await expect.element(dialog).toMatchTextContent(/Give up the payout to Ada Eze 1\?.*Nothing was booked of it/);
    await expect.element(dialog.getByRole("button", { name: "Ask to give up" })).toBeVisible();
  });
});

describe("the home of a colleague", () => {
  const day = "2026-11-23";
  const money = (amount_kobo: number, count: number) => ({ amount_kobo, count });
  const today = {
    business_date: day,
    due: money(50_000_000, 4),
    received: money(12_500_000, 2),
    promises: money(0, 0),
    calls_due: 0,
    arrears: { became_late: 3, cured: 1, since: "2026-11-21", passed: [{ days_past_due: 30, count: 2 }] },
    failed_debits: [{ reason: "insufficient funds", ...money(8_000_000, 7) }],
    unknown_charges: { ...money(4_000_000, 6), asked_next_at: null },
    received_before_kobo: 17_200_000,
    trend: [
      { day: "2026-11-22", due_kobo: 10_000_000, received_kobo: 9_000_000 },
      { day, due_kobo: 50_000_000, received_kobo: 12_500_000 },
    ],
  };
  const waiting = {
    to_decide: { count: 5, amount_kobo: 70_000_000, oldest_at: "2026-11-20T09:00:00.000Z", came: 1, left: 0 },
    all: { count: 6, amount_kobo: 71_000_000, oldest_at: "2026-11-20T09:00:00.000Z" },
    asked: { pending: 0, decided_today: 0, today: "2026-11-22" },
  };

  it("says what waits for them, the day's money beside the days before it, and what moved since yesterday; each figure opens its list", async () => {
    const { approvals, collections } = calls;
    await show(<StaffHome>{null}</StaffHome>, {
      roles: ["super_admin"],
      permissions: [...approvals.waiting.can, ...collections.today.can],
      server: ({ path }) =>
        path === approvals.waiting.path ? data(waiting) : path === collections.today.path ? data(today) : "silence",
    });
    const opens = (name: RegExp) => page.getByRole("link", { name });
    await expect
      .element(opens(/: 5$/))
      .toHaveAttribute("href", "/admin/approvals?f.status=pending&f.for_me=true&sortColumn=created_at&sortOrder=asc");
    await expect.element(page.getByText("25% more than was received in the fortnight before")).toBeVisible();
    await expect
      .element(opens(/₦500,000\.00/))
      .toHaveAttribute(
        "href",
        `/admin/repayments?f.status=scheduled,due,part_paid,overdue,paid&rangeKey=due_on&rangeStart=${day}&rangeEnd=${day}`,
      );
    await expect
      .element(opens(/₦125,000\.00/))
      .toHaveAttribute(
        "href",
        `/admin/repayments/receipts?f.is_reversed=false&f.purpose=loan_repayment,credit&rangeKey=received_on&rangeStart=${day}&rangeEnd=${day}`,
      );
    await expect
      .element(page.getByRole("slider", { name: /^Due and received in the last 14 days/ }))
      .toHaveAttribute("aria-valuemax", "2");
    await expect.element(page.getByRole("heading", { name: "Arrears since yesterday" })).toBeVisible();
    await expect
      .element(opens(/: 3$/))
      .toHaveAttribute("href", "/admin/loans?f.days_past_due=1..2&f.status=running,past_due,stop_requested");
    await cleanup();
    await show(<StaffHome>{null}</StaffHome>, {
      roles: ["super_finance"],
      permissions: collections.today.can,
      server: ({ path }) => (path === collections.today.path ? data(today) : "silence"),
    });
    await expect
      .element(opens(/: 7$/))
      .toHaveAttribute(
        "href",
        `/admin/repayments/debits?f.status=failed&f.business_date=${day}..${day}&f.failure=insufficient%20funds`,
      );
    await expect.element(opens(/: 6$/)).toHaveAttribute("href", "/admin/repayments/debits?f.status=unknown");
  });
});

describe("the home of who gives access", () => {
  const { listAll } = calls.colleagues;
  const rows: Record<string, number> = {
    '{"status":["active"]}': 7,
    '{"status":["invited"]}': 2,
    '{"status":["active"],"has_second_factor":false}': 3,
  };

  it("counts colleagues: active, invited, without a second factor; each opens its list", async () => {
    await show(<StaffHome>{null}</StaffHome>, {
      roles: ["super_admin"],
      permissions: listAll.can,
      server: ({ path, query }) =>
        path === listAll.path ? pageOf([{}], rows[query.get("filter") ?? ""] ?? 99) : "silence",
    });
    for (const [name, query] of [
      ["Active: 7", "f.status=active"],
      ["Invited: 2", "f.status=invited"],
      ["No second factor: 3", "f.status=active&f.has_second_factor=no"],
    ] as const)
      await expect.element(page.getByRole("link", { name })).toHaveAttribute("href", `/admin/admins?${query}`);
    await expectToLookWell();
  });
});

describe("the homes of sales and risk", () => {
  const queue = (name: string, count: number) => ({ queue: name, name, description: name, count, is_more: false });
  const queues = { queues: [queue("verified", 5), queue("cold", 3)], counted_at: "2026-11-22T09:00:00.000Z" };
  const home = (role: string) =>
    show(<StaffHome>{null}</StaffHome>, {
      roles: [role],
      permissions: ["provider:can_view_users", "provider:can_update_staff"],
      server: ({ path, query }) =>
        path === calls.people.queueCounts.path
          ? data(queues)
          : path === calls.appeals.listAll.path && query.get("filter") === '{"status":["pending"]}'
            ? pageOf([{}], 4)
            : "silence",
    });

  it("show unfinished sign-ups to who brings customers, and appeals and queues to who decides", async () => {
    await home("super_sales_agent");
    await expect.element(page.getByRole("link", { name: "cold" })).toBeVisible();
    expect(page.getByRole("link", { name: "verified" }).elements()).toEqual([]);
    await cleanup();
    await home("super_risk");
    await expect.element(page.getByRole("link", { name: "verified" })).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: /: 4$/ }))
      .toHaveAttribute("href", "/admin/users/appeal-requests?f.status=pending");
  });
});

describe("debits of cards", () => {
  const charge = (number: number, status: string, more: object = {}) => ({
    id: id(number),
    reference: `CH-${number}`,
    kind: "automatic_debit",
    status,
    customer: { id: id(9), name: `Ada Eze ${number}` },
    loan: { id: id(8), reference: "LN-1" },
    amount_kobo: 1_234_567,
    received_kobo: null,
    failure: null,
    asked_times: 3,
    needs_review_at: null,
    receipt_id: null,
    created_at: "2026-11-20T09:00:00.000Z",
    settled_at: null,
    ...more,
  });

  it("say how they ended, and one without an answer is asked about, never debited again", async () => {
    const { charges } = calls;
    const rows = [
      charge(1, "unknown", { needs_review_at: "2026-11-20T09:20:00.000Z" }),
      charge(2, "failed", { failure: "Insufficient funds" }),
    ];
    await show(<DebitsScreen />, {
      permissions: ["provider:can_view_repayments", "provider:can_settle_repayment"],
      route: { path: "/admin/repayments/debits", address: "/admin/repayments/debits" },
      server: ({ path }) =>
        path === charges.listCharges.path
          ? pageOf(rows)
          : path.endsWith("/query")
            ? data({ charge: charge(1, "success") })
            : data({ views: [], items: [] }),
    });
    await expect.element(page.getByText("No answer")).toBeVisible();
    await expect.element(page.getByText("Insufficient funds").first()).toBeVisible();
    await menuOf("Ada Eze 2");
    await expect.element(page.getByRole("menuitem", { name: "Customer's payments" })).toBeVisible();
    expect(page.getByRole("menuitem", { name: "Ask the provider…" }).elements()).toEqual([]);
    await userEvent.keyboard("{Escape}");
    await menuOf("Ada Eze 1");
    await page.getByRole("menuitem", { name: "Ask the provider…" }).click();
    await expect.element(dialog).toMatchTextContent(/₦12,345\.67/);
    await dialog.getByRole("button", { name: "Ask", exact: true }).click();
    await expect.poll(() => requests.filter(({ path }) => path.endsWith(`${id(1)}/query`)).length).toBe(1);
  });
});

describe("the list of defaulters", () => {
  it("logs a call and a promise from its row, for those who may", async () => {
    const late = {
      ...loan(1, "ready"),
      status: "past_due",
      arrears_bucket: "1-30",
      days_past_due: 9,
      overdue_kobo: 5_000_000,
      outstanding_principal_kobo: 20_000_000,
      abilities: {},
    };
    const defaulters = (permissions: readonly string[]) =>
      show(<DefaultersScreen />, {
        permissions: ["provider:can_view_loans", ...permissions] as never,
        route: { path: "/admin/repayments/defaulters", address: "/admin/repayments/defaulters" },
        server: ({ path }) =>
          path === calls.repayments.defaults.path
            ? pageOf([late])
            : path === calls.loans.statistics.path
              ? "silence"
              : data({ views: [], items: [] }),
      });
    await defaulters(["provider:can_comment_on_users"]);
    await menuOf("Ada Eze 1");
    await page.getByRole("menuitem", { name: "Log a contact or promise…" }).click();
    await expect.element(dialog).toMatchTextContent(/Contact with Ada Eze 1/);
    await cleanup();
    await defaulters([]);
    await menuOf("Ada Eze 1");
    await expect.element(page.getByRole("menuitem", { name: "Open the loan" })).toBeVisible();
    expect(page.getByRole("menuitem", { name: "Log a contact or promise…" }).elements()).toEqual([]);
  });

  it("says whom to call because the card keeps failing, and leads to them", async () => {
    const row = (number: number, more: object) => ({
      ...loan(number, "ready"),
      status: "past_due",
      arrears_bucket: "1-30",
      days_past_due: 9,
      overdue_kobo: 5_000_000,
      outstanding_principal_kobo: 20_000_000,
      last_failure: "Declined",
      promised_on: null,
      is_promise_broken: false,
      asks_for_time: false,
      call_again_on: null,
      is_call_due: false,
      assigned_to: { id: id(4), name: "Bola Ade" },
      abilities: {},
      ...more,
    });
    await show(<DefaultersScreen />, {
      permissions: ["provider:can_view_loans"] as never,
      route: { path: "/admin/repayments/defaulters", address: "/admin/repayments/defaulters" },
      server: ({ path }) =>
        path === calls.repayments.defaults.path
          ? pageOf([
              row(1, { collection_attempts: 15 }),
              row(2, { collection_attempts: 2 }),
              row(3, { collection_attempts: 15, promised_on: "2026-12-01" }),
              row(5, { promised_on: "2026-12-01", call_again_on: "2026-11-27", is_call_due: true }),
              row(6, { collection_attempts: 15, call_again_on: "2026-12-03" }),
              row(7, { promised_on: "2026-12-01", call_again_on: "2026-12-03" }),
            ])
          : path === calls.loans.statistics.path
            ? "silence"
            : data({ views: [], items: [] }),
    });
    const nextOf = (number: number) => page.getByRole("row", { name: new RegExp(`Ada Eze ${number}`) });
    await expect.element(nextOf(1)).toMatchTextContent(/15×: Declined.*Call: card fails/);
    await expect.element(nextOf(2)).not.toMatchTextContent(/card fails/);
    await expect.element(nextOf(3)).not.toMatchTextContent(/card fails/);
    await expect.element(nextOf(5)).toMatchTextContent(/Call: agreed/);
    await expect.element(nextOf(6)).toMatchTextContent(/Call, 03\/12\/2026/);
    await expect.element(nextOf(7)).toMatchTextContent(/Wait, 01\/12\/2026/);
    await expect
      .element(page.getByRole("link", { name: "To call today" }))
      .toHaveAttribute("href", expect.stringContaining("f.call_again_on=.."));
    await expect
      .element(page.getByRole("link", { name: "Card keeps failing" }))
      .toHaveAttribute("href", expect.stringContaining("f.collection_attempts=3.."));
  });
});

describe("accounts that wait", () => {
  it("are verified together where the names agree; the others are left to a person", async () => {
    const account = (number: number, is_same_name: boolean) => ({
      id: id(number),
      user_id: id(number),
      name: "Ada",
      last_name: `Eze ${number}`,
      account_no: "•••0008",
      account_name: "ADA EZE",
      bank_name: "Zenith Bank",
      bank_account_status: "pending",
      is_same_name,
      updated_at: "2026-11-20T09:00:00.000Z",
    });
    await show(<BankAccountsScreen />, {
      permissions: calls.people.verifyBankAccount.can,
      route: { path: "/admin/bank-accounts-pending", address: "/admin/bank-accounts-pending" },
      server: ({ path, method }) =>
        path === calls.peopleStatistics.pendingBankAccounts.path
          ? pageOf([account(1, true), account(2, false), account(3, true)])
          : method === "POST"
            ? path.includes(id(3))
              ? refusal(403, "You typed this account yourself: somebody else verifies it.")
              : data({})
            : data({ views: [], items: [] }),
    });
    await page.getByRole("checkbox", { name: "Select the rows of this page" }).click();
    await page.getByRole("button", { name: "Verify…" }).click();
    await dialog.getByRole("button", { name: "Verify 2 accounts" }).click();
    await expect.element(dialog).toMatchTextContent(/1 of 3 done, 2 refused/);
    await expect.element(dialog).toMatchTextContent(/You typed this account yourself/);
    expect(requests.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
      calls.people.verifyBankAccount.path.replace("{id}", id(1)),
      calls.people.verifyBankAccount.path.replace("{id}", id(3)),
    ]);
  });
});
