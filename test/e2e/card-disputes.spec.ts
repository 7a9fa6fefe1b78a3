import { type Browser, expect, type Page } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { act, answerDialog, loginOf, phone, signedIn } from "./support/screens.ts";
import { sandboxUrl } from "./support/sandbox.ts";
import { test } from "./support/world.ts";

/** Works for the demo's company, and holds its card for advertising, which pays at one merchant alone. */
const HOLDER = { email: "bashir.lawan@mail.example", password: loginOf("company_staff").password };
const LABEL = "Advertising";
const SHOP = { name: "Meta Platforms", category: "7311", city: "Lagos", country: "NG" };
const issuer = { "content-type": "application/json", authorization: "Bearer issuer_sandbox" };

const axe = async (page: Page) => expect(await violationsOf(page)).toEqual([]);
const post = async (path: string, body: object) =>
  (await (
    await fetch(`${sandboxUrl}${path}`, { method: "POST", headers: issuer, body: JSON.stringify(body) })
  ).json()) as { data: { _id: string; responseCode: string } };

/** The shop takes money with the holder's card. */
async function take(owner: Page, naira: number): Promise<void> {
  const { last4, assigned } = await owner.evaluate(async (label) => {
    const { datatable } = (await (await fetch("/api/companies/cards?limit=100")).json()) as {
      datatable: { items: { label: string; last4: string; person: { id: string } }[] };
    };
    const card = datatable.items.find((each) => each.label === label)!;
    const { status } = await fetch("/api/companies/wallet/assign-debit", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
      body: JSON.stringify({ user_id: card.person.id, amount_kobo: 500_000 }),
    });
    return { last4: card.last4, assigned: status };
  }, LABEL);
  expect(assigned).toBe(200);
  const { cards } = (await (await fetch(`${sandboxUrl}/issuer-cards.json`)).json()) as {
    cards: { _id: string; pan: string }[];
  };
  const cardId = cards.find(({ pan }) => pan.endsWith(last4))?._id;
  const { data } = await post("/issuer/cards/simulator/authorization", { cardId, amount: naira, merchant: SHOP });
  expect(data.responseCode).toBe("00");
  await post(`/issuer-payments/${data._id}/capture`, {});
}

/** The holder disputes the newest payment, on a phone. */
async function dispute(holder: Page, reason: string, text: string): Promise<string> {
  await holder.goto("/customer/cards/transaction");
  await expect(async () => {
    await holder.reload();
    await holder
      .getByRole("link", { name: new RegExp(SHOP.name) })
      .first()
      .click({ timeout: 5_000 });
    await expect(holder.getByRole("link", { name: "Something is wrong with it" })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await holder.getByRole("link", { name: "Something is wrong with it" }).click();
  await holder.getByLabel("What is wrong?").selectOption({ label: reason });
  await holder.getByLabel("What happened").fill(text);
  await axe(holder);
  await holder.getByRole("button", { name: "Dispute the payment" }).click();
  await expect(holder.getByText("We have your dispute and look at it.").first()).toBeVisible();
  await axe(holder);
  return holder.url().split("/").at(-1)!;
}

/** The desk credits the holder and sends it; the issuer decides. */
async function work(desk: Page, id: string, outcome: "won" | "lost"): Promise<void> {
  await desk.goto("/admin/cards/disputes?f.status=open,refused");
  await axe(desk);
  await desk.goto(`/admin/cards/disputes/${id}`);
  await act(desk, "Credit for now", "Credit");
  await act(desk, "Send to the issuer", "Send");
  await expect(async () => {
    await desk.reload();
    await expect(desk.getByText("With the issuer").first()).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await axe(desk);
  const { disputes } = (await (await fetch(`${sandboxUrl}/issuer-disputes.json`)).json()) as {
    disputes: { _id: string; metadata: { reference: string } }[];
  };
  const { _id } = disputes.find(({ metadata }) => metadata.reference === id)!;
  await post(`/issuer-disputes/${_id}/${outcome}`, {});
}

const says = (page: Page, words: string) =>
  expect(async () => {
    await page.reload();
    await expect(page.getByText(words).first()).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });

const people = async (browser: Browser) => ({
  owner: await signedIn(browser, loginOf("company_super_admin")),
  holder: await signedIn(browser, HOLDER, phone),
  desk: await signedIn(browser, loginOf("super_operations")),
});

test("a dispute is opened on a phone, credited for now, and won", async ({ browser }) => {
  const { owner, holder, desk } = await people(browser);
  await take(owner, 1_200);
  const id = await dispute(holder, "It was taken twice", "The shop took the same amount on the day before.");
  await work(desk, id, "won");
  await says(holder, "Decided for you. The money is yours.");
  await expect(holder.getByText("₦1,200.00").first()).toBeVisible();
  await owner.goto("/corporate/cards/disputes");
  await expect(owner.getByRole("row").filter({ hasText: "Won" }).first()).toBeVisible();
});

test("a dispute is lost, and its credit is taken back with a reason that the holder reads", async ({ browser }) => {
  const { owner, holder, desk } = await people(browser);
  await take(owner, 1_300);
  const id = await dispute(holder, "It was not me", "I was on leave and the card was in the drawer.");
  await work(desk, id, "lost");
  await says(holder, "The issuer has decided for the shop.");
  await says(desk, "decide about the credit");
  await desk.getByRole("button", { name: "Take the credit back…" }).click();
  await answerDialog(desk, "Take it back", "The shop sent the slip with your signature");
  await says(holder, "Decided for the shop.");
  await expect(holder.getByText("The shop sent the slip with your signature").first()).toBeVisible();
});
