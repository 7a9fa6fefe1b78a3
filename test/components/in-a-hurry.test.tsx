/** Money sent in a hurry, from a phone with a bad connection: what is pasted, mended and tried again. */
import { naira } from "@manilla/contract/formats";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import NewRequestScreen from "../../apps/web/src/features/companies/expense-requests/new-request-screen.tsx";
import SendScreen from "../../apps/web/src/features/payments/transfers/send-screen.tsx";
import { type Reply, data, expectToLookWell, pageOf, phone, refusal, requests, show } from "./stage.tsx";

const QUOTE = {
  payee: "NGOZI EZE",
  bank_name: "Guaranty Trust Bank",
  account_no: "••••••6789",
  amount_kobo: 1_500_000,
  fee_kobo: 2_500,
  vat_kobo: 188,
  stamp_duty_kobo: 5_000,
  total_kobo: 1_507_688,
  available_kobo: 5_000_000,
  is_repeat: false,
  due_on: null,
};
const open = async (initiate: () => Reply) => {
  await page.viewport(...phone);
  await show(<SendScreen />, {
    account_types: ["customer"],
    server: ({ path }) => {
      if (path.endsWith("/payees")) return data({ payees: [] });
      if (path.endsWith("/wallet-snapshot"))
        return data({ cash_kobo: 5_000_000, limits: { left_today_kobo: null, transfers_left: null } });
      if (path.endsWith("/quote")) return data(QUOTE);
      if (path.endsWith("/initiate")) return initiate();
      return "silence";
    },
  });
};
/** As a paste does it: the browser cuts it at the field's length before anybody sees it. */
const paste = (label: string, text: string) => {
  (page.getByLabelText(label).element() as HTMLInputElement).focus();
  document.execCommand("insertText", false, text);
};

it("takes an account number as it was copied, with blanks and hyphens", async () => {
  await open(() => "silence");
  for (const copied of ["0123 456 789", " 0123-456-789 ", "0123456789"]) {
    await page.getByLabelText("Account number").fill("");
    paste("Account number", copied);
    await expect.element(page.getByLabelText("Account number")).toHaveValue("0123456789");
  }
  // An eleventh digit is none.
  paste("Account number", "4");
  await expect.element(page.getByLabelText("Account number")).toHaveValue("0123456789");
});

it("puts the slashes of a day anew after something was taken out: a keypad of digits has none", async () => {
  await open(() => "silence");
  const day = page.getByLabelText(/On a later day/);
  await userEvent.type(day, "31122026");
  await expect.element(day).toHaveValue("31/12/2026");
  await userEvent.type(day, "{backspace>8/}112027");
  await expect.element(day).toHaveValue("31/11/2027");
});

it("that was pressed without a connection says what to do, keeps what was typed, and is the same money the second time", async () => {
  let isOnline = false;
  await open(() =>
    isOnline ? data({ transfer: { id: "01a2041b-0000-7000-8000-000000000031", status: "approved" } }) : "offline",
  );
  await userEvent.selectOptions(page.getByLabelText("Where to"), "wallet");
  await page.getByLabelText("Their phone").fill("0803 123 4567");
  await page.getByLabelText("Amount").fill("15,000");
  await page.getByRole("button", { name: "Continue" }).click();
  const send = page.getByRole("button", { name: `Send ${naira(QUOTE.total_kobo)}` });
  await send.click();
  const said = page.getByRole("dialog").getByRole("alert");
  await expect
    .element(said)
    .toMatchTextContent(/check your internet connection\. What you typed is kept\. Try again.*nothing happens twice/);
  isOnline = true;
  await send.click();
  const sent = () => requests.filter(({ path }) => path.endsWith("/initiate"));
  await expect.poll(() => sent().length).toBe(2);
  expect(sent()[0]!.key).toBe(sent()[1]!.key);
  expect(sent()[1]!.body).toMatchObject({ amount_kobo: 1_500_000, phone: "08031234567" });
});

it("asks once more what another window has just sent, and does not take the second press of a double click for the answer", async () => {
  const words = "You have just sent the same amount to ADA OBI. Do you mean to send it again?";
  await open(() => refusal(409, words, { code: "just_sent" }));
  await userEvent.selectOptions(page.getByLabelText("Where to"), "wallet");
  await page.getByLabelText("Their phone").fill("0803 123 4567");
  await page.getByLabelText("Amount").fill("15,000");
  await page.getByRole("button", { name: "Continue" }).click();
  const send = page.getByRole("button", { name: `Send ${naira(QUOTE.total_kobo)}` });
  await send.click();
  // Once: two places with the same question are two questions.
  await expect.element(page.getByRole("dialog").getByText(/Do you mean to send it again\?/)).toBeVisible();
  await send.click();
  const repeats = () =>
    requests
      .filter(({ path }) => path.endsWith("/initiate"))
      .map(({ body }) => (body as { is_repeat: boolean }).is_repeat);
  await expect.poll(repeats).toEqual([false, false]);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await send.click();
  await expect.poll(repeats).toEqual([false, false, true]);
});

const ask = async (server: (path: string) => Reply | undefined = () => undefined) => {
  await page.viewport(...phone);
  await show(<NewRequestScreen />, {
    account_types: ["customer"],
    route: { path: "/customer/expenses/requests/new", address: "/customer/expenses/requests/new" },
    server: ({ path, method }) => {
      const answered = method === "POST" ? server(path) : undefined;
      if (answered) return answered;
      if (path.endsWith("/terms"))
        return data({ mileage_rate_kobo: null, per_diem_kobo: null, rates: [], advances: [] });
      return pageOf([]);
    },
  });
};
const asked = () => requests.filter(({ method, path }) => method === "POST" && path.endsWith("/expense/request"));

it("asks the company for money with a keypad of digits: the slashes of a day come by themselves", async () => {
  await ask();
  await userEvent.type(page.getByLabelText("Day", { exact: true }), "14112026");
  await expect.element(page.getByLabelText("Day", { exact: true })).toHaveValue("14/11/2026");
});

it("sends no amount that is not the one on the screen", async () => {
  await ask(() =>
    refusal(422, "Please check the form.", { errors: { "lines.0.amount_kobo": ["this field is required"] } }),
  );
  await userEvent.type(page.getByLabelText("Amount"), "5000");
  await userEvent.type(page.getByLabelText("Amount"), "o");
  await expect.element(page.getByText("this is not an amount")).toBeVisible();
  await page.getByRole("button", { name: "Ask for it" }).click();
  await expect.poll(() => asked().length).toBe(1);
  expect(asked()[0]!.body).toMatchObject({ lines: [{ amount_kobo: 0 }] });
  await expect.element(page.getByText("this is not an amount")).toBeVisible();
  await expect.element(page.getByLabelText("Amount")).toHaveFocus();
  await expect.element(page.getByLabelText("Amount")).toHaveValue("5000o");
});

it("keeps a request on the device until it is sent: a phone that takes a picture may forget the page", async () => {
  await ask();
  await page.getByLabelText("What for").fill("Trip to Aba");
  await page.getByLabelText("Where").fill("Bukka Hut");
  await userEvent.type(page.getByLabelText("Amount"), "4,000");
  await userEvent.type(page.getByLabelText("Day", { exact: true }), "14112026");
  await cleanup();
  await ask(() => "offline");
  await expect.element(page.getByText(/What you had typed here was kept and is back/)).toBeVisible();
  await expect.element(page.getByLabelText("Where")).toHaveValue("Bukka Hut");
  await expect.element(page.getByLabelText("Amount")).toHaveValue("4,000.00");
  await expect.element(page.getByLabelText("Day", { exact: true })).toHaveValue("14/11/2026");
  await page.getByRole("button", { name: "Ask for it" }).click();
  await expect.element(page.getByText(/check your internet connection\. What you typed is kept/)).toBeVisible();
  await page.getByRole("button", { name: "Start afresh" }).click();
  await expect.element(page.getByLabelText("What for")).toHaveValue("");
  await cleanup();
  await ask();
  await expect.element(page.getByLabelText("What for")).toHaveValue("");
  await expectToLookWell();
});
