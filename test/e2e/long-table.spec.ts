import { AxeBuilder } from "@axe-core/playwright";
import { expect } from "@playwright/test";
import { desktop, phone } from "./support/screens.ts";
import { test } from "./support/world.ts";

const ROWS = 100_000;

test("A table of a hundred thousand rows is gone through by keyboard and found in, and only the rows in sight stand in the page", async ({
  browser,
}) => {
  const page = await (await browser.newContext({ viewport: desktop })).newPage();
  await page.goto("/design");
  await page.getByRole("button", { name: "A hundred thousand rows" }).click();
  const table = page.getByRole("region", { name: "Sample of a long table, 100,000 rows" });
  await expect(table.getByRole("table")).toHaveAttribute("aria-rowcount", String(ROWS + 1));
  const at = (): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.getAttribute("aria-rowindex") ?? null);
  await table.focus();
  for (let press = 0; press < 30; press += 1) await page.keyboard.press("j");
  // The head is the first row.
  await expect.poll(at).toBe("31");
  await page.keyboard.press("k");
  await expect.poll(at).toBe("30");
  await page.keyboard.press("End");
  await expect.poll(at).toBe(String(ROWS + 1));
  expect(await table.getByRole("row").count()).toBeLessThan(80);

  await page.getByRole("searchbox", { name: "Find in sample of a long table" }).fill("reference 7777");
  await expect(page.getByText("1 of 11", { exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 of 11", { exact: true })).toBeVisible();
  await expect(
    table.getByRole("row", { name: /reference 77770$/ }).or(table.getByRole("row", { name: /reference 77770 / })),
  ).toBeInViewport();
  await page.keyboard.press("Shift+Enter");
  await expect(page.getByText("1 of 11", { exact: true })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).include("#long").analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await page.context().close();
});

test("On a phone its rows are labelled cards that say which of how many they are", async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: phone })).newPage();
  await page.goto("/design");
  const cards = page.getByRole("list", { name: "Sample of a long table" });
  await expect(cards.getByRole("listitem").first()).toHaveAttribute("aria-setsize", "500");
  await page.getByRole("region", { name: "Sample of a long table, 500 rows" }).focus();
  await page.keyboard.press("j");
  await page.keyboard.press("End");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-posinset"))).toBe("500");
  await expect(cards.getByText("reference 500", { exact: false })).toBeInViewport();
  await page.context().close();
});
