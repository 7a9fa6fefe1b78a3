import { shortDay } from "@manilla/contract/formats";
import { expect, type Page } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { act, answerDialog, loginOf, phone, signedIn } from "./support/screens.ts";
import { test } from "./support/world.ts";

const DAY = 86_400_000;
const typed = (days: number): string => shortDay(new Date(Date.now() + days * DAY).toISOString().slice(0, 10));
const isNoWider = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test("The delegate of an absent head of department decides on a phone, the owner after them, and the beneficiary can be paid", async ({
  browser,
}) => {
  const head = await signedIn(browser, loginOf("department"), phone);
  await head.goto("/customer/approvals/delegates");
  await head.getByRole("button", { name: "Name a delegate…" }).click();
  const dialog = head.getByRole("dialog").filter({ visible: true });
  await dialog.getByLabel("Delegate").selectOption({ label: "Femi Alabi" });
  await dialog.getByLabel("First day").fill(typed(-1));
  await dialog.getByLabel("Last day").fill(typed(3));
  await dialog.getByRole("button", { name: "Name them" }).click();
  await expect(head.getByText("Running")).toBeVisible();
  expect(await violationsOf(head)).toEqual([]);

  const unit = await signedIn(browser, loginOf("unit"), phone);
  await unit.goto("/customer/approvals");
  const bar = unit.getByRole("navigation", { name: "Most used" });
  await expect(bar.getByRole("link", { name: /to decide/ })).toHaveAttribute("aria-current", "page");
  // One at a time, the oldest first: what others ask is put off.
  const card = unit.getByRole("article");
  const heading = card.getByRole("heading", { level: 2 });
  const turnTo = async (name: RegExp): Promise<void> => {
    for (;;) {
      await expect(heading).toBeVisible();
      const shown = (await heading.textContent()) ?? "";
      if (name.test(shown)) return;
      await card.getByRole("button", { name: "Decide later" }).click();
      await expect(heading.filter({ hasText: shown })).toHaveCount(0);
    }
  };
  await turnTo(/^Pay .*, Access Bank/);
  await expect(card.getByText("You decide for Aisha Bello.")).toBeVisible();
  await act(unit, "Approve", "Approve");
  await turnTo(/^Pay Kuramo Cold Chain Ltd/);
  await expect(card.getByText("% the same")).toBeVisible();
  expect(await isNoWider(unit)).toBe(true);
  expect(await violationsOf(unit)).toEqual([]);
  await act(unit, "Decline", "Decline", "The bank has another name");
  await expect(card.getByRole("heading", { name: /^Pay Kuramo/ })).toHaveCount(0);

  const owner = await signedIn(browser, loginOf("owner"));
  await owner.goto("/corporate/approvals");
  await owner.getByRole("link", { name: /^Pay .*, Access Bank/ }).click();
  await expect(owner.getByText("You decide.")).toBeVisible();
  await owner.keyboard.press("a");
  await answerDialog(owner, "Approve");
  await expect(owner.getByText("Approved", { exact: true }).first()).toBeVisible();

  const finance = await signedIn(browser, loginOf("company_finance_manager"));
  await finance.goto("/corporate/beneficiaries");
  await expect(finance.getByRole("row").filter({ hasText: "Access Bank" }).getByText("Active")).toBeVisible();
  await expect(finance.getByRole("row").filter({ hasText: "Kuramo" }).getByText("Refused")).toBeVisible();
  expect(await violationsOf(finance)).toEqual([]);
});
