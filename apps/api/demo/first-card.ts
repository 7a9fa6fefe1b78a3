/** A card that paid on the day before today: so the issuer has settled a day, and our account with it was compared. */
import * as cards from "@manilla/contract/cards/cards";
import * as issuerFloat from "@manilla/contract/cards/issuer-float";
import * as rewards from "@manilla/contract/growth/rewards";
import * as approvals from "@manilla/contract/platform/approvals";
import { sql } from "kysely";
import type { App } from "../src/house/app.ts";
import { getRow } from "../src/db/row.ts";
import { makeCard, tellIssuer } from "../src/modules/cards/cards/index.ts";
import { fillIssuerAccount, payInShop } from "../src/outside/sandbox/shops.ts";
import { SHOPS, whileShopsTake } from "./card-payments.ts";
import type { Door } from "./door.ts";
import { giveReward } from "./papers.ts";
import { emailOf } from "./people.ts";

/** Whose it is, by the number of the sandbox's person. */
export const FIRST_HOLDER = 60;
const PRIZE_NAIRA = 30_000;
/** What we put into our account with the issuer before the first card pays. */
const FLOAT_KOBO = 250_000_000;
/** [shop, naira, what it does afterwards] */
const BOUGHT = [
  ["market", 9_400, "capture"],
  ["fuel", 6_000, "capture"],
  ["food", 3_200, "refund"],
] as const;

/** On the last day of the demo's past. @param email its holder's address */
export async function liveFirstCard(app: App, door: Door, sandbox: string, email: string): Promise<void> {
  await fillIssuerAccount(sandbox, FLOAT_KOBO);
  const maker = await door.as(emailOf("super_operations"));
  const { id: user_id } = await getRow(app.db, "users", { email }, ["id"]);
  await giveReward(app, door, user_id, { amount_kobo: PRIZE_NAIRA * 100, reason: "First prize of the savers' week" });
  const holder = await door.as(email);
  await door.call(rewards.redeem, holder);
  await door.call(cards.begin, holder, { body: { card_type: "virtual" } });
  const { card_id: id } = await door.call(cards.finish, holder, { body: {} });
  await door.call(cards.approve, maker, { body: { card_id: id } });
  await makeCard(app, id);
  await door.call(cards.activate, holder, { body: { card_id: id } });
  await tellIssuer(app, id);
  const { issuer_card_id } = await getRow(app.db, "cards", id, ["issuer_card_id"]);
  await whileShopsTake(app, door, { sandbox, moves: BOUGHT.length + 1 }, async () => {
    for (const [shop, amount, then] of BOUGHT) {
      const payment = { cardId: issuer_card_id ?? "", amount, channel: "web", merchant: SHOPS[shop] } as const;
      await payInShop(sandbox, payment, then);
    }
  });
}

/** The bank's line by which our account with the issuer was filled, found by one colleague and agreed to by another. */
export async function explainFloat(door: Door): Promise<void> {
  const [maker, checker] = [await door.as(emailOf("super_finance")), await door.as(emailOf("super_admin"))];
  const { lines } = await door.call(issuerFloat.find, maker);
  const line = lines.find(({ amount_kobo }) => Number(amount_kobo) === FLOAT_KOBO);
  if (!line) return;
  const body = { item_id: line.item_id, reason: "Money for the cards of December" };
  const { approval_id } = await door.call(issuerFloat.topUp, maker, { body });
  await door.call(approvals.approve, checker, { params: { id: approval_id }, body: { version: 1 } });
}

/** What happened on the business date of yesterday happened yesterday, step by step. */
export async function putBackCards({ db }: App): Promise<void> {
  const day = sql`interval '1 day'`;
  await sql`update cards set created_at = created_at - ${day}, activated_at = activated_at - ${day}`.execute(db);
  await sql`update card_authorisations set created_at = created_at - ${day}, day = day - 1`.execute(db);
  await sql`update card_captures set created_at = created_at - ${day}, happened_at = happened_at - ${day}`.execute(db);
  await sql`update card_spend_days set day = day - 1`.execute(db);
  await sql`
    update transitions t
    set happened_at = (t.business_date + time '10:12') at time zone 'Africa/Lagos' + n.place * interval '4 minutes'
    from (
      select id, row_number() over (partition by subject_id order by id) as place
      from transitions
      where noun in ('card', 'cardRequest', 'cardAuthorisation')
    ) n
    where n.id = t.id and t.business_date is not null
  `.execute(db);
}
