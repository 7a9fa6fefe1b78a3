import * as calls from "@manilla/contract/money/charges";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { accountOf, balancesOf } from "../books/index.ts";
import { queryable } from "../../../db/database.ts";
import { ProviderUnavailable } from "../../../errors.ts";
import { createCharge, ensureVirtualAccount, findDebitableCard, findVirtualAccount, sendCharge } from "./index.ts";
import type { SavedCard } from "../../../outside/payments/port.ts";
import { saveCard } from "./saved-cards.ts";
import { ownerOfVirtualAccount } from "./virtual-accounts.ts";

const world = await useLendingWorld();
const { api } = world;
const { app } = api;
const { db } = app;

type Person = Awaited<ReturnType<typeof world.customer>>;
interface CardRow {
  id: string;
  last4: string;
  is_default: boolean;
}
const cardsOf = async ({ token, user_id }: Person): Promise<CardRow[]> =>
  ((await api.call(calls.listOwn, { token, params: { id: user_id } })).body.data as { cards: CardRow[] }).cards;
let counter = 0;
/** A card as the provider gives it, kept. */
function keep({ user_id }: Person, more: Partial<SavedCard> = {}): Promise<string | null> {
  counter += 1;
  const card: SavedCard = {
    authorization_code: `AUTH_${counter}`,
    customer_code: null,
    isReusable: true,
    brand: "visa",
    bank: "GTBank",
    first6: "408408",
    last4: "4081",
    expiry_month: 12,
    expiry_year: 2030,
    ...more,
  };
  return db.transaction().execute((tx) => saveCard(tx, app, user_id, card));
}
const change = (call: typeof calls.makeDefault | typeof calls.remove, { token }: Person, id: string) =>
  api.call(call, { token, params: { id }, ...(call.method !== "DELETE" && { body: {} }) });

describe("a saved card", () => {
  it("is kept once, its code encrypted, the first one as the default; none that cannot be debited again", async () => {
    const person = await world.customer();
    const first = await keep(person, { authorization_code: "AUTH_same" });
    expect(await keep(person, { authorization_code: "AUTH_same" })).toBe(first);
    expect(await keep(person, { isReusable: false })).toBeNull();
    const second = await keep(person);
    expect((await cardsOf(person)).map(({ id, is_default }) => [id, is_default])).toEqual([
      [first, true],
      [second, false],
    ]);
    expect(await findDebitableCard(db, app, person.user_id)).toMatchObject({
      id: first,
      authorization_code: "AUTH_same",
    });
    const { rows } = await api.database.pool.query<{ kept: string }>(
      "select c::text as kept from repayment_cards c where user_id = $1",
      [person.user_id],
    );
    expect(rows.map(({ kept }) => kept).join("")).not.toContain("AUTH_");
    expect(JSON.stringify(await cardsOf(person))).not.toContain("AUTH_");
  });

  it("is its person's: nobody else lists, prefers, removes or debits it", async () => {
    const [owner, other] = [await world.customer(), await world.customer()];
    const id = (await keep(owner))!;
    expect((await api.call(calls.listOwn, { token: other.token, params: { id: owner.user_id } })).status).toBe(404);
    expect((await change(calls.makeDefault, other, id)).status).toBe(404);
    expect((await change(calls.remove, other, id)).status).toBe(404);
    expect(await findDebitableCard(db, app, other.user_id, id)).toBeUndefined();
    expect(await cardsOf(owner)).toMatchObject([{ id, is_default: true }]);
  });

  it("that was the default leaves its place to the newest other one, and is debited no more", async () => {
    const person = await world.customer();
    const [first, second, third] = [(await keep(person))!, (await keep(person))!, (await keep(person))!];
    expect((await change(calls.makeDefault, person, second)).status).toBe(200);
    expect((await cardsOf(person)).filter(({ is_default }) => is_default).map(({ id }) => id)).toEqual([second]);
    expect((await change(calls.remove, person, second)).status).toBe(200);
    expect((await findDebitableCard(db, app, person.user_id))?.id).toBe(third);
    expect((await change(calls.remove, person, second)).status).toBe(404);
    expect((await change(calls.remove, person, first)).status).toBe(200);
    expect(await cardsOf(person)).toMatchObject([{ id: third, is_default: true }]);
  });
});

describe("the set-up of a card", () => {
  it("is charged once for one key, and the small charge becomes credit of the person", async () => {
    const person = await world.customer();
    const key = uuidv7();
    const begin = () => api.call(calls.setUp, { token: person.token, body: {}, key });
    const first = (await begin()).body.data as { charge_id: string; authorization_url: string; amount_kobo: number };
    expect((await begin()).body.data).toEqual(first);
    const confirm = (token: string) =>
      api.call(calls.confirmSetUp, { token, params: { id: first.charge_id }, body: {} });
    expect((await confirm(person.token)).body.data).toMatchObject({ status: "pending", card: null });
    expect((await confirm((await world.customer()).token)).status).toBe(404);
    await fetch(first.authorization_url, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ card: "success" }),
    });
    for (const _ of [1, 2])
      expect((await confirm(person.token)).body.data).toMatchObject({ status: "success", card: { is_default: true } });
    const [credit] = await balancesOf(queryable(db), [accountOf("customer_credit", person.user_id)]);
    expect(credit?.natural_kobo).toBe(BigInt(first.amount_kobo));
    await world.prove();
  });
});

describe("a charge", () => {
  it("of one request is one charge, and without a card fails at once and says so", async () => {
    const person = await world.customer();
    const wanted = {
      user_id: person.user_id,
      kind: "card_setup",
      amount_kobo: 5_000n,
      request_key: `test:${uuidv7()}`,
    } as const;
    const create = () => db.transaction().execute((tx) => createCharge(app, tx, wanted));
    const made = await Promise.all([create(), create()]);
    expect(made.map(({ isNew }) => isNew).toSorted()).toEqual([false, true]);
    expect(made[0].charge.id).toBe(made[1].charge.id);
    expect(await sendCharge(app, made[0].charge)).toMatchObject({
      status: "failed",
      failure: "There is no card to debit.",
      receipt_id: null,
    });
    const asked = await api.call(calls.queryCharge, { token: world.maker.token, params: { id: uuidv7() }, body: {} });
    expect(asked.status).toBe(404);
  });
});

describe("an account number", () => {
  it("is made once for a person, kept encrypted, and leads back to them", async () => {
    const { user_id } = await world.customer();
    const { data_key } = await db
      .selectFrom("users")
      .select("data_key")
      .where("id", "=", user_id)
      .executeTakeFirstOrThrow();
    expect(await findVirtualAccount(app, { user_id }, data_key!)).toBeUndefined();
    const [one, again] = await Promise.all([ensureVirtualAccount(app, user_id), ensureVirtualAccount(app, user_id)]);
    expect(again).toEqual(one);
    expect(await findVirtualAccount(app, { user_id }, data_key!)).toEqual(one);
    expect(await ownerOfVirtualAccount(app, one.account_no)).toEqual({ user_id });
    expect(await ownerOfVirtualAccount(app, "0000000000")).toBeUndefined();
    const { rows } = await api.database.pool.query<{ kept: string }>(
      "select v::text as kept from virtual_accounts v where user_id = $1",
      [user_id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.kept).not.toContain(one.account_no);
  });

  it("that the bank does not give is asked for again later", async () => {
    const { user_id } = await world.customer();
    await world.fault("paystack", { mode: "outage" });
    await expect(ensureVirtualAccount(app, user_id)).rejects.toThrow(ProviderUnavailable);
    await world.clearFaults();
    expect((await ensureVirtualAccount(app, user_id)).account_no).toMatch(/^\d{10}$/);
  });
});
