/** What people do on every screen: sign in, answer a question, fill a form, find a row. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, expect, type Locator, type Page } from "@playwright/test";

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

interface Login {
  role: string;
  account_type: string;
  email: string;
  password: string;
}
export const logins = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../docs/demo-logins.json"), "utf8"),
) as Login[];

/** The login of a role or of the mail address's first part. */
export function loginOf(name: string): Login {
  const login = logins.find(({ role, email }) => email.split("@")[0] === name || role === name);
  if (!login) throw new Error(`docs/demo-logins.json has no ${name}.`);
  return login;
}

/** Signs in on the sign-in page, which has to be open. */
export async function fillSignIn(page: Page, login: { email: string; password: string }): Promise<void> {
  await page.getByLabel("E-mail or phone").fill(login.email);
  await page.getByLabel("Password", { exact: true }).fill(login.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Opens a window of its own and signs in there. */
export async function signedIn(
  browser: Browser,
  login: { email: string; password: string },
  viewport = desktop,
  device: { hasTouch?: boolean; isMobile?: boolean } = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport, ...device });
  const page = await context.newPage();
  await page.goto("/login");
  await fillSignIn(page, login);
  await expect(page).not.toHaveURL(/\/login/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return page;
}

/** Answers the dialog that is open. @param reason typed where one is asked for */
export async function answerDialog(page: Page, yes: string | RegExp, reason?: string): Promise<void> {
  const dialog = page.getByRole("dialog").filter({ visible: true });
  if (reason !== undefined) await dialog.getByRole("textbox").first().fill(reason);
  await dialog.getByRole("button", { name: yes, ...(typeof yes === "string" && { exact: true }) }).click();
}

/** Presses a button that asks first, says yes, and waits until the question is gone. */
export async function act(page: Page, button: string, yes: string, reason?: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  await answerDialog(page, yes, reason);
  await expect(page.getByRole("dialog").filter({ visible: true })).toHaveCount(0);
}

/** Types a code into the split input; the first box takes all of it. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Digit 1 of 6").fill(code);
}

/** Fills fields by their labels. */
export async function fillFields(within: Page | Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await within.getByLabel(label, { exact: true }).fill(value);
}

/** Chooses in lists by the lists' labels; a choice is named by its label or its value. */
export async function choose(within: Page | Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await within.getByLabel(label, { exact: true }).selectOption(value);
}

/** Opens a list narrowed to what is searched, and gives the row that has the text. */
export async function findRow(page: Page, address: string, search: string, text: string): Promise<Locator> {
  await page.goto(address);
  await page.getByRole("searchbox").fill(search);
  // The list asks a moment after the last key, and writes what it asked into the address.
  await expect(page).toHaveURL(/[?&]search=/);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const row = page.getByRole("row").filter({ hasText: text }).first();
  await expect(row).toBeVisible();
  return row;
}

/** Chooses an item of a row's menu, once the list shows what was asked last: a row that goes meanwhile takes its menu along. */
export async function chooseInMenu(page: Page, row: Locator, item: string): Promise<void> {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** Reads a file with the page's own session and checks that it is a PDF. @returns its bytes */
export async function readPdf(page: Page, address: string): Promise<Buffer> {
  const answer = await page.request.get(address);
  expect(answer.status(), address).toBe(200);
  expect(answer.headers()["content-type"]).toContain("application/pdf");
  const bytes = await answer.body();
  expect(bytes.subarray(0, 4).toString("latin1")).toBe("%PDF");
  return bytes;
}

/** Asks the API with the page's own session. @returns the answer's data */
export async function ask<Data>(page: Page, address: string): Promise<Data> {
  const answer = await page.request.get(`/api${address}`);
  expect(answer.status(), address).toBe(200);
  const body = (await answer.json()) as { data?: Data; datatable?: Data };
  return (body.data ?? body.datatable) as Data;
}
