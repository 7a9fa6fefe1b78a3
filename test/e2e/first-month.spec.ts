import { type Browser, expect, type Page } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { fillFields, act, answerDialog, ask, loginOf, phone, signedIn, typeCode } from "./support/screens.ts";
import { businessDate, codeSentBy, daysAfter, liveUntil, messageTo, payIn } from "./support/sandbox.ts";
import { test } from "./support/world.ts";

/** The company that a page's person works for. */
const companyOf = async (page: Page): Promise<string> =>
  (await ask<{ user: { company_id: string } }>(page, "/session")).user.company_id;

const password = "Copper-River-27";
const COMPANY = "Iroko Textiles";
const owner = { email: "chinedu@iroko.ng", password, phone: "+2348037000001" };
const employee = { email: "bola@iroko.ng", password };

/** The company registers itself, with a code from the phone, and says where it is. */
async function register(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto("/register/business");
  await fillFields(page, {
    "Company name": COMPANY,
    "Registration number": "RC1293341",
    "Your full name": "Chinedu Eze",
    "Work e-mail": owner.email,
    Phone: owner.phone.replace("+234", "0"),
    Password: password,
  });
  await page.getByRole("checkbox", { name: "I accept the terms and the privacy notice" }).check();
  const code = await codeSentBy(owner.phone, async () => {
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("heading", { name: "Enter the code" })).toBeVisible();
  });
  await typeCode(page, code);
  await page.getByRole("button", { name: "Finish" }).click();
  await expect(page.getByRole("heading", { name: "Your company" })).toBeVisible();
  await fillFields(page, {
    Industry: "Textiles",
    Address: "12 Market Road, Aba",
    Phone: "0803 700 0001",
    "E-mail": "office@iroko.ng",
  });
  await page.getByRole("button", { name: "Save and go on" }).click();
  await expect(page.getByText("Your registration is not approved yet.").first()).toBeVisible();
  return page;
}

test("a company applies, is admitted, pays its plan, funds its wallet, spends, and closes its first month", async ({
  browser,
}) => {
  test.setTimeout(400_000);
  const company = await register(browser);
  const desk = await signedIn(browser, loginOf("business"));
  await desk.goto("/admin/companies/requests");
  await desk.getByRole("link", { name: COMPANY }).click();
  // The register is asked by itself too; here somebody comes sooner.
  await act(desk, "Ask the register", "Ask");
  await expect(desk.getByText("IROKO TEXTILES LTD").first()).toBeVisible();
  await desk.getByRole("button", { name: "Approve…" }).click();
  await answerDialog(desk, "Approve");
  await expect(desk.getByText("Approved", { exact: true }).first()).toBeVisible();

  await company.goto("/corporate/subscription");
  await company
    .getByRole("button", { name: /^Choose / })
    .first()
    .click();
  await company.getByRole("dialog").getByRole("button", { name: "Go to the payment" }).click();
  await company.getByRole("button", { name: /^Pay ₦/ }).click();
  await expect(company.getByText("Your plan", { exact: true })).toBeVisible();

  // The wallet: an account number of its own, paid into.
  await company.goto("/corporate/wallet");
  await act(company, "Get the account number", "Get it");
  await expect(company.getByText("In the name of")).toBeVisible();
  const account_no = /\b\d{10}\b/.exec(await company.getByRole("main").innerText())?.[0] ?? "";
  await payIn(account_no, 50_000_000);
  await expect(async () => {
    await company.reload();
    await expect(company.getByText("₦500,000.00").first()).toBeVisible({ timeout: 2_000 });
  }).toPass();

  // Somebody to work there, who gets a purse.
  await company.goto("/corporate/staff/new");
  await fillFields(company, { "Full name": "Bola Ade", "E-mail": employee.email, Phone: "0803 700 0002" });
  await company.getByRole("button", { name: "Register and invite" }).click();
  await expect(company.getByRole("heading", { name: "Bola Ade" })).toBeVisible();
  const link = /\/password\/reset\/[\w-]+/.exec(await messageTo(employee.email, "/password/reset/"))?.[0] ?? "";
  const joining = await (await browser.newContext()).newPage();
  await joining.goto(link);
  await fillFields(joining, { "New password": password, "New password again": password });
  await joining.getByRole("button", { name: "Set the password" }).click();
  await expect(joining.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await company.goto("/corporate/wallet");
  await company.getByRole("button", { name: "Assign money…" }).click();
  const dialog = company.getByRole("dialog");
  await dialog.getByLabel("Employee").fill("Bola");
  await dialog.getByRole("radio", { name: "Bola Ade" }).check();
  await dialog.getByLabel("Amount").fill("120,000");
  await dialog.getByLabel(/^What for/).fill("Market days");
  await dialog.getByRole("button", { name: /^Assign/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(company.getByText("₦380,000.00").first()).toBeVisible();

  const bola = await signedIn(browser, employee, phone);
  // Who was invited has accepted nothing yet.
  await bola.getByRole("button", { name: "I accept the terms and the privacy notice" }).click();
  await bola.goto("/customer/expenses/requests/new");
  await fillFields(bola, {
    "What for": "Yarn samples",
    Where: "Ariaria Market",
    Amount: "18,500",
    Day: (await businessDate()).split("-").toReversed().join("/"),
  });
  await bola.getByRole("button", { name: "Ask for it" }).click();
  await expect(bola.getByRole("heading", { name: "Yarn samples" })).toBeVisible();
  await company.goto(`/corporate/expenses/requests/${bola.url().split("/").at(-1)}`);
  await act(company, "Approve", "Approve");
  await act(company, "Pay into the purse…", "Pay");
  await expect(company.getByText(/^Paid/).first()).toBeVisible();

  // The month ends: its statement opens with nothing and closes with what the wallet holds.
  const month = (await businessDate()).slice(0, 7);
  await liveUntil(`${daysAfter(`${month}-28`, 4).slice(0, 7)}-01`);
  await company.goto("/corporate/statement");
  const row = company.getByRole("row").filter({ hasNotText: "Running" }).filter({ hasText: "₦500,000.00" });
  for (const figure of ["₦0.00", "₦500,000.00", "₦138,500.00", "₦361,500.00"]) await expect(row).toContainText(figure);
  expect(await violationsOf(company)).toEqual([]);
  const [letter] = await Promise.all([
    company.waitForEvent("download"),
    row.getByRole("button", { name: "PDF" }).click(),
  ]);
  expect(letter.suggestedFilename()).toMatch(/\.pdf$/);
  const { debit } = await ask<{ debit: { balance_kobo: number } }>(
    company,
    `/companies/wallet/${await companyOf(company)}`,
  );
  expect(debit.balance_kobo).toBe(36_150_000);
});
