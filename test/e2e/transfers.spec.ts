import { expect, type Page } from "@playwright/test";
import { makeNuban } from "../../apps/sandbox/src/nuban.ts";
import { breakPaystack, mendEverything, movements } from "./support/sandbox.ts";
import { answerDialog, ask, loginOf, phone, signedIn } from "./support/screens.ts";
import { test } from "./support/world.ts";

const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

/** One of the demo's people who has sent money before: with cash, on a phone. */
async function sender(browser: Parameters<typeof signedIn>[0]): Promise<Page> {
  const finance = await signedIn(browser, loginOf("super_finance"));
  const { items } = await ask<{ items: { user_id: string; company_id: string | null }[] }>(finance, "/admin/transfers");
  const { user_id } = items.find(({ company_id }) => company_id === null)!;
  const { email } = await ask<{ email: string }>(finance, `/admin/personal/users/${user_id}`);
  await finance.context().close();
  return signedIn(browser, { ...loginOf("customer"), email }, phone, { hasTouch: true, isMobile: true });
}

test("money is sent on a phone, its bank does not answer, and the sender hears that it arrived", async ({
  browser,
}) => {
  test.slow();
  const page = await sender(browser);
  await page.goto("/customer/transfers/new");
  const to = page.getByRole("textbox", { name: "To" }).or(page.getByRole("combobox", { name: "To" }));
  if ((await to.count()) > 0) {
    await to.first().click();
    await page.getByRole("option", { name: "Somebody else" }).click();
  }
  await page.getByRole("combobox", { name: "Bank" }).click();
  await page.getByRole("combobox", { name: "Bank" }).fill("Guaranty");
  await page
    .getByRole("option", { name: /Guaranty/ })
    .first()
    .click();
  await page.getByLabel("Account number").fill(makeNuban("058", 318_000_111));
  await page.getByLabel("Amount").fill("1250");
  await page.getByRole("button", { name: "Continue" }).click();
  const dialog = page.getByRole("dialog").filter({ visible: true });
  for (const line of ["Fee", "VAT", "Stamp duty", "Leaves the wallet"])
    await expect(dialog.getByText(line, { exact: true })).toBeVisible();
  expect(await fits(page)).toBe(true);
  await breakPaystack({ mode: "timeout_after_effect", call: "POST /transfer", times: 1, delay_ms: 500 });
  await answerDialog(page, /^Send ₦1,260\.75/);
  await expect(page).toHaveURL(/\/customer\/transfers\/[0-9a-f-]{36}/);
  const id = page.url().split("/").at(-1)!;
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("It has arrived.")).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 90_000 });
  await mendEverything();
  await expect(page.getByText("The bank has not answered")).toBeVisible();
  const { reference } = await ask<{ reference: string }>(page, `/transfers/${id}`);
  expect(await movements(reference)).toHaveLength(1);
  expect(await fits(page)).toBe(true);
  await page.goto("/customer/transactions");
  await expect(page.getByText("To a bank account").first()).toBeVisible();
  await page.context().close();
});

test("a company's transfer is asked for by one and agreed to by another", async ({ browser }) => {
  test.slow();
  const finance = await signedIn(browser, loginOf("company_finance_manager"));
  await finance.goto("/corporate/transfers/new");
  const { company_id } = await ask<{ user: { company_id: string } }>(finance, "/session").then(({ user }) => user);
  const { items } = await ask<{ items: { name: string; status: string }[] }>(
    finance,
    `/companies/beneficiaries/all/${company_id}?limit=50`,
  );
  const { name } = items.find(({ status }) => status === "active")!;
  const field = finance.getByLabel("Beneficiary");
  await field.fill(name.slice(0, 5));
  await finance.getByRole("option").first().click();
  await finance.getByLabel("Amount").fill("4321");
  await finance.getByRole("button", { name: "Continue" }).click();
  await answerDialog(finance, /^Ask to send ₦4,331\.75/);
  await expect(finance.getByText("It is looked at before it is sent.")).toBeVisible();
  const id = finance.url().split("/").at(-1)!;
  const owner = await signedIn(browser, loginOf("company_super_admin"));
  await owner.goto("/corporate/approvals");
  await owner
    .getByRole("link", { name: /Send ₦4,321\.00/ })
    .first()
    .click();
  await expect(owner.getByText("₦4,331.75").first()).toBeVisible();
  await owner.getByRole("button", { name: "Approve", exact: true }).first().click();
  await answerDialog(owner, /Approve/);
  await expect(async () => {
    const { status } = await ask<{ status: string }>(finance, `/transfers/${id}`);
    expect(status).toBe("success");
  }).toPass({ timeout: 60_000 });
  await finance.reload();
  await expect(finance.getByText("It has arrived.")).toBeVisible();
  await Promise.all([finance.context().close(), owner.context().close()]);
});
