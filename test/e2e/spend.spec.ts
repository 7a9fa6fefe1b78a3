import { expect } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { picture } from "./support/files.ts";
import { act, fillFields, loginOf, phone, signedIn } from "./support/screens.ts";
import { test } from "./support/world.ts";

/** An employee of the demo's company with a verified bank account. */
const lekan = { email: "lekan.oladipo@mail.example", password: "Copper-River-27" };
/** The business day may be behind the wall's after midnight. */
const yesterday = (): string =>
  new Date(Date.now() - 86_400_000).toLocaleDateString("en-GB", { timeZone: "Africa/Lagos" });

test("A receipt is photographed, asked for, looked at, approved, paid from the wallet, and is money in the account", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const employee = await signedIn(browser, lekan, phone, { hasTouch: true, isMobile: true });
  await employee.goto("/customer/expenses/requests/new");
  await fillFields(employee, { "What for": "Dinner with a buyer" });
  await employee.getByRole("button", { name: "Add a receipt…" }).click();
  const camera = employee.getByRole("dialog").locator("input[capture]");
  await camera.setInputFiles(await picture("IMG_0412.png", "MAMA CASS 7,350.00"));
  await employee
    .getByRole("dialog")
    .getByLabel(/^Amount/)
    .fill("7,350");
  await employee
    .getByRole("dialog")
    .getByLabel(/^Where/)
    .fill("Mama Cass");
  await employee.getByRole("dialog").getByRole("button", { name: "Send", exact: true }).click();
  await expect(employee.getByRole("button", { name: "Leave out Mama Cass, ₦7,350.00" })).toBeVisible();
  await expect(employee.getByLabel("Where", { exact: true })).toHaveValue("Mama Cass");
  await expect(employee.getByLabel("Amount", { exact: true })).toHaveValue("7,350.00");
  await employee.getByLabel("Day", { exact: true }).fill(yesterday());
  expect(await violationsOf(employee)).toEqual([]);
  await employee.getByRole("button", { name: "Ask for it" }).click();
  await expect(employee.getByRole("heading", { name: "Dinner with a buyer" })).toBeVisible();
  const id = employee.url().split("/").at(-1);

  const finance = await signedIn(browser, loginOf("company_finance_manager"));
  await finance.goto(`/corporate/expenses/requests/${id}`);
  await finance.getByRole("button", { name: "Look at it" }).click();
  await expect(finance.getByRole("dialog").getByRole("img", { name: "IMG_0412.png" })).toBeVisible();
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
  expect(await violationsOf(owner)).toEqual([]);

  await expect(async () => {
    await employee.reload();
    await expect(employee.getByText("It has arrived")).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(employee.getByText("Their bank account")).toBeVisible();
  await owner.goto("/corporate/wallet");
  await expect(owner.getByText("Request paid to an account").first()).toBeVisible();
});

test("A receipt without its place is offered its expense, is merged by one click, and parted by another", async ({
  browser,
}) => {
  const employee = await signedIn(browser, lekan);
  await employee.goto("/customer/expenses/requests/new");
  await fillFields(employee, { "What for": "Taxi to the port", Where: "Bolt", Amount: "4,810", Day: yesterday() });
  await employee.getByRole("button", { name: "Ask for it" }).click();
  await expect(employee.getByRole("heading", { name: "Taxi to the port" })).toBeVisible();
  const finance = await signedIn(browser, loginOf("company_finance_manager"));
  await finance.goto(`/corporate/expenses/requests/${employee.url().split("/").at(-1)}`);
  await act(finance, "Approve", "Approve");
  await expect(finance.getByText("Approved", { exact: true }).first()).toBeVisible();

  await employee.goto("/customer/expenses/receipts");
  await employee.getByRole("button", { name: "Send a receipt…" }).click();
  const dialog = employee.getByRole("dialog");
  await dialog
    .locator("input[type=file]")
    .first()
    .setInputFiles(await picture("bolt.png", "BOLT 4,810.00"));
  await dialog.getByLabel(/^Amount/).fill("4,810");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  const row = employee.getByRole("row").filter({ hasText: "₦4,810.00 at Bolt" });
  await expect(row).toBeVisible();
  expect(await violationsOf(employee)).toEqual([]);
  await row.getByRole("button", { name: "Merge" }).click();
  await expect(employee.getByText("Merged.")).toBeVisible();
  await expect(row).toHaveCount(0);
  await employee.getByRole("button", { name: "Undo" }).click();
  await expect(row).toBeVisible();
  await row.getByRole("button", { name: "Merge" }).click();
  await expect(row).toHaveCount(0);
  await employee.goto("/customer/expenses");
  await employee.getByRole("link", { name: "Bolt" }).click();
  await expect(employee.getByText("There", { exact: true })).toBeVisible();
});
