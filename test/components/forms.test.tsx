/** Forms: quiet until a field was left, a summary that leads to what is wrong, and nothing typed is lost. */
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  Buttons,
  Badges,
  Dialogs,
  Emptiness,
  Fields,
  Notices,
  Table,
} from "../../apps/web/src/features/platform/design/samples.tsx";
import LoginScreen from "../../apps/web/src/features/platform/session/login-screen.tsx";
import { data, expectToLookWell, refusal, requests, show } from "./stage.tsx";

const filled = { "Full name": "Ada Obi", "Work e-mail": "ada@lagoonfoods.example", Phone: "08031234567" };

describe("a form", () => {
  it("is quiet at first, and says what is wrong where it was left", async () => {
    await show(<Fields />, { server: () => data([]) });
    await expect.element(page.getByLabelText("Full name")).not.toHaveAttribute("aria-invalid", "true");
    await expectToLookWell();
    (page.getByLabelText("Full name").element() as HTMLElement).focus();
    await userEvent.tab();
    await expect.element(page.getByLabelText("Full name")).not.toHaveAttribute("aria-invalid", "true");
    await page.getByLabelText("Work e-mail").fill("ada@gmail.com");
    await userEvent.tab();
    await expect.element(page.getByLabelText("Work e-mail")).toHaveAttribute("aria-invalid", "true");
    await expect.element(page.getByLabelText("Full name")).not.toHaveAttribute("aria-invalid", "true");
  });

  it("that is tried empty is not sent, and a summary leads to each wrong field", async () => {
    await show(<Fields />, { server: () => data([]) });
    await page.getByRole("button", { name: "Try it empty" }).click();
    const summary = page.getByRole("alert").first();
    await expect.element(summary).toMatchTextContent(/Full name/);
    await expect.poll(() => summary.element().contains(document.activeElement)).toBe(true);
    await expectToLookWell();
    await summary.getByText("Full name").click();
    await expect.element(page.getByLabelText("Full name")).toHaveFocus();
    expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("says of a refused file one thing, at the field and in the summary, until there is another", async () => {
    await show(<Fields />, { server: () => data([]) });
    const file = page.getByLabelText("Bank statement");
    const message = "this file has to be one of pdf, csv, jpeg";
    await userEvent.upload(file, new File(["x"], "letter.docx"));
    await expect.poll(() => page.getByText(message).elements().length).toBe(1);
    await page.getByRole("button", { name: "Try it empty" }).click();
    await expect.element(page.getByRole("alert").first()).toMatchTextContent(new RegExp(`Bank statement: ${message}`));
    await userEvent.upload(file, new File(["a,b"], "statement.csv"));
    await expect.element(page.getByRole("button", { name: "Remove statement.csv" })).toBeVisible();
    await expect.poll(() => page.getByText(message).elements().length).toBe(0);
  });

  it("stays pressed while what follows the answer is under way", async () => {
    await show(<LoginScreen />, { server: ({ method }) => (method === "POST" ? data({}) : "silence") });
    await page.getByLabelText("E-mail or phone").fill("ada@lagoonfoods.example");
    await page.getByLabelText("Password", { exact: true }).fill("Copper-River-27");
    const button = page.getByRole("button", { name: "Sign in" });
    await button.click();
    await expect.poll(() => requests.some(({ method, path }) => method === "GET" && path === "/session")).toBe(true);
    await expect.element(button).toBeDisabled();
    expect(requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("asks for a code in six boxes of one character, over which a pasted one spreads (V029, V030)", async () => {
    await show(<Fields />, { server: () => data([]) });
    const all = page.getByLabelText(/^Digit \d of \d$/);
    const shown = () => all.elements().map((box) => (box as HTMLInputElement).value);
    expect(shown()).toEqual(["", "", "", "", "", ""]);
    await all.nth(0).fill("7");
    expect(shown()).toEqual(["7", "", "", "", "", ""]);
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "8912-34567");
    all
      .nth(2)
      .element()
      .dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    // One character each, and no seventh.
    await expect.poll(shown).toEqual([..."891234"]);
  });

  it("groups an amount while it is typed", async () => {
    await show(<Fields />, { server: () => data([]) });
    await page.getByLabelText("Amount").fill("1234567");
    await expect.element(page.getByLabelText("Amount")).toHaveValue("1,234,567");
  });

  it("keeps everything when the server refuses it", async () => {
    await show(<Fields />, { server: () => refusal(422, "", { errors: { name: ["this name is taken"] } }) });
    for (const [label, value] of Object.entries(filled)) await page.getByLabelText(label, { exact: true }).fill(value);
    await page.getByRole("button", { name: "Try it empty" }).click();
    for (const [label, value] of Object.entries(filled))
      await expect.element(page.getByLabelText(label, { exact: true })).toHaveValue(value);
  });
});

describe("the samples of the design page look well", () => {
  it.each(Object.entries({ Buttons, Badges, Notices, Emptiness, Table }))("%s", async (_, Sample) => {
    await show(<Sample />);
    expect(page.getByRole("main").element().childElementCount).toBeGreaterThan(0);
    await expectToLookWell();
  });

  it("the question before an act that moves money", async () => {
    await show(<Dialogs />);
    await page.getByRole("button", { name: "An act that moves money" }).click();
    await expect.element(page.getByRole("dialog")).toMatchTextContent(/₦1,747,661\.75/);
    await expectToLookWell();
  });
});
