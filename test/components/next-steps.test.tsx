/** Lists from which one goes on at once: what is paid out next, and accounts that are alike. */
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import DisbursementsScreen from "../../apps/web/src/features/lending/disbursements/disbursements-screen.tsx";
import BankAccountsScreen from "../../apps/web/src/features/people/people/lists/bank-accounts-screen.tsx";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { data, pageOf, refusal, requests, show } from "./stage.tsx";

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
