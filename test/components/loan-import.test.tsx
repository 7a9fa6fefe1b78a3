/** A file of running loans: what each would be here is read before a second person is asked. */
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import NewLoanImportScreen from "../../apps/web/src/features/lending/loan-imports/new-loan-import-screen.tsx";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { expectToLookWell, show } from "./stage.tsx";

const row = (number: number, more: object) => ({
  id: String(number),
  number,
  verdict: "created",
  reasons: [],
  warnings: [],
  name: "08031234567",
  email: null,
  user_id: null,
  reference: `OLD-${number}`,
  principal_kobo: 10_000_000,
  outstanding_principal_kobo: 6_924_457,
  accrued_interest_kobo: 511_944,
  overdue_kobo: 3_815_238,
  days_past_due: 36,
  ...more,
});

it("matches columns, shows what each loan would owe and how late it is, and asks for a second person", async () => {
  await show(<NewLoanImportScreen />, { permissions: calls.loanImports.createMany.can });
  const sent: [string, FormData][] = [];
  // Uploads go by XMLHttpRequest.
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      upload = {};
      onload?: () => void;
      status = 200;
      responseText = "";
      address = "";
      open(_method: string, address: string): void {
        this.address = address;
      }
      setRequestHeader = () => undefined;
      send(body: FormData): void {
        sent.push([this.address, body]);
        const sums = { loan_count: 1, late_count: 1, warning_count: 1, principal_kobo: 10_000_000 };
        const more = { outstanding_principal_kobo: 6_924_457, accrued_interest_kobo: 511_944, overdue_kobo: 3_815_238 };
        const none = { verdict: "refused", outstanding_principal_kobo: null, days_past_due: null };
        const rows = [
          row(2, { ...none, reasons: ["person: nobody here has 080"] }),
          row(1, { warnings: ["interest_due: the book says ₦1.00"] }),
        ];
        const counts = { total_count: 2, created_count: 1, already_count: 0, refused_count: 1 };
        const trial = { ...counts, rows, sums: { ...sums, ...more } };
        this.responseText = JSON.stringify({ success: true, message: "", data: { trial, import: { id: "1" } } });
        queueMicrotask(() => this.onload?.());
      }
    },
  );
  const file = document.querySelector<HTMLInputElement>("input[type=file]")!;
  const heading =
    "Loan no.,Customer,Product,Loan amount,Rate,Tenor,Date disbursed,Principal paid,Interest paid,Outstanding balance";
  await userEvent.upload(
    file,
    new File([`${heading}\nOLD-1,0803,salary,100000,4,6,2025-09-10,0,0,100000\n`], "book.csv"),
  );
  await expect.element(page.getByText(/The file has no column reference\. Not read: Loan no\.\./)).toBeVisible();
  await page.getByLabelText("Loan no.").selectOptions("reference");
  await expect.element(page.getByText(/^1 row, 10 columns\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Try the file" }).click();
  await expect.element(page.getByText(/1 would be brought in, 0 are there already, 1 would be refused/)).toBeVisible();
  await expect.element(page.getByText("36 days", { exact: true })).toBeVisible();
  await expect.element(page.getByText(/and ₦5,119\.44 interest/)).toBeVisible();
  await expect.element(page.getByText("Interest due: the book says ₦1.00")).toBeVisible();
  await expectToLookWell();
  await page.getByRole("button", { name: "Ask a second person to bring in 1 loan" }).click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent.map(([address]) => address.replace("/api", ""))).toEqual([
    calls.loanImports.tryMany.path,
    calls.loanImports.createMany.path,
  ]);
  expect(sent.map(([, body]) => body.get("columns"))).toEqual(
    Array.from({ length: 2 }, () => '{"reference":"Loan no."}'),
  );
});
