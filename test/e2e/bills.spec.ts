import { expect } from "@playwright/test";
import { act, loginOf, phone, signedIn } from "./support/screens.ts";
import { appPort, test } from "./support/world.ts";

const METER = "1111111111111";

test("a token on a phone: verified, paid, told honestly while it has not come, then large and copied", async ({
  browser,
}) => {
  const page = await signedIn(browser, loginOf("customer"), phone, { hasTouch: true, isMobile: true });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
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

  await page.goto("/customer/bills");
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
  await page.getByRole("button", { name: "Continue" }).click();
  const dialog = page.getByRole("dialog").filter({ visible: true });
  await expect(dialog.getByText(METER)).toBeVisible();
  // Two presses are one payment.
  await dialog.getByRole("button", { name: "Pay ₦2,107.50" }).dblclick();

  await expect(page).toHaveURL(/\/customer\/bills\/[0-9a-f-]{36}$/);
  await expect(page.getByText("You need not pay again.")).toBeVisible({ timeout: 30_000 });
  const token = page.getByText(/^\d{4}-\d{4}-\d{4}-\d{4}-\d{4}$/);
  await expect(token).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Copy token" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d{20}$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.goto("/customer/bills");
  await expect(page.getByText("Ikeja Electric, prepaid").last()).toBeVisible();
  await page.context().close();

  const finance = await signedIn(browser, loginOf("super_finance"));
  await finance.goto("/admin/bills-transactions");
  await finance.getByRole("row").filter({ hasText: METER }).getByRole("link").first().click();
  await expect(finance.getByText("Our float at Baxi")).toBeVisible();
  await expect(finance.getByText("Asking the provider").first()).toBeVisible();
  await finance.context().close();
});
