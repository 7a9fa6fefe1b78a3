import { expect } from "@playwright/test";
import {
  answerDialog,
  chooseInMenu,
  fillFields,
  fillSignIn,
  findRow,
  loginOf,
  phone,
  signedIn,
} from "./support/screens.ts";
import { violationsOf } from "./support/axe.ts";
import { messageTo } from "./support/sandbox.ts";
import { test } from "./support/world.ts";

const email = "ngozi.uche@manilla.example";
const password = "a-Boat-of-9-reeds";

test("A colleague is invited by two people, joins by the mailed link, and is out at once when suspended", async ({
  browser,
}) => {
  const [maker, checker] = [await signedIn(browser, loginOf("admin")), await signedIn(browser, loginOf("admin.two"))];
  await maker.goto("/admin/admins");
  expect(await violationsOf(maker)).toEqual([]);
  await maker.getByRole("link", { name: "Invite a colleague" }).click();
  await fillFields(maker, {
    "First name": "Ngozi",
    "Last name": "Uche",
    "E-mail": email,
    Reason: "Takes the second desk",
  });
  await maker.getByRole("button", { name: "Propose" }).click();
  await expect(maker.getByRole("alert").getByRole("link", { name: "Roles" })).toBeVisible();
  await maker.getByRole("checkbox", { name: /^Support/ }).check();
  expect(await violationsOf(maker)).toEqual([]);
  await maker.getByRole("button", { name: "Propose" }).click();
  await maker.getByRole("link", { name: "see the request" }).click();

  await checker.goto("/admin/approvals");
  // By its address: other requests that come meanwhile move the rows.
  const request = checker.getByRole("link", { name: "Invite Ngozi Uche as a colleague" });
  await checker.goto((await request.getAttribute("href"))!);
  await expect(checker.getByText("Permissions gained")).toBeVisible();
  await checker.getByRole("button", { name: "Approve" }).click();
  await answerDialog(checker, "Approve");
  await expect(checker.getByText("Approved", { exact: true }).first()).toBeVisible();

  const link = /https?:\/\/\S+/.exec(await messageTo(email, "given access"))?.[0] ?? "";
  const context = await browser.newContext({ viewport: phone });
  const ngozi = await context.newPage();
  await ngozi.goto(new URL(link).pathname);
  await fillFields(ngozi, { "New password": password, "New password again": password });
  await ngozi.getByRole("button", { name: "Set the password" }).click();
  await expect(ngozi).toHaveURL(/\/login/);
  await fillSignIn(ngozi, { email, password });
  await expect(ngozi).toHaveURL(/\/admin\//);

  const row = await findRow(maker, "/admin/admins", "Uche", "Active");
  await row.getByRole("link", { name: /Uche/ }).click();
  await expect(maker.getByRole("heading", { level: 1, name: "Ngozi Uche" })).toBeVisible();
  await expect(maker.getByText("Support", { exact: true })).toBeVisible();
  expect(await violationsOf(maker)).toEqual([]);
  await maker.goto("/admin/admins");
  const again = await findRow(maker, "/admin/admins", "Uche", "Active");
  await chooseInMenu(maker, again, "Suspend…");
  await answerDialog(maker, "Suspend", "Left the company");
  await expect(maker.getByRole("row").filter({ hasText: "Uche" })).toContainText("Suspended");

  await ngozi.goto("/admin/users");
  await expect(ngozi).toHaveURL(/\/login/);
  await fillSignIn(ngozi, { email, password });
  await expect(ngozi.getByText("These details do not match an account.").first()).toBeVisible();
  await Promise.all([maker.context().close(), checker.context().close(), context.close()]);
});
