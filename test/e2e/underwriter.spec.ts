import { expect, type Page } from "@playwright/test";
import { ask, desktop, loginOf } from "./support/screens.ts";
import { test } from "./support/world.ts";

/** Goes from key to key until the field named so has the focus: nobody takes the mouse. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 40; press += 1) {
    if (
      await page.evaluate(
        (pattern) =>
          new RegExp(pattern, "i").test(
            (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ?? "",
          ),
        name.source,
      )
    )
      return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the keyboard does not reach ${name.source}`);
}

/** What an underwriter thinks of the cases, in turn. The letter is the act's own. */
const verdicts = [
  { letter: "x", reason: "A loan elsewhere is in arrears." },
  { letter: "u", reason: "The salary varies; ask for three payslips." },
  { letter: "v", reason: "Identity, employer and statement agree." },
  { letter: "r", reason: "Salary covers the instalment three times." },
] as const;

/** Signs the underwriter in without the mouse. */
async function signInByKeyboard(page: Page): Promise<void> {
  const login = loginOf("risk");
  await page.goto("/login");
  await expect(page.getByLabel("E-mail or phone")).toBeVisible();
  await tabTo(page, /E-mail or phone/);
  await page.keyboard.type(login.email);
  await tabTo(page, /^Password/);
  await page.keyboard.type(login.password);
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveURL(/login/);
}

test("An underwriter clears the queue by keyboard: parts, documents, decision, reason, next case", async ({
  browser,
}) => {
  test.setTimeout(900_000);
  const context = await browser.newContext({ viewport: desktop });
  const page = await context.newPage();
  await signInByKeyboard(page);
  // The sign-in page has a heading too, and its password still has the keyboard.
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();

  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await expect(page.getByRole("heading", { level: 1, name: "Process Users" })).toBeVisible();
  await expect(page.locator("tbody tr a").first()).toBeVisible();
  const { total_count } = await ask<{ total_count: number }>(page, "/admin/personal/users/status/process?limit=1");
  expect(total_count, "cases enough for a day").toBeGreaterThanOrEqual(30);
  await page.keyboard.press("j");
  await expect(page.locator("tbody tr").first()).toBeFocused();
  await page.keyboard.press("Enter");

  const parts = page.getByRole("navigation", { name: "Parts of the case" });
  const decided: string[] = [];
  for (let number = 0; number < total_count; number += 1) {
    await expect(page).toHaveURL(/[0-9a-f]{8}(\?|$)/);
    const person = page.url().split("?")[0] ?? "";
    // The address changes a moment before the case does: the letters are for the person whom one sees.
    await expect(page.getByText(`…${person.slice(-8)}`)).toBeVisible();
    await expect(parts).toBeVisible();
    expect(decided, "nobody is decided twice").not.toContain(person);
    if (number < 4) {
      await page.keyboard.press("3");
      await expect(parts.getByRole("link", { name: /^Documents/ })).toHaveAttribute("aria-current", "page");
      await page.keyboard.press("4");
      await expect(
        page
          .getByText("Add up, line by line")
          .or(page.getByText("Do not add up"))
          .or(page.getByText("The statement shows none"))
          .or(page.getByText("This statement does not add up."))
          .first(),
      ).toBeVisible();
    }
    const isVerified =
      (await page.getByText("Processing:Verified").count()) +
        (await page.getByText("Verified", { exact: true }).and(page.locator("[class*=badge]")).count()) >
      0;
    const usual = verdicts[number % verdicts.length] ?? verdicts[0];
    const verdict =
      usual.letter === "r" && !isVerified ? verdicts[2] : usual.letter === "v" && isVerified ? verdicts[3] : usual;
    // The letters work also for acts that wait in the menu.
    await expect(page.getByRole("region", { name: "Next step" })).toBeVisible();
    await page.keyboard.press(verdict.letter);
    const question = page.getByRole("dialog").filter({ visible: true });
    await expect(question.getByRole("textbox", { name: /^Reason/ })).toBeFocused();
    await page.keyboard.type(verdict.reason);
    await page.keyboard.press("Control+Enter");
    await expect(question).toHaveCount(0);
    decided.push(person);
    if (number === total_count - 1) break;
    // A verified case stays in the queue, so it stays open until one goes on.
    if (verdict.letter === "v") await page.keyboard.press("n");
    await expect(page).not.toHaveURL(new RegExp(person));
  }
  expect(new Set(decided).size).toBe(total_count);
  const left = await ask<{ total_count: number }>(page, "/admin/personal/users/status/process?limit=1");
  expect(left.total_count, "only those who were verified are left").toBeLessThan(total_count / 2);
  await context.close();
});

test("Letters rest while somebody types or goes to another screen, and a closed act says why", async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: desktop })).newPage();
  await signInByKeyboard(page);
  await page.goto("/admin/users/declined");
  await expect(page.locator("tbody tr a").first()).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.locator("tbody tr").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("navigation", { name: "Parts of the case" })).toBeVisible();
  await expect(page.locator('button[aria-keyshortcuts="x"]')).toBeVisible();
  const question = page.getByRole("dialog").filter({ visible: true });
  // A declined or deactivated person cannot be declined.
  await page.keyboard.press("x");
  await expect(page.getByText(/^This profile is (declined|deactivated)/).first()).toBeVisible();
  await expect(question).toHaveCount(0);
  await page.keyboard.press("8");
  await expect(page).toHaveURL(/[?&]tab=/);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Mark uncertain");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog").filter({ visible: true })).toHaveCount(0);
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await expect(page.getByRole("heading", { level: 1, name: "Process Users" })).toBeVisible();
  await page.context().close();
});
