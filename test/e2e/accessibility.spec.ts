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
    if (
      message.type() === "error" &&
      !/^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())
    )
      complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  return complaints;
}

const LONGEST_ANIMATION = 2_000;

/** Waits until the screen shows what it is about: nothing is loading any more. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  // The design page shows what loading looks like, and goes on showing it.
  if (!page.url().endsWith("/design")) await expect(page.locator("[class*=skeleton i]")).toHaveCount(0);
  // A colour that is half way from day to night is no colour of ours.
  await page.evaluate((longest) => {
    const ends = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished);
    // One that stands still in a window behind the other never ends.
    return Promise.race([Promise.allSettled(ends), new Promise((resolve) => setTimeout(resolve, longest))]);
  }, LONGEST_ANIMATION);
}

/** What can be otherwise by night than by day in the same window; everything else is the same page. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];
const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

async function violationsOf(page: Page, rules: "all" | "colour"): Promise<string[]> {
  // Our pages have no frames of others, so that one pass in the page itself is enough: half the time of the default.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  const { violations } = await (rules === "all" ? axe.withTags(STANDARDS) : axe.withRules(RULES_OF_COLOUR)).analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ target }) => target.join(" "))
        .join(" | ")}`,
  );
}

/** Whether the page, or its middle, can be pushed sideways, in pixels. */
const sidewaysOf = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      ...[document.documentElement, document.querySelector("main")].map((part) =>
        part ? part.scrollWidth - part.clientWidth : 0,
      ),
    ),
  );

const REDRAW = { tries: 15, milliseconds: 100 };

/** Whether it can be pushed sideways for good: a chart that was drawn for a wide window takes a moment to be drawn for a narrow one. */
async function scrollsSideways(page: Page): Promise<boolean> {
  for (let tries = 0; tries < REDRAW.tries; tries += 1) {
    if ((await sidewaysOf(page)) === 0) return false;
    await page.waitForTimeout(REDRAW.milliseconds);
  }
  return true;
}

/** Lists that the server named in the head and the screen then asked otherwise: fetched for nothing. */
const askedForNothing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const named =
      location.search === ""
        ? [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="fetch"]')].map(({ href }) => href)
        : [];
    const asked = performance.getEntriesByType("resource").map(({ name }) => name);
    return named
      .filter((address) => asked.some((other) => other !== address && other.split("?")[0] === address.split("?")[0]))
      .map((address) => `asked otherwise than ${address}`);
  });

const WINDOWS = 2;

/** Looks at every address on a desktop and on a phone, each by day and by night, in two windows at once. @returns what is wrong, each with its address */
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
    const say = (where: string, texts: readonly string[]): void =>
      void wrong.push(...texts.map((text) => `${at} (${where}): ${text}`));
    const look = async (colorScheme: "light" | "dark", width: number, rules: "all" | "colour"): Promise<void> => {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
      await settle(page);
      say(`${colorScheme}, ${width}`, await violationsOf(page, rules));
      if (rules === "all" && (await scrollsSideways(page))) say(String(width), ["scrolls sideways"]);
    };
    await page.setViewportSize(desktop);
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(address);
    await look("light", desktop.width, "all");
    say("early answers", await askedForNothing(page));
    await look("dark", desktop.width, "colour");
    await page.setViewportSize(phone);
    await look("dark", phone.width, "all");
    await look("light", phone.width, "colour");
    say("console", complaints.splice(0));
  }
  return wrong;
}

test.describe("Every screen, light and dark, desktop and phone: no violation, no sideways scrolling, nothing in the console", () => {
  // Some eighty screens, each looked at four times: on a busy machine longer than any other test.
  test.describe.configure({ timeout: 900_000 });
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
    expect(
      await inspect(
        page,
        await addressesFor(page, "customer", id ? { loanId: id, "/{accountType}/loans/{id}": id } : {}),
        8,
      ),
    ).toEqual([]);
    await page.context().close();
  });
});
