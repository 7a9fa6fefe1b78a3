/** Forms between the press and what follows: one press, one call; and a day that is refused stays where it was typed. */
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { TextField } from "../../apps/web/src/shared/form/fields.tsx";
import { SubmitButton } from "../../apps/web/src/shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../apps/web/src/shared/form/use-call-form.tsx";
import { SettleDialog } from "../../apps/web/src/shared/loans/receiving/receive-dialogs.tsx";
import { data, refusal, requests, show } from "./stage.tsx";

const id = "01a2041b-0000-7000-8000-000000000009";
const posts = () => requests.filter(({ method }) => method === "POST");

describe("a form that was accepted", () => {
  let open: () => void = () => undefined;
  /** A form whose next screen takes its time to come. */
  function Naming() {
    const [isThere, setThere] = useState(false);
    const form = useCallForm(calls.ruleSets.create, {
      initial: { name: "" },
      rules: { name: "required" },
      isGuarded: false,
      onDone: () => new Promise<void>((resolve) => (open = resolve)).then(() => setThere(true)),
    });
    return isThere ? (
      <p>The next screen</p>
    ) : (
      <Form form={form}>
        <TextField name="name" label="Name" />
        <SubmitButton>Make it</SubmitButton>
      </Form>
    );
  }

  it("stays busy until the next screen is there, and a second press sends nothing", async () => {
    await show(<Naming />, { server: () => data({ id }) });
    await page.getByLabelText("Name").fill("Cautious");
    const button = page.getByRole("button", { name: "Make it" });
    await button.click();
    await expect.poll(() => posts().length).toBe(1);
    await expect.poll(() => requests.length === 1 && button.element().getAttribute("data-loading")).toBe("true");
    // The answer is there, the screen is not: what follows it has begun.
    await expect.poll(() => open.length).toBe(1);
    await expect.element(button).toBeDisabled();
    (button.element() as HTMLButtonElement).form!.requestSubmit();
    await page.getByLabelText("Name").click();
    await userEvent.keyboard("{Enter}");
    expect(posts()).toHaveLength(1);
    open();
    await expect.element(page.getByText("The next screen")).toBeVisible();
    expect(posts()).toHaveLength(1);
  });

  it("that was refused can be sent again", async () => {
    await show(<Naming />, { server: () => refusal(409, "This name is taken.") });
    await page.getByLabelText("Name").fill("Cautious");
    const button = page.getByRole("button", { name: "Make it" });
    await button.click();
    await expect.element(page.getByRole("alert")).toMatchTextContent(/This name is taken/);
    await button.click();
    await expect.poll(() => posts().length).toBe(2);
  });
});

describe("the day on which money came", () => {
  const quote = (total_kobo: number) => ({
    loan_id: id,
    principal_kobo: total_kobo,
    interest_kobo: 0,
    fees_kobo: 0,
    penalty_kobo: 0,
    credit_used_kobo: 0,
    total_kobo,
    interest_saved_kobo: 0,
    valid_until: "2026-11-30",
    due_kobo: 0,
    next: null,
    interest_rule: "to_date",
  });
  // As much of an instalment as the dialog reads.
  const row = {
    id,
    number: 1,
    outstanding_kobo: 100,
    customer: { id, name: "Ada Obi" },
    loan: { id, reference: "LN-1" },
  } as unknown as Parameters<typeof SettleDialog>[0]["row"];
  const days: Record<string, ReturnType<typeof data>> = {
    "2026-11-02": data(quote(9_000_000)),
    "2020-01-05": refusal(422, "", { errors: { received_on: ["the loan was paid out on 1 Nov 2026"] } }),
  };

  it("takes the figure of that day, and one before the loan says so at its field and stays", async () => {
    await show(<SettleDialog row={row} onClose={() => undefined} />, {
      server: ({ query }) => days[query.get("on") ?? ""] ?? data(quote(9_500_000)),
    });
    const day = page.getByLabelText(/Received on/);
    await expect.element(page.getByRole("button", { name: "Record ₦95,000.00 as paid" })).toBeVisible();
    await day.fill("05/01/2020");
    await expect.element(day).toHaveAccessibleDescription(/the loan was paid out on 1 Nov 2026/);
    await expect.element(day).toHaveValue("05/01/2020");
    await day.fill("02/11/2026");
    await expect.element(page.getByRole("button", { name: "Record ₦90,000.00 as paid" })).toBeVisible();
    await expect.element(day).not.toHaveAttribute("aria-invalid", "true");
    await day.fill("31/02/2026");
    await userEvent.tab();
    await expect.element(day).toHaveAccessibleDescription(/this date does not exist/);
    await expect.element(day).toHaveValue("31/02/2026");
    await day.fill("3/1");
    await userEvent.tab();
    await expect.element(day).toHaveAccessibleDescription(/this date does not exist/);
    await expect.element(day).toHaveValue("3/1");
  });
});
