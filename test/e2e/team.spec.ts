import { expect } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { messageTo } from "./support/sandbox.ts";
import { fillFields, loginOf, signedIn } from "./support/screens.ts";
import { test } from "./support/world.ts";

test("HR registers an employee, who chooses a password and joins; leaving is listed before it happens", async ({
  browser,
}) => {
  const hr = await signedIn(browser, loginOf("company_hr"));
  await hr.goto("/corporate/staff/new");
  await expect(hr.getByText("places of the plan Growth are taken")).toBeVisible();
  await fillFields(hr, {
    "Full name": "Ifeoma Udo",
    "E-mail": "department@lagoonfoods.example",
    Phone: "0803 700 4411",
  });
  await hr.getByLabel(/^Staff number/).fill("0042");
  await hr.getByRole("button", { name: "Register and invite" }).click();
  await expect(hr.getByText("Aisha Bello of your company has this already").first()).toBeVisible();
  await fillFields(hr, { "E-mail": "ifeoma.udo@lagoonfoods.example" });
  await hr.getByRole("button", { name: "Register and invite" }).click();
  await expect(hr.getByRole("heading", { name: "Ifeoma Udo" })).toBeVisible();
  await expect(hr.getByText("Invited, has not joined yet")).toBeVisible();
  await expect(hr.getByText("0042")).toBeVisible();
  expect(await violationsOf(hr)).toEqual([]);

  const mail = await messageTo("ifeoma.udo@lagoonfoods.example", "/password/reset/");
  const link = /\/password\/reset\/[\w-]+/.exec(mail)?.[0] ?? "";
  const ifeoma = await (await browser.newContext()).newPage();
  await ifeoma.goto(link);
  await ifeoma.getByLabel("New password", { exact: true }).fill("Copper-River-27");
  await ifeoma.getByLabel("New password again", { exact: true }).fill("Copper-River-27");
  await ifeoma.getByRole("button", { name: "Set the password" }).click();
  await expect(ifeoma.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await hr.reload();
  await expect(hr.getByRole("button", { name: "Change…" })).toBeVisible();

  await hr.getByRole("button", { name: "More" }).click();
  await hr.getByRole("menuitem", { name: "Has left…" }).click();
  const dialog = hr.getByRole("dialog");
  await expect(dialog.getByText("They lose: Employee.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("Never came");
  await dialog.getByRole("button", { name: "Record that they left" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(hr.getByText("Has left").first()).toBeVisible();
  await hr.goto("/corporate/staff?f.status=left");
  await expect(hr.getByRole("link", { name: "Ifeoma Udo" })).toBeVisible();
});

test("an only administrator makes a second one, whose power begins later: neither asking nor agreeing goes at once", async ({
  browser,
}) => {
  const owner = await signedIn(browser, loginOf("company_super_admin"));
  const openRoles = async (page: typeof owner, name: string) => {
    await page.goto(`/corporate/staff?q=${encodeURIComponent(name)}`);
    await page.getByRole("link", { name }).first().click();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Administrator…" }).click();
    return page.getByRole("dialog");
  };
  const give = async (page: typeof owner, name: string, role: string) => {
    const dialog = await openRoles(page, name);
    await dialog.getByLabel(/^Role/).selectOption({ label: role });
    await dialog.getByLabel("Reason").fill("Stands in for the owner");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
  };
  // The only one goes on alone: it holds at once, and their page says from when this person agrees to requests.
  await give(owner, "Sani Abubakar", "Company administrator");
  await owner.reload();
  await expect(owner.getByText("Requests and agrees from")).toBeVisible();

  // Who was made by the only one asks for nothing yet: what the two of them agree to would be one person's.
  const second = await signedIn(browser, loginOf("company_finance_manager"));
  const dialog = await openRoles(second, "Patience Ekong");
  await dialog.getByLabel(/^Role/).selectOption({ label: "Company finance manager" });
  await dialog.getByLabel("Reason").fill("Stands in for the owner");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText(/given to you lately: you ask for it from/).first()).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  // What the owner asks for waits for the second one, who cannot agree yet either.
  await give(owner, "Patience Ekong", "Company finance manager");
  await second.goto("/corporate/approvals?f.status=pending&sortColumn=created_at&sortOrder=desc");
  await second.getByRole("link", { name: /^Make Patience Ekong an administrator/ }).click();
  await expect(second.getByRole("heading", { name: /^Make Patience Ekong an administrator/ })).toBeVisible();
  await owner.reload();
  await expect(owner.getByText("Company finance manager")).toHaveCount(0);
  expect(await violationsOf(second)).toEqual([]);
});
