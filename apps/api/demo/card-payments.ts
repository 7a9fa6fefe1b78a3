/** What the demo's cards paid: taken by the shop, held, given back, and declined for a reason that its holder can do something about. */
import * as creditLines from "@manilla/contract/companies/credit-lines";
import * as wallets from "@manilla/contract/companies/wallets";
import type { App } from "../src/house/app.ts";
import { getRow } from "../src/db/row.ts";
import { type ShopPayment, payInShop, sendWebhooksTo } from "../src/outside/sandbox/shops.ts";
import type { Door } from "./door.ts";
import { emailOf } from "./people.ts";
import { agree } from "./wallets.ts";

const GIVEN_KOBO = 15_000_000;
const ANSWER_TIMEOUT_MS = 20_000;
const LOOK_AGAIN_MS = 50;

/** Shops of the demo with their category codes (ISO 18245). */
export const SHOPS = {
  meta: { name: "Meta Platforms", category: "7311", city: "Dublin", country: "IE" },
  market: { name: "Shoprite Ikeja", category: "5411", city: "Lagos", country: "NG" },
  parts: { name: "Slot Systems", category: "5732", city: "Lagos", country: "NG" },
  fuel: { name: "TotalEnergies Lekki", category: "5541", city: "Lagos", country: "NG" },
  food: { name: "Chicken Republic", category: "5814", city: "Lagos", country: "NG" },
} as const;

interface Bought {
  label: string | null;
  shop: keyof typeof SHOPS;
  naira: number;
  channel: ShopPayment["channel"];
  then?: "capture" | "refund";
}
/** A card by its label; null is a person's own. Those at the end are held, or declined. */
const BOUGHT: readonly Bought[] = [
  { label: "Advertising", shop: "meta", naira: 48_500, channel: "web", then: "capture" },
  { label: "Spare parts", shop: "parts", naira: 86_000, channel: "pos", then: "capture" },
  { label: null, shop: "fuel", naira: 12_500, channel: "pos", then: "capture" },
  { label: null, shop: "food", naira: 4_300, channel: "pos", then: "refund" },
  { label: "Spare parts", shop: "parts", naira: 19_750, channel: "web" },
  { label: "Advertising", shop: "market", naira: 7_200, channel: "web" },
  { label: null, shop: "parts", naira: 90_000, channel: "web" },
];

async function takenSoFar({ pool }: App): Promise<number> {
  const { rows } = await pool.query<{ n: number }>("select count(*)::int as n from card_captures");
  return rows[0]?.n ?? 0;
}

/** Waits until something has come, or some seconds: what comes later comes as messages do. */
export async function waitUntil(hasCome: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < ANSWER_TIMEOUT_MS; waited += LOOK_AGAIN_MS) {
    if (await hasCome()) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/** While shops are paid: the issuer asks and reports at this door. Waits until their messages have come. */
export async function whileShopsTake(
  app: App,
  door: Door,
  { sandbox, moves }: { sandbox: string; /** How often money moves. */ moves: number },
  pay: () => Promise<void>,
): Promise<void> {
  const before = await sendWebhooksTo(sandbox, `${await door.listen()}/api/webhooks`);
  const taken = await takenSoFar(app);
  await pay();
  await waitUntil(async () => (await takenSoFar(app)) >= taken + moves);
  await sendWebhooksTo(sandbox, before);
}

/** @param sandbox where the shops are @param advertiser the address of the holder of the card for advertising */
export async function leaveCardPayments(app: App, door: Door, sandbox: string, advertiser: string): Promise<void> {
  const finance = await door.as(emailOf("company_finance_manager"));
  const idOf = async (email: string): Promise<string> => (await getRow(app.db, "users", { email }, ["id"])).id;
  const purse = { user_id: await idOf(advertiser), amount_kobo: GIVEN_KOBO, note: "Advertising" };
  await agree(app, door, (await door.call(wallets.assignDebit, finance, { body: purse })).approval_id);
  const line = { user_id: await idOf(emailOf("company_department_head")), amount_kobo: GIVEN_KOBO };
  await agree(app, door, (await door.call(creditLines.assignCredit, finance, { body: line })).approval_id);

  const own = await getRow(app.db, "cards", { user_id: await idOf(emailOf("staff")), status: "active" }, [
    "issuer_card_id",
  ]);
  const moves = BOUGHT.filter(({ then }) => then).length + 1;
  await whileShopsTake(app, door, { sandbox, moves }, async () => {
    for (const { label, shop, naira, channel, then } of BOUGHT) {
      const { issuer_card_id } = label
        ? await getRow(app.db, "cards", { label, status: "active" }, ["issuer_card_id"])
        : own;
      const merchant = SHOPS[shop];
      await payInShop(sandbox, { cardId: issuer_card_id ?? "", amount: naira, channel, merchant }, then);
    }
  });
}
