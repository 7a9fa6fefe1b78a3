/** Days on the desk: a loan in trouble worked from its own page, one that gets more time, a payout to the wrong account, and one that the bank sent back. */
import { expect, type Page } from "@playwright/test";
import { bookAtTheBank, businessDate, daysAfter, messageTo, movements, personNumber } from "./support/sandbox.ts";
import { act, answerDialog, ask, choose, fillFields, loginOf, phone, signedIn } from "./support/screens.ts";
import { approveRequest, attachSlip, reconcile } from "./support/staff.ts";
import { test } from "./support/world.ts";

/** What a reader must not meet in a timeline: ids, JSON, raw truth values and names of states as programs write them. */
const RAW = /[0-9a-f]{8}-[0-9a-f]{4}-|[{}]|\b(?:true|false)\b|\b[a-z]+_[a-z_]+\b|\bincomplete-\d/;
const work = (page: Page) => page.getByRole("region", { name: "Next step" });
const more = async (page: Page, item: string): Promise<void> => {
  await work(page)
    .getByRole("button", { name: /^More for/ })
    .click();
  await page.getByRole("menuitem", { name: item }).click();
};
interface Late {
  id: string;
  status: string;
  customer: { id: string; name: string };
  outstanding_principal_kobo: number;
}

test("a loan in trouble is worked from its page: contact, promise, a part, and the end as a loss", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const [risk, finance, second] = await Promise.all(
    ["risk", "finance", "finance.two"].map((name) => signedIn(browser, loginOf(name))),
  );
  if (!risk || !finance || !second) throw new Error("Not everybody signed in.");
  const { items } = await ask<{ items: Late[] }>(finance, "/admin/personal/repayments/defaults");
  const late = items.find(({ status }) => status === "past_due");
  if (!late) throw new Error("Nobody is past due in this world.");

  await risk.goto(`/admin/loans/${late.id}`);
  await expect(work(risk)).toContainText(/days? past due/);
  await work(risk).getByRole("button", { name: "Log a contact or promise…" }).click();
  const contact = risk.getByRole("dialog");
  await choose(contact, { How: "phone", "What came of it": "promised_to_pay" });
  const promisedOn = daysAfter(await businessDate(), 3)
    .split("-")
    .toReversed()
    .join("/");
  await fillFields(contact, { "Promised (optional)": "5000", By: promisedOn, "Note (optional)": "After the salary." });
  await contact.getByRole("button", { name: "Log the contact" }).click();
  await expect(work(risk)).toContainText("Promised of ₦5,000.00 for");

  await finance.goto(`/admin/loans/${late.id}`);
  await work(finance).getByRole("button", { name: "Receive a payment…" }).click();
  const receive = finance.getByRole("dialog");
  await fillFields(receive, { "Amount received": "5000", Reference: "SLIP-TROUBLE-1" });
  await attachSlip(receive);
  await receive.getByRole("button", { name: /^Record ₦/ }).click();
  const part = (await receive.getByRole("link", { name: "See the request" }).getAttribute("href")) ?? "";
  await approveRequest(second, part, "What it posts");

  await finance.goto(`/admin/loans/${late.id}?tab=timeline`);
  const timeline = finance.locator("section").filter({ has: finance.getByRole("heading", { name: "What happened" }) });
  await expect(timeline).toContainText("Received ₦5,000.00 recorded by hand");
  await expect(timeline.getByRole("listitem").filter({ hasText: "Contact: promised to pay" })).toContainText(
    "After the salary.",
  );
  expect(await timeline.innerText()).not.toMatch(RAW);

  await more(finance, "Charge off…");
  await attachSlip(finance.getByRole("dialog").filter({ visible: true }));
  await answerDialog(finance, "Ask to charge off", "Nobody answers, and the employer has closed.");
  await expect(finance.getByText("Requested. A second person decides")).toBeVisible();
  await second.goto("/admin/approvals?f.status=pending");
  await second
    .getByRole("link", { name: /^Charge off/ })
    .first()
    .click();
  await act(second, "Approve", "Approve");
  await finance.reload();
  await expect(work(finance)).toContainText("Charged off.");
  await finance.setViewportSize(phone);
  await expect(work(finance).getByRole("button", { name: "Receive a payment…" })).toBeVisible();
  await Promise.all([risk, finance, second].map((page) => page.context().close()));
});

test("what staff read of people, loans and acts has no ids and no values of programs", async ({ browser }) => {
  const page = await signedIn(browser, loginOf("admin"));
  const { items: people } = await ask<{ items: { id: string }[] }>(page, "/admin/personal/users?limit=20");
  const { items: loans } = await ask<{ items: { id: string }[] }>(page, "/admin/personal/loans?limit=20");
  type Change = { field: string; before: string | null; after: string };
  const shown: string[] = [];
  for (const { id } of people) {
    const { entries } = await ask<{
      entries: { words: string; detail: string | null; who: string | null; changes: Change[] }[];
    }>(page, `/admin/personal/users/${id}/activity`);
    for (const { words, detail, who, changes } of entries)
      shown.push(
        words,
        detail ?? "",
        who ?? "",
        ...changes.flatMap(({ field, before, after }) => [field, before ?? "", after]),
      );
  }
  for (const { id } of loans) {
    const { entries } = await ask<{ entries: { words: string; detail: string | null; who: string | null }[] }>(
      page,
      `/admin/personal/loans/${id}/timeline`,
    );
    for (const { words, detail, who } of entries) shown.push(words, detail ?? "", who ?? "");
  }
  const { items: acts } = await ask<{ items: { subject: string | null; changes: Change[] }[] }>(
    page,
    "/admin/audit?limit=100",
  );
  for (const { subject, changes } of acts)
    shown.push(subject ?? "", ...changes.flatMap(({ field, before, after }) => [field, before ?? "", after]));
  expect(shown.length).toBeGreaterThan(300);
  expect([...new Set(shown.filter((text) => RAW.test(text.replaceAll(/{{\w+}}/g, ""))))]).toEqual([]);
  await page.context().close();
});

/** A call from the page itself, as its buttons make it. @returns the answer's data */
async function send<Data>(page: Page, method: "POST" | "PUT", path: string, body: object): Promise<Data> {
  const { status, text } = await page.evaluate(
    async ([verb, address, sent]) => {
      const answer = await fetch(`/api${address}`, {
        method: verb ?? "POST",
        headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
        body: sent ?? null,
      });
      return { status: answer.status, text: await answer.text() };
    },
    [method, path, JSON.stringify(body)],
  );
  expect(status, `${path}: ${text}`).toBe(200);
  return (JSON.parse(text) as { data: Data }).data;
}

test("an approver finds the wrong account, declines the payout with a reason, and its maker reads it", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const [finance, second, admin, other] = await Promise.all(
    ["finance", "finance.two", "admin", "admin.two"].map((name) => signedIn(browser, loginOf(name))),
  );
  if (!finance || !second || !admin || !other) throw new Error("Not everybody signed in.");
  // The account of a stranger is put in the place of the borrower's, and two people let that pass.
  const approvals = (page: Page) =>
    ask<{ items: { id: string; kind: string; version: number }[] }>(
      page,
      `/admin/approvals?filter=${encodeURIComponent('{"status":["pending"]}')}`,
    );
  const waiting = (await approvals(finance)).items.find(({ kind }) => kind === "disburse_many");
  const { effect } = await ask<{ effect: { payees: { person: { id: string }; loan_id: string }[] } }>(
    finance,
    `/admin/approvals/${waiting?.id ?? ""}`,
  );
  const payee = effect.payees[0];
  await send(finance, "POST", `/admin/approvals/${waiting?.id ?? ""}/withdraw`, {});
  const stranger = await personNumber(2);
  const account = stranger.accounts[0] as (typeof stranger.accounts)[number] & { bank_code: string };
  await send(admin, "PUT", `/admin/personal/users/${payee?.person.id ?? ""}/profile/update`, {
    account_no: account.account_number,
    bank_code: account.bank_code,
    reason: "The customer called and gave another account.",
  });
  const { approval_id } = await send<{ approval_id: string }>(
    other,
    "POST",
    `/admin/personal/users/${payee?.person.id ?? ""}/bank-account/verify`,
    {},
  );
  await send(second, "POST", `/admin/approvals/${approval_id}/approve`, { version: 1 });

  await finance.goto(`/admin/loans/${payee?.loan_id ?? ""}`);
  await work(finance).getByRole("link", { name: "Pay out…" }).click();
  await expect(finance).toHaveURL(/search=LN-/);
  const dialog = finance.getByRole("dialog");
  await dialog.getByRole("button", { name: "Ask to pay out" }).click();
  const request = (await dialog.getByRole("link", { name: "Open the request" }).getAttribute("href")) ?? "";

  await second.goto(request);
  const paid = second.getByRole("table", { name: "Who is paid, and to which account" });
  await expect(paid.getByRole("row").nth(1)).toContainText("Differs");
  await expect(paid).toContainText(account.account_name);
  await expect(paid).toContainText("changed");
  await act(second, "Decline", "Decline", "The account is in the name of somebody else. Ask the customer.");
  await finance.goto(request);
  await expect(finance.getByText("The account is in the name of somebody else.")).toBeVisible();
  await expect(finance.getByText("Declined", { exact: true }).first()).toBeVisible();
  await finance.goto(`/admin/loans/${payee?.loan_id ?? ""}`);
  await expect(work(finance)).toContainText("Finance asks for the payout next.");
  await Promise.all([finance, second, admin, other].map((page) => page.context().close()));
});

test("a loan is rescheduled by two persons from its page, and its borrower reads the new schedule", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const [risk, admin, borrower] = await Promise.all(
    ["risk", "admin", "customer"].map((name) => signedIn(browser, loginOf(name))),
  );
  if (!risk || !admin || !borrower) throw new Error("Not everybody signed in.");
  const { user } = await ask<{ user: { id: string; phone: string } }>(borrower, "/session");
  const { items } = await ask<{ items: Late[] }>(admin, "/admin/personal/loans?limit=100");
  const loan = items.find(({ status, customer }) => status === "running" && customer.id === user.id);
  if (!loan) throw new Error("The demo's customer has no running loan.");
  await borrower.goto(`/customer/loans/${loan.id}`);
  const rows = borrower.getByRole("main").getByRole("table").last().locator("tbody tr");
  await expect(rows.first()).toBeVisible();
  const before = await rows.count();

  await risk.goto(`/admin/loans/${loan.id}`);
  await more(risk, "Reschedule…");
  const dialog = risk.getByRole("dialog");
  await expect(dialog).toContainText("the schedule before and after appears here");
  await expect(dialog).toContainText("A second person decides");
  await fillFields(dialog, { "More instalments": "2", Reason: "Her hours were cut until the new year." });
  const schedule = dialog.getByRole("table", { name: "The schedule before and after" });
  const toCome = schedule.getByRole("row").filter({ hasText: "To come" });
  await expect(toCome).toContainText(/\d+ instalments/);
  const [now = "", then = ""] = (await toCome.innerText()).match(/\d+(?= instalments?)/g) ?? [];
  expect(Number(then)).toBe(Number(now) + 2);
  const instalment = (await schedule.getByRole("row").filter({ hasText: "Instalment" }).first().innerText()).match(
    /₦[\d,.]+/g,
  );
  await attachSlip(dialog);
  await dialog.getByRole("button", { name: "Ask to reschedule" }).click();
  await expect(dialog).toHaveCount(0);

  await admin.goto("/admin/approvals?f.status=pending");
  await admin
    .getByRole("link", { name: /^Reschedule/ })
    .first()
    .click();
  const main = admin.getByRole("main");
  for (const figure of instalment ?? ["?"]) await expect(main).toContainText(figure);
  await expect(main).toContainText("Her hours were cut until the new year.");
  await act(admin, "Approve", "Approve");

  await borrower.reload();
  await expect(rows).toHaveCount(before + 2);
  await expect(rows.last()).toContainText(instalment?.[1]?.slice(0, 5) ?? "?");
  expect(await messageTo(user.phone, "new schedule")).toMatch(/2 more instalments\. \d+ instalments of/);
  await Promise.all([risk, admin, borrower].map((page) => page.context().close()));
});

test("a payout that came back without its reference is named by two persons, and paid out again", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const [finance, second] = await Promise.all(
    ["finance", "finance.two"].map((name) => signedIn(browser, loginOf(name))),
  );
  if (!finance || !second) throw new Error("Not everybody signed in.");
  const { items } = await ask<{ items: (Late & { reference: string })[] }>(finance, "/admin/personal/loans?limit=20");
  const loan = items.find(({ status }) => status === "running");
  if (!loan) throw new Error("No loan is running.");
  const { payout } = (
    await ask<{ loan: { payout: { reference: string } } }>(finance, `/admin/personal/loans/${loan.id}`)
  ).loan;
  const [sent] = await movements(payout.reference);
  const asked = await send<{ approval_id: string }>(finance, "POST", "/admin/personal/loans/undisburse-many", {
    loan_ids: [loan.id],
    reason: "Their bank says that the account is closed.",
  });
  await send(second, "POST", `/admin/approvals/${asked.approval_id}/approve`, { version: 1 });
  await finance.goto(`/admin/loans/${loan.id}`);
  await expect(work(finance)).toContainText("back");

  const narration = "RETURNED NO SUCH NAME";
  await bookAtTheBank({ amount_kobo: -(sent?.amount_kobo ?? 0), reference: "NIP-RETURN-77120", narration });
  await reconcile(finance, await businessDate(), "Mismatch");
  await finance
    .getByRole("row")
    .filter({ hasText: "Expected" })
    .getByRole("link", { name: new RegExp(payout.reference) })
    .first()
    .click();
  await finance.getByRole("button", { name: "It came…" }).click();
  const dialog = finance.getByRole("dialog");
  await expect(dialog).toContainText("On which line did it come?");
  await expect(dialog).toContainText(loan.customer.name);
  await dialog.getByRole("button", { name: "Ask a second person" }).click();
  await expect(dialog.getByRole("alert").first()).toBeVisible();
  await dialog
    .getByRole("radio", { name: /NIP-RETURN-77120/ })
    .first()
    .check();
  await dialog.getByLabel("How you know").fill("Their bank called and named the account.");
  await dialog.getByRole("button", { name: "Ask a second person" }).click();
  await expect(dialog).toHaveCount(0);

  await second.goto("/admin/approvals?f.status=pending");
  await second
    .getByRole("link", { name: new RegExp(payout.reference) })
    .first()
    .click();
  await expect(second.getByRole("main")).toContainText(narration);
  await act(second, "Approve", "Approve");
  await finance.goto(`/admin/loans/${loan.id}`);
  await expect(work(finance).getByRole("link", { name: "Pay again…" })).toBeVisible();
  await Promise.all([finance, second].map((page) => page.context().close()));
});
