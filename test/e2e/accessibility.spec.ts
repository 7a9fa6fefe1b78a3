import { expect, type Page } from "@playwright/test";
import { bringAxe, violationsOf } from "./support/axe.ts";
import { addressesFor, openAddresses, recordsOf } from "./support/addresses.ts";
import { personNumber } from "./support/sandbox.ts";
import { ask, desktop, loginOf, phone, signedIn } from "./support/screens.ts";
import { test } from "./support/world.ts";

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

const MAX_ANIMATION = 2_000;

/** Waits until the screen shows what it is about: nothing is loading any more. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  // The design page shows what loading looks like, and goes on showing it.
  // What is dimmed are the rows of before, while those of another question are fetched.
  if (!page.url().endsWith("/design"))
    await expect(page.locator("[class*=skeleton i], [data-dimmed=true]")).toHaveCount(0);
  // A colour that is half way from day to night is no colour of ours.
  await page.evaluate((longest) => {
    const ends = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished);
    // One that stands still in a window behind the other never ends.
    return Promise.race([Promise.allSettled(ends), new Promise((resolve) => setTimeout(resolve, longest))]);
  }, MAX_ANIMATION);
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

/** Lists that do not fit the window: their last columns, or the menu of their rows, are out of sight. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLTableElement>("main table")].flatMap((table) => {
      let box: HTMLElement | null = table.parentElement;
      while (box && box.localName !== "main" && getComputedStyle(box).overflowX === "visible") box = box.parentElement;
      const missing = box ? box.scrollWidth - box.clientWidth : 0;
      return missing > 1 ? [`a list is ${missing} px wider than its place: ${table.caption?.textContent ?? ""}`] : [];
    }),
  );

/** The same once the page has settled: a row that comes late may bring the scroll bar that takes its place from the list. */
async function settledTooWide(page: Page): Promise<string[]> {
  let found = await tooWide(page);
  for (let more = 0; found.length > 0 && more < 10; more += 1) {
    await page.waitForTimeout(200);
    found = await tooWide(page);
  }
  return found;
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

/** Looks at every address on a desktop and on a phone, each by day and by night; at the menus around them with the first. @returns what is wrong, each with its address */
async function inspect(page: Page, addresses: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  const complaints = listenTo(page);
  await bringAxe(page);
  for (const [place, at] of addresses.entries()) {
    const say = (where: string, texts: readonly string[]): void =>
      void wrong.push(...texts.map((text) => `${at} (${where}): ${text}`));
    const look = async (colorScheme: "light" | "dark", width: number, rules: "all" | "colour"): Promise<void> => {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
      await settle(page);
      say(`${colorScheme}, ${width}`, await violationsOf(page, rules, place > 0));
      if (rules === "all" && (await scrollsSideways(page))) say(String(width), ["scrolls sideways"]);
    };
    await page.setViewportSize(desktop);
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(at);
    await look("light", desktop.width, "all");
    say("early answers", await askedForNothing(page));
    // The design page shows what a list does that cannot fit.
    if (!at.endsWith("/design")) say("1440", await settledTooWide(page));
    await look("dark", desktop.width, "colour");
    await page.setViewportSize(phone);
    await look("dark", phone.width, "all");
    await look("light", phone.width, "colour");
    say("console", complaints.splice(0));
  }
  return wrong;
}

const PARTS_OF_STAFF = 4;
/** Has a loan that runs, a card and receipts (apps/api/demo/borrowers.ts). */
const BORROWER = 57;

test.describe("Every screen, light and dark, desktop and phone: no violation, no sideways scrolling, nothing in the console", () => {
  // Each looks at twenty screens four times: on a busy machine longer than any other test.
  test.describe.configure({ timeout: 600_000, mode: "parallel" });
  const enough = (addresses: readonly string[], atLeast: number): string[] => {
    const different = [...new Set(addresses)];
    expect(different.length, "addresses to look at").toBeGreaterThanOrEqual(atLeast);
    return different;
  };

  for (let part = 0; part < PARTS_OF_STAFF; part += 1)
    test(`of the provider's staff, part ${part + 1} of ${PARTS_OF_STAFF}`, async ({ browser }) => {
      const page = await signedIn(browser, loginOf("admin"));
      const all = enough(await addressesFor(page, "admin", await recordsOf(page)), 30);
      expect(
        await inspect(
          page,
          all.filter((_, index) => index % PARTS_OF_STAFF === part),
        ),
      ).toEqual([]);
      await page.context().close();
    });

  test("of guests", async ({ browser, page }) => {
    const admin = await signedIn(browser, loginOf("admin"));
    const records = await recordsOf(admin);
    await admin.context().close();
    expect(await inspect(page, enough(openAddresses(records), 8))).toEqual([]);
  });

  test("of a company", async ({ browser }) => {
    const page = await signedIn(browser, loginOf("company_super_admin"));
    expect(await inspect(page, enough(await addressesFor(page, "corporate", {}), 5))).toEqual([]);
    await page.context().close();
  });

  test("of a customer", async ({ browser }) => {
    const { email } = await personNumber(BORROWER);
    const page = await signedIn(browser, { email, password: loginOf("customer").password });
    const { loans } = await ask<{ loans: { id: string }[] }>(page, "/personal/loans");
    const id = loans[0]?.id ?? "";
    expect(id, "a loan to look at").not.toBe("");
    const addresses = await addressesFor(page, "customer", { loanId: id, "/{accountType}/loans/{id}": id });
    expect(await inspect(page, enough(addresses, 8))).toEqual([]);
    await page.context().close();
  });
});
