import { expect } from "@playwright/test";
import { act, loginOf, phone, signedIn } from "./support/screens.ts";
import { test } from "./support/world.ts";

test("rewards are redeemed on a phone and sent to the bank account", async ({ browser }) => {
  const page = await signedIn(browser, loginOf("customer"), phone, { hasTouch: true, isMobile: true });
  await page.goto("/customer/wallets");
  await expect(page.getByText("₦3,500.00")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Tier 2" })).toBeVisible();
  await page.getByRole("link", { name: "Redeem or withdraw" }).click();
  await act(page, "Redeem", "Redeem");
  await expect(page.getByText("₦3,500.00 redeemed. Your cash wallet holds ₦3,500.00.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Redeem", exact: true })).toHaveAttribute("aria-disabled", "true");

  const amount = page.getByLabel("Amount");
  await amount.fill("4000");
  await page.getByRole("button", { name: "Send to my account" }).click();
  await expect(page.getByText("your wallet holds ₦3,500.00").first()).toBeVisible();
  await amount.fill("1500");
  await page.getByRole("button", { name: "Send to my account" }).click();
  await expect(page.getByText("₦1,500.00 is on its way to your account.")).toBeVisible();
  await expect(page.getByText("₦2,000.00").first()).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Paid out", { exact: true }).first()).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.context().close();
});
