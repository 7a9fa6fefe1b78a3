/** Secure cards: one that a customer holds, and a receipt whose deposit waits at the bank to be found. */
import * as approvals from "@manilla/contract/platform/approvals";
import * as cards from "@manilla/contract/cards/cards";
import * as secureCards from "@manilla/contract/cards/secure-cards";
import type { App } from "../src/house/app.ts";
import { getRow } from "../src/db/row.ts";
import { makeCard, tellIssuer } from "../src/modules/cards/cards/index.ts";
import { keepUnidentified } from "../src/modules/money/exceptions/index.ts";
import { businessDate } from "../src/modules/platform/states/index.ts";
import { bookAtBank } from "../src/outside/sandbox/time.ts";
import type { Door } from "./door.ts";
import { drawPaper } from "./customer-papers.ts";
import { emailOf } from "./people.ts";

/** The deposit at the bank, under a name that nobody knew, and its receipt with us. @returns the request and the bank's row */
async function ask(
  app: App,
  door: Door,
  sandbox: string,
  { email, naira, sender }: { email: string; naira: number; sender: string },
) {
  const deposit_kobo = naira * 100;
  const reference = `NIP-DEPOSIT-${naira}`;
  const on = await businessDate(app.db);
  await bookAtBank(sandbox, { amount_kobo: deposit_kobo, reference, narration: `NIP/${sender}` });
  await app.db.transaction().execute((tx) => keepUnidentified(tx, { reference, sender }, BigInt(deposit_kobo), on));
  const { id: item_id } = await getRow(app.db, "reconciliation_items", { reference }, ["id"]);
  const file = { name: "transfer.png", media_type: "image/png", bytes: await drawPaper("Receipt of a transfer") };
  const body = { deposit_kobo: String(deposit_kobo), form: "virtual" };
  const { secure_card } = await door.call(secureCards.ask, await door.as(email), { body, file });
  return { id: secure_card.id, item_id };
}

/** @param emailAt the address of a person of the sandbox by their number */
export async function leaveSecureCards(
  app: App,
  door: Door,
  sandbox: string,
  emailAt: (number: number) => string,
): Promise<void> {
  const [maker, checker] = [await door.as(emailOf("super_finance")), await door.as(emailOf("super_admin"))];
  const held = await ask(app, door, sandbox, { email: emailOf("staff"), naira: 75_000, sender: "NKECHI OBI" });
  const body = { item_id: held.item_id, reason: "The bank's line has her name" };
  const { approval_id } = await door.call(secureCards.markAsPaid, maker, { params: { id: held.id }, body });
  await door.call(approvals.approve, checker, { params: { id: approval_id }, body: { version: 1 } });
  const { card_id } = await getRow(app.db, "secure_cards", held.id, ["card_id"]);
  await makeCard(app, card_id!);
  await door.call(cards.activate, await door.as(emailOf("staff")), { body: { card_id: card_id! } });
  await tellIssuer(app, card_id!);
  await ask(app, door, sandbox, { email: emailAt(62), naira: 40_000, sender: "TRANSFER BUKOLA" });
}
