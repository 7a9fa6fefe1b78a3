import { type Page, expect } from "@playwright/test";
import { businessDate, daysAfter, liveUntil, mendEverything, silenceBaxi } from "./support/sandbox.ts";
import { act, answerDialog, ask, loginOf, phone, readPdf, signedIn } from "./support/screens.ts";
import { appPort, test } from "./support/world.ts";

const METER = "1111111111111";
const userOf = async (page: Page) => (await ask<{ user: { id: string } }>(page, "/session")).user.id;
const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test("a token on a phone: verified, paid, told honestly while it has not come, then large and copied", async ({
  browser,
}) => {
  const page = await signedIn(browser, loginOf("customer"), phone, { hasTouch: true, isMobile: true });
  const context = page.context();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/customer/wallets/redemption");
  await act(page, "Redeem", "Redeem");
  await expect(page.getByText(/Your cash wallet holds/)).toBeVisible();

  // The provider takes the money and forgets the token, twice.
  const set = await fetch(`http://127.0.0.1:${appPort + 1}/billers/baxi/quirk`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ mode: "no_token" }),
  });
  expect(set.ok).toBe(true);
  await silenceBaxi();

  await page.goto("/customer/bills");
  const network = await context.newCDPSession(page);
  // As at the edge of a village: half a second for each way, and little at once.
  const slow = { latency: 500, downloadThroughput: 40_000, uploadThroughput: 15_000 };
  const setOffline = (offline: boolean) => network.send("Network.emulateNetworkConditions", { offline, ...slow });
  await setOffline(false);
  await page.getByLabel("Electricity").check();
  await page.getByLabel("Distributor and meter").selectOption({ label: "Ikeja Electric, prepaid" });
  await page.getByLabel("Meter number").fill(METER.slice(0, -4) + "0000");
  await page.getByRole("button", { name: "Check the number" }).click();
  await expect(page.getByText("nobody has this number there").first()).toBeVisible();
  await page.getByLabel("Meter number").fill(METER);
  await page.getByRole("button", { name: "Check the number" }).click();
  await expect(page.getByText("In the name of")).toBeVisible();
  await page.getByLabel("Amount").fill("2000");
  await expect(page.getByText("₦2,107.50").first()).toBeVisible();
  const dialog = page.getByRole("dialog").filter({ visible: true });
  const pay = dialog.getByRole("button", { name: "Pay ₦2,107.50" });
  const lost = page.getByText(/Try again when you are connected: nothing happens twice\./);
  const bills = async () =>
    (
      await ask<{ items: { customer_no: string }[] }>(page, `/baxi/transaction/${await userOf(page)}?limit=50`)
    ).items.filter(({ customer_no }) => customer_no === METER).length;
  const before = await bills();
  const row = page.getByRole("link", { name: "Ikeja Electric, prepaid" });

  // The network goes while it is pressed: nothing is paid, and nothing that was typed is lost.
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText(METER)).toBeVisible();
  await setOffline(true);
  await pay.click();
  await expect(lost).toBeVisible();
  expect(await fits(page)).toBe(true);
  await setOffline(false);
  expect(await bills()).toBe(before);
  await expect(page.getByLabel("Amount")).toHaveValue(/2,?000/);

  // It reaches us, and the answer is lost: the page lists it all the same.
  await page.evaluate(() => {
    const send = window.fetch;
    window.fetch = async (...asked) => {
      const answer = await send(...asked);
      if (!answer.url.endsWith("/api/baxi/electricity-request")) return answer;
      window.fetch = send;
      throw new TypeError("Failed to fetch");
    };
  });
  await page.getByRole("button", { name: "Continue" }).click();
  const answered = page.waitForResponse("**/api/baxi/electricity-request");
  await pay.click();
  expect((await answered).status()).toBe(200);
  await expect(lost).toBeVisible();
  await expect(row).toHaveCount(1);

  // Another visit with a cold start types the same: it is asked, once, whether it is meant.
  const other = await context.newPage();
  await other.goto("/customer/bills");
  await other.getByLabel("Electricity").check();
  await other.getByLabel("Distributor and meter").selectOption({ label: "Ikeja Electric, prepaid" });
  await other.getByLabel("Meter number").fill(METER);
  await other.getByRole("button", { name: "Check the number" }).click();
  await expect(other.getByText("In the name of")).toBeVisible();
  await other.getByLabel("Amount").fill("2000");
  await other.getByRole("button", { name: "Continue" }).click();
  const question = other.getByRole("dialog").filter({ visible: true });
  await question.getByRole("button", { name: "Pay ₦2,107.50" }).dblclick();
  await expect(question.getByText(/Pay it again\?/)).toBeVisible();
  await question.getByRole("button", { name: "No, leave it" }).click();
  await expect(other.getByRole("alert")).toHaveCount(0);
  await other.close();

  // The same press again, twice even, finds the answer that was lost.
  await page.getByRole("button", { name: "Continue" }).click();
  await pay.dblclick();
  await expect(page).toHaveURL(/\/customer\/bills\/[0-9a-f-]{36}$/);
  await expect(page.getByText("You need not pay again.")).toBeVisible({ timeout: 30_000 });
  expect(await bills()).toBe(before + 1);
  // What was there stays there without a network, and is followed again with it.
  await setOffline(true);
  await expect(page.getByText("What you paid")).toBeVisible();
  await setOffline(false);
  await mendEverything();
  const token = page.getByText(/^\d{4}-\d{4}-\d{4}-\d{4}-\d{4}$/);
  await expect(token).toBeVisible({ timeout: 120_000 });
  await page.getByRole("button", { name: "Copy token" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^\d{20}$/);
  expect(copied).toBe((await token.innerText()).replaceAll("-", ""));
  expect(await fits(page)).toBe(true);
  await readPdf(page, `/api/personal/users/bills/${page.url().split("/").at(-1)}/receipt`);
  await page.goto("/customer/bills");
  await expect(row).toHaveCount(1);
  expect(await bills()).toBe(before + 1);
  await context.close();

  const finance = await signedIn(browser, loginOf("super_finance"));
  await finance.goto("/admin/bills-transactions");
  await finance.getByRole("row").filter({ hasText: METER }).getByRole("link").first().click();
  await expect(finance.getByText("Our float at Baxi")).toBeVisible();
  await expect(finance.getByText("Asking the provider").first()).toBeVisible();
  await finance.context().close();
});

test("a company's power is asked for by one, agreed to by another on a phone, paid, and its token is everybody's", async ({
  browser,
}) => {
  const finance = await signedIn(browser, loginOf("company_finance_manager"));
  await finance.goto("/corporate/bills/new");
  await finance.getByLabel("Electricity").check();
  await finance.getByLabel("Distributor and meter").selectOption({ label: "Ikeja Electric, prepaid" });
  await finance.getByLabel("Meter number").fill(METER);
  await finance.getByRole("button", { name: "Check the number" }).click();
  await expect(finance.getByText("In the name of")).toBeVisible();
  await finance.getByLabel("Amount").fill("3,000");
  await finance.getByRole("button", { name: "Continue" }).click();
  const dialog = finance.getByRole("dialog").filter({ visible: true });
  await dialog.getByRole("button", { name: "Ask to pay ₦3,107.50" }).dblclick();
  await expect(finance).toHaveURL(/\/corporate\/bills\/orders\/[0-9a-f-]{36}$/);
  await expect(finance.getByText("is held until somebody else has agreed")).toBeVisible();
  const order = finance.url();
  await finance.getByRole("link", { name: "See the request" }).click();
  await expect(finance).toHaveURL(/\/corporate\/approvals\/[0-9a-f-]{36}$/);
  await expect(finance.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(finance.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);

  const owner = await signedIn(browser, loginOf("company_super_admin"), phone, { hasTouch: true, isMobile: true });
  await owner.goto(new URL(finance.url()).pathname);
  await expect(owner.getByText("₦3,107.50").first()).toBeVisible();
  expect(await fits(owner)).toBe(true);
  await act(owner, "Approve", "Approve");
  await expect(owner.getByText("Approved", { exact: true }).first()).toBeVisible();

  await finance.goto(order);
  await finance.getByRole("link", { name: METER }).click();
  await expect(finance).toHaveURL(/\/corporate\/bills\/[0-9a-f-]{36}$/);
  const token = finance.getByText(/^\d{4}-\d{4}-\d{4}-\d{4}-\d{4}$/);
  await expect(token).toBeVisible({ timeout: 60_000 });
  const downloading = finance.waitForEvent("download");
  await finance.getByRole("button", { name: "Receipt" }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/);
  // Who agreed reads the same token.
  await owner.goto(new URL(finance.url()).pathname);
  await expect(owner.getByText(await token.innerText())).toBeVisible();
  await Promise.all([finance.context().close(), owner.context().close()]);
});

test("airtime is bought automatically: set up on a phone, bought on its day, told, and ended", async ({ browser }) => {
  const page = await signedIn(browser, loginOf("customer"), phone, { hasTouch: true, isMobile: true });
  await page.goto("/customer/bills");
  await page.getByRole("radio", { name: "Airtime", exact: true }).check();
  await page.getByLabel("Phone number").fill("08031234567");
  await page.getByLabel("Amount").fill("100");
  await page.getByRole("button", { name: "Continue" }).click();
  await answerDialog(page, "Pay ₦100.00");
  await expect(page).toHaveURL(/\/customer\/bills\/[0-9a-f-]{36}$/);
  await page.getByRole("button", { name: "Buy automatically…" }).click({ timeout: 60_000 });
  const tomorrow = daysAfter(await businessDate(), 1);
  const dialog = page.getByRole("dialog").filter({ visible: true });
  await dialog.getByLabel("How often").selectOption({ label: "Every week" });
  await dialog
    .getByLabel("On", { exact: true })
    .selectOption({ label: new Date(tomorrow).toLocaleDateString("en", { weekday: "long", timeZone: "UTC" }) });
  expect(await fits(page)).toBe(true);
  await answerDialog(page, "Buy automatically");
  await expect(page.getByText("Bought automatically from now on.")).toBeVisible();

  await page.goto("/customer/bills/automatic");
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  await liveUntil(tomorrow);
  await page.reload();
  const bought = page.getByRole("link", { name: "Bought" });
  await expect(bought).toBeVisible({ timeout: 60_000 });
  expect(await fits(page)).toBe(true);
  await bought.click();
  await expect(page.getByText("Delivered", { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await page.goto("/customer/notifications");
  await expect(page.getByText(/₦100/).first()).toBeVisible();
  await page.goto("/customer/bills/automatic");
  await act(page, "End…", "End it");
  await expect(page.getByText("Ended", { exact: true })).toBeVisible();
  await page.context().close();
});
