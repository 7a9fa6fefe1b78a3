/** What the provider's staff do with one customer and one loan. */
import { expect, type Locator, type Page } from "@playwright/test";
import type { SandboxPerson } from "./sandbox.ts";
import { act, answerDialog, chooseInMenu, fillFields, findRow } from "./screens.ts";

/** Finds the applicant in the queue and looks at the whole case: documents in place, salary, bureau, comments. */
export async function readCase(page: Page, person: SandboxPerson): Promise<void> {
  const name = `${person.first_name} ${person.last_name}`;
  await page.goto("/admin/users/process");
  await expect(page.getByRole("heading", { level: 1, name: "Process Users" })).toBeVisible();
  const row = await findRow(page, "/admin/users/applications", person.last_name, name);
  await row.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const tabs = page.getByRole("navigation", { name: "Parts of the case" });
  const main = page.getByRole("main");

  await tabs.getByRole("link", { name: "Identity" }).click();
  // The bank's name for the account is the name of the BVN: nobody has to confirm it.
  await expect(
    main
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: "Bank account" }) })
      .getByText("Verified", { exact: true }),
  ).toBeVisible();

  await tabs.getByRole("link", { name: /^Documents/ }).click();
  const list = main.getByRole("list", { name: "Documents", exact: true });
  await list.getByRole("link", { name: /^Government id/ }).click();
  await expect(main.getByRole("region", { name: "Government id" }).locator("img, canvas").first()).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(4);

  await tabs.getByRole("link", { name: /^Statement/ }).click();
  await expect(main.getByText(`On the ${person.salary_day}th of the month`)).toBeVisible();
  await expect(main.getByText("Add up, line by line")).toBeVisible();

  await tabs.getByRole("link", { name: /^Bureau/ }).click();
  await page.getByRole("button", { name: "Run the automatic checks" }).click();
  await page.getByRole("dialog").getByRole("button").last().click();
  await expect(main.getByText("Open loans", { exact: true })).toBeVisible({ timeout: 30_000 });

  await tabs.getByRole("link", { name: /^Comments/ }).click();
  await main.getByLabel("New comment").fill("Salary and employer agree with the statement.");
  await main.getByRole("button", { name: "Post comment" }).click();
  await expect(main.getByRole("listitem").getByText("Salary and employer agree with the statement.")).toBeVisible();
}

/** A case that was opened from a queue stays open after a decision. */
export const stayOnCase = (page: Page): Promise<void> =>
  page.getByRole("checkbox", { name: "After a decision, open the next case" }).uncheck();

/** Verifies and pre-approves the case that is open; a colleague activates it. */
export async function preApprove(page: Page): Promise<void> {
  await stayOnCase(page);
  await act(page, "Verify", "Verify");
  await expect(page.getByText("Processing:Verified").first()).toBeVisible();
  await act(page, "Pre-approve", "Pre-approve", "Salary covers the instalment three times.");
  // The dialog closes with the answer; what may be done next is there when the case has been read again.
  await expect(page.getByText(/^Pre[- ]approved$/i).first()).toBeVisible();
  await expect(page.getByText("a colleague activates them")).toBeVisible();
}

/** Activates the case that is open. */
export async function activate(page: Page): Promise<void> {
  await act(page, "Activate", "Activate");
  await expect(page.getByText("Approved", { exact: true }).first()).toBeVisible();
}

/** Presses one of the decisions on a loan's page. */
export async function decideLoan(page: Page, loanId: string, button: string, yes: string): Promise<void> {
  await page.goto(`/admin/loans/${loanId}`);
  await act(page, button, yes);
}

/** Approves a request as the rules let this person: as usual, or against them with a reason. */
export async function approveLoan(page: Page, loanId: string): Promise<void> {
  await page.goto(`/admin/loans/${loanId}`);
  await approveOpenLoan(page);
}
export async function approveOpenLoan(page: Page): Promise<void> {
  const against = page.getByRole("button", { name: "Approve against the rules" });
  await expect(against.or(page.getByRole("button", { name: "Approve", exact: true }))).toBeVisible();
  if (await against.isVisible())
    await act(page, "Approve against the rules", "Approve against the rules", "The employer confirmed the salary.");
  else await act(page, "Approve", "Approve");
}

/** Finance chooses the loan in the list and asks for its payout. @returns the address of the request */
export async function askForPayout(page: Page, person: SandboxPerson): Promise<string> {
  const row = await findRow(page, "/admin/disbursement/personal/loans", person.last_name, person.last_name);
  await expect(row).toContainText("Ready");
  await row.getByRole("checkbox").check();
  await page.getByRole("region", { name: "Selected rows" }).getByRole("button", { name: "Pay out…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Leaves our account");
  await dialog.getByRole("button", { name: "Ask to pay out" }).click();
  await expect(dialog.getByRole("row").filter({ hasText: person.last_name })).toContainText("Ready");
  return (await dialog.getByRole("link", { name: "Open the request" }).getAttribute("href")) ?? "";
}

/** A second person finds the request in the inbox and approves it. */
export async function approveRequest(page: Page, address: string, heading = "Who is paid"): Promise<void> {
  await page.goto("/admin/approvals");
  await expect(page.locator(`a[href="${address}"]`).first()).toBeVisible();
  // By its address: other requests that come meanwhile move the rows.
  await page.goto(address);
  await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  await act(page, "Approve", "Approve");
}

/** Waits until the list of disbursements says where the money is, asking the bank when it is not known. */
export async function expectStage(page: Page, person: SandboxPerson, stage: string): Promise<void> {
  await expect(async () => {
    const row = await findRow(page, "/admin/disbursement/personal/loans", person.last_name, person.last_name);
    await expect(row).toContainText(stage, { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
}

/** Asks the bank for the outcome of a payout. */
export async function askTheBank(page: Page, person: SandboxPerson, meanwhile: () => Promise<unknown>): Promise<void> {
  const row = await findRow(page, "/admin/disbursement/personal/loans", person.last_name, person.last_name);
  await chooseInMenu(page, row, "Ask the bank…");
  await meanwhile();
  await answerDialog(page, "Ask");
}

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
/** The slip that money recorded by hand comes with. */
export const attachSlip = (dialog: Locator): Promise<void> =>
  dialog
    .getByLabel(/^(Slip|Paper)/)
    .setInputFiles({ name: "slip.png", mimeType: "image/png", buffer: PNG })
    .then(() => expect(dialog.getByText("slip.png")).toBeVisible());

const overdueRow = (page: Page, person: SandboxPerson) =>
  findRow(page, "/admin/repayments/settle", person.last_name, person.last_name);

/** What the dialog says after it has asked a second person. @returns the address of the request */
async function requestIn(dialog: Locator): Promise<string> {
  await expect(dialog.getByText("Nothing is booked before that.")).toBeVisible();
  return (await dialog.getByRole("link", { name: "See the request" }).getAttribute("href")) ?? "";
}

/** C106: a part that came outside. @returns the address of the request */
export async function recordPart(
  page: Page,
  person: SandboxPerson,
  amountNaira: number,
  reference: string,
): Promise<string> {
  await chooseInMenu(page, await overdueRow(page, person), "Record a part…");
  const dialog = page.getByRole("dialog");
  await fillFields(dialog, { "Amount received": String(amountNaira), Reference: reference });
  await attachSlip(dialog);
  await dialog.getByRole("button", { name: /^Record ₦/ }).click();
  return requestIn(dialog);
}

/** C107: the card is asked for what it has. */
export async function tryCard(page: Page, person: SandboxPerson): Promise<void> {
  await chooseInMenu(page, await overdueRow(page, person), "Try the card…");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Try to take/ }).click();
  await expect(dialog.getByRole("heading", { name: "What the card gave" })).toBeVisible();
  await expect(dialog.getByText(/taken of/)).toBeVisible();
}

/** C105: the whole loan, with its early settlement figures. @returns the address of the request */
export async function settleLoan(page: Page, person: SandboxPerson, reference: string): Promise<string> {
  await chooseInMenu(page, await overdueRow(page, person), "Settle…");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /The whole loan/ }).check();
  await dialog.getByLabel(/^Reference/).fill(reference);
  await attachSlip(dialog);
  await dialog.getByRole("button", { name: /as paid$/ }).click();
  return requestIn(dialog);
}

/** R104: the bank's statement of a day is fetched and matched. @param shows a status that some row has then */
export async function reconcile(page: Page, day: string, shows = "Matched"): Promise<void> {
  await page.goto("/admin/reconciliation");
  await page.getByRole("button", { name: /^Fetch (a )?statement/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Business day").fill(day.split("-").toReversed().join("/"));
  await dialog.getByRole("button", { name: "Fetch and match" }).click();
  await dialog.getByRole("button", { name: /^Look at the rows/ }).click();
  await expect(page.getByRole("row").filter({ hasText: shows }).first()).toBeVisible();
}

/** R104: a file is uploaded; it is refused next to the field, or opens the page that says what each line would do. */
export async function uploadStatement(page: Page, text: string): Promise<void> {
  await page.goto("/admin/reconciliation");
  await page.getByRole("button", { name: "Upload statement" }).click();
  const file = { name: "statement.mt940", mimeType: "text/plain", buffer: Buffer.from(text) };
  await page.locator("input[type=file]").first().setInputFiles(file);
  await page.getByRole("dialog").getByRole("button", { name: "Read" }).click();
}
