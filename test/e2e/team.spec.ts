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
  await expect(ifeoma.getByRole("button", { name: "Sign in" })).toBeVisible();
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
