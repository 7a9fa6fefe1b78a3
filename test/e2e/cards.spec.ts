import { expect, type Page } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { answerDialog, loginOf, phone, signedIn } from "./support/screens.ts";
import { test } from "./support/world.ts";

/** Works for the demo's company and has finished their own profile. */
const HOLDER = { email: "bashir.lawan@mail.example", password: loginOf("company_staff").password };
const LABEL = "Diesel for Ikorodu";

/** The card's page, from the list of those whose it is. */
async function openCard(page: Page, list: string): Promise<void> {
  await page.goto(list);
  // By its address: a list that is read anew moves while it is pressed.
  const link = page.getByRole("link", { name: new RegExp(LABEL) }).first();
  await page.goto((await link.getAttribute("href"))!);
  await expect(page.getByRole("heading", { level: 1, name: new RegExp(LABEL) })).toBeVisible();
}
const axe = async (page: Page) => expect(await violationsOf(page)).toEqual([]);

test("a card is asked for, approved, made, activated and frozen by its holder on a phone, and a lost one is replaced", async ({
  browser,
}) => {
  const finance = await signedIn(browser, loginOf("company_finance_manager"));
  await finance.goto("/corporate/cards/new");
  await axe(finance);
  await finance.getByLabel(/^Employee/).fill("Bashir");
  await finance.getByRole("radio", { name: /Bashir Lawan/ }).check();
  await finance.getByLabel(/^What is it for/).fill(LABEL);
  await finance.getByRole("button", { name: "Ask for the card" }).click();
  await expect(finance.getByText("Waits for our decision")).toBeVisible();

  const operations = await signedIn(browser, loginOf("operations"));
  await operations.goto("/admin/cards/request");
  await operations.getByRole("row").filter({ hasText: "Bashir" }).first().getByRole("link").first().click();
  await expect(operations.getByRole("heading", { level: 1, name: LABEL })).toBeVisible();
  await operations.getByRole("button", { name: "Approve…" }).click();
  await answerDialog(operations, "Approve");
  await expect(async () => {
    await operations.reload();
    await expect(operations.getByText("It pays once it is activated").first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await axe(operations);

  const holder = await signedIn(browser, HOLDER, phone);
  await openCard(holder, "/customer/cards");
  await axe(holder);
  await holder.getByRole("button", { name: "Activate…" }).click();
  await holder.getByRole("dialog").getByRole("button", { name: "Activate" }).click();
  await expect(holder.getByText("In use", { exact: true })).toBeVisible();
  await holder.getByRole("button", { name: "Show the number…" }).click();
  await holder.getByRole("dialog").getByRole("button", { name: "Open" }).click();
  const vault = holder.frameLocator("iframe");
  await expect(vault.getByText("Security code")).toBeVisible();
  await holder.keyboard.press("Escape");
  await holder.getByRole("button", { name: "Freeze", exact: true }).click();
  await answerDialog(holder, "Freeze");
  await expect(holder.getByText("Frozen by its holder").first()).toBeVisible();
  await holder.getByRole("button", { name: "Unfreeze" }).click();
  await answerDialog(holder, "Unfreeze");
  await expect(holder.getByText("In use", { exact: true })).toBeVisible();

  await holder.getByRole("button", { name: /^More for/ }).click();
  await holder.getByRole("menuitem", { name: "Lost, stolen or damaged…" }).click();
  await holder.getByRole("dialog").getByRole("button", { name: "Have it replaced" }).click();
  await expect(holder.getByText("Closed permanently")).toBeVisible();
  await holder.getByText("A new card takes its place").getByRole("link").click();
  await expect(async () => {
    await holder.reload();
    await expect(holder.getByText("It pays once it is activated").first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
});
