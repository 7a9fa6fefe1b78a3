import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { addressesFor, openAddresses, recordsOf } from "./support/addresses.ts";
import { password } from "./support/customer.ts";
import { personNumber } from "./support/sandbox.ts";
import { ask, desktop, loginOf, phone, signedIn } from "./support/screens.ts";

/** What a page complains of, in the order in which it happened. A refused look-up is an answer, not a fault of the page. */
function listenTo(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !/^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  return complaints;
}

/** Waits until the screen shows what it is about: nothing is loading any more. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  // The design page shows what loading looks like, and goes on showing it.
  if (!page.url().endsWith("/design")) await expect(page.locator("[class*=skeleton i]")).toHaveCount(0);
  // A colour that is half way from day to night is no colour of ours.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity).map(({ finished }) => finished)));
}

async function violationsOf(page: Page): Promise<string[]> {
  // Our pages have no frames of others, so that one pass in the page itself is enough: half the time of the default.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] }).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target }) => target.join(" ")).join(" | ")}`);
}

/** Whether the page can be pushed sideways, in pixels. */
const sidewaysOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const WINDOWS = 2;

/** Looks at every address by day on a desktop and by night on a phone, in two windows at once. @returns what is wrong, each with its address */
async function inspect(page: Page, addresses: readonly string[], atLeast: number): Promise<string[]> {
  const open = [...new Set(addresses)];
  expect(open.length, "addresses to look at").toBeGreaterThanOrEqual(atLeast);
  const pages = [page, ...(await Promise.all(Array.from({ length: WINDOWS - 1 }, () => page.context().newPage())))];
  const wrong = await Promise.all(pages.map((each) => inspectIn(each, open)));
  return wrong.flat().toSorted();
}

/** Takes addresses until none is left. */
async function inspectIn(page: Page, open: string[]): Promise<string[]> {
  const wrong: string[] = [];
  const complaints = listenTo(page);
  for (let address = open.shift(); address !== undefined; address = open.shift()) {
    const at = address;
    const say = (where: string, texts: readonly string[]): void => void wrong.push(...texts.map((text) => `${at} (${where}): ${text}`));
    await page.setViewportSize(desktop);
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(address);
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "light");
    await settle(page);
    say("light, 1440", await violationsOf(page));
    if ((await sidewaysOf(page)) > 0) say("1440", ["scrolls sideways"]);
    await page.setViewportSize(phone);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    await settle(page);
    say("dark, 390", await violationsOf(page));
    if ((await sidewaysOf(page)) > 0) say("390", ["scrolls sideways"]);
    say("console", complaints.splice(0));
  }
  return wrong;
}

test.describe("Every screen, light and dark, desktop and phone: no violation, no sideways scrolling, nothing in the console", () => {
  // Some sixty screens, each looked at twice: on a busy machine longer than any other test.
  test.describe.configure({ timeout: 360_000 });
  const asked = async (browser: Browser, name: string): Promise<Page> => signedIn(browser, loginOf(name));

  test("of guests", async ({ browser, page }) => {
    const admin = await asked(browser, "admin");
    const records = await recordsOf(admin);
    await admin.context().close();
    expect(await inspect(page, openAddresses(records), 8)).toEqual([]);
  });

  test("of the provider's staff", async ({ browser }) => {
    const page = await asked(browser, "admin");
    expect(await inspect(page, await addressesFor(page, "admin", await recordsOf(page)), 30)).toEqual([]);
    await page.context().close();
  });

  test("of a company", async ({ browser }) => {
    const page = await asked(browser, "company_super_admin");
    expect(await inspect(page, await addressesFor(page, "corporate", {}), 5)).toEqual([]);
    await page.context().close();
  });

  test("of a customer", async ({ browser, request }) => {
    // Whoever has lived through the journey has a loan and receipts to show; without it the demo's own customer stands in.
    const lived = { email: (await personNumber(1)).email, password };
    const hasLived = (await request.post("/api/login/token", { data: lived })).ok();
    const page = await signedIn(browser, hasLived ? lived : loginOf("customer"));
    const { loans } = await ask<{ loans: { id: string }[] }>(page, "/personal/loans");
    const id = loans[0]?.id;
    expect(await inspect(page, await addressesFor(page, "customer", id ? { loanId: id, "/{accountType}/loans/{id}": id } : {}), 8)).toEqual([]);
    await page.context().close();
  });
});
