/** The approver's card on a phone: one request at a time, decided by its buttons alone, and then the next one. */
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import ApprovalsScreen from "../../apps/web/src/features/platform/approvals/approvals-screen.tsx";
import InboxScreen from "../../apps/web/src/features/companies/approval-chains/inbox-screen.tsx";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { queryClient } from "../../apps/web/src/shared/api/query-client.ts";
import { data, desktop, expectToLookWell, pageOf, phone, refusal, requests, show } from "./stage.tsx";

const id = (number: number): string => `0192f1c2-0000-7000-8000-00000000000${number}`;
const nameOf = (number: number): string => ["", "Ruth Audu", "Musa Bello", "Ngozi Eze"][number]!;

/** A request to pay somebody. */
const approval = (number: number, more: object = {}) => ({
  id: id(number),
  kind: "disburse_many",
  title: `Pay the loan of ${nameOf(number)}`,
  status: "pending",
  is_pending: true,
  amount_kobo: 14_758_125,
  item_count: 1,
  reason: "Accepted this morning",
  maker: { id: id(8), name: "Ibrahim Sule" },
  checker: null,
  version: 3,
  created_at: "2026-11-22T08:41:00.000Z",
  decided_at: null,
  decision_reason: null,
  before: null,
  after: {},
  items: [],
  changes: [],
  effect: {
    refusal: null,
    postings: [],
    measures: [],
    texts: [],
    facts: [{ label: "Falls due first", value: "25 Dec 2026" }],
    papers: [{ label: "Evidence", name: "slip.pdf", link: "/api/slips/1" }],
    payees: [
      {
        payout_id: id(7),
        person: { id: id(6), name: nameOf(number) },
        loan_id: null,
        reference: `PO-${number}`,
        amount_kobo: 14_758_125,
        fees_kobo: 0,
        bank_name: "Zenith Bank",
        account_no: "2214880057",
        account_name: number === 2 ? "GARBA IBRAHIM" : "AUDU RUTH",
        is_same_name: number !== 2,
        account_changed_at: null,
        rules_say: "Approved by the rules",
        status: "requested",
        failure: null,
      },
    ],
  },
  may_decide: true,
  why_not: null,
  abilities: { approve: null, decline: null },
  ...more,
});

const address = "f.for_me=true&f.status=pending&sortColumn=created_at&sortOrder=asc";
const card = page.getByRole("article");
const dialog = page.getByRole("dialog");
const titleIs = async (name: string): Promise<void> => {
  await expect.element(card.getByRole("heading", { name })).toBeVisible();
};
let waiting: number[] = [];

async function inbox(options: { size?: readonly [number, number]; query?: string; refuse?: boolean } = {}) {
  const { size = phone, query = address, refuse = false } = options;
  await page.viewport(size[0]!, size[1]!);
  waiting = [1, 2, 3];
  return show(<ApprovalsScreen />, {
    permissions: ["provider:can_view_approvals", "provider:can_decide_approvals"],
    route: { path: "/admin/approvals", address: `/admin/approvals?${query}` },
    server: ({ path, method }) => {
      const number = Number(/0000(\d)(\/|$)/.exec(path)?.[1] ?? 0);
      if (method === "POST") {
        if (refuse) return refusal(412, "Somebody changed it in the meantime.");
        waiting = waiting.filter((each) => each !== number);
        return data(approval(number, { status: "approved" }));
      }
      if (path === calls.approvals.listAll.path) return pageOf(waiting.map((each) => approval(each)));
      return number > 0 ? data(approval(number)) : data({ views: [], items: [] });
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
