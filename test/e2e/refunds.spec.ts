import { expect } from "@playwright/test";
import { answerDialog, ask, loginOf, phone, signedIn } from "./support/screens.ts";
import { test } from "./support/world.ts";

const REASON = "The network was down the whole morning";
interface Found {
  id: string;
  user_id: string;
  payment_id: string;
  person: string;
}

test("a refund found by us before the customer: the evidence, one more question, the money back, and told", async ({
  browser,
}) => {
  const finance = await signedIn(browser, loginOf("super_finance"));
  const { items } = await ask<{ items: Found[] }>(
    finance,
    `/admin/transactions/refundable?filter=${encodeURIComponent(JSON.stringify({ kind: ["bill"], status: ["open"] }))}`,
  );
  const found = items[0];
  if (!found) throw new Error("No bill is on the refunds desk of this world.");
  const { user } = await ask<{ user: { email: string } }>(finance, `/admin/personal/users/${found.user_id}`);

  // Its payer has claimed nothing, and does not know yet.
  const page = await signedIn(browser, { ...loginOf("customer"), email: user.email }, phone, {
    hasTouch: true,
    isMobile: true,
  });
  await page.goto(`/customer/bills/${found.payment_id}`);
  await expect(page.getByText("You need not pay again.")).toBeVisible();
  await expect(page.getByText("A colleague looks at it.")).toBeVisible();

  await finance.goto("/admin/refunds?f.kind=bill&f.status=open");
  await finance.getByRole("row").filter({ hasText: found.person }).getByRole("link").first().click();
  await expect(finance).toHaveURL(new RegExp(`/admin/refunds/${found.id}`));
  await expect(finance.getByText("Unknown").first()).toBeVisible();
  await expect(finance.getByText("Bills on their way").first()).toBeVisible();
  await finance.getByRole("button", { name: "Refund…", exact: true }).click();
  await answerDialog(finance, "Refund", REASON);
  await expect(finance.getByText("is in the wallet again").first()).toBeVisible({ timeout: 30_000 });
  await expect(finance.getByRole("button", { name: "Refund…", exact: true })).toHaveCount(0);
  await finance.context().close();

  await page.reload();
  await expect(page.getByText(REASON).first()).toBeVisible();
  await expect(page.getByText("in your wallet again").first()).toBeVisible();
  await page.context().close();
});
