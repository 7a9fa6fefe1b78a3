import { type Page, expect } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { loginOf, fillSignIn, phone } from "./support/screens.ts";
import { appPort, test } from "./support/world.ts";

/** Browsers make passkeys for a name, not for a number. */
const NAMED = `http://localhost:${appPort}`;

/** A phone that keeps passkeys and takes the finger that is put on it. */
async function putFinger(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
async function signOut(page: Page): Promise<void> {
  await page.goto(`${NAMED}/logout`);
  await expect(page).toHaveURL(/\/login/);
}

test("on a phone a passkey is added, renamed, opens the account without a password, and opens nothing once it is removed", async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await putFinger(page);
  await page.goto(`${NAMED}/login`);
  const withPasskey = page.getByRole("button", { name: "Sign in with a passkey" });
  await withPasskey.click();
  await expect(page.getByRole("alert")).toContainText("has no passkey for this site");

  await fillSignIn(page, loginOf("customer"));
  await expect(page).toHaveURL(/\/customer\//);
  await page.goto(`${NAMED}/customer/settings/security`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const main = page.getByRole("main");
  await expect(main.getByRole("listitem").filter({ hasText: "not used yet" })).toContainText(
    /Chrome \d+ on .*One device/,
  );
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(main.getByRole("alert")).toContainText("has a passkey for your account already");
  await main.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("My phone");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  const row = main.getByRole("listitem").filter({ hasText: "My phone" });
  await expect(row).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  await signOut(page);
  await withPasskey.click();
  await expect(page).toHaveURL(/\/customer\//);
  await page.goto(`${NAMED}/customer/settings/security`);
  await expect(row).toContainText("last used");

  await row.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("The passkey is removed.")).toBeVisible();
  await expect(row).toBeHidden();
  await signOut(page);
  await withPasskey.click();
  await expect(page.getByRole("alert")).toHaveText("This passkey does not open an account.");
  await expect(page).toHaveURL(/\/login/);
  await context.close();
});

test("at an address that is a number no passkey is offered", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toHaveCount(0);
});
