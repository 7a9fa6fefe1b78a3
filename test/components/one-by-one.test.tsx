/** The approver's card on a phone: one request at a time, decided by its buttons alone, and then the next one. */
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import ApprovalsScreen from "../../apps/web/src/features/platform/approvals/approvals-screen.tsx";
import InboxScreen from "../../apps/web/src/features/companies/approval-chains/inbox-screen.tsx";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { queryClient } from "../../apps/web/src/shared/api/query-client.ts";
import { approval, id } from "./an-approval.ts";
import { data, desktop, expectToLookWell, pageOf, phone, refusal, requests, show } from "./stage.tsx";

const address = "f.for_me=true&f.status=pending&sortColumn=created_at&sortOrder=asc";
const card = page.getByRole("article");
const dialog = page.getByRole("dialog");
const titleIs = async (name: string): Promise<void> => {
  await expect.element(card.getByRole("heading", { name })).toBeVisible();
};
const later = () => card.getByRole("button", { name: "Decide later" });
let waiting: number[] = [];

interface Inbox {
  query?: string;
  refuse?: boolean;
  /** Of request 1, beyond what all have. */
  more?: object;
  /** What is answered about request 1. */
  fails?: ReturnType<typeof refusal> | undefined;
  /** Requests on a page of the list. */
  onPage?: number;
}

async function inbox({ query = address, refuse = false, more, fails, onPage = 20 }: Inbox = {}) {
  await page.viewport(...phone);
  waiting = [1, 2, 3];
  return show(<ApprovalsScreen />, {
    permissions: ["provider:can_view_approvals", "provider:can_decide_approvals"],
    route: { path: "/admin/approvals", address: `/admin/approvals?${query}` },
    server: ({ path, method, query: asked }) => {
      const number = Number(/0000(\d)(\/|$)/.exec(path)?.[1] ?? 0);
      if (method === "POST") {
        if (refuse) return refusal(412, "Somebody changed it in the meantime.");
        waiting = waiting.filter((each) => each !== number);
        return data(approval(number, { status: "approved" }));
      }
      if (path === calls.approvals.listAll.path) {
        const to = Number(asked.get("page")) * onPage;
        const rows = waiting.slice(to - onPage, to).map((each) => approval(each));
        return pageOf(rows, waiting.length, onPage);
      }
      if (number === 1 && fails) return fails;
      return number > 0 ? data(approval(number, number === 1 ? more : {})) : data({ views: [], items: [] });
    },
  });
}
const posted = () => requests.filter(({ method }) => method === "POST").map(({ path, body }) => ({ path, body }));

describe("the approver's card on a phone", () => {
  it("shows who is paid, where, whether the name agrees, how much, why, and the evidence", async () => {
    await inbox();
    await titleIs("Pay the loan of Ruth Audu");
    expect(page.getByRole("article").elements()).toHaveLength(1);
    await expect
      .element(card)
      .toMatchTextContent(/₦147,581\.25.*Zenith Bank, 2214880057.*AUDU RUTH Agrees.*Accepted this morning/);
    await expect.element(card.getByRole("link", { name: "slip.pdf" })).toHaveAttribute("href", "/api/slips/1");
    await expect.element(page.getByText("3 requests to decide")).toBeVisible();
    const [decline, approve] = page.getByRole("region", { name: "Decide" }).getByRole("button").elements();
    expect([decline?.textContent, approve?.textContent]).toEqual(["Decline", "Approve"]);
    const [left, right] = [decline!.getBoundingClientRect(), approve!.getBoundingClientRect()];
    expect(left.right).toBeLessThan(right.left);
    expect(Math.min(left.height, right.height)).toBeGreaterThanOrEqual(44);
    await expectToLookWell();
  });

  it("asks before it decides, and then shows the next one; the last says that nothing waits", async () => {
    await inbox();
    await titleIs("Pay the loan of Ruth Audu");
    await page.getByRole("button", { name: "Approve" }).click();
    expect(posted()).toEqual([]);
    await dialog.getByRole("button", { name: "Approve" }).click();
    await titleIs("Pay the loan of Musa Bello");
    await expect.element(card).toMatchTextContent(/GARBA IBRAHIM Differs/);
    await expect.element(page.getByText("2 requests to decide")).toBeVisible();
    await page.getByRole("button", { name: "Decline" }).click();
    await dialog.getByLabelText("Reason").fill("Another name at the bank");
    await dialog.getByRole("button", { name: "Decline" }).click();
    await titleIs("Pay the loan of Ngozi Eze");
    expect(posted()).toEqual([
      { path: `/admin/approvals/${id(1)}/approve`, body: { version: 3 } },
      { path: `/admin/approvals/${id(2)}/decline`, body: { version: 3, reason: "Another name at the bank" } },
    ]);
    await page.getByRole("button", { name: "Approve" }).click();
    await dialog.getByRole("button", { name: "Approve" }).click();
    await expect.element(page.getByText("Nothing waits for you")).toBeVisible();
  });

  it("puts one off and comes back to it", async () => {
    await inbox();
    await card.getByRole("button", { name: "Decide later" }).click();
    await titleIs("Pay the loan of Musa Bello");
    await card.getByRole("button", { name: "Decide later" }).click();
    await titleIs("Pay the loan of Ngozi Eze");
    await card.getByRole("button", { name: "Decide later" }).click();
    await page.getByRole("button", { name: "Look at those that you put off (3)" }).click();
    await titleIs("Pay the loan of Ruth Audu");
    expect(posted()).toEqual([]);
  });

  it.each([404, 500])("goes on from a request that cannot be read (%s)", async (status) => {
    await inbox({ fails: refusal(status, "It is not to be had.") });
    await expect.element(page.getByRole("alert")).toBeVisible();
    await later().click();
    await titleIs("Pay the loan of Musa Bello");
  });

  it("goes back to the first page for what moved up, before it says that nothing else waits", async () => {
    await inbox({ onPage: 2 });
    await titleIs("Pay the loan of Ruth Audu");
    await later().click();
    await titleIs("Pay the loan of Musa Bello");
    waiting = [2, 3];
    await later().click();
    await titleIs("Pay the loan of Ngozi Eze");
    await expect.element(page.getByText("1 request to decide")).toBeVisible();
    await later().click();
    await expect.element(page.getByText("Nothing else waits for you")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Look at those that you put off (2)" })).toBeVisible();
  });

  it("looks once more for what came meanwhile", async () => {
    await inbox();
    waiting = [1, 2];
    await queryClient.refetchQueries();
    for (const name of ["Ruth Audu", "Musa Bello"]) {
      await titleIs(`Pay the loan of ${name}`);
      waiting = [1, 2, 3];
      await later().click();
    }
    await expect.element(card.getByRole("heading", { name: "Pay the loan of Ngozi Eze" })).toBeVisible();
  });

  it("counts what was put off only while it waits", async () => {
    await inbox();
    await titleIs("Pay the loan of Ruth Audu");
    await later().click();
    await titleIs("Pay the loan of Musa Bello");
    await expect.element(page.getByText("2 requests to decide")).toBeVisible();
    waiting = [2, 3];
    await queryClient.refetchQueries();
    await expect.element(page.getByText("2 requests to decide")).toBeVisible();
    await later().click();
    await titleIs("Pay the loan of Ngozi Eze");
    await expect.element(page.getByText("1 request to decide")).toBeVisible();
    waiting = [];
    await later().click();
    await expect.element(page.getByText("Nothing waits for you")).toBeVisible();
  });

  it("loses nothing that was typed: not when somebody else was quicker, not when it is refused, not turned sideways", async () => {
    await inbox({ refuse: true });
    await titleIs("Pay the loan of Ruth Audu");
    await page.getByRole("button", { name: "Decline" }).click();
    await dialog.getByLabelText("Reason").fill("The slip is of another month");
    waiting = [2, 3];
    await queryClient.refetchQueries();
    await expect.element(dialog.getByLabelText("Reason")).toHaveValue("The slip is of another month");
    await page.viewport(...desktop);
    await expect.element(dialog.getByLabelText("Reason")).toHaveValue("The slip is of another month");
    await dialog.getByRole("button", { name: "Decline" }).click();
    await expect.element(dialog.getByRole("alert")).toMatchTextContent(/Somebody changed it/);
    await expect.element(dialog.getByLabelText("Reason")).toHaveValue("The slip is of another month");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await titleIs("Pay the loan of Ruth Audu");
    await page.getByRole("button", { name: "Decline" }).click();
    await expect.element(dialog.getByLabelText("Reason")).toHaveValue("The slip is of another month");
  });

  it("is not moved by a swipe", async () => {
    await inbox();
    await titleIs("Pay the loan of Ruth Audu");
    const element = card.element();
    const touch = (clientX: number) => new Touch({ identifier: 1, target: element, clientX, clientY: 300 });
    for (const [kind, x] of [
      ["touchstart", 40],
      ["touchmove", 340],
      ["touchend", 340],
    ] as const)
      element.dispatchEvent(new TouchEvent(kind, { touches: [touch(x)], changedTouches: [touch(x)], bubbles: true }));
    await userEvent.keyboard("{ArrowRight}");
    await titleIs("Pay the loan of Ruth Audu");
    expect(posted()).toEqual([]);
  });

  it("is only for what waits for oneself on a phone: another view, and a desktop, have the list", async () => {
    await inbox({ query: "f.status=pending&sortColumn=created_at&sortOrder=asc" });
    await expect.element(page.getByRole("link", { name: "Pay the loan of Musa Bello" })).toBeVisible();
    expect(card.elements()).toEqual([]);
  });
});

/** What approving does where nobody is paid. */
const effect = (more: object) => ({ ...approval(1).effect, facts: [], papers: [], payees: [], ...more });

describe("what the card says before one decides", () => {
  it("shows a setting before and after, its items, its figures, and what it posts", async () => {
    await inbox({
      more: {
        kind: "change_configuration",
        title: "Change the limit of a transfer",
        amount_kobo: null,
        item_count: 2,
        changes: [{ field: "Limit of a transfer", before: "₦100,000", after: "₦5,000,000" }],
        items: [
          { label: "Tier 1", loan_id: null, amount_kobo: 1_000_000, verdict: "ready", reason: null },
          { label: "Tier 2", loan_id: null, amount_kobo: 2_000_000, verdict: "refused", reason: "It is closed" },
        ],
        effect: effect({
          measures: [{ label: "People above it", before: "12", after: "0" }],
          postings: [{ account: "Loans to customers", debit_kobo: 4_200_000, credit_kobo: 0 }],
        }),
      },
    });
    await titleIs("Change the limit of a transfer");
    await expect.element(card.getByText("₦100,000")).toBeVisible();
    await expect.element(card.getByText("₦5,000,000")).toBeVisible();
    await expect.element(card).toMatchTextContent(/People above it.*Before.*12.*After.*0/);
    await expect.element(card).toMatchTextContent(/Tier 1.*Tier 2.*Refused It is closed/);
    await expect.element(card.getByRole("group")).not.toHaveAttribute("open");
    (card.getByText("What it posts, up to the end").element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(card.getByText("₦42,000.00")).toBeVisible();
    await expectToLookWell();
  });

  it("shows those first for whom the bank has another name, and how many are not shown", async () => {
    const payee = (number: number, is_same_name: boolean) => ({
      ...approval(1).effect.payees[0]!,
      person: { id: id(6), name: `Person ${number}` },
      reference: `PO-${number}`,
      account_name: is_same_name ? `PERSON ${number}` : `STRANGER ${number}`,
      is_same_name,
    });
    const payees = (differ: readonly number[]) =>
      effect({ payees: Array.from({ length: 40 }, (_, index) => payee(index + 1, !differ.includes(index + 1))) });
    await inbox({ more: { item_count: 40, effect: payees([40]) } });
    await titleIs("Pay the loan of Ruth Audu");
    await expect
      .element(card)
      .toMatchTextContent(/Who is paid \(40\)Person 40.*STRANGER 40 Differs.*Person 1.*Person 2.*and 37 more(?!,)/);
    await cleanup();
    queryClient.clear();
    await inbox({ more: { item_count: 40, effect: payees([5, 17, 30, 39, 40]) } });
    await expect.element(card).toMatchTextContent(/STRANGER 5.*STRANGER 17.*STRANGER 30.*and 37 more, 2 with another/);
  });
});

describe("the same in a company", () => {
  it("says for whom one decides and what is behind it, by the company's own actions", async () => {
    await page.viewport(...phone);
    const { approvalChains } = calls;
    const request = {
      id: id(1),
      kind: "beneficiary",
      title: "Pay Kuramo Cold Chain Ltd",
      status: "pending",
      amount_kobo: null,
      requester: { id: id(8), name: "Chidi Obi" },
      department: "Operations",
      step: "1 of 2: Head",
      waits_for: "Aisha Bello",
      is_split: false,
      version: 1,
      created_at: "2026-11-22T08:41:00.000Z",
      decided_at: null,
      abilities: { approve: null, decline: null, send_back: null },
      subject_id: id(5),
      reason: "New supplier",
      chain_number: null,
      facts: [{ label: "The bank's name", value: "KURAMO COLD (82 % the same)" }],
      steps: [],
      history: [],
      beside: [],
      acts_for: [{ id: id(9), name: "Aisha Bello" }],
      others: [],
    };
    await show(<InboxScreen />, {
      account_types: ["customer"],
      permissions: ["personal:can_decide_approvals"],
      route: { path: "/customer/approvals", address: `/customer/approvals?${address}` },
      server: ({ path, method }) =>
        method === "POST"
          ? data(request)
          : path === approvalChains.listAll.path
            ? pageOf([request])
            : path.includes(id(1))
              ? data(request)
              : data({ views: [], items: [] }),
    });
    await titleIs("Pay Kuramo Cold Chain Ltd");
    await expect.element(card).toMatchTextContent(/You decide for Aisha Bello\..*82 % the same.*New supplier/);
    await page.getByRole("button", { name: "Decline" }).click();
    await dialog.getByLabelText("Reason").fill("Another name");
    await dialog.getByRole("button", { name: "Decline" }).click();
    await expect.poll(() => posted().map(({ path }) => path)).toEqual([`/companies/approvals/${id(1)}/decline`]);
    await expect.element(page.getByText("Nothing waits for you")).toBeVisible();
  });
});
