import { expect, type Page } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { answerDialog, ask, loginOf, phone, signedIn } from "./support/screens.ts";
import { sandboxUrl } from "./support/sandbox.ts";
import { test } from "./support/world.ts";

/** Works for the demo's company, and holds its card for advertising, which pays at one merchant alone. */
const HOLDER = { email: "bashir.lawan@mail.example", password: loginOf("company_staff").password };
const LABEL = "Advertising";
const SHOP = { name: "Meta Platforms", category: "7311", city: "Lagos", country: "NG" };

const axe = async (page: Page) => expect(await violationsOf(page)).toEqual([]);

/** The card in the shop. @returns the code that the shop's machine shows */
async function pay(last4: string, amount: number): Promise<string> {
  const { cards } = (await (await fetch(`${sandboxUrl}/issuer-cards.json`)).json()) as {
    cards: { _id: string; pan: string }[];
  };
  const answer = await fetch(`${sandboxUrl}/issuer/cards/simulator/authorization`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer issuer_sandbox" },
    body: JSON.stringify({ cardId: cards.find(({ pan }) => pan.endsWith(last4))?._id, amount, merchant: SHOP }),
  });
  return ((await answer.json()) as { data: { responseCode: string } }).data.responseCode;
}

interface Card {
  id: string;
  last4: string;
  label: string;
  person: { id: string };
}
/** The card, with money of the company in its holder's purse, as the wallet's page assigns it. */
const cardWithMoney = (owner: Page): Promise<Card & { assigned: number }> =>
  owner.evaluate(async (label) => {
    const { datatable } = (await (await fetch("/api/companies/cards?limit=100")).json()) as {
      datatable: { items: Card[] };
    };
    const card = datatable.items.find((each) => each.label === label)!;
    const { status } = await fetch("/api/companies/wallet/assign-debit", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
      body: JSON.stringify({ user_id: card.person.id, amount_kobo: 500_000 }),
    });
    return { ...card, assigned: status };
  }, LABEL);

async function saveDailyLimit(owner: Page, naira: number): Promise<void> {
  await owner.getByLabel("Daily limit").fill(String(naira));
  await owner.getByRole("button", { name: "Save" }).click();
  await expect(owner.getByText("It holds for the next payment")).toBeVisible();
}

test("a payment is declined and understood on a phone, more is asked for and granted, and it goes through", async ({
  browser,
}) => {
  const owner = await signedIn(browser, loginOf("company_super_admin"));
  const { id, last4, assigned } = await cardWithMoney(owner);
  expect(assigned).toBe(200);
  await owner.goto(`/corporate/cards/${id}`);
  await owner.getByRole("link", { name: "Controls" }).click();
  await owner.getByLabel("Limit for one payment").fill("");
  // The demo's card has paid today: the limit leaves ₦1,000 beyond that.
  await saveDailyLimit(owner, 200_000);
  const { left } = await ask<{ left: { period: string; left_kobo: number }[] }>(owner, `/cards/${id}/controls`);
  const spent = 200_000 - left.find(({ period }) => period === "day")!.left_kobo / 100;
  await owner.reload();
  await saveDailyLimit(owner, spent + 1_000);
  await axe(owner);

  const holder = await signedIn(browser, HOLDER, phone);
  // Among the declined ones: the same shop took something before.
  await holder.goto("/customer/cards/transaction?f.status=declined");
  expect(await pay(last4, 1_800)).toBe("61");
  // Live: the page was open when the shop asked.
  const declined = holder.getByRole("link", { name: new RegExp(SHOP.name) }).first();
  await expect(declined).toBeVisible({ timeout: 5_000 });
  await declined.click();
  await expect(holder.getByRole("heading", { name: `at ${SHOP.name}` })).toBeVisible();
  await expect(holder.getByText("Your daily limit has ₦1,000.00 left").first()).toBeVisible();
  await axe(holder);
  await holder.getByRole("button", { name: "Ask for more…" }).click();
  const asking = holder.getByRole("dialog");
  await asking.getByLabel("How much more").fill("800");
  await asking.getByLabel("What for").fill("The campaign of this week");
  await asking.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(holder.getByText("You have a message when it is decided")).toBeVisible();

  await owner.goto("/corporate/cards/raises?f.status=asked");
  await axe(owner);
  await owner.getByRole("row").filter({ hasText: "Bashir" }).getByRole("button").last().click();
  await owner.getByRole("menuitem", { name: "Grant" }).click();
  await answerDialog(owner, "Grant");
  await expect(owner.getByText("Its holder has a message")).toBeVisible();

  expect(await pay(last4, 1_800)).toBe("00");
  await holder.goto("/customer/cards/transaction");
  await expect(holder.getByText("Held").first()).toBeVisible();
});

test("the desk finds yesterday settled as the books say, and what cards pay for, on the first visit", async ({
  browser,
}) => {
  const finance = await signedIn(browser, loginOf("finance"));
  await finance.goto("/admin/cards/settlements");
  const day = finance.getByRole("row").filter({ hasText: "₦15,400.00" });
  await expect(day).toHaveCount(1);
  await expect(finance.getByText("The issuer has settled nothing yet.")).toHaveCount(0);
  await finance.goto("/admin/cards/settlements/lines");
  await expect(finance.getByRole("row").filter({ hasText: "Agrees" })).toHaveCount(4);
  await finance.goto("/admin/cards/float");
  await expect(finance.getByRole("row").filter({ hasText: "Agrees" }).first()).toBeVisible();

  const operations = await signedIn(browser, loginOf("operations"));
  await operations.goto("/admin/cards/spend?rangeStart=2020-01-01");
  await axe(operations);
  const shops = operations.getByRole("list", { name: "By shop" });
  await shops.getByRole("link", { name: "TotalEnergies Lekki" }).click();
  await expect(operations.getByRole("heading", { level: 1, name: "Card Captures" })).toBeVisible();
  await expect(operations.getByRole("row").filter({ hasText: "TotalEnergies Lekki" }).first()).toBeVisible();
});
