/** A complaint is answered with the customer's loans and latest payments beside it, and from a template. */
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { CustomerBeside } from "../../apps/web/src/features/people/complaints/customer-beside.tsx";
import { PreparedAnswers } from "../../apps/web/src/features/people/complaints/prepared-answers.tsx";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { expectToLookWell, pageOf, requests, show } from "./stage.tsx";

const user_id = "0192f1c2-0000-7000-8000-000000000001";
const loan = {
  id: "0192f1c2-0000-7000-8000-000000000002",
  reference: "LN-260729-S95FBS",
  status: "past_due",
  days_past_due: 31,
  overdue_kobo: 7_694_180,
  outstanding_principal_kobo: 28_000_000,
  next_due_on: null,
  created_at: "2026-07-29",
};
const movement = {
  id: "0192f1c2-0000-7000-8000-000000000003",
  purpose: "loan_repayment",
  status: "success",
  direction: "in",
  amount_kobo: 2_000_000,
  happened_at: "2026-11-23T08:00:00.000Z",
};

const beside = (permissions: readonly string[]) =>
  show(<CustomerBeside user_id={user_id} />, {
    permissions,
    server: ({ path }) =>
      path === calls.loans.listAll.path
        ? pageOf([loan], 7)
        : path === calls.moneyEvents.listAll.path
          ? pageOf([movement])
          : "silence",
  });

it("names what is owed, what is late and what came, each with its page", async () => {
  await beside(["provider:can_view_loans", "provider:can_view_transactions"]);
  await expect.element(page.getByText("₦76,941.80 overdue, 31 days")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: loan.reference }))
    .toHaveAttribute("href", `/admin/loans/${loan.id}`);
  await expect
    .element(page.getByRole("link", { name: "All 7" }))
    .toHaveAttribute("href", `/admin/loans?f.user_id=${user_id}`);
  await expect.element(page.getByText("₦20,000.00")).toBeVisible();
  const asked = requests.filter(
    ({ path }) => path === calls.loans.listAll.path || path === calls.moneyEvents.listAll.path,
  );
  expect(asked.map(({ query }) => query.get("filter"))).toEqual(Array(2).fill(JSON.stringify({ user_id })));
  await expectToLookWell();
});

it("asks for nothing that the reader may not see", async () => {
  await beside(["provider:can_view_loans"]);
  await expect.element(page.getByText("Their loans")).toBeVisible();
  expect(requests.some(({ path }) => path === calls.moneyEvents.listAll.path)).toBe(false);
});

it("begins an answer with a template in the customer's name; one that speaks of money is not offered", async () => {
  const template = (id: string, name: string, body: string) => ({ id, name, body });
  const onChoose = vi.fn<(text: string) => void>();
  await show(<PreparedAnswers customer={{ name: "Abimbola", last_name: "Oyelaran" }} onChoose={onChoose} />, {
    permissions: ["provider:can_view_communication_templates"],
    server: () =>
      pageOf([
        template("1", "Payment found", "Dear {{name}}, we found your payment."),
        template("2", "Salary day", "{{next_due}} falls due."),
      ]),
  });
  const choice = page.getByLabelText("Begin with a template");
  await choice.selectOptions("Payment found");
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("Dear Abimbola, we found your payment.");
  expect(page.getByRole("option", { name: "Salary day" }).elements()).toEqual([]);
});
