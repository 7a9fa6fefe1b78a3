/** A table of any length: only the rows in sight stand in the page, all of them count, and find looks through every one. */
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { LongSample } from "../../apps/web/src/features/platform/design/long-sample.tsx";
import { expectToLookWell, phone, show } from "./stage.tsx";

const ROWS = 100_000;
const focusedRow = () => document.activeElement?.getAttribute("aria-rowindex");

describe("a long table", () => {
  it("of a hundred thousand rows is gone through by keyboard and found in, and only the rows in sight stand in the page", async () => {
    await show(<LongSample />);
    await page.getByRole("button", { name: "A hundred thousand rows" }).click();
    const region = page.getByRole("region", { name: "Sample of a long table, 100,000 rows" });
    await expect.element(region.getByRole("table")).toHaveAttribute("aria-rowcount", String(ROWS + 1));
    (region.element() as HTMLElement).focus();
    await userEvent.keyboard("j".repeat(30));
    // The head is the first row.
    await expect.poll(focusedRow).toBe("31");
    await userEvent.keyboard("k");
    await expect.poll(focusedRow).toBe("30");
    await userEvent.keyboard("{End}");
    await expect.poll(focusedRow).toBe(String(ROWS + 1));
    expect(region.getByRole("row").elements().length).toBeLessThan(80);
    region.element().scrollTop = 0;
    await expect.element(region.getByRole("row", { name: /reference 1( |$)/ })).toBeInViewport();
    expect(focusedRow(), "far out of sight it keeps the keyboard").toBe(String(ROWS + 1));
    await userEvent.keyboard("k");
    await expect.poll(focusedRow).toBe(String(ROWS));

    await page.getByRole("searchbox", { name: "Find in sample of a long table" }).fill("reference 7777");
    await expect.element(page.getByText("1 of 11", { exact: true })).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("2 of 11", { exact: true })).toBeVisible();
    await expect.element(region.getByRole("row", { name: /reference 77770( |$)/ })).toBeInViewport();
    await userEvent.keyboard("{Shift>}{Enter}{/Shift}");
    await expect.element(page.getByText("1 of 11", { exact: true })).toBeVisible();
    await expectToLookWell();
  });

  it("is labelled cards on a phone, that say which of how many they are", async () => {
    await page.viewport(...phone);
    await show(<LongSample />);
    const cards = page.getByRole("list", { name: "Sample of a long table" });
    await expect.element(cards.getByRole("listitem").first()).toHaveAttribute("aria-setsize", "500");
    (page.getByRole("region", { name: "Sample of a long table, 500 rows" }).element() as HTMLElement).focus();
    await userEvent.keyboard("j{End}");
    await expect.poll(() => document.activeElement?.getAttribute("aria-posinset")).toBe("500");
    await expect.element(cards.getByText("reference 500", { exact: false })).toBeInViewport();
  });
});
