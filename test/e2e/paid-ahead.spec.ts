import { day, naira, ordinal } from "@manilla/contract/formats";
import { expect } from "@playwright/test";
import { ownRepayments } from "./support/customer.ts";
import { businessDate, daysAfter, liveUntil } from "./support/sandbox.ts";
import { loginOf, phone, signedIn } from "./support/screens.ts";
import { test } from "./support/world.ts";

test("an instalment that is paid ahead on a phone is not debited on its day, and the screens say so before and after", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const page = await signedIn(browser, loginOf("customer"), phone);
  const today = await businessDate();
  const before = await ownRepayments(page);
  const next = before.repayments.find((row) => row.due_on > today && row.outstanding_kobo > 0);
  const main = page.getByRole("main");
  await page.goto(`/customer/repayments/pay/${next?.loan.id ?? ""}`);
  const first = main.getByRole("radio", { name: /The next instalment/ });
  await expect(first).toBeChecked();
  await expect(main.getByText(/your card is then not debited|it is then paid/)).toBeVisible();
  await main.getByRole("radio", { name: /Another amount/ }).check();
  await main.getByLabel("Amount", { exact: true }).fill(String(((next?.outstanding_kobo ?? 0) + 500_000) / 100));
  await expect(main.getByRole("radio", { name: /Have fewer instalments/ })).toBeVisible();
  await first.check();
  await main.getByRole("radio", { name: /••••/ }).first().check();
  await main.getByRole("button", { name: /^Pay ₦/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Pay ₦/ })
    .click();
  await expect(main.getByRole("heading", { name: /received$/ })).toBeVisible();
  const debits = (all: Awaited<ReturnType<typeof ownRepayments>>) =>
    all.receipts.filter(({ channel }) => channel === "direct_debit").length;
  await liveUntil(daysAfter(next?.due_on ?? today, 1));
  const after = await ownRepayments(page);
  expect(after.repayments.find(({ id }) => id === next?.id)).toMatchObject({ status: "paid", outstanding_kobo: 0 });
  expect(debits(after)).toBe(debits(before));
  // The screens say the same: the row is paid, nothing of it is asked, and what comes next is the instalment after it.
  const following = after.repayments.find((row) => row.loan.id === next?.loan.id && row.outstanding_kobo > 0);
  await page.goto(`/customer/loans/${next?.loan.id ?? ""}`);
  const owing = main.getByRole("region", { name: "What you owe" });
  await expect(owing).toContainText(following ? naira(following.outstanding_kobo) : "Nothing owed");
  if (following) await expect(owing).toContainText(`Due on ${day(following.due_on)}`);
  await page.goto("/customer/repayments?show=paid");
  const paid = main.getByRole("listitem").filter({ hasText: `${ordinal(next?.number ?? 0)} instalment` });
  await expect(paid.first()).toContainText(`Paid on ${day(today)}`);
  await page.context().close();
});
