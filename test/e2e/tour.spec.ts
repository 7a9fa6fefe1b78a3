/** README's five minutes, as a newcomer reads them: each place is where it says, for the login that it names. What is done there, the journey and the rules do. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { loginOf, signedIn } from "./support/screens.ts";
import { appPort, test } from "./support/world.ts";

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
const tour = readme.slice(readme.indexOf("## Five minutes"), readme.indexOf("## Configuration"));
const items = tour.split(/^\d\. /m).slice(1);

/** Who a place is named for: the login before it. */
function placesOf(item: string): { name: string; head: string; entry: string }[] {
  let name = "";
  return [...item.matchAll(/`([\w.]+)@manilla\.example`|\*([^*›]+) › ([^*]+)\*/g)].flatMap(
    ([, login, head = "", entry = ""]) => {
      name = login ?? name;
      return login === undefined ? [{ name, head, entry }] : [];
    },
  );
}

/** Opens an entry of the menu as a person does: its head first, where that is folded; then a tab, where one is named. */
async function openInMenu(page: Page, head: string, path: string): Promise<void> {
  const [entry = "", tab] = path.split(" › ");
  const menu = page.getByRole("navigation", { name: "Main" });
  const fold = menu.getByRole("button", { name: new RegExp(`^${head}`) });
  if ((await fold.getAttribute("aria-expanded")) === "false") await fold.click();
  await menu
    .getByRole("link", { name: new RegExp(`^${entry}`) })
    .last()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: entry, exact: true })).toBeVisible();
  if (tab === undefined) return;
  await page.getByRole("main").getByRole("link", { name: tab, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: tab, exact: true })).toBeVisible();
}

test("README's tour leads where it says, for each login that it names", async ({ browser }) => {
  expect(items).toHaveLength(7);
  const windows = new Map<string, Page>();
  const places = items.flatMap(placesOf);
  expect(places.length).toBeGreaterThan(6);
  for (const { name, head, entry } of places) {
    const page = windows.get(name) ?? (await signedIn(browser, loginOf(name)));
    windows.set(name, page);
    await test.step(`${name}: ${head} › ${entry}`, () => openInMenu(page, head, entry));
  }
});

test("README's addresses open, the steps of onboarding are called so, and the fault is in the sandbox", async ({
  page,
}) => {
  const here = (address: string) =>
    address.replace(/:440([01])/, (_, which: string) => `:${appPort + Number(which)}`).replace(/[).;]+$/, "");
  const addresses = new Set(tour.match(/http:\/\/127\.0\.0\.1:440\S+/g)?.map(here));
  expect(addresses.size).toBeGreaterThan(3);
  for (const address of addresses) {
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await page.goto(`http://127.0.0.1:${appPort + 1}/`);
  const fault = /choose \*([^*]+)\* for Paystack/.exec(tour)?.[1] ?? "";
  await expect(page.getByRole("option", { name: fault, exact: true }).first()).toBeAttached();

  // What the tour names, the journey does by that name: each step of onboarding, the box that is unticked, the outcomes of a payout.
  const walked = ["journey.spec.ts", "support/customer.ts", "support/staff.ts"]
    .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"))
    .join("\n")
    .toLowerCase();
  const named = items
    .flatMap((item) => [...item.matchAll(/\*([^*]+)\*/g)].map(([, words = ""]) => words))
    .filter((words) => !words.includes("›") && words !== fault);
  expect(named.length).toBeGreaterThan(8);
  for (const words of named) if (words !== fault) expect(walked, words).toMatch(new RegExp(`"${words.toLowerCase()}"`));
});
