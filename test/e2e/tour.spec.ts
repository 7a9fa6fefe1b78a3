/** README's five minutes, as a newcomer reads them: each place is where it says, for the login that it names. What is done there, the journey and the rules do. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import * as customer from "./support/customer.ts";
import { businessDate, daysAfter, liveUntil, personNumber } from "./support/sandbox.ts";
import { act, answerDialog, loginOf, signedIn } from "./support/screens.ts";
import * as staff from "./support/staff.ts";
import { appPort, test } from "./support/world.ts";

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
const tour = readme.slice(readme.indexOf("## Five minutes"), readme.indexOf("## Configuration"));
const items = tour.split(/^\d\. /m).slice(1);

/** Who a place is named for: the login before it. */
function placesOf(item: string): { name: string; head: string; entry: string }[] {
  let name = "";
  return [...item.matchAll(/`([\w.]+)@manilla\.example`|\*([^*›]+) › ([^*]+)\*/g)].flatMap(
    ([, login, head = "", entry = ""]) => {
      name = login ?? name;
      return login === undefined ? [{ name, head, entry }] : [];
    },
  );
}

/** Opens an entry of the menu as a person does: its head first, where that is folded; then a tab, where one is named. */
async function openInMenu(page: Page, head: string, path: string): Promise<void> {
  const [entry = "", tab] = path.split(" › ");
  const menu = page.getByRole("navigation", { name: "Main" });
  const fold = menu.getByRole("button", { name: new RegExp(`^${head}`) });
  if ((await fold.getAttribute("aria-expanded")) === "false") await fold.click();
  await menu
    .getByRole("link", { name: new RegExp(`^${entry}`) })
    .last()
    .click();
  // The specification calls the page of Card Payments otherwise than the menu.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    entry === "Card Payments" ? "Card Transaction" : entry,
  );
  if (tab === undefined) return;
  const part = page.getByRole("main").getByRole("link", { name: tab, exact: true });
  await part.click();
  await expect(part).toHaveAttribute("aria-current", "page");
}

test("README's tour leads where it says, for each login that it names", async ({ browser }) => {
  expect(items).toHaveLength(8);
  const windows = new Map<string, Page>();
  const places = items.flatMap(placesOf);
  expect(places.length).toBeGreaterThan(6);
  for (const { name, head, entry } of places) {
    const page = windows.get(name) ?? (await signedIn(browser, loginOf(name)));
    windows.set(name, page);
    await test.step(`${name}: ${head} › ${entry}`, () => openInMenu(page, head, entry));
  }
});

test("README's addresses open, the steps of onboarding are called so, and the fault is in the sandbox", async ({
  page,
}) => {
  const here = (address: string) =>
    address.replace(/:440([01])/, (_, which: string) => `:${appPort + Number(which)}`).replace(/[).;:,]+$/, "");
  const addresses = new Set(tour.match(/http:\/\/127\.0\.0\.1:440\S+/g)?.map(here));
  expect(addresses.size).toBeGreaterThan(3);
  for (const address of addresses) {
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await page.goto(`http://127.0.0.1:${appPort + 1}/`);
  const fault = /choose \*([^*]+)\* for Paystack/.exec(tour)?.[1] ?? "";
  await expect(page.getByRole("option", { name: fault, exact: true }).first()).toBeAttached();

  // What the tour names, the journey does by that name: each step of onboarding, the box that is unticked, the outcomes of a payout.
  const walked = ["tour.spec.ts", "journey.spec.ts", "support/customer.ts", "support/staff.ts"]
    .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"))
    .join("\n")
    .toLowerCase();
  const named = items
    .flatMap((item) => [...item.matchAll(/\*([^*]+)\*/g)].map(([, words = ""]) => words))
    .filter((words) => !words.includes("›") && words !== fault);
  expect(named.length).toBeGreaterThan(8);
  for (const words of named) if (words !== fault) expect(walked, words).toMatch(new RegExp(`"${words.toLowerCase()}"`));
});

const TWO_MONTHS = 61;

test("README's tour is one walk: a newcomer follows it from the sign-up to the trial balance", async ({
  browser,
  page: own,
}) => {
  test.setTimeout(300_000);
  const person = await personNumber(6);
  const windows = new Map<string, Page>();
  /** The window of a login, at a place that the tour names for it in an item. */
  const at = async (number: number, name: string, entry: string): Promise<Page> => {
    const place = placesOf(items[number - 1] ?? "").find((one) => one.name === name && one.entry.endsWith(entry));
    expect(place, `item ${number} sends ${name} to ${entry}`).toBeDefined();
    const page = windows.get(name) ?? (await signedIn(browser, loginOf(name)));
    windows.set(name, page);
    await page.goto("/admin/dashboard");
    await openInMenu(page, place!.head, place!.entry);
    return page;
  };
  /** Finds a row of the list that is open, by the search that is there, and opens it. */
  const openRow = async (page: Page): Promise<void> => {
    await page.getByRole("searchbox").first().fill(person.last_name);
    await page
      .getByRole("main")
      .getByRole("link", { name: new RegExp(`${person.first_name} ${person.last_name}`) })
      .first()
      .click();
    await expect(page.getByRole("navigation", { name: /^Parts of the/ })).toBeVisible();
  };

  await test.step("1. sign-up", async () => {
    await customer.register(own, person);
    await own
      .getByRole("link", { name: /^Continue/ })
      .first()
      .click();
    await expect(own.getByRole("heading", { level: 1, name: "Identity" })).toBeVisible();
    await customer.proveIdentity(own, person);
    await customer.fillProfile(own, person);
    await customer.sendDocuments(own, person);
    await customer.sendStatementFile(own, person);
    await customer.askForInstantApproval(own);
  });
  await test.step("2. the case", async () => {
    const risk = await at(2, "risk", "Process Users");
    await openRow(risk);
    await staff.preApprove(risk);
    const second = await at(2, "risk.two", "Pre-approved Users");
    await openRow(second);
    await staff.stayOnCase(second);
    await staff.activate(second);
  });
  let loanId = "";
  await test.step("3. the loan", async () => {
    ({ id: loanId } = await customer.askForLoan(own, 100_000, 4));
    for (const [name, button] of [
      ["risk", "Verify as officer"],
      ["operations", "Verify as operations"],
    ] as const) {
      const page = await at(3, name, "Loan Requests");
      await openRow(page);
      await act(page, button, "Verify");
    }
    const second = await at(3, "risk.two", "Loan Requests");
    await openRow(second);
    await staff.approveOpenLoan(second);
    await customer.acceptOffer(own, loanId);
  });
  await test.step("4. the payout", async () => {
    const finance = await at(4, "finance", "Loan Disbursement");
    const request = await staff.askForPayout(finance, person);
    const second = await at(4, "finance.two", "Approvals");
    await second.locator(`a[href="${request}"]`).first().click();
    await expect(second.getByRole("heading", { name: "Who is paid" })).toBeVisible();
    await act(second, "Approve", "Approve");
    await staff.expectStage(finance, person, "Paid out");
  });
  await test.step("5. the rules", async () => {
    const risk = await at(5, "risk", "Credit Rules");
    await risk.getByRole("button", { name: "Draft a version" }).click();
    await risk.getByRole("textbox", { name: "Name" }).fill("After the tour");
    await risk.getByRole("button", { name: "Draft from the active version" }).click();
    await risk.getByLabel("Outcome: The credit bureau has not been asked or did not answer.").selectOption("failed");
    await risk.getByRole("button", { name: "Save the rules" }).click();
    await expect(risk.getByText("Saved. Test the rules before you activate them.")).toBeVisible();
    await risk.getByRole("button", { name: "Test on past decisions" }).click();
    await expect(risk.getByRole("region", { name: /^Test of/ }).getByText("Done", { exact: true })).toBeVisible({
      timeout: 60_000,
    });
    await risk.reload();
    await risk.getByRole("button", { name: "Ask to activate" }).click();
    await answerDialog(risk, "Ask", "Losses of the last quarter.");
    await expect(risk.getByText("Awaiting approval", { exact: true })).toBeVisible();
    const admin = await at(5, "admin", "Approvals");
    await admin
      .getByRole("link", { name: /After the tour/ })
      .first()
      .click();
    await act(admin, "Approve", "Approve");
    await expect(admin.getByText("Approved", { exact: true }).first()).toBeVisible();
    const decisions = await at(5, "admin", "Credit Decisions");
    await expect(decisions.getByRole("row").nth(1)).toBeVisible();
  });
  await test.step("6. two months", async () => {
    await customer.addCard(own, "success");
    await liveUntil(daysAfter(await businessDate(), TWO_MONTHS));
    const { repayments } = await customer.ownRepayments(own);
    expect(
      repayments.find(({ loan, number }) => loan.id === loanId && number === 1)?.status,
      "the card was debited",
    ).toBe("paid");
    const finance = await at(6, "finance", "Trial Balance");
    await expect(finance.getByText("In balance", { exact: true }).first()).toBeVisible();
  });
  await test.step("7. companies", async () => {
    const business = await at(7, "business", "Company Applications");
    await expect(business.getByRole("row").filter({ hasText: /ago|minutes|days/ })).not.toHaveCount(0);
  });
  await test.step("8. the shops", async () => {
    await own.goto(`http://127.0.0.1:${appPort + 1}/shops`);
    await own.getByLabel("Amount").fill("1,234");
    await own.getByRole("button", { name: "Pay", exact: true }).click();
    await expect(own.getByText("₦1,234.00")).toBeVisible();
    const admin = await at(8, "admin", "Card Payments");
    await admin.getByRole("row").filter({ hasText: "₦1,234.00" }).getByRole("link").first().click();
    await expect(admin.getByRole("heading", { name: "What the rules said" })).toBeVisible();
  });
  await Promise.all([...windows.values()].map((page) => page.context().close()));
});
