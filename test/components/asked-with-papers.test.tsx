/** An act that brings a paper is not asked for without one; a borrower asks for time on their loan's page. */
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Actions, rowActionsOf } from "../../apps/web/src/shared/actions/actions.tsx";
import type { ActingCall } from "../../apps/web/src/shared/actions/facts.ts";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { AskedAction } from "../../apps/web/src/shared/list/row-menu.tsx";
import { lossOf } from "../../apps/web/src/shared/loans/receiving/loss.ts";
import { TimeRequests } from "../../apps/web/src/shared/loans/time-request.tsx";
import { data, expectToLookWell, requests, show } from "./stage.tsx";

const id = "01a2041b-0000-7000-8000-000000000009";
const sent = () => requests.filter(({ method }) => method === "POST");

it("a write-off is asked for with its paper: without one nothing is sent, and the form says what is missing", async () => {
  const loan = {
    id,
    reference: "LN-1",
    customer: { name: "Ada Obi" },
    days_past_due: 40,
    outstanding_principal_kobo: 5,
  };
  const action = lossOf(loan, "loss");
  if (!("call" in action)) throw new Error("it makes a call");
  await show(<AskedAction action={action} onClose={() => undefined} />, { permissions: calls.repayments.writeOff.can });
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText("What the loss rests on", { exact: false })).toBeVisible();
  await expect.element(dialog.getByText("₦0.05")).toBeVisible();
  await userEvent.fill(dialog.getByLabelText("Reason"), "Nobody answers");
  await userEvent.click(dialog.getByRole("button", { name: "Ask to write off" }));
  await expect.element(dialog.getByText("this field is required").first()).toBeVisible();
  expect(sent()).toEqual([]);
});

it("any act that its declaration says rests on a paper asks for it, in a menu and as a button", async () => {
  const line = { id, status: "open", reference: "B-1", difference_kobo: 500, abilities: { write_off: null } };
  const call = calls.billerReports.writeOff as ActingCall;
  await show(<Actions of={line} calls={[call]} />, { permissions: calls.billerReports.writeOff.can });
  await userEvent.click(page.getByRole("button", { name: "Write off…" }));
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText("the provider's answer", { exact: false })).toBeVisible();
  await userEvent.fill(dialog.getByLabelText("Reason"), "They never answer");
  await userEvent.click(dialog.getByRole("button", { name: "Ask for it" }));
  await expect.element(dialog.getByText("this field is required").first()).toBeVisible();
  expect(sent()).toEqual([]);
  const [inMenu] = rowActionsOf([call])(line);
  expect(inMenu).toMatchObject({ confirm: { paper: expect.stringContaining("the provider's answer") } });
});

it("a borrower promises a day or asks for another plan, and reads what was answered", async () => {
  const request = {
    id,
    kind: "promise",
    promised_on: "2026-11-10",
    promised_kobo: 500_000,
    text: "",
    created_at: "2026-11-01",
  };
  const answered = {
    ...request,
    status: "declined",
    decision_reason: "The loan ends before.",
    decided_at: "2026-11-02",
  };
  await show(<TimeRequests loan_id={id} />, {
    permissions: calls.timeRequests.ask.can,
    account_types: ["customer"],
    server: ({ method }) =>
      data(method === "POST" ? { request: answered } : { why_not: null, until: "2027-01-06", requests: [answered] }),
  });
  await expect.element(page.getByText("You promised ₦5,000.00 by 10 Nov 2026")).toBeVisible();
  await expect.element(page.getByText("The loan ends before.")).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Ask for time" }));
  await expect.element(page.getByText("At the latest 06 Jan 2027", { exact: false })).toBeVisible();
  await userEvent.fill(page.getByLabelText("What happened"), "My salary comes late");
  await userEvent.click(page.getByRole("button", { name: "Ask for time" }));
  expect(sent(), "a promise has a day").toEqual([]);
  await userEvent.click(page.getByRole("radio", { name: /I need another plan/ }));
  await expectToLookWell();
  await userEvent.click(page.getByRole("button", { name: "Ask for time" }));
  await expect
    .poll(() => sent().map(({ body }) => body))
    .toEqual([{ kind: "reschedule", text: "My salary comes late" }]);
});
