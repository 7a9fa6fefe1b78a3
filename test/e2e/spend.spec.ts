import { AxeBuilder } from "@axe-core/playwright";
import { expect } from "@playwright/test";
import { picture } from "./support/files.ts";
import { act, fillFields, loginOf, phone, signedIn } from "./support/screens.ts";
import { test } from "./support/world.ts";

test("A receipt is photographed, asked for, looked at, approved, paid from the wallet, and is money in the account", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const employee = await signedIn(browser, loginOf("company_staff"), phone, { hasTouch: true, isMobile: true });
  await employee.goto("/customer/expenses/requests/new");
  await fillFields(employee, { "What for": "Dinner with a buyer" });
  await employee.getByRole("button", { name: "Add a receipt…" }).click();
  const camera = employee.getByRole("dialog").locator("input[capture]");
  await camera.setInputFiles(await picture("IMG_0412.png", "MAMA CASS 7,350.00"));
  await employee
    .getByRole("dialog")
    .getByLabel(/^Amount/)
    .fill("7,350");
  await fillFields(employee.getByRole("dialog"), { Where: "Mama Cass" });
  await employee.getByRole("dialog").getByRole("button", { name: "Send", exact: true }).click();
  await expect(employee.getByText("Mama Cass, ₦7,350.00")).toBeVisible();
  await expect(employee.getByLabel("Where", { exact: true })).toHaveValue("Mama Cass");
  await expect(employee.getByLabel("Amount", { exact: true })).toHaveValue("7,350.00");
  const today = new Date().toLocaleDateString("en-GB", { timeZone: "Africa/Lagos" });
  await employee.getByLabel("Day", { exact: true }).fill(today);
  expect((await new AxeBuilder({ page: employee }).analyze()).violations).toEqual([]);
  await employee.getByRole("button", { name: "Ask for it" }).click();
  await expect(employee.getByRole("heading", { name: "Dinner with a buyer" })).toBeVisible();
  const id = employee.url().split("/").at(-1);

  const finance = await signedIn(browser, loginOf("company_finance_manager"));
  await finance.goto(`/corporate/expenses/requests/${id}`);
  await finance.getByRole("button", { name: "Look at it" }).click();
  await expect(finance.getByRole("dialog").getByRole("img")).toBeVisible();
  await finance.keyboard.press("Escape");
  await act(finance, "Approve", "Approve");
  await expect(finance.getByText("Approved", { exact: true }).first()).toBeVisible();
  // Who agreed does not pay too while somebody else may.
  await finance.getByRole("button", { name: "Pay to the account…" }).click();
  await finance.getByRole("dialog").getByRole("button", { name: "Pay", exact: true }).click();
  await expect(finance.getByText(/You agreed to this request/).first()).toBeVisible();

  const owner = await signedIn(browser, loginOf("company_super_admin"));
  await owner.goto("/corporate/expenses/requests?f.status=approved");
  await owner.getByRole("link", { name: "Dinner with a buyer" }).click();
  await act(owner, "Pay to the account…", "Pay");
  await expect(owner.getByText(/Paying|Paid/).first()).toBeVisible();
  expect((await new AxeBuilder({ page: owner }).analyze()).violations).toEqual([]);

  await expect(async () => {
    await employee.reload();
    await expect(employee.getByText("It has arrived")).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(employee.getByText("Their bank account")).toBeVisible();
  await owner.goto("/corporate/wallet");
  await expect(owner.getByText("Request paid to an account").first()).toBeVisible();
});

test("A receipt that arrived alone finds its expense, and is merged by one click", async ({ browser }) => {
  const employee = await signedIn(browser, loginOf("company_staff"));
  await employee.goto("/customer/expenses/receipts");
  const row = employee.getByRole("row").filter({ hasText: " at " }).first();
  await row.getByRole("button", { name: "Merge" }).click();
  await expect(employee.getByText("Merged.")).toBeVisible();
  await employee.getByRole("button", { name: "Undo" }).click();
  await expect(row.getByRole("button", { name: "Merge" })).toBeVisible();
  expect((await new AxeBuilder({ page: employee }).analyze()).violations).toEqual([]);
});
