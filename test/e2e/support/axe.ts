/** What axe says of a page. */
import axe, { type AxeResults, type RunOptions } from "axe-core";
import type { Page } from "@playwright/test";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What can be otherwise by night than by day in the same window; everything else is the same page. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

/** The menus around each screen of an account: the same on all of them. */
const FRAME = [['nav[aria-label="Main"]'], ['nav[aria-label="Most used"]']];

/** A long table says nothing after these rows that it has not said before: half of the work on a list. */
const REPEATED_ROWS = ["tbody tr:nth-child(n + 8)"];

interface InPage {
  axe: { run(context: { exclude: string[][] }, options: RunOptions): Promise<AxeResults> };
}

/** Has axe come along with each page that is opened from now on, for a walk of many: brought to each by itself it took as long as opening the page. */
export async function bringAxe(page: Page): Promise<void> {
  await page.addInitScript({ content: axe.source });
}

/**
 * Asks axe in the page itself, to which it is given once: bringing it for each question took half of the time. Frames of others (the issuer's vault) are not
 * entered.
 * @param rules all of the standards, or those of colour only
 * @param isFrameKnown leaves out the menus, which were a third of the work on each of two hundred screens
 * @returns a line for each violation, with up to three places
 */
export async function violationsOf(
  page: Page,
  rules: "all" | "colour" = "all",
  isFrameKnown = false,
): Promise<string[]> {
  // A page that has just been opened is looked at once it is there.
  await page.locator("h1").first().waitFor({ state: "attached" });
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const exclude = [REPEATED_ROWS, ...(isFrameKnown ? FRAME : [])];
  return page.evaluate(
    async ([tags, colours, exclude]) => {
      // In the page it is a global, as its source defines it; the types here are the test's.
      const { violations } = await (globalThis as unknown as InPage).axe.run(
        { exclude },
        {
          runOnly: colours ? { type: "rule", values: colours } : { type: "tag", values: tags },
          resultTypes: ["violations"],
          iframes: false,
        },
      );
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 3)
            .map(({ target }) => target.join(" "))
            .join(" | ")}`,
      );
    },
    [STANDARDS, rules === "colour" ? RULES_OF_COLOUR : null, exclude] as const,
  );
}
