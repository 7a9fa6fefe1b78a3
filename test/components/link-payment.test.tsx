/** Which payment has bought a line: asked on a phone whose network is slow, or gone. */
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { LinkPaymentDialog } from "../../apps/web/src/features/companies/expense-requests/link-payment.tsx";
import { requestWork } from "../../apps/web/src/features/companies/expense-requests/request-work.ts";
import { type Reply, data, expectToLookWell, show } from "./stage.tsx";

const id = "00000000-0000-4000-8000-000000000001";
// Cut to what the dialog reads: hence the cast.
const record = {
  id,
  version: 2,
  lines: [{ number: 1, merchant: "NNPC Ikeja", amount_kobo: 900_000, bought_kobo: 0, is_refused: false }],
} as unknown as Parameters<typeof LinkPaymentDialog>[0]["record"];
const payment = {
  expense_id: id,
  merchant: "A company that is named with sixty letters, and a few more Ltd",
  amount_kobo: 99_999_999_999_999,
  spent_on: "2026-11-30",
  person: "Sani Abubakar",
  line_number: 1,
};

it("comes before money to who asked, where the company shall buy it", () => {
  const { next } = requestWork(id, "corporate", () => undefined);
  const first = (kind: typeof record.kind) => next({ ...record, kind, status: "approved" }).acts[0];
  expect([first("purchase"), first("reimbursement")]).toEqual(["link_payment", "send"]);
});

it("goes to who has left by their own account, and without one waits for how the company paid it", () => {
  const { next } = requestWork(id, "corporate", () => undefined);
  const left = { ...record, kind: "reimbursement", status: "approved", has_left: true } as const;
  const account = { bank_name: "GTBank", account_no: "•••••••0012" };
  expect(next({ ...left, account })).toMatchObject({
    says: expect.stringContaining("own bank account"),
    acts: ["send"],
  });
  expect(next({ ...left, account: null }).acts).toEqual(["pay_otherwise"]);
});

it("says that the payments could not be loaded, and asks again, instead of an empty dialog", async () => {
  let reply: Reply = "offline";
  await show(<LinkPaymentDialog record={record} onClose={() => undefined} />, { permissions: [], server: () => reply });
  await expect.element(page.getByText("This could not be loaded")).toBeVisible();
  reply = data({ payments: [payment] });
  await userEvent.click(page.getByRole("button", { name: "Try again" }));
  await expect.element(page.getByLabelText("Payment")).toHaveValue(id);
  await expect.element(page.getByText("It is ₦999,999,990,999.99 more than is left of this line.")).toBeVisible();
  await expectToLookWell();
});
