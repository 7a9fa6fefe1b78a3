/** What stands around every screen: the second factor, viewing as somebody, colleagues on one record, views of lists, no network. */
import { expect, type Page } from "@playwright/test";
import { generate } from "otplib";
import { answerDialog, loginOf, phone, signedIn } from "./support/screens.ts";
import { codeSentBy } from "./support/sandbox.ts";
import { test } from "./support/world.ts";

/** Where support's codes go (apps/api/demo/people.ts). */
const SUPPORT_PHONE = "+2348030000007";

/** Opens the first person of the list of users. */
async function openFirstPerson(page: Page): Promise<string> {
  await page.goto("/admin/users");
  await page.locator("tbody a").first().click();
  await expect(page).toHaveURL(/\/admin\/users\/[0-9a-f-]{36}/);
  await expect(page.getByRole("heading", { name: "Decision" })).toBeVisible();
  return new URL(page.url()).pathname;
}

test.describe("What stands around every screen", () => {
  test("support sets up an authenticator, proves who sits there with a code that was sent, views as a customer, and can change nothing", async ({
    browser,
  }) => {
    const page = await signedIn(browser, loginOf("support"));
    await page.goto("/admin/settings/security");
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByLabel("Your password, to begin").fill(loginOf("support").password);
    await page.getByRole("button", { name: "Continue" }).click();
    const secret = (await page.locator("code").first().innerText()).replaceAll(/\s/g, "");
    await page.getByLabel("Digit 1 of 6").fill(await generate({ secret }));
    await page.getByRole("button", { name: "Switch on" }).click();
    await expect(page.getByText("The authenticator is on.")).toBeVisible();

    const person = await openFirstPerson(page);
    const name = await page.getByRole("heading", { level: 1 }).innerText();
    await page.getByRole("button", { name: "View as" }).click();
    await answerDialog(page, "View as", "Says that a date is missing");
    const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
    await proof.getByLabel("Password", { exact: true }).fill(loginOf("support").password);
    const code = await codeSentBy(SUPPORT_PHONE, () => proof.getByRole("button", { name: "Send me a code" }).click());
    await proof.getByLabel("Digit 1 of 6").fill(code);
    await proof.getByRole("button", { name: "Confirm" }).click();

    const bar = page.getByRole("region", { name: "Viewing as somebody else" });
    await expect(bar).toContainText(name);
    await expect(bar.getByRole("timer")).toHaveText(/^1[45]:\d\d$/);
    await page.goto("/customer/settings/security");
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByLabel("Your password, to begin").fill("Whatever-It-Is-1");
    await page.getByRole("button", { name: "Continue" }).click();
    // The live server says no, and the specified dialog shows it.
    const denied = page.getByRole("alertdialog", { name: "Permission Denied" });
    await expect(denied).toContainText("nothing can be changed");
    await denied.getByRole("button", { name: "Okay" }).click();
    await bar.getByRole("button", { name: "Stop viewing" }).click();
    await expect(page).toHaveURL(person);
    await page.getByRole("link", { name: "Timeline" }).click();
    await expect(page.getByText(/viewing as/)).toBeVisible();
    // A headless shell that is closed says no good-bye: on the case they would still be seen by the next who open it.
    await page.goto("/admin/dashboard");
    await page.context().close();
  });

  test("two people on one case see each other and what the other changes, and no more when one has left", async ({
    browser,
  }) => {
    const [one, two] = [await signedIn(browser, loginOf("risk")), await signedIn(browser, loginOf("admin"))];
    const person = await openFirstPerson(one);
    await two.goto(person);
    await expect(one.getByText("is looking at this too")).toBeVisible();
    await expect(two.getByText("is looking at this too")).toBeVisible();
    const words = `Seen by both ${Date.now()}`;
    await one.goto(`${person}?tab=comments`);
    await expect(two.getByText("is looking at this too")).toBeVisible();
    await two.goto(`${person}?tab=comments`);
    await expect(two.getByText("is looking at this too")).toBeVisible();
    await two.getByRole("textbox", { name: "New comment" }).fill(words);
    await two.getByRole("button", { name: "Post comment" }).click();
    await expect(one.getByText("has just changed this.")).toBeVisible();
    await expect(one.getByText(words)).toBeVisible();
    await two.goto("/admin/dashboard");
    await expect(one.getByText("is looking at this too")).toBeHidden();
    for (const page of [one, two]) await page.context().close();
  });

  test("a change of roles is walked by keyboard, begins from the present roles, and can be given up", async ({
    browser,
  }) => {
    const page = await signedIn(browser, loginOf("admin"));
    await page.goto("/admin/permissions");
    const opener = page.getByRole("button", { name: "Propose a change" });
    await opener.press("Enter");
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Person" }).pressSequentially(loginOf("support").email);
    await expect(page.getByText("One found; Enter chooses.")).toBeVisible();
    await page.keyboard.press("Enter");
    const first = page.getByRole("checkbox", { name: "Super administrator" });
    await expect(first).toBeFocused();
    await expect(page.getByRole("checkbox", { name: "Support" })).toBeChecked();
    const propose = page.getByRole("button", { name: "Propose", exact: true });
    await expect(propose).toHaveAccessibleDescription("Nothing is changed yet.");
    await page.keyboard.press("Space");
    await propose.press("Enter");
    const question = page.getByRole("dialog", { name: "Propose these roles?" });
    await expect(question).toContainText("Super administrator, Support");
    await page.keyboard.press("Escape");
    await expect(propose).toBeFocused();
    await page.getByRole("button", { name: "Cancel" }).press("Enter");
    await expect(opener).toBeFocused();
    await page.context().close();
  });

  test("who only looks at a batch keeps what was chosen and where the keyboard stood", async ({ browser }) => {
    const page = await signedIn(browser, loginOf("finance"));
    await page.goto("/admin/disbursement/personal/loans?limit=10");
    await expect(page.locator("tbody a").first()).toBeVisible();
    await page.getByRole("checkbox", { name: "Select the rows of this page" }).press("Space");
    const bar = page.getByRole("region", { name: "Selected rows" });
    await bar.getByRole("button", { name: /Select all/ }).press("Enter");
    await expect(bar).toBeFocused();
    await bar.getByRole("button", { name: "Pay out…" }).press("Enter");
    await expect(page.getByRole("dialog")).toContainText("Chosen");
    await page.keyboard.press("Escape");
    await expect(bar.getByRole("button", { name: "Pay out…" })).toBeFocused();
    await expect(bar).toContainText(/All \d+ matching/);
    await bar.getByRole("button", { name: "Clear" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await page.context().close();
  });

  test("a view is saved, shared, made the first one of a role, and opens by itself for that role", async ({
    browser,
  }) => {
    const page = await signedIn(browser, loginOf("admin"));
    await page.goto("/admin/users?f.profile_status=pending");
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByLabel("Save this view as").fill("Undecided");
    await page.getByLabel("Share with colleagues").check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Undecided" }).click();
    await page.getByRole("combobox", { name: /opens first for/ }).selectOption({ label: "Finance" });
    const finance = await signedIn(browser, loginOf("finance"));
    await finance.goto("/admin/users");
    await expect(finance).toHaveURL(/f\.profile_status=pending/);
    await finance.getByRole("button", { name: "Clear all" }).click();
    await expect(finance).toHaveURL("/admin/users");
    for (const { context } of [page, finance].map((opened) => ({ context: opened.context() }))) await context.close();
  });

  test("a figure of a home opens the list of what it counts", async ({ browser }) => {
    for (const role of ["finance", "risk"]) {
      const page = await signedIn(browser, loginOf(role));
      await page.goto("/admin/dashboard");
      await page.waitForLoadState("networkidle");
      await expect(page.locator("dd:has(a)").nth(1)).toBeVisible();
      await expect(page.locator("main [class*=skeleton i]")).toHaveCount(0);
      // Requests to decide open with those of others, which one may read.
      const figures = await page
        .locator("section")
        .filter({ hasNot: page.getByRole("heading", { name: "To decide" }) })
        .locator("dd:has(a)")
        .evaluateAll((all) =>
          all.flatMap((figure) => {
            const link = figure.querySelector("a");
            const counted = /^([\d,]+)(?: (?:instalments?|receipts?|loans?)\b.*)?$/;
            const found = [link?.textContent, figure.querySelector("small")?.textContent]
              .map((text) => counted.exec(text?.trim() ?? "")?.[1])
              .find(Boolean);
            return link && found && found !== "0" ? [{ count: found, href: link.getAttribute("href") ?? "" }] : [];
          }),
        );
      expect(figures.length, role).toBeGreaterThan(1);
      for (const { count, href } of figures) {
        await page.goto(href);
        await expect(page.getByText(new RegExp(`of ${count}$`)).first(), `${role}: ${href}`).toBeVisible();
      }
      await page.context().close();
    }
  });

  test("Back restores the list's place, previous and next go through it, and a row pressed right after typing opens", async ({
    browser,
  }) => {
    const page = await signedIn(browser, loginOf("risk"));
    await page.goto("/admin/users?limit=50");
    const table = page.getByRole("region", { name: /table/ });
    await expect(page.locator("tbody tr").nth(25)).toBeVisible();
    await table.evaluate((element) => element.scrollTo(0, 200));
    await page.getByRole("searchbox").fill("a");
    await page.locator("tbody tr").nth(12).locator("a").first().click();
    await expect(page).toHaveURL(/\/admin\/users\/[0-9a-f-]{36}/);
    const queue = page.getByRole("navigation", { name: "Records of the list" });
    await expect(queue).toContainText("13 of");
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("j");
    await expect(queue).toContainText("14 of");
    await page.goBack();
    await page.goBack();
    await expect(page.locator("tbody tr").nth(25)).toBeVisible();
    await expect.poll(() => table.evaluate((element) => element.scrollTop)).toBe(200);
    await page.context().close();
  });

  test("without a network the page says so and keeps what is typed; errors of a form go as they are mended", async ({
    browser,
  }) => {
    const page = await signedIn(browser, loginOf("risk"));
    const person = await openFirstPerson(page);
    await page.goto(`${person}?tab=comments`);
    const field = page.getByLabel("New comment");
    await page.getByRole("button", { name: "Post comment" }).click();
    await expect(page.getByRole("alert")).toContainText("Please check the form");
    await field.fill("Called; she answers on Monday.");
    await expect(page.getByRole("alert")).toBeHidden();
    await page.context().setOffline(true);
    await expect(page.getByText("You are offline.")).toBeVisible();
    await page.getByRole("button", { name: "Post comment" }).click();
    await expect(page.getByRole("alert")).toContainText("Please check your internet connection.");
    await expect(field).toHaveValue("Called; she answers on Monday.");
    await page.context().setOffline(false);
    await expect(page.getByText("You are offline.")).toBeHidden();
    await page.getByRole("button", { name: "Post comment" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "Called; she answers on Monday." })).toBeVisible();
    await expect(field).toHaveValue("");
    await expect(page.getByText("this field is required")).toBeHidden();
    await page.context().close();
  });

  test("the session's end is announced, and signing in again happens in place", async ({ browser }) => {
    const page = await signedIn(browser, loginOf("risk"));
    const person = await openFirstPerson(page);
    await page.route("**/api/session", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { expires_at: string } };
      body.data.expires_at = new Date(Date.now() + 50_000).toISOString();
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto(`${person}?tab=comments`);
    await page.getByLabel("New comment").fill("Half a thought");
    await page.getByRole("button", { name: "Stay signed in" }).click();
    await page.unroute("**/api/session");
    const dialog = page.getByRole("dialog", { name: "Sign in again" });
    await dialog.getByLabel("Password", { exact: true }).fill(loginOf("risk").password);
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(`${person}?tab=comments`);
    await expect(page.getByLabel("New comment")).toHaveValue("Half a thought");
    await page.context().close();
  });

  test("a part of the application that does not come is asked for once more, and then the page says so", async ({
    browser,
  }) => {
    const page = await signedIn(browser, loginOf("risk"));
    await page.goto("/admin/dashboard");
    await page.route("**/assets/notifications-screen*", (route) => route.abort());
    await page.getByRole("link", { name: "All notifications" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "This page could not be loaded" })).toBeVisible();
    await expect(page).toHaveURL("/admin/notifications");
    await page.unroute("**/assets/notifications-screen*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
    await page.context().close();
  });

  test("the global search takes operators and leads to the list", async ({ browser }) => {
    const page = await signedIn(browser, loginOf("risk"));
    const search = page.getByRole("combobox", { name: "Search" });
    // The page is there a moment before it hears its keys.
    await expect(async () => {
      await page.keyboard.press("Control+k");
      await expect(search).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await search.fill("status:overdue amount:>500000");
    await page.getByRole("option", { name: /All loans: Past due, from ₦500,000\.00/ }).click();
    await expect(page).toHaveURL(/\/admin\/loans\?f\.status=past_due&f\.principal_kobo=50000000/);
    await page.context().close();
  });

  test("a declined customer reads why, and asks to be looked at again", async ({ browser }) => {
    const page = await signedIn(
      browser,
      { email: "peter.adah@mail.example", password: loginOf("customer").password },
      phone,
    );
    // Every door of a declined person leads here.
    await page.goto("/customer/credit-application");
    await expect(page).toHaveURL("/customer/approval");
    await expect(page.getByRole("main")).toContainText("another is in arrears");
    await page.getByRole("button", { name: "Send the appeal" }).click();
    await expect(page.getByLabel("What should we know?")).toHaveAttribute("aria-invalid", "true");
    await page
      .getByLabel("What should we know?")
      .fill("The loan elsewhere was paid back in March; I can send the letter.");
    await page.getByRole("button", { name: "Send the appeal" }).click();
    await expect(page.getByRole("list", { name: "Your appeals" })).toContainText("Being looked at");
    await expect(page.getByRole("button", { name: "Send the appeal" })).toBeHidden();
    await page.context().close();
  });

  test("a customer asks for a limit, says how offers may come, and takes the data along", async ({ browser }) => {
    const page = await signedIn(browser, loginOf("customer"), phone);
    await page.goto("/customer/credit-application");
    await page.getByRole("button", { name: "Ask for a limit" }).click();
    const dialog = page.getByRole("dialog", { name: "Ask for a limit" });
    await dialog.getByLabel("How much would you like to be able to borrow?").fill("400000");
    await dialog.getByLabel("What is it for?").fill("Rent for a year");
    await dialog.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/you asked for ₦400,000\.00\. We are looking at it/)).toBeVisible();
    await page.goto("/customer/settings/profile");
    const kept = page.waitForResponse(
      (answer) => answer.url().endsWith("/personal/contact-preferences") && answer.request().method() === "PUT",
    );
    await page.getByRole("checkbox", { name: "SMS" }).uncheck();
    await kept;
    await page.reload();
    await expect(page.getByRole("checkbox", { name: "SMS" })).not.toBeChecked();
    await expect(page.getByRole("checkbox", { name: "E-mail" })).toBeChecked();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    expect((await download).suggestedFilename()).toMatch(/^manilla-data-.*\.json$/);
    await page.context().close();
  });
});
