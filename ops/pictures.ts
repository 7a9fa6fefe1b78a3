/**
 * `npm run pictures`: makes the pictures of docs/screenshots anew, from the application that `npm start` runs (PORT, 4400 without it) with its demo world.
 * Each opens as the person would; an address that ends with `*` opens the first row of that list.
 */
import { join } from "node:path";
import { type Browser, type Page, chromium } from "@playwright/test";
import { findBrowser } from "../scripts/chromium.ts";
import { fillSignIn, loginOf } from "../test/e2e/support/screens.ts";

const address = `http://127.0.0.1:${process.env["PORT"] ?? 4400}`;
const folder = join(import.meta.dirname, "../docs/screenshots");
const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** Charts and lists have been drawn by then. */
const DRAWN_MILLISECONDS = 2_500;

interface Picture {
  name: string;
  /** A role of docs/demo-logins.json, or the address of somebody else in the demo world. */
  login: string;
  at: string;
  isPhone?: boolean;
  isDark?: boolean;
}
const PICTURES: readonly Picture[] = [
  { name: "admin-loans-light", login: "super_operations", at: "/admin/loans" },
  { name: "admin-loan-dark", login: "super_finance", at: "/admin/repayments/defaulters*", isDark: true },
  { name: "admin-credit-decision-light", login: "super_risk", at: "/admin/credit-decisions*" },
  { name: "admin-credit-rules-light", login: "super_risk", at: "/admin/rule-sets*" },
  { name: "admin-trial-balance-light", login: "super_finance", at: "/admin/books/trial-balance" },
  { name: "admin-payments-light", login: "super_finance", at: "/admin/payments" },
  { name: "admin-card-payment-light", login: "super_admin", at: "/admin/cards/transaction*" },
  { name: "company-home-light", login: "company_super_admin", at: "/corporate/dashboard" },
  { name: "customer-apply-phone", login: "customer", at: "/customer/credit-application", isPhone: true },
  {
    name: "customer-send-phone",
    login: "victoria.ekpenyong@mail.example",
    at: "/customer/transfers/new",
    isPhone: true,
  },
];

async function open(browser: Browser, { login, at, isPhone, isDark }: Picture): Promise<Page> {
  const context = await browser.newContext({
    baseURL: address,
    ...(isPhone ? PHONE : DESKTOP),
    colorScheme: isDark ? "dark" : "light",
  });
  const page = await context.newPage();
  await page.goto("/login");
  await fillSignIn(page, login.includes("@") ? { ...loginOf("customer"), email: login } : loginOf(login));
  await page.waitForURL((url) => url.pathname !== "/login");
  await page.goto(at.replace("*", ""));
  if (at.endsWith("*")) {
    const first = page.getByRole("table").getByRole("link").first();
    await page.goto((await first.getAttribute("href")) ?? at);
  }
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForTimeout(DRAWN_MILLISECONDS);
  return page;
}

const { path, environment } = findBrowser();
Object.assign(process.env, environment);
const browser = await chromium.launch({ executablePath: path, args: ["--no-sandbox"] });
for (const picture of PICTURES) {
  const page = await open(browser, picture);
  await page.screenshot({ path: join(folder, `${picture.name}.png`) });
  console.log(picture.name);
  await page.context().close();
}
await browser.close();
