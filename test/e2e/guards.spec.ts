import { expect } from "@playwright/test";
import { desktop, fillSignIn, loginOf, signedIn } from "./support/screens.ts";
import { test } from "./support/world.ts";

test.describe("Who may open what", () => {
  test("a guest is led to sign in and from there to where they wanted to go", async ({ page }) => {
    await page.goto("/admin/loans?sort=created_at");
    await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent("/admin/loans?sort=created_at")}`);
    await fillSignIn(page, loginOf("risk"));
    await expect(page).toHaveURL(/\/admin\/loans\?sort=created_at/);
    await expect(page.getByRole("heading", { level: 1, name: "Loans" })).toBeVisible();
  });

  for (const elsewhere of ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"]) {
    test(`a redirect to ${elsewhere} is not followed`, async ({ page }) => {
      await page.goto(`/login?redirect=${encodeURIComponent(elsewhere)}`);
      await fillSignIn(page, loginOf("risk"));
      await expect(page).toHaveURL("/admin/dashboard");
    });
  }

  test("a signed-in person sees no page for guests, no page of another account type, none without the permission, and no page that is not there", async ({
    browser,
  }) => {
    const page = await signedIn(browser, loginOf("sales"));
    for (const address of ["/login", "/register", "/register/business", "/password/forgotten"]) {
      await page.goto(address);
      await expect(page, address).toHaveURL("/admin/dashboard");
    }
    for (const address of ["/customer/loans", "/corporate/dashboard"]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1, name: "Page Not Found" }), address).toBeVisible();
      await expect(page).toHaveURL("/404");
    }
    // S015: to the root, which says which screen it was, and leads home.
    await page.goto("/admin/books/trial-balance");
    await expect(page.getByRole("heading", { level: 1, name: "You may not open Trial Balance" })).toBeVisible();
    await expect(page).toHaveURL("/");
    await page.getByRole("link", { name: "Back to your home" }).click();
    await expect(page).toHaveURL("/admin/dashboard");
    await page.goto("/");
    await expect(page).toHaveURL("/admin/dashboard");
    await page.goto("/admin/no-such-page");
    await expect(page.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeVisible();
    await page.context().close();
  });

  test("the order holds: a guest is asked to sign in before account type and permission are looked at", async ({
    browser,
  }) => {
    const page = await (await browser.newContext({ viewport: desktop })).newPage();
    await page.goto("/customer/repayments");
    await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent("/customer/repayments")}`);
    await fillSignIn(page, loginOf("risk"));
    await expect(page).toHaveURL("/404");
    await page.context().close();
  });

  test("a session that has run out signs out, says so, and leads back", async ({ browser }) => {
    const page = await signedIn(browser, loginOf("risk"));
    // The server's own answer, but for its end: two seconds from when it was given.
    await page.route("**/api/session", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { expires_at: string } };
      body.data.expires_at = new Date(Date.now() + 2_000).toISOString();
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto("/admin/loans");
    await expect(page).toHaveURL(/\/login\?.*expired/, { timeout: 20_000 });
    expect(new URL(page.url()).searchParams.get("redirect")).toBe("/admin/loans");
    await expect(page.getByText("Your session has ended")).toBeVisible();
    await page.unroute("**/api/session");
    await fillSignIn(page, loginOf("risk"));
    await expect(page).toHaveURL(/\/admin\/loans/);
    await page.context().close();
  });

  test("what the server forbids shows Permission Denied with Okay", async ({ browser }) => {
    const page = await signedIn(browser, loginOf("risk"));
    // As when a right was taken away a moment ago: the screen may open by what it knows, and the server says no.
    await page.route("**/api/admin/personal/loans?*", (route) =>
      route.fulfill({
        status: 403,
        json: { success: false, message: "You may not do this.", errors: {}, code: "not_allowed", request_id: "test" },
      }),
    );
    await page.goto("/admin/loans");
    const dialog = page.getByRole("alertdialog", { name: "Permission Denied" });
    await expect(dialog).toContainText("You may not do this.");
    await dialog.getByRole("button", { name: "Okay" }).click();
    await expect(dialog).toBeHidden();
    await page.context().close();
  });

  test("what the server refuses stands at its field, and nothing typed is lost", async ({ page }) => {
    await page.goto("/register");
    await page.getByLabel("Full name").fill("Amina Test");
    await page.getByLabel("E-mail").fill("amina.test@mail.example");
    await page.getByLabel("Phone").fill("08031234567");
    // Long enough and mixed, so that only the server knows that everybody uses it.
    await page.getByLabel("Password", { exact: true }).fill("Password123!");
    await page.getByRole("checkbox", { name: "I accept the terms and the privacy notice" }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(/password/i);
    await expect(page.getByLabel("Full name")).toHaveValue("Amina Test");
    await expect(page.getByLabel("E-mail")).toHaveValue("amina.test@mail.example");
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("Password123!");
  });

  test("a wrong password says so at once and keeps the address", async ({ page }) => {
    await page.goto("/login");
    await fillSignIn(page, { email: "nobody@mail.example", password: "Not-The-Password-1" });
    await expect(page.getByRole("alert").first()).toBeVisible();
    await expect(page.getByLabel("E-mail or phone")).toHaveValue("nobody@mail.example");
    await expect(page).toHaveURL("/login");
  });

  test("what is typed into the sign-in page before its scripts have come is kept, and never gets into an address", async ({
    page,
  }) => {
    let letScriptsCome = (): void => undefined;
    const mayCome = new Promise<void>((resolve) => (letScriptsCome = resolve));
    await page.route("**/assets/*.js", async (route) => (await mayCome, route.continue()));
    await page.goto("/login", { waitUntil: "commit" });
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    const { email, password } = loginOf("risk");
    await page.getByLabel("E-mail or phone").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeDisabled();
    expect(page.url()).not.toContain("password");
    letScriptsCome();
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
    await expect(page.getByLabel("E-mail or phone")).toHaveValue(email);
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/admin/dashboard");
  });
});
