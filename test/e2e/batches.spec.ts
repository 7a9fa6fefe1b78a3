import { randomInt } from "node:crypto";
import { expect } from "@playwright/test";
import { makeNuban } from "../../apps/sandbox/src/nuban.ts";
import { violationsOf } from "./support/axe.ts";
import { answerDialog, chooseInMenu, loginOf, signedIn } from "./support/screens.ts";
import { sandboxUrl } from "./support/sandbox.ts";
import { test } from "./support/world.ts";

const BANK = "058";
/** Accounts that no earlier run has paid. */
const FIRST = 100_000_000 + randomInt(700_000_000);
const accountOf = (serial: number): string => makeNuban(BANK, FIRST + serial);

/** The name under which the sandbox's bank knows an account. */
async function nameOf(account_no: string): Promise<string> {
  const answer = await fetch(`${sandboxUrl}/paystack/bank/resolve?account_number=${account_no}&bank_code=${BANK}`, {
    headers: { authorization: "Bearer sk_test_sandbox" },
  });
  return ((await answer.json()) as { data: { account_name: string } }).data.account_name;
}

test("A salary run with 12 bad rows is corrected, agreed to by a second person, paid, and seen by few", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const good = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => ({ account_no: accountOf(at), name: await nameOf(accountOf(at)) })),
  );
  const line = ({ name, account_no }: { name: string; account_no: string }, amount = "1500", bank = "GTBank") =>
    `${name},${bank},${account_no},${amount},November`;
  const lost = makeNuban(BANK, FIRST % 90_000_000);
  const lines = [
    ...good.slice(0, 8).map((one) => line(one)),
    // Four that a person corrects: the zeros, the amount, the bank, the name.
    `${await nameOf(lost)},GTBank,${Number(lost)},1500,November`,
    line(good[8]!, "fifteen hundred"),
    line(good[9]!, "1500", "Bank of the Delta"),
    `Somebody Quite Different,GTBank,${good[10]!.account_no},1500,November`,
    // Four that a person confirms: no name.
    ...good.slice(11, 15).map(({ account_no }) => `,GTBank,${account_no},1500,November`),
    // Four that are left out.
    ...good.slice(15, 19).map((one) => line(one, "-1")),
  ];
  const finance = await signedIn(browser, loginOf("company_finance_manager"));
  await finance.goto("/corporate/batches/new");
  await finance.getByText("Salaries", { exact: true }).click();
  await finance
    .locator("input[type=file]")
    .first()
    .setInputFiles({
      name: "payroll.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(["name,bank,account_number,amount,narration", ...lines].join("\n")),
    });
  expect(await violationsOf(finance)).toEqual([]);
  await finance.getByRole("button", { name: "Check it" }).click();
  await expect(finance.getByRole("heading", { name: /^Salaries of / })).toBeVisible();
  await expect(finance.getByText("8 rows to correct, 4 rows to confirm.")).toBeVisible({ timeout: 60_000 });
  const id = finance.url().split("/").at(-1)!;
  expect(await violationsOf(finance)).toEqual([]);

  const correct = async (row: number, fill: () => Promise<void>): Promise<void> => {
    await chooseInMenu(
      finance,
      finance.getByRole("row").filter({ has: finance.getByRole("cell", { name: String(row), exact: true }) }),
      "Correct…",
    );
    await fill();
    await answerDialog(finance, "Correct it");
    await expect(finance.getByText(`Row ${row} is right now.`)).toBeVisible();
    await expect(finance.getByRole("dialog").filter({ visible: true })).toHaveCount(0);
  };
  const dialog = finance.getByRole("dialog").filter({ visible: true });
  // The number that fits is there already.
  await correct(9, () => expect(dialog.getByLabel("Account number")).toHaveValue(lost));
  await correct(10, () => dialog.getByLabel("Amount", { exact: true }).fill("1,500"));
  await correct(11, async () => {
    await dialog.getByRole("combobox", { name: "Bank" }).fill("Guaranty");
    await finance.getByRole("option", { name: /Guaranty/ }).click();
  });
  await correct(12, () => dialog.getByLabel(/^Name/).fill(good[10]!.name));
  await finance.getByRole("button", { name: "Confirm 4 rows…" }).click();
  await answerDialog(finance, "Confirm them");
  await finance.getByRole("button", { name: "Leave out the 4 to correct…" }).click();
  await answerDialog(finance, "Leave them out");
  await expect(finance.getByText(/Every row is ready/)).toBeVisible();
  await finance.getByRole("button", { name: "Submit…" }).click();
  await answerDialog(finance, "Submit");
  await expect(finance.getByText(/The money is held/)).toBeVisible();

  const owner = await signedIn(browser, loginOf("company_super_admin"));
  await finance.getByRole("link", { name: "See whose turn it is" }).click();
  await expect(finance).toHaveURL(/\/approvals\//);
  await owner.goto(new URL(finance.url()).pathname);
  await expect(owner.getByText("Leaves the wallet")).toBeVisible();
  await owner.getByRole("button", { name: /^Approve/ }).click();
  await answerDialog(owner, /^Approve/);
  // What leaves the page before its answer may not have been asked at all.
  await expect(owner.getByRole("dialog").filter({ visible: true })).toHaveCount(0);
  await owner.goto(`/corporate/batches/${id}`);
  await expect(owner.getByText("All 16 payments arrived.")).toBeVisible({ timeout: 120_000 });
  expect(await violationsOf(owner)).toEqual([]);

  // Who may not pay salaries sees one line.
  const audit = await signedIn(browser, loginOf("company_audit"));
  await audit.goto(`/corporate/batches/${id}`);
  await expect(audit.getByText(/not found|does not exist|no longer/i).first()).toBeVisible();
  await audit.goto("/corporate/wallet");
  await expect(audit.getByText(/^Salaries of /).first()).toBeVisible();
  await expect(audit.getByText(good[0]!.name, { exact: false })).toHaveCount(0);
});
