import { naira } from "@manilla/contract/formats";
import { expect, type Page } from "@playwright/test";
import { businessDate, daysAfter, liveUntil } from "./support/sandbox.ts";
import { answerDialog, ask, chooseInMenu, findRow, loginOf, phone, signedIn } from "./support/screens.ts";
import { test } from "./support/world.ts";

const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test("a transfer above the limit awaits approval, is approved, and arrives", async ({ browser }) => {
  const page = await signedIn(browser, loginOf("super_finance"));
  await page.goto("/admin/cash/transactions");
  const view = page
    .getByRole("link", { name: "Awaiting approval" })
    .or(page.getByRole("tab", { name: "Awaiting approval" }));
  await view.click();
  await expect(page).toHaveURL(/awaiting_approval/);
  await expect(page.getByRole("row").filter({ hasText: "Paid out" })).toHaveCount(0);
  const row = page.getByRole("row").filter({ hasText: "−₦120,000.00" });
  await expect(row.getByText("Awaiting approval")).toBeVisible();
  await chooseInMenu(page, row, "Approve…");
  await answerDialog(page, "Approve and send");
  await expect(page.getByText("Approved. It is on its way.")).toBeVisible();
  await page.goto("/admin/cash/transactions?f.kind=withdrawn");
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("row").filter({ hasText: "−₦120,000.00" }).getByText("Paid out")).toBeVisible({
      timeout: 5_000,
    });
  }).toPass({ timeout: 60_000 });
  await page.context().close();
});

test("a person asks for a higher limit on a phone, and a colleague gives it", async ({ browser }) => {
  const page = await signedIn(browser, loginOf("customer"), phone, { hasTouch: true, isMobile: true });
  await page.goto("/customer/wallets/limits");
  await page.getByLabel("At most").fill("400000");
  await page.getByLabel("What for").fill("The rent of my shop for a year");
  await page.getByRole("button", { name: "Ask for it" }).click();
  await expect(page.getByText("We have your request. You hear from us.")).toBeVisible();
  expect(await fits(page)).toBe(true);
  const risk = await signedIn(browser, loginOf("super_risk"));
  const { name } = await ask<{ user: { name: string } }>(page, "/session").then(({ user }) => user);
  const row = await findRow(risk, "/admin/cash/limit-requests", name, "₦400,000.00");
  await chooseInMenu(risk, row, "Give a limit…");
  const dialog = risk.getByRole("dialog").filter({ visible: true });
  await dialog.getByLabel("Reason").fill("Their tenancy agreement");
  await dialog.getByRole("button", { name: "Give this limit" }).click();
  await expect(risk.getByText("The limit holds from now on.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("₦400,000.00").first()).toBeVisible();
  await Promise.all([page.context().close(), risk.context().close()]);
});

test("a secure card: the receipt, the deposit at the bank, the card, its closing and the deposit's return", async ({
  browser,
}) => {
  test.slow();
  const person = await signedIn(browser, loginOf("customer"), phone, { hasTouch: true, isMobile: true });
  await person.goto("/customer/secure-card");
  await expect(person.getByText("Your deposit is held for this card.")).toBeVisible();
  expect(await fits(person)).toBe(true);

  const cash = async () => (await ask<{ cash_kobo: number }>(person, "/personal/users/wallet-snapshot")).cash_kobo;
  const cashBefore = await cash();

  // Another one: its money waits at the bank under a name that nobody knew.
  const finance = await signedIn(browser, loginOf("super_finance"));
  await finance.goto("/admin/secure-card?f.status=requested");
  const row = finance.getByRole("row").filter({ hasText: "₦40,000.00" });
  await chooseInMenu(finance, row, "Mark as paid…");
  const dialog = finance.getByRole("dialog").filter({ visible: true });
  await dialog.getByLabel("Reason").fill("The bank's line of today");
  await dialog.getByRole("button", { name: "Ask to mark it as paid" }).click();
  await expect(finance.getByText("Requested. A second person decides; then the card is made.")).toBeVisible();
  await expect(finance.getByText("Second person asked")).toBeVisible();
  const admin = await signedIn(browser, loginOf("super_admin"));
  await admin.goto("/admin/approvals?f.kind=mark_deposit_paid&f.status=pending");
  await admin.getByRole("row").filter({ hasText: "for a secure card" }).getByRole("link").first().click();
  await expect(admin.getByText("TRANSFER BUKOLA")).toBeVisible();
  await admin.getByRole("button", { name: "Approve", exact: true }).click();
  await answerDialog(admin, "Approve");
  await expect(admin.getByText("Approved.").first()).toBeVisible();
  await finance.goto("/admin/secure-card?f.status=paid");
  await expect(async () => {
    await finance.reload();
    await expect(finance.getByRole("row").filter({ hasText: "₦40,000.00" }).getByText("•••• ")).toBeVisible({
      timeout: 5_000,
    });
  }).toPass({ timeout: 60_000 });

  // The person closes theirs, and the deposit is in the wallet after the next close of business.
  await person.getByRole("link", { name: /•••• / }).click();
  await person.getByRole("main").getByRole("button", { name: /^More/ }).click();
  await person.getByRole("menuitem", { name: "Close permanently…" }).click();
  await answerDialog(person, "Close it", "I do not need it any more");
  await expect(person.getByText("Closed", { exact: true }).first()).toBeVisible();
  await liveUntil(daysAfter(await businessDate(), 2));
  await person.goto("/customer/secure-card");
  await expect(async () => {
    await person.reload();
    await expect(person.getByText("Your deposit came back.")).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
  // What the card owed was paid from it; the rest is in the wallet, to the kobo.
  type Deposit = { deposit_kobo: number; owed_kobo: number; returned_kobo: number; status: string };
  const { secure_cards } = await ask<{ secure_cards: Deposit[] }>(person, "/personal/secure-cards");
  const [came] = secure_cards.filter(({ status }) => status === "returned");
  expect(came!.owed_kobo + came!.returned_kobo).toBe(came!.deposit_kobo);
  expect(await cash()).toBe(cashBefore + came!.returned_kobo);
  await person.goto("/customer/wallets");
  await expect(person.getByText(naira(BigInt(await cash())))).toBeVisible();
  await Promise.all([person, finance, admin].map((page) => page.context().close()));
});
