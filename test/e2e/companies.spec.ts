import { expect } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { messageTo } from "./support/sandbox.ts";
import { answerDialog, fillFields, loginOf, signedIn } from "./support/screens.ts";
import { test } from "./support/world.ts";

test("An application is compared with the register, approved or declined; the desk registers another one", async ({
  browser,
}) => {
  const desk = await signedIn(browser, loginOf("business"));
  await desk.goto("/admin/dashboard");
  await desk.getByRole("link", { name: "Waiting: 3" }).click();
  await desk.getByRole("link", { name: "Harmattan Logistics Ltd" }).click();
  await expect(desk.getByText("HARMATTAN LOGISTICS LIMITED")).toBeVisible();
  expect(await violationsOf(desk)).toEqual([]);
  await desk.getByRole("button", { name: "Approve…" }).click();
  await answerDialog(desk, "Approve");
  await expect(desk.getByText("Approved", { exact: true }).first()).toBeVisible();
  expect(await messageTo("sani@harmattan.example", "is approved")).toContain("Choose a plan");

  await desk.goto("/admin/companies/requests");
  await desk.getByRole("link", { name: "Benue Agro Ventures" }).click();
  await expect(desk.getByText("The register has another name under its number")).toBeVisible();
  await desk.getByRole("button", { name: "Decline…" }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByRole("button", { name: "Decline" }).click();
  await expect(dialog.getByText("this field is required").first()).toBeVisible();
  await dialog.getByLabel("Reason").selectOption({ label: "Name differs" });
  await expect(dialog.getByText("the register of companies has another name")).toBeVisible();
  await dialog.getByRole("button", { name: "Decline" }).click();
  await expect(desk.getByText("Declined", { exact: true }).first()).toBeVisible();

  await desk.goto("/admin/companies/new");
  await fillFields(desk, {
    "Company name": "Iroko Textiles",
    "Registration number": "RC1180034",
    Name: "Chinedu Eze",
    "E-mail at the company": "chinedu@iroko.ng",
    Phone: "0803 700 0001",
  });
  await desk.getByRole("button", { name: "Register and invite" }).click();
  await expect(desk.getByText("a company with this number is here").first()).toBeVisible();
  await fillFields(desk, { "Registration number": "RC1293341" });
  await desk.getByRole("button", { name: "Register and invite" }).click();
  await expect(desk.getByRole("heading", { name: "Iroko Textiles" })).toBeVisible();
  expect(await messageTo("chinedu@iroko.ng", "/password/reset/")).toContain("Iroko Textiles");
});

test("HR makes a department, moves people into it and names its head", async ({ browser }) => {
  const hr = await signedIn(browser, loginOf("company_hr"));
  await hr.goto("/corporate/groups");
  await hr.getByRole("link", { name: "Make a department" }).first().click();
  await fillFields(hr, { Name: "Packing" });
  await hr.getByLabel(/^Budget a month/).fill("1,500,000");
  await hr.getByRole("button", { name: "Make it" }).click();
  await expect(hr.getByRole("heading", { name: "Packing" })).toBeVisible();
  await expect(hr.getByText("₦1,500,000.00")).toBeVisible();
  await hr.getByRole("link", { name: "Move people" }).click();
  const row = hr.getByRole("row").filter({ hasText: "Employee" }).first();
  const name = (await row.getByRole("link").first().innerText()).trim();
  await row.getByRole("checkbox").check();
  await hr.getByRole("button", { name: "Move to a department…" }).click();
  await hr.getByRole("dialog").getByLabel("Department or unit").selectOption({ label: "Packing" });
  await hr.getByRole("dialog").getByRole("button", { name: "Move" }).click();
  await expect(row.getByText("Packing")).toBeVisible();
  await hr.goto("/corporate/groups");
  await hr.getByRole("link", { name: "Packing" }).click();
  await hr.getByRole("button", { name: "Change…" }).click();
  await hr.getByRole("dialog").getByLabel("Head").selectOption({ index: 1 });
  await hr.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(hr.getByRole("definition").filter({ hasText: name })).toBeVisible();
  expect(await violationsOf(hr)).toEqual([]);
});

test("A company is suspended by two people: its owner only reads", async ({ browser }) => {
  const [maker, checker] = [await signedIn(browser, loginOf("business")), await signedIn(browser, loginOf("admin"))];
  await maker.goto("/admin/companies");
  await maker.getByRole("link", { name: "Lagoon Foods Limited" }).click();
  await expect(maker.getByRole("heading", { name: "Lagoon Foods Limited" })).toBeFocused();
  await maker.getByRole("button", { name: "More" }).click();
  await maker.getByRole("menuitem", { name: "Suspend…" }).click();
  const dialog = maker.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Salaries are late");
  await dialog.getByRole("button", { name: "Propose" }).click();
  await expect(maker.getByRole("link", { name: "Suspend Lagoon Foods Limited" })).toBeVisible();
  await checker.goto("/admin/approvals");
  // By its address: other requests that come meanwhile move the rows.
  const request = checker.getByRole("link", { name: "Suspend Lagoon Foods Limited" });
  await checker.goto((await request.getAttribute("href"))!);
  await expect(checker.getByText("What follows")).toBeVisible();
  await checker.getByRole("button", { name: "Approve" }).click();
  await answerDialog(checker, "Approve");
  await expect(checker.getByText("Approved", { exact: true }).first()).toBeVisible();
  const owner = await signedIn(browser, loginOf("company_super_admin"));
  await owner.goto("/corporate/settings/profile/company");
  await expect(owner.getByText("Suspended", { exact: true })).toBeVisible();
  await expect(owner.getByRole("button", { name: "Save" })).toHaveCount(0);
});
