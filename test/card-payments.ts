/** Cards in use, and an issuer that asks and reports as it likes: late, twice, in any order. */
import { createHmac } from "node:crypto";
import { uuidv7 } from "uuidv7";
import { queryable } from "../apps/api/src/db/database.ts";
import { receiveForCompany } from "../apps/api/src/modules/money/receipts/index.ts";
import {
  accountOf,
  balancesOf,
  openPurseAccount,
  postAssigned,
  postRewardEarned,
  postRewardRedeemed,
} from "../apps/api/src/modules/money/books/index.ts";
import { moneyBehind } from "../apps/api/src/modules/cards/card-records/index.ts";
import { SYSTEM } from "../apps/api/src/modules/platform/audit/index.ts";
import { businessDate } from "../apps/api/src/modules/platform/states/index.ts";
import type { TestApi } from "./api.ts";

export const ISSUER_SECRET = "issuer_webhook_sandbox";

export interface TestCard {
  id: string;
  issuer_card_id: string;
  kind: string;
  user_id: string;
  company_id: string | null;
}

/** A card that its holder uses. */
export async function cardInUse(
  { app }: Pick<TestApi, "app">,
  {
    kind,
    user_id,
    company_id = null,
    ...more
  }: { kind: string; user_id: string; company_id?: string | null } & Record<string, unknown>,
): Promise<TestCard> {
  const [id, issuer_card_id] = [uuidv7(), `card-${uuidv7()}`];
  await app.db
    .insertInto("cards")
    .values({
      id,
      kind,
      user_id,
      company_id,
      form: "virtual",
      status: "active",
      issuer_reference: uuidv7(),
      issuer_card_id,
      issuer_status: "active",
      brand: "Verve",
      last4: "4242",
      expires_on: "2029-11-30",
      activated_at: new Date(),
      ...more,
    })
    .execute();
  return { id, issuer_card_id, kind, user_id, company_id };
}

/** Money of a company in the purse of one of its people. */
export const purseWith = (
  { app }: Pick<TestApi, "app">,
  { company_id, user_id, amount_kobo }: { company_id: string; user_id: string; amount_kobo: bigint },
): Promise<unknown> =>
  app.db.transaction().execute(async (tx) => {
    const on = await businessDate(tx);
    const paid = {
      company_id,
      amount_kobo,
      channel: "bank_transfer",
      source: "bank_operating",
      on,
      actor: SYSTEM,
    } as const;
    await receiveForCompany(tx, app, { ...paid, reference: `TEST-${uuidv7()}` });
    await openPurseAccount(tx, user_id);
    await tx
      .insertInto("purses")
      .values({ user_id, company_id, opened_at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await postAssigned(tx, { id: uuidv7(), company_id, user_id, reference: "WA", amount_kobo, on, actor: SYSTEM.name });
  });

/** Money in a person's cash wallet. */
export const cashWith = ({ app }: Pick<TestApi, "app">, user_id: string, amount_kobo: bigint): Promise<unknown> =>
  app.db.transaction().execute(async (tx) => {
    const fact = { user_id, amount_kobo, on: await businessDate(tx), actor: SYSTEM.name };
    await postRewardEarned(tx, { ...fact, id: uuidv7(), lot_id: uuidv7(), description: "Test" });
    await postRewardRedeemed(tx, { ...fact, id: uuidv7() });
  });

/** What a card's money is now: all of it, what is held, and what was taken beyond it. */
export async function moneyOf({ app }: Pick<TestApi, "app">, card: TestCard) {
  const { account } = moneyBehind(card as never);
  const overdrawn = accountOf("card_overdrawn", card.id);
  const found = await balancesOf(queryable(app.db), [account, overdrawn]);
  const of = (code: string) => found.find((each) => each.code === code);
  return {
    balance: of(account)?.natural_kobo ?? 0n,
    held: of(account)?.held_kobo ?? 0n,
    overdrawn: of(overdrawn)?.natural_kobo ?? 0n,
  };
}

interface Sent {
  type?: string;
  event_id?: string;
  /** Of the payment, or of the money that moved. */
  object_id?: string;
  /** Naira, as they are written. */
  amount?: string;
  more?: Record<string, unknown>;
}

/** The bytes of an event in the issuer's shape. Amounts stay the digits that they are. */
export function issuerBody(
  card: Pick<TestCard, "issuer_card_id">,
  { type = "authorization.request", event_id = uuidv7(), object_id = uuidv7(), amount = "1000.00", more = {} }: Sent,
): string {
  const isRequest = type === "authorization.request";
  const money = { amount: "@", currency: "NGN", merchantAmount: "@", merchantCurrency: "NGN" };
  const object = {
    _id: object_id,
    card: { _id: card.issuer_card_id },
    ...(isRequest ? { amount: 0, pendingRequest: money } : money),
    channel: "pos",
    merchant: { name: "Shoprite Ikeja", category: "5411", city: "Lagos", country: "NG" },
    transactionMetadata: { type: "purchase" },
    verification: { pin: "match" },
    ...more,
  };
  return JSON.stringify({ _id: event_id, type, environment: "development", data: { object } }).replaceAll(
    '"@"',
    amount,
  );
}

/** Delivers an event. @returns what the issuer reads */
export async function deliver(
  { address }: Pick<TestApi, "address">,
  body: string,
  signature = createHmac("sha512", ISSUER_SECRET).update(body).digest("hex"),
): Promise<{ status: number; statusCode?: number; responseCode?: string; data?: { balance?: number } }> {
  const answer = await fetch(`${address}/api/webhooks/issuer`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", "x-issuer-signature": signature },
  });
  const text = await answer.text();
  return { status: answer.status, ...(JSON.parse(text) as object) };
}
