import { expect, type Page } from "@playwright/test";
import { password } from "./support/customer.ts";
import { codeSentBy, personNumber } from "./support/sandbox.ts";
import { act, ask, fillFields, loginOf, phone, signedIn } from "./support/screens.ts";
import { test } from "./support/world.ts";

const isNoWider = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
const boxes = (page: Page): Promise<string[]> =>
  page.getByLabel(/^Digit \d of 6$/).evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value));

test("a code is corrected with the keyboard alone, on the smallest phone, and the step is there again when the page was lost meanwhile", async ({
  browser,
}) => {
  const person = await personNumber(4);
  const page = await (await browser.newContext({ viewport: { width: 320, height: 640 } })).newPage();
  await page.goto("/register");
  const typed = {
    "Full name": `${person.first_name} ${person.last_name}`,
    "E-mail": person.email,
    Phone: person.phone.replace("+234", "0"),
  };
  await fillFields(page, { ...typed, Password: password });
  await page.getByRole("checkbox", { name: "I accept the terms and the privacy notice" }).check();
  await page.getByLabel("Where you work (optional)").fill("lagoon");
  await page.getByRole("radio", { name: "Lagoon Foods Limited" }).check();
  await codeSentBy(person.phone, async () => {
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("heading", { name: "Enter the code" })).toBeVisible();
  });
  expect(await isNoWider(page)).toBe(true);

  await page.getByLabel("Digit 1 of 6").focus();
  await page.keyboard.type("123456");
  expect(await boxes(page)).toEqual([..."123456"]);
  for (const key of ["ArrowLeft", "ArrowLeft", "9"]) await page.keyboard.press(key);
  expect(await boxes(page), "what is typed takes the place of one digit and leaves the next alone").toEqual([
    ..."123956",
  ]);
  await page.keyboard.press("x");
  expect(await boxes(page), "a letter changes nothing").toEqual([..."123956"]);
  for (const key of ["ArrowRight", "Backspace", "Backspace", "Backspace"]) await page.keyboard.press(key);
  expect(await boxes(page)).toEqual(["1", "2", "3", "", "", ""]);
  await page.getByLabel("Digit 4 of 6").evaluate((box) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "65 43-21");
    box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  expect(await boxes(page), "a code that is pasted anywhere fills all of them").toEqual([..."654321"]);

  await page.reload();
  await expect(page.getByRole("heading", { name: "Enter the code" })).toBeVisible();
  expect(
    await page.evaluate(
      (secret) => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]).includes(secret),
      password,
    ),
  ).toBe(false);
  await page.getByRole("button", { name: "Go back and send it again" }).click();
  for (const [label, value] of Object.entries(typed))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  await expect(page.getByRole("radio", { name: "Lagoon Foods Limited" })).toBeChecked();
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  await page.context().close();
});

/** What is smaller than a thumb needs: where it may land, not how large the mark looks. */
const tooSmall = (page: Page, which: string): Promise<string[]> =>
  page.evaluate(
    (selector) =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .filter((each) => each.checkVisibility() && !each.hasAttribute("disabled"))
        .flatMap((each) => {
          each.scrollIntoView({ block: "center" });
          const words = (each as HTMLInputElement).labels?.[0];
          const target = each.matches("input") ? (words ?? each) : each;
          const { height, width } = target.getBoundingClientRect();
          const after = getComputedStyle(target, "::after");
          const reach = after.position === "absolute" ? Number.parseFloat(after.height) : 0;
          return Math.max(height, reach) >= 44 || width === 0
            ? []
            : [`${target.textContent || target.ariaLabel} ${height}`];
        }),
    which,
  );

test("what is touched on a phone is large enough for a thumb, and help is one tap away", async ({ browser }) => {
  const page = await signedIn(browser, loginOf("customer"), phone, { hasTouch: true, isMobile: true });
  await page.goto("/customer/cards");
  const card = await page.getByRole("main").locator('a[href*="/customer/cards/0"]').first().getAttribute("href");
  for (const path of [
    "dashboard",
    "repayments",
    "credit-application",
    "loans",
    "notifications",
    "help",
    "settings/security",
    card!.replace("/customer/", ""),
    `${card!.replace("/customer/", "")}/controls`,
  ]) {
    await page.goto(`/customer/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    const ticked = "main input[type=radio], main input[type=checkbox]";
    const small = await tooSmall(page, `main button, ${ticked}, main nav a, header a, header button`);
    expect(small, path).toEqual([]);
    expect(await isNoWider(page)).toBe(true);
  }
  await page.goto("/customer/help");
  await expect(page.getByRole("link", { name: "0800 062 6455" })).toHaveAttribute("href", "tel:+2348000626455");
  await page.getByLabel("About").selectOption("wrong_charge");
  await page.getByLabel("What happened").fill("You took the same instalment twice on 25 November.");
  await page.getByRole("button", { name: "Send the complaint" }).click();
  await expect(page.getByText(/Its reference is CP\d{6}/)).toBeVisible();
  await page.context().close();
});

test("an amount that is none is told so at its field, what was chosen survives the page, and a request is withdrawn", async ({
  browser,
}) => {
  const page = await signedIn(browser, loginOf("customer"), phone);
  await page.goto("/customer/credit-application");
  const main = page.getByRole("main");
  const amount = main.getByLabel("Amount", { exact: true });
  await amount.fill("1.234");
  await amount.blur();
  await expect(main.getByText("this field can only money format and in 2 decimal place")).toBeVisible();
  await amount.fill("65000");
  await main.getByLabel(/^What is it for/).fill("Ṣadé’s school fees");
  // What is typed is kept a moment later, as on every form.
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join(" "))).toContain("Ṣadé’s school fees");
  await page.reload();
  await expect(amount).toHaveValue("65,000.00");
  await expect(main.getByLabel(/^What is it for/)).toHaveValue("Ṣadé’s school fees");
  const [price, bar] = [page.getByText(/^₦[\d,.]+ × \d/), page.getByRole("navigation", { name: "Most used" })];
  await expect(bar.getByRole("link", { name: "Loans" })).toHaveAttribute("aria-current", "page");
  const [above, below] = [await price.boundingBox(), await bar.boundingBox()];
  expect(above && below && above.y + above.height <= below.y, "the price stands on the bar").toBe(true);
  await main.getByRole("button", { name: "Ask for this loan" }).click();
  await act(page, "Withdraw the request", "Withdraw it");
  await expect(main.getByText("You withdrew this request. Nothing is owed.")).toBeVisible();
  await page.context().close();
});

test("without a network no payment is begun, and none is left to be asked about", async ({ browser }) => {
  const page = await signedIn(browser, loginOf("customer"), phone, { hasTouch: true, isMobile: true });
  const { repayments } = await ask<{ repayments: { loan: { id: string } }[] }>(page, "/repayments");
  await page.goto(`/customer/repayments/pay/${repayments[0]?.loan.id ?? ""}`);
  const main = page.getByRole("main");
  await main.getByRole("radio", { name: /Another amount/ }).check();
  await main.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(main.getByText("this field is required"), "a button that cannot act says why").toBeVisible();
  await expect(main.getByLabel("Amount", { exact: true })).toBeFocused();
  await main.getByLabel("Amount", { exact: true }).fill("1000");
  await main.getByRole("button", { name: "Pay ₦1,000.00" }).click();
  const sent: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
  await page.context().setOffline(true);
  await expect(page.getByText(/Payments wait until you are back/)).toBeVisible();
  const dialog = page.getByRole("dialog").filter({ visible: true });
  await dialog.getByRole("button", { name: "Pay ₦1,000.00" }).click();
  await expect(dialog.getByText("Please check your internet connection.")).toBeVisible();
  expect(await tooSmall(page, "dialog button, [role=dialog] button, [aria-label=Messages] button")).toEqual([]);
  expect(sent).toEqual([]);
  await page.context().setOffline(false);
  await page.reload();
  await expect(main.getByRole("radio", { name: /Another amount/ })).toBeVisible();
  await expect(main.getByText("No answer yet")).toHaveCount(0);
  await page.context().close();
});

test("a screen that cannot come without a network says so, leads back, and opens by itself with the network", async ({
  browser,
}) => {
  const page = await signedIn(browser, loginOf("customer"), phone);
  await page.goto("/customer/dashboard");
  await page.getByRole("link", { name: "All instalments" }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "All instalments" }).click();
  await expect(page.getByRole("heading", { name: "This page needs the network" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "Repayments" })).toBeVisible();
  await page.context().close();
});

test("an address that is opened anew begins at its top, wherever another page was left", async ({ browser }) => {
  const page = await signedIn(browser, loginOf("customer"), phone);
  const top = (): Promise<number> =>
    page.evaluate(() => Math.max(...[...document.querySelectorAll("*")].map((part) => part.scrollTop)));
  await page.goto("/customer/credit-application");
  const last = page
    .getByRole("button", { name: "Ask for this loan" })
    .or(page.getByText(/^You can ask as soon as/))
    .first();
  await last.scrollIntoViewIfNeeded();
  await expect.poll(top).toBeGreaterThan(100);
  await page.goto("/customer/settings/profile");
  await expect(page.getByRole("heading", { name: "Your data" })).toBeVisible();
  expect(await top()).toBe(0);
  await page.context().close();
});

test("who thinks of borrowing sees how much it could be before signing up, and that other figures want another answer", async ({
  browser,
}) => {
  const page = await (await browser.newContext({ viewport: { width: 320, height: 640 } })).newPage();
  await page.goto("/login");
  await page.getByRole("link", { name: "What could I borrow?" }).click();
  await fillFields(page, { "What reaches you a month, after tax": "350000" });
  await page.getByRole("button", { name: "Show me" }).click();
  // Two months of a third of the income, by the first rules.
  await expect(page.getByText("You could borrow up to ₦233,000.00")).toBeVisible();
  expect(await isNoWider(page)).toBe(true);
  await fillFields(page, { "What you pay on other loans a month (optional)": "340000" });
  await expect(page.getByText("You could borrow up to")).toHaveCount(0);
  await page.getByRole("button", { name: "Show me" }).click();
  await expect(page.getByText("More than half of the income would go to instalments.")).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page.getByRole("heading", { name: "Create your account" })).toBeVisible();
});
