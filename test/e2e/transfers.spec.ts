import { expect, type Page } from "@playwright/test";
import {
  breakPaystack,
  businessDate,
  daysAfter,
  dropWebhooks,
  liveUntil,
  mendEverything,
  movements,
  personNumber,
  type SandboxPerson,
} from "./support/sandbox.ts";
import { act, ask, choose, loginOf, phone, readPdf, signedIn } from "./support/screens.ts";
import { test } from "./support/world.ts";

const { password } = loginOf("customer");
/** What a form says whose answer did not come. */
const LOST = /Try again when you are connected: nothing happens twice\./;
const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
const dialogOf = (page: Page) => page.getByRole("dialog").filter({ visible: true });

/** Somebody of the demo with cash to send. */
async function senderOf(admin: Page): Promise<{ email: string; password: string }> {
  const { items } = await ask<{ items: { user_id: string }[] }>(
    admin,
    "/admin/personal/cash/limit-requests?limit=1&sortColumn=created_at&sortOrder=asc",
  );
  const { user } = await ask<{ user: { email: string } }>(admin, `/admin/personal/users/${items[0]!.user_id}`);
  return { email: user.email, password };
}

/** Money that left the provider's account for an account. */
const paidTo = async ({ accounts }: SandboxPerson, naira: number) =>
  (await movements()).filter(
    ({ amount_kobo, counterparty }) =>
      amount_kobo === -naira * 100 && counterparty?.account_number === accounts[0]!.account_number,
  );

test("money is sent on a phone: no network, two tabs, back, a bank that does not answer, and it arrives once", async ({
  browser,
}) => {
  const admin = await signedIn(browser, loginOf("super_admin"));
  const page = await signedIn(browser, await senderOf(admin), phone, { hasTouch: true, isMobile: true });
  const payee = await personNumber(30);
  const [account] = payee.accounts;
  const cash = async () => (await ask<{ cash_kobo: number }>(page, "/personal/users/wallet-snapshot")).cash_kobo;
  const before = await cash();

  await page.goto("/customer/transfers/new");
  await page.getByLabel("To", { exact: true }).selectOption({ label: "Somebody else" });
  await page
    .getByRole("combobox", { name: "Bank" })
    .or(page.getByRole("textbox", { name: "Bank", exact: true }))
    .fill(account!.bank_name);
  await page.getByRole("option", { name: account!.bank_name, exact: true }).click();
  await page.getByLabel("Account number").fill(`${account!.account_number.slice(0, 9)}`);
  await page.getByLabel("Amount").fill("4,000");
  await page.getByLabel(/^For/).fill("Two bags of rice");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  await page.getByLabel("Account number").fill(account!.account_number);
  await page.getByRole("button", { name: "Continue" }).click();
  // The bank's name for it, never a typed one; every charge by itself.
  const dialog = dialogOf(page);
  await expect(dialog.getByText(account!.account_name).first()).toBeVisible();
  await expect(dialog.getByText("You have not paid this account before")).toBeVisible();
  await expect(dialog.getByText("₦4,000.00").first()).toBeVisible();
  await expect(dialog.getByText("₦4,010.75").first()).toBeVisible();
  expect(await fits(page)).toBe(true);

  // The same is about to be sent in a second tab, which has what was typed in the first.
  const tab = await page.context().newPage();
  await tab.goto("/customer/transfers/new");
  await tab.getByRole("button", { name: "Continue" }).click();
  const yes = { name: "Send ₦4,010.75" };
  await expect(dialogOf(tab).getByRole("button", yes)).toBeVisible();

  await dropWebhooks();
  await breakPaystack({ mode: "timeout_after_effect", call: "POST /transfer", delay_ms: 4_000 });
  await page.context().setOffline(true);
  await dialog.getByRole("button", yes).click();
  await expect(dialog.getByText(LOST)).toBeVisible();
  await page.context().setOffline(false);
  // This time it reaches us, and the answer is lost.
  await page.evaluate(() => {
    const send = window.fetch;
    window.fetch = async (...asked) => {
      const answer = await send(...asked);
      if (!answer.url.endsWith("/api/transfer/initiate")) return answer;
      window.fetch = send;
      throw new TypeError("Failed to fetch");
    };
  });
  const answered = page.waitForResponse("**/api/transfer/initiate");
  await dialog.getByRole("button", yes).click();
  expect((await answered).status()).toBe(200);
  await expect(dialog.getByText(LOST)).toBeVisible();
  // The other tab asks once more, also where it is pressed twice.
  await dialogOf(tab).getByRole("button", yes).dblclick();
  await expect(dialogOf(tab).getByText(/Do you mean to send it again\?/)).toBeVisible();
  await tab.close();
  await dialog.getByRole("button", yes).dblclick();
  await expect(page).toHaveURL(/\/customer\/transfers\/[0-9a-f-]{36}$/);
  await expect(page.getByText("It is on its way. You hear from us as soon as it has arrived.")).toBeVisible();
  await expect.poll(() => paidTo(payee, 4_000).then(({ length }) => length)).toBe(1);
  // Nothing that the bank is asked is answered, until the person has read that nobody knows.
  await breakPaystack({ mode: "outage" });
  // Back leads to a form without what was sent.
  await page.goBack();
  await expect(page.getByLabel("Amount")).toHaveValue("");
  await page.goForward();
  await expect(page.getByText(/The bank has not said whether it arrived. Do not send it again./)).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText(/We ask the bank again on/)).toBeVisible();
  expect(await fits(page)).toBe(true);
  expect(await cash()).toBe(before - 401_075);
  await mendEverything();
  // To the letter: that it is on its way says "as soon as it has arrived", too.
  await expect(page.getByText("It has arrived.", { exact: true })).toBeVisible({ timeout: 120_000 });
  expect(await paidTo(payee, 4_000)).toHaveLength(1);
  expect(await cash()).toBe(before - 401_075);

  const receipt = page.getByRole("link", { name: "Receipt" });
  await readPdf(page, (await receipt.getAttribute("href")) ?? "");
  await page.goto("/customer/transfers");
  await expect(page.getByText(account!.account_name).first()).toBeVisible();
  expect(await fits(page)).toBe(true);
  await Promise.all([page.context().close(), admin.context().close()]);
});

test("a company's transfer is requested by one, approved by another, and arrives", async ({ browser }) => {
  const finance = await signedIn(browser, loginOf("company_finance_manager"));
  const { user } = await ask<{ user: { company_id: string } }>(finance, "/session");
  const filter = encodeURIComponent(JSON.stringify({ status: ["active"] }));
  const { items } = await ask<{ items: { name: string }[] }>(
    finance,
    `/companies/beneficiaries/all/${user.company_id}?limit=1&filter=${filter}`,
  );
  const { name } = items[0]!;

  await finance.goto("/corporate/transfers/new");
  await finance.getByLabel("Beneficiary").fill(name);
  await finance.getByRole("radio", { name: new RegExp(name, "i") }).check();
  await finance.getByLabel("Amount").fill("18,500");
  await finance.getByLabel("For", { exact: true }).fill("Ice, invoice 7");
  await finance.getByRole("button", { name: "Continue" }).click();
  await dialogOf(finance)
    .getByRole("button", { name: /^Ask to send ₦18,/ })
    .click();
  await expect(finance).toHaveURL(/\/corporate\/transfers\/[0-9a-f-]{36}$/);
  await expect(finance.getByText("It is looked at before it is sent.")).toBeVisible();

  // Who asked sees it in the inbox and decides nothing.
  await finance.goto("/corporate/approvals?f.status=pending");
  await finance.getByRole("link", { name: new RegExp(`Send ₦18,500.00 to ${name}`, "i") }).click();
  await expect(finance.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);

  const owner = await signedIn(browser, loginOf("company_super_admin"), phone, { hasTouch: true, isMobile: true });
  await owner.goto("/corporate/approvals");
  // On a phone they come one by one; this one is looked for.
  await owner.getByRole("link", { name: "See the list" }).click();
  await owner.getByRole("link", { name: new RegExp(`Send ₦18,500.00 to ${name}`, "i") }).click();
  await expect(owner.getByText("It is checked again and sent at once when the last one agrees.")).toBeVisible();
  expect(await fits(owner)).toBe(true);
  await act(owner, "Approve", "Approve");
  await expect(owner.getByText("Approved", { exact: true }).first()).toBeVisible();

  await finance.goto("/corporate/transfers");
  await finance
    .getByRole("link", { name: new RegExp(name, "i") })
    .first()
    .click();
  await expect(finance.getByText("It has arrived.")).toBeVisible({ timeout: 60_000 });
  await readPdf(finance, (await finance.getByRole("link", { name: "Receipt" }).getAttribute("href")) ?? "");
  await Promise.all([finance.context().close(), owner.context().close()]);
});

test("a standing order is made on a phone, its dates are seen before, and the first is sent on its day", async ({
  browser,
}) => {
  const admin = await signedIn(browser, loginOf("super_admin"));
  const page = await signedIn(browser, await senderOf(admin), phone, { hasTouch: true, isMobile: true });
  await admin.context().close();
  const tomorrow = daysAfter(await businessDate(), 1);
  const weekday = new Date(tomorrow).toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });

  await page.goto("/customer/standing-orders");
  await page.getByRole("link", { name: "New standing order" }).click();
  await page.getByLabel("Each time").fill("2,500");
  await page.getByLabel(/^For/).fill("Milk");
  await choose(page, { Repeats: "week" });
  await choose(page, { "Day of the week": String(new Date(tomorrow).getUTCDay() || 7) });
  await page.getByLabel("From").fill(tomorrow);
  await expect(page.getByText("Its next dates")).toBeVisible();
  expect(await fits(page)).toBe(true);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(dialogOf(page).getByText(`Every ${weekday}`)).toBeVisible();
  await dialogOf(page).getByRole("button", { name: "Send ₦2,500.00 each time" }).click();
  await expect(page).toHaveURL(/\/customer\/standing-orders\/[0-9a-f-]{36}$/);
  await expect(page.getByText(/^It is sent next on /)).toBeVisible();

  const { next_goes_on } = await ask<{ next_goes_on: string }>(
    page,
    new URL(page.url()).pathname.replace("/customer", ""),
  );
  await liveUntil(next_goes_on);
  await page.reload();
  await expect(page.getByText("Sent so far")).toBeVisible();
  await page.getByRole("link", { name: /with charges$/ }).click();
  await expect(page).toHaveURL(/\/customer\/transfers\/[0-9a-f-]{36}$/);
  await expect(page.getByText("It has arrived.")).toBeVisible({ timeout: 60_000 });
  await page.context().close();
});
