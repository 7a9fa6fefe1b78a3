import { type Browser, type Page, expect } from "@playwright/test";
import { fillProfile, password, proveIdentity, register } from "./support/customer.ts";
import { type SandboxPerson, messageTo, personNumber, sandboxUrl } from "./support/sandbox.ts";
import { phone, signedIn } from "./support/screens.ts";
import { test } from "./support/world.ts";

/** Somebody signs in on a device that knows nothing of them, and opens the statement step. */
async function comeBack(browser: Browser, person: SandboxPerson): Promise<Page> {
  const page = await signedIn(browser, { email: person.email, password }, phone);
  await page.goto("/customer/settings/profile");
  await page
    .getByRole("list", { name: "Your profile, step by step" })
    .getByRole("link", { name: "Bank statement" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Bank statement" })).toBeVisible();
  return page;
}

async function registerAndLeave(
  browser: Browser,
  person: SandboxPerson,
  before: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: phone });
  const page = await context.newPage();
  await register(page, person);
  await page.goto("/customer/settings/profile?step=identity");
  await proveIdentity(page, person);
  await fillProfile(page, person);
  await before(page);
  await context.close();
}

async function choose(page: Page, way: RegExp): Promise<void> {
  const main = page.getByRole("main");
  // Two ways are offered at first; the others are one tap away.
  await expect(main.getByRole("radio", { name: /^(Connect my bank|Send a file)/ })).toHaveCount(2);
  await expect(main.getByRole("radio")).toHaveCount(2);
  await main.getByRole("button", { name: "Another way" }).click();
  await main.getByRole("radio", { name: way }).check();
}

test("onboarding is left on a phone while the bank answers, and ends elsewhere with the bank's ticket", async ({
  browser,
}) => {
  const person = await personNumber(5);
  await registerAndLeave(browser, person, async (page) => {
    await page.goto("/customer/settings/profile?step=statement");
    await choose(page, /^Ask my bank/);
    await page.getByRole("main").getByRole("checkbox", { name: "I agree" }).check();
    await page.getByRole("button", { name: "Ask my bank" }).click();
    await expect(page.getByLabel("Ticket number")).toBeVisible();
  });
  const page = await comeBack(browser, person);
  const main = page.getByRole("main");
  await expect(main.getByRole("radio", { name: /^Ask my bank/ })).toBeChecked();
  const [, ticket = "", secret = ""] =
    /Ticket (\S+), password (\d+)/.exec(await messageTo(person.phone, "Ticket")) ?? [];
  await main.getByLabel("Ticket number").fill(ticket);
  await main.getByLabel("Password from the message").fill("00000");
  await main.getByRole("button", { name: "Fetch my statement" }).click();
  await expect(main.getByText(/do not belong together/).first()).toBeVisible();
  await main.getByLabel("Password from the message").fill(secret);
  await main.getByRole("button", { name: "Fetch my statement" }).click();
  await expect(main.getByText(/^From your bank,/)).toBeVisible({ timeout: 30_000 });
  await expect(main.getByText("We are reading it.")).toHaveCount(0, { timeout: 30_000 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.context().close();
});

test("onboarding is left in the middle, and ends on another phone with an account linked at Okra", async ({
  browser,
}) => {
  const person = await personNumber(8);
  await registerAndLeave(browser, person, async (page) => {
    await page.goto("/customer/settings/profile?step=statement");
    await choose(page, /^Connect through Okra/);
  });
  const page = await comeBack(browser, person);
  const main = page.getByRole("main");
  await choose(page, /^Connect through Okra/);
  await main.getByRole("button", { name: "Connect my bank" }).click();
  await expect(page).toHaveURL(new RegExp(sandboxUrl));
  await page.getByLabel("BVN of the person").fill(person.bvn);
  await page.getByRole("button", { name: "Link this account" }).click();
  await expect(main.getByText("Your bank account is connected.")).toBeVisible();
  await main.getByRole("checkbox", { name: "I agree" }).check();
  await main.getByRole("button", { name: "Fetch my statement" }).click();
  await expect(main.getByText(/^From your bank,/)).toBeVisible({ timeout: 30_000 });
  await expect(main.getByRole("link", { name: /^Bank statement from/ })).toBeVisible();
  await page.context().close();
});
