import { expect } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { answerDialog, ask, chooseInMenu, loginOf, phone, signedIn } from "./support/screens.ts";
import { test } from "./support/world.ts";

interface File {
  id: string;
  asked_kobo: number;
  deducted_kobo: number;
}

test("payroll answers a deduction file with exceptions, finance pays it, and a loan gets its part", async ({
  browser,
}) => {
  const payroll = await signedIn(browser, loginOf("company_hr"));
  await expect(payroll.getByText("To confirm").first()).toBeVisible();
  await payroll.goto("/corporate/deductions");
  await payroll.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(payroll.getByRole("heading", { name: /^Salary deductions of/ })).toBeVisible();
  const { items } = await ask<{ items: File[] }>(payroll, "/companies/deductions?limit=1");
  const rows = payroll.getByRole("row");
  const [gone, half] = [rows.nth(1), rows.nth(2)];
  await chooseInMenu(payroll, gone, "Kept back less…");
  const dialog = payroll.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("this field is required").first()).toBeVisible();
  await dialog.getByLabel(/^Why less/).selectOption("leave");
  await dialog.getByLabel(/^Note/).fill("Back on 1 December");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(gone.getByText("On leave without pay: Back on 1 December")).toBeVisible();
  await chooseInMenu(payroll, half, "Kept back less…");
  await dialog.getByLabel(/^Kept back/).fill("10,000");
  await dialog.getByLabel(/^Why less/).selectOption("part");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(half.getByText("₦10,000.00")).toBeVisible();
  expect(await violationsOf(payroll)).toEqual([]);
  await payroll.getByRole("button", { name: "Confirm…" }).click();
  await answerDialog(payroll, "Confirm");
  await expect(payroll.getByText("It is paid from the wallet, by somebody else")).toBeVisible();

  const finance = await signedIn(browser, loginOf("company_finance_manager"), phone);
  await finance.goto(`/corporate/deductions/${items[0]!.id}`);
  await expect(finance.getByText("On leave without pay: 1, The pay did not cover all of it: 1")).toBeVisible();
  await finance.getByRole("button", { name: "Pay…" }).click();
  await answerDialog(finance, "Pay");
  await expect(async () => {
    await finance.reload();
    await expect(finance.getByText("Every loan has its part.")).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await finance.goto("/corporate/wallet");
  await expect(finance.getByText("Salary deductions paid").first()).toBeVisible();

  const provider = await signedIn(browser, loginOf("finance"));
  await provider.goto("/admin/companies/deductions");
  await expect(provider.getByText("Paid to loans")).toBeVisible();
  await provider.goto("/admin/repayments/receipts?f.channel=salary_deduction");
  await expect(provider.getByRole("row").nth(1)).toContainText("Salary deduction");
});
