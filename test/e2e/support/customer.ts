/** What a customer does, step by step, on whatever window the page has. */
import { expect, type Locator, type Page } from "@playwright/test";
import { onePagePdf, picture } from "./files.ts";
import { codeSentBy, type SandboxPerson, statementCsv } from "./sandbox.ts";
import { act, ask, choose, fillFields, typeCode } from "./screens.ts";

export const password = "Quiet-Harbour-58!";
const asTyped = (day: string): string => day.split("-").toReversed().join("/");

/** R005: the account, with the code from the person's phone. */
export async function register(page: Page, person: SandboxPerson): Promise<void> {
  await page.goto("/register");
  await fillFields(page, {
    "Full name": `${person.first_name} ${person.last_name}`,
    "E-mail": person.email,
    Phone: person.phone.replace("+234", "0"),
    Password: password,
  });
  await page.getByRole("checkbox", { name: "I accept the terms and the privacy notice" }).check();
  const code = await codeSentBy(person.phone, async () => {
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("heading", { name: "Enter the code" })).toBeVisible();
  });
  await typeCode(page, code);
  await page.getByRole("button", { name: "Finish" }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Enter the code");
  await expect(page).toHaveURL(/\/customer\//);
}

/** Goes to a step of onboarding by the list of steps. */
async function openStep(page: Page, title: string): Promise<void> {
  const all = page.getByRole("link", { name: "All steps" });
  if (await all.isVisible()) await all.click();
  await page.getByRole("list", { name: "Your profile, step by step" }).getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
}

/** Identity by BVN with the bank's code. */
export async function proveIdentity(page: Page, person: SandboxPerson): Promise<void> {
  const main = page.getByRole("main");
  await fillFields(main, { BVN: person.bvn, "Date of birth": asTyped(person.date_of_birth) });
  await main.getByRole("checkbox", { name: "I agree" }).first().check();
  await main.getByRole("button", { name: "Continue", exact: true }).click();
  const code = await codeSentBy(person.phone, async () => {
    await main.getByRole("button", { name: "Send the code" }).click();
    await expect(main.getByRole("button", { name: "Verify", exact: true })).toBeVisible();
  });
  await typeCode(page, code);
  await main.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(main.getByText("Your BVN is verified")).toBeVisible();
}

/** Personal details and work, with the account that the salary is paid into. */
export async function fillProfile(page: Page, person: SandboxPerson): Promise<void> {
  const main = page.getByRole("main");
  await openStep(page, "Personal details");
  await choose(main, {
    Gender: person.gender === "female" ? "Female" : "Male",
    "Marital status": "Single",
    State: "Lagos",
  });
  await main.getByLabel("Home address").fill(`${person.address}, Lagos`);
  await main.getByRole("button", { name: "Save and continue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Work and salary account" })).toBeVisible();

  await main.getByRole("radio", { name: /^Employed/ }).check();
  await fillFields(main, {
    Employer: person.employer,
    Position: "Analyst",
    "Address of the workplace": "12 Broad Street, Lagos",
    "Salary a month, after tax": String(person.salary_kobo / 100),
    "Account number": person.accounts[0]?.account_number ?? "",
  });
  await choose(main, { "Kind of employment": "full-time", "Paid on the": `${person.salary_day}th` });
  await main
    .getByRole("combobox", { name: "Bank" })
    .or(main.getByRole("textbox", { name: "Bank", exact: true }))
    .first()
    .fill(person.accounts[0]?.bank_name ?? "");
  await page.getByRole("option", { name: person.accounts[0]?.bank_name ?? "", exact: true }).click();
  await main.getByRole("button", { name: "Save", exact: true }).click();
  await expect(main.getByText(person.accounts[0]?.account_name ?? "")).toBeVisible();
}

/** The address at work, proved by a code sent to it. */
export async function proveWorkEmail(page: Page, person: SandboxPerson): Promise<void> {
  const main = page.getByRole("main");
  await openStep(page, "Work e-mail");
  await main.getByLabel("E-mail at work").fill(person.work_email);
  const code = await codeSentBy(person.work_email, async () => {
    await main.getByRole("button", { name: "Send a code" }).click();
    await expect(main.getByRole("button", { name: "Verify", exact: true })).toBeVisible();
  });
  await typeCode(page, code);
  await main.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(main.getByText(`${person.work_email} is verified`)).toBeVisible();
}

/** A picture of an id and a PDF from the employer. */
export async function sendDocuments(page: Page, person: SandboxPerson): Promise<void> {
  const main = page.getByRole("main");
  await openStep(page, "Documents");
  await main
    .getByLabel("Picture or PDF")
    .setInputFiles(await picture("passport.png", `${person.first_name} ${person.last_name}`));
  await main.getByRole("button", { name: "Send", exact: true }).click();
  await expect(main.getByRole("link", { name: "Government id", exact: true })).toBeVisible();
  await expect(main.getByLabel("Picture or PDF")).toHaveCount(0);
  await main.getByRole("button", { name: "Send a work id" }).click();
  await main
    .getByLabel("Picture or PDF")
    .setInputFiles(onePagePdf("staff-letter.pdf", `To whom it may concern: ${person.last_name} works here.`));
  await main.getByRole("button", { name: "Send", exact: true }).click();
  await expect(main.getByRole("link", { name: "Work id", exact: true })).toBeVisible();
}

/** One bank statement fetched through Mono, another as the file that the bank lets download. @param byLink over Mono's own page, else with a code */
export async function sendStatements(page: Page, person: SandboxPerson, byLink: boolean): Promise<void> {
  const main = page.getByRole("main");
  await openStep(page, "Bank statement");
  if (byLink) {
    await main.getByRole("button", { name: "Connect my bank" }).click();
    await page.getByLabel("Or the BVN of the person").fill(person.bvn);
    await page.getByRole("button", { name: "Link this account" }).click();
    await expect(main.getByText("Your bank account is connected.")).toBeVisible();
  } else {
    await main.getByRole("button", { name: "I have a code" }).click();
    await main.getByLabel("Code from Mono").fill(`code_${person.bvn}`);
  }
  await main.getByRole("checkbox", { name: "I agree" }).check();
  await main.getByRole("button", { name: "Fetch my statement" }).click();
  await expect(main.getByText(/^From your bank,/)).toBeVisible({ timeout: 30_000 });

  await main.getByRole("button", { name: "Add another" }).click();
  await sendFile(page, person);
}

/** The file alone, as the bank lets download it. */
export async function sendStatementFile(page: Page, person: SandboxPerson): Promise<void> {
  await openStep(page, "Bank statement");
  await sendFile(page, person);
}

async function sendFile(page: Page, person: SandboxPerson): Promise<void> {
  const main = page.getByRole("main");
  await main.getByRole("radio", { name: /Send a file/ }).check();
  await main
    .getByLabel("Statement", { exact: true })
    .setInputFiles({ name: "statement.csv", mimeType: "text/csv", buffer: await statementCsv(person.bvn) });
  await main.getByRole("button", { name: "Send", exact: true }).click();
  await expect(main.getByText(/^Sent by you,/)).toBeVisible();
  await expect(main.getByText("We are reading it.")).toHaveCount(0, { timeout: 30_000 });
}

/** Without a bureau's report the rules leave it to a person, and say why. */
export async function askForInstantApproval(page: Page): Promise<void> {
  const main = page.getByRole("main");
  await openStep(page, "Instant approval");
  await main.getByRole("button", { name: "Ask for instant approval" }).click();
  await expect(main.getByText("A person looks at it now")).toBeVisible();
}

/** The instant approval and the request for a card, which end onboarding. */
export async function finishOnboarding(page: Page): Promise<void> {
  const main = page.getByRole("main");
  await askForInstantApproval(page);
  await expect(main.getByText("We could not reach the credit bureau.")).toBeVisible();
  await openStep(page, "Your card");
  await main.getByRole("radio", { name: /^Virtual/ }).check();
  await main.getByRole("button", { name: "Continue", exact: true }).click();
  await main.getByRole("button", { name: "Ask for the card" }).click();
  await expect(main.getByText("Virtual card requested", { exact: true })).toBeVisible();
}

/** Asks for a loan with the live quote. @returns the loan's id */
export async function askForLoan(
  page: Page,
  amountNaira: number,
  instalments: number,
): Promise<{ id: string; quoted: Costs }> {
  const main = page.getByRole("main");
  await page.goto("/customer/credit-application");
  await main.getByLabel("Amount", { exact: true }).fill(String(amountNaira));
  await main.getByRole("radio", { name: String(instalments), exact: true }).check();
  const cost = main.getByRole("complementary", { name: "What it costs" });
  await expect(cost.getByText("Every instalment")).toBeVisible();
  await expect(cost.locator("[aria-busy=false]")).toBeVisible();
  await expect(cost).toContainText(String(instalments));
  const quoted = await costsIn(cost);
  await main.getByLabel(/^What is it for/).fill("School fees");
  await main.getByRole("button", { name: "Ask for this loan" }).click();
  await expect(page).toHaveURL(/\/customer\/loans\/[0-9a-f-]{36}$/);
  await expect(main.getByText("We are looking at your request.")).toBeVisible();
  return { id: page.url().split("/").at(-1) ?? "", quoted };
}

/** What a screen says that a loan costs, as a person reads it. */
interface Costs {
  received: string;
  repaid: string;
  interest: string;
}

const NAIRA = /₦[\d,]+\.\d\d$/;
async function costsIn(within: Locator): Promise<Costs> {
  const one = async (label: RegExp): Promise<string> => {
    const text = await within.locator("dl > div").filter({ hasText: label }).first().innerText();
    return NAIRA.exec(text.trim())?.[0] ?? `no amount in: ${text}`;
  };
  return {
    received: await one(/^(You receive|Received)/),
    repaid: await one(/^(You pay back|Total repayment)/),
    interest: await one(/^Interest/),
  };
}

/** What the page of a loan says that it costs. */
export async function costsOfLoan(page: Page, address: string): Promise<Costs> {
  await page.goto(address);
  await expect(page.getByText("Total repayment")).toBeVisible();
  return costsIn(page.getByRole("main"));
}

/** Reads the offer letter and accepts it. @returns the letter as it is read there */
export async function acceptOffer(page: Page, loanId: string): Promise<string> {
  await page.goto(`/customer/loans/${loanId}`);
  await page.getByRole("link", { name: "Read your offer" }).click();
  await expect(page.getByRole("region", { name: "The letter" })).toHaveAttribute("aria-busy", "false");
  await expect(page.getByRole("region", { name: "The letter" })).toContainText("Page 1 of");
  const letter = await page.getByRole("region", { name: "The letter" }).innerText();
  await page.getByRole("checkbox", { name: /I have read and accept/ }).check();
  await act(page, "Accept", "Accept the offer");
  await expect(page.getByRole("heading", { name: "You have accepted" })).toBeVisible();
  return letter;
}

/** Adds a card on the card company's own page. @param card name of a test card */
export async function addCard(page: Page, card: string): Promise<void> {
  await page.goto("/customer/repayment-cards");
  await page.getByRole("button", { name: "Add a card" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "To the card page" }).click();
  await page.locator(`input[name=card][value=${card}]`).check();
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page).toHaveURL(/\/customer\/repayment-cards/);
  await expect(page.getByText("•••• •••• ••••")).toBeVisible();
  await expect(page.getByText("Default", { exact: true })).toBeVisible();
}

/** Chooses an amount and a way on the pay screen of a loan. */
async function choosePayment(page: Page, loanId: string, amountNaira: number, way: RegExp): Promise<Locator> {
  const main = page.getByRole("main");
  await page.goto(`/customer/repayments/pay/${loanId}`);
  await main.getByRole("radio", { name: /Another amount/ }).check();
  await main.getByLabel("Amount", { exact: true }).fill(String(amountNaira));
  await main.getByRole("radio", { name: way }).check();
  return main;
}

/** Pays a part with the saved card. */
export async function payByCard(page: Page, loanId: string, amountNaira: number): Promise<void> {
  const main = await choosePayment(page, loanId, amountNaira, /••••/);
  await main.getByRole("button", { name: /^Pay ₦/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Pay ₦/ })
    .click();
  await expect(main.getByRole("heading", { name: /received$/ })).toBeVisible();
}

/** Pays a part by bank transfer. @param transfer what the person's own bank does with the account's number */
export async function payByTransfer(
  page: Page,
  loanId: string,
  amountNaira: number,
  transfer: (account_no: string) => Promise<unknown>,
): Promise<void> {
  const main = await choosePayment(page, loanId, amountNaira, /Bank transfer/);
  await main.getByRole("button", { name: "Show the account" }).click();
  const account =
    /\b\d{10}\b/.exec(
      await main
        .getByText(/^\d{10}$/)
        .first()
        .innerText(),
    )?.[0] ?? "";
  await transfer(account);
  const arrived = main.getByRole("heading", { name: "It has arrived" });
  await expect(async () => {
    if (!(await arrived.isVisible()))
      await main.getByRole("button", { name: "Has it arrived?" }).click({ timeout: 2_000 });
    await expect(arrived).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
}

interface OwnRepayments {
  repayments: {
    id: string;
    loan: { id: string };
    number: number;
    due_on: string;
    status: string;
    penalty_kobo: number;
    days_past_due: number;
    outstanding_kobo: number;
    collection_attempts: number;
  }[];
  receipts: { id: string; amount_kobo: number; channel: string }[];
}

/** What the person owes and has paid, as their own screens are told. */
export const ownRepayments = (page: Page): Promise<OwnRepayments> => ask<OwnRepayments>(page, "/repayments");
