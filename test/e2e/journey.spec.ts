import { naira } from "@manilla/contract/formats";
import { smsText } from "@manilla/contract/sms";
import { expect, type Page } from "@playwright/test";
import { readPdf as read } from "../../apps/api/src/files/pdf.ts";
import * as customer from "./support/customer.ts";
import {
  breakPaystack,
  businessDate,
  changeCardOf,
  daysAfter,
  dropWebhooks,
  liveUntil,
  mendEverything,
  messageTo,
  movements,
  payIn,
  personNumber,
  sandboxUrl,
  type SandboxPerson,
} from "./support/sandbox.ts";
import { ask, desktop, loginOf, phone, readPdf, signedIn } from "./support/screens.ts";
import * as staff from "./support/staff.ts";
import { test } from "./support/world.ts";

const lives = [
  { window: "a desktop window", viewport: desktop, number: 1, payoutTimesOut: false },
  { window: "a phone", viewport: phone, number: 3, payoutTimesOut: true },
] as const;
type StaffName = "risk" | "risk.two" | "operations" | "finance" | "finance.two" | "admin";

interface Payout {
  reference: string;
  status: string;
}
interface Loan {
  id: string;
  reference: string;
  status: string;
  principal_kobo: number;
  days_past_due: number;
  payout: Payout | null;
}

const kobo = (text: string): number => Math.round(Number(text.replaceAll(/[₦,]/g, "")) * 100);
/** A paper as words, from its PDF. */
const wordsOf = async (page: Page, address: string): Promise<string> =>
  (await read(await readPdf(page, address))).lines
    .map((pieces) => pieces.map(({ text }) => text).join(" "))
    .join("\n")
    .replaceAll(/ +/g, " ");

// Each life moves the clock, and wants a world of its own.
test.describe.configure({ mode: "parallel" });
for (const { window, viewport, number, payoutTimesOut } of lives) {
  test.describe.serial(`A loan from sign-up to the last naira, the customer on ${window}`, () => {
    let person: SandboxPerson;
    let page: Page;
    let loanId = "";
    let offered = { received: "", repaid: "", interest: "" };
    let paidOutOn = "";
    const offices = new Map<StaffName, Page>();

    test.beforeAll(async ({ browser }) => {
      await mendEverything();
      person = await personNumber(number);
      page = await (await browser.newContext({ viewport })).newPage();
    });
    test.afterAll(async () => {
      await Promise.all([page, ...offices.values()].map((each) => each.context().close()));
    });

    /** The window of somebody of the staff, signed in once for the whole life. */
    const as = async (name: StaffName): Promise<Page> => {
      const open = offices.get(name);
      if (open) return open;
      const fresh = await signedIn(page.context().browser()!, loginOf(name));
      offices.set(name, fresh);
      return fresh;
    };
    const loan = async (): Promise<Loan> =>
      (await ask<{ loan: Loan }>(await as("finance"), `/admin/personal/loans/${loanId}`)).loan;
    const owed = async () => (await customer.ownRepayments(page)).repayments.filter((row) => row.loan.id === loanId);

    test("registers with the code from the phone and is led through onboarding", async () => {
      await customer.register(page, person);
      await page.goto("/customer/settings/security");
      await page.getByRole("region", { name: "Onboarding" }).getByRole("link", { name: "Continue" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Identity" })).toBeVisible();
      await customer.proveIdentity(page, person);
      await customer.fillProfile(page, person);
      await customer.proveWorkEmail(page, person);
      await customer.sendDocuments(page, person);
      await customer.sendStatements(page, person, payoutTimesOut);
      await customer.finishOnboarding(page);
    });

    test("is found in the queue, looked at, verified and pre-approved, and activated by a colleague", async () => {
      const risk = await as("risk");
      await staff.readCase(risk, person);
      await staff.preApprove(risk);
      const second = await as("risk.two");
      await second.goto(risk.url());
      await staff.activate(second);
    });

    test("asks for a loan with the live quote, is verified by two offices, approved, and accepts the offer", async () => {
      const asked = await customer.askForLoan(page, 150_000, 4);
      loanId = asked.id;
      await staff.decideLoan(await as("risk"), loanId, "Verify as officer", "Verify");
      await staff.decideLoan(await as("operations"), loanId, "Verify as operations", "Verify");
      await staff.approveLoan(await as("risk.two"), loanId);
      const pdf = await wordsOf(page, `/api/personal/loans/${loanId}/offer-letter`);
      // M18: each paper and screen says the same, to the kobo; the credit rules ask no more than the quote did.
      offered = await customer.costsOfLoan(page, `/customer/loans/${loanId}`);
      expect(offered.received).toBe(asked.quoted.received);
      expect(kobo(offered.repaid)).toBeLessThanOrEqual(kobo(asked.quoted.repaid));
      const read = await customer.acceptOffer(page, loanId);
      for (const figure of Object.values(offered)) {
        expect(kobo(figure)).toBeGreaterThan(0);
        expect(pdf).toContain(figure);
        expect(read).toContain(figure);
      }
      expect(await customer.costsOfLoan(await as("finance"), `/admin/loans/${loanId}`)).toEqual(offered);
    });

    test(
      payoutTimesOut
        ? "is paid out once although the bank's answer never came"
        : "is paid out after a second person agreed",
      async () => {
        const finance = await as("finance");
        paidOutOn = await businessDate();
        const request = await staff.askForPayout(finance, person);
        if (payoutTimesOut) {
          await dropWebhooks();
          await breakPaystack({ mode: "timeout_after_effect", call: "POST /transfer", delay_ms: 4_000 });
        }
        await staff.approveRequest(await as("finance.two"), request);
        if (payoutTimesOut) {
          await expect
            .poll(
              async () =>
                (await movements()).some(
                  ({ counterparty, amount_kobo }) =>
                    amount_kobo < 0 && counterparty?.account_number === person.accounts[0]?.account_number,
                ),
              { message: "the money has left" },
            )
            .toBe(true);
          // Nothing that the provider is asked is answered, until the staff have seen that the outcome is unknown.
          await breakPaystack({ mode: "outage" });
          await staff.expectStage(finance, person, "Unknown");
          // Mended once it is about to be asked: the worker asks too, and may be first.
          await staff.askTheBank(finance, person, mendEverything);
        }
        await staff.expectStage(finance, person, "Paid out");
        const { payout, status } = await loan();
        expect(payout?.status).toBe("success");
        expect(status).toBe("running");
        const sent = await movements(payout?.reference);
        expect(sent).toHaveLength(1);
        expect(naira(-(sent[0]?.amount_kobo ?? 0)), "what left the bank is what the letter promised").toBe(
          offered.received,
        );
      },
    );

    test("sees the loan and its due dates, adds a card, pays by card and by bank transfer, and keeps receipts", async () => {
      await page.goto(`/customer/loans/${loanId}`);
      await expect(page.getByRole("region", { name: "What you owe" })).toContainText("Your next payment");
      await expect(page.getByRole("heading", { name: "Your instalments" })).toBeVisible();
      await customer.addCard(page, "success");
      await customer.payByCard(page, loanId, 5_000);
      await customer.payByTransfer(page, loanId, 3_000, (account_no) => payIn(account_no, 300_000));
      await page.goto("/customer/repayments?show=receipts");
      const receipt = page.getByRole("link", { name: /^Receipt of ₦3,000.00/ });
      const paper = await wordsOf(page, (await receipt.getAttribute("href")) ?? "");
      // M18: text message, receipt, page and calls say the same of what is left.
      const [next] = await owed();
      const asks = naira(next?.outstanding_kobo ?? 0);
      expect(paper).toContain(`Next instalment ${asks} on`);
      expect(await messageTo(person.phone, "N3,000.00 was received")).toContain(
        `The next instalment asks ${smsText(asks)} on`,
      );
      await page.goto(`/customer/loans/${loanId}`);
      await expect(page.getByRole("region", { name: "What you owe" })).toContainText(asks);
      expect((await customer.ownRepayments(page)).receipts.map(({ amount_kobo }) => amount_kobo)).toEqual(
        expect.arrayContaining([500_000, 300_000]),
      );
    });

    test("is debited on the first due date, fails and is retried on the second; on the third a penalty falls and the days are counted", async () => {
      const due = (await owed()).map(({ due_on }) => due_on);
      const [first = "", second = "", third = ""] = due;
      await liveUntil(daysAfter(first, 1));
      await expect.poll(async () => (await owed())[0]?.status).toBe("paid");
      await page.goto("/customer/repayments?show=paid");
      await expect(page.getByText("1st instalment")).toBeVisible();
      expect((await customer.ownRepayments(page)).receipts.some(({ channel }) => channel === "direct_debit")).toBe(
        true,
      );

      await changeCardOf(person.email, { behaviour: "fails_then_succeeds" });
      await liveUntil(daysAfter(second, 1));
      await expect
        .poll(async () => (await owed())[1]?.collection_attempts, { message: "the second debit failed" })
        .toBe(1);
      await liveUntil(daysAfter(second, 3));
      await expect
        .poll(async () => (await owed())[1]?.status, { message: "and succeeded when it was tried again" })
        .toBe("paid");

      await changeCardOf(person.email, { behaviour: "insufficient_funds" });
      await liveUntil(daysAfter(third, 9));
      await expect.poll(async () => (await owed())[2]).toMatchObject({ status: "overdue", days_past_due: 9 });
      const late = (await owed())[2];
      expect(late?.collection_attempts, "the debit was tried again").toBeGreaterThan(1);
      expect(late?.penalty_kobo, "a penalty fell after the days of grace").toBeGreaterThan(0);

      await page.goto(`/customer/loans/${loanId}`);
      await expect(page.getByRole("region", { name: "What you owe" })).toContainText("Overdue");
      await expect(page.getByRole("region", { name: "What you owe" })).toContainText("9 days");
      const finance = await as("finance");
      await finance.goto(`/admin/loans/${loanId}`);
      await expect(finance.getByText("9 days past due").first()).toBeVisible();
      await finance.goto("/admin/repayments/defaulters");
      await expect(finance.getByRole("row").filter({ hasText: person.last_name })).toBeVisible();
    });

    test("has a part recorded, a partial debit, and is settled; the loan closes with a letter", async () => {
      const finance = await as("finance");
      const second = await as("finance.two");
      const part = await staff.recordPart(finance, person, 4_000, `SLIP-${number}-1`);
      await staff.approveRequest(second, part, "What it posts");
      await changeCardOf(person.email, { balance_kobo: 200_000 });
      await staff.tryCard(finance, person);
      const whole = await staff.settleLoan(finance, person, `SLIP-${number}-2`);
      await staff.approveRequest(second, whole, "What it posts");
      await expect.poll(async () => (await loan()).status).toBe("settled");
      await page.goto(`/customer/loans/${loanId}`);
      await expect(page.getByText("Nothing owed")).toBeVisible();
      await page.getByRole("button", { name: "Letter of no indebtedness" }).click();
      await expect(page.getByRole("region", { name: "The letter" })).toContainText("Page 1 of");
      await readPdf(page, `/api/loans/letter-of-indebtedness/${loanId}`);
    });

    test("takes no forged statement, and shows what a true one does before it is taken", async () => {
      const finance = await as("finance");
      const day = await businessDate();
      const own = await (await fetch(`${sandboxUrl}/bank/statements/${day}.mt940`)).text();
      await staff.uploadStatement(finance, own.replace(":25:011/0000014579", ":25:058/0000014579"));
      await expect(finance.getByRole("dialog")).toContainText("ours is 011/0000014579");
      await staff.uploadStatement(finance, own);
      await expect(finance.getByRole("heading", { name: /^Statement of/ })).toBeVisible();
      await expect(finance.getByText(/follow on our last statement|Every line of it is known/)).toBeVisible();
      const second = await as("finance.two");
      await second.goto(finance.url());
      await second.getByRole("button", { name: "Take statement" }).click();
      await second.getByRole("dialog").getByRole("button", { name: "Take" }).click();
      await expect(second.getByRole("button", { name: "Take back" })).toBeVisible();
      await finance.goto("/admin/reconciliation");
      await expect(finance.getByRole("region", { name: "Bank and books" })).toContainText("the bank says");
    });

    test("leaves books that agree with the bank, balance to the kobo and say who did what", async () => {
      const finance = await as("finance");
      await staff.reconcile(finance, paidOutOn);
      await expect(finance.getByRole("row").filter({ hasText: (await loan()).payout?.reference ?? "?" })).toContainText(
        "Matched",
      );

      await finance.goto("/admin/books/trial-balance");
      const proof = finance.getByRole("status").filter({ hasText: "Debits ₦" });
      await expect(proof).toContainText("In balance");
      await expect(proof).toContainText(`Difference ${naira(0)}`);
      await finance.getByRole("button", { name: "Verify the books" }).click();
      await expect(finance.getByRole("dialog")).toContainText("The books are sound.");

      const admin = await as("admin");
      await admin.goto(`/admin/audit?f.subject_id=${loanId}`);
      const acts = admin.getByRole("table", { name: "Audit trail" });
      await expect(acts.getByRole("row").filter({ hasText: /verif/i }).first()).toBeVisible();
      await expect(
        acts
          .getByRole("row")
          .filter({ hasText: /approv/i })
          .first(),
      ).toBeVisible();
      await expect(
        acts.getByRole("row").filter({ hasText: person.last_name }).first(),
        "the customer's own acts are there as well",
      ).toBeVisible();
    });
  });
}
