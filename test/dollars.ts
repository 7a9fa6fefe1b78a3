/** Dollars for tests: what is offered from today on, a rate, and a dollar card at work in the sandbox with dollars to spend. */
import * as dollars from "@manilla/contract/cards/dollar-cards";
import { uuidv7 } from "uuidv7";
import { clock } from "../apps/api/src/clock.ts";
import { makeCard } from "../apps/api/src/modules/cards/cards/index.ts";
import { businessDate } from "../apps/api/src/modules/platform/states/index.ts";
import { giveCash } from "./card-credit.ts";
import { type DisputedCard, sandboxSends } from "./card-disputes.ts";
import type { LendingWorld } from "./lending.ts";

/** Dollars are offered from today on, at ₦1,500.00 in the middle. */
export async function offerDollars(world: LendingWorld): Promise<void> {
  const { db } = world.api.app;
  await world.syncClock();
  const terms = {
    is_offered: true,
    margin_bp: 150,
    quote_seconds: 120,
    rate_days: 3,
    rate_from: 1_000,
    rate_to: 2_000,
  };
  await db
    .insertInto("dollar_terms")
    .values({ ...terms, valid_from: await businessDate(db), least_cents: 500n, month_cents: 50_000n })
    .execute();
  await sandboxSends(world, "PUT", "/rates-of-the-day", { central: "1500.0000", rated_on: null });
}

/** @returns what was paid for them, in kobo */
export async function buyDollars({ api }: LendingWorld, token: string, amount_cents: number): Promise<void> {
  const { body } = await api.call(dollars.quote, { token, body: { kind: "buy", amount_cents } });
  const { id } = (body.data as { quote: { id: string } }).quote;
  const { status, body: answer } = await api.call(dollars.accept, { token, params: { id } });
  if (status !== 200) throw new Error(JSON.stringify(answer));
}

/** A person's dollar card at work, with so many cents. */
export async function dollarCardWith(world: LendingWorld, cents: number): Promise<DisputedCard> {
  const { api } = world;
  const { db } = api.app;
  const holder = await world.customer();
  await giveCash(world, holder, 100_000_000n);
  const id = uuidv7();
  const card = { id, kind: "personal_debit", form: "virtual", status: "approved", currency: "USD" };
  await db
    .insertInto("cards")
    .values({ ...card, user_id: holder.user_id, issuer_reference: uuidv7(), requested_by: holder.user_id })
    .execute();
  await makeCard(api.app, id);
  await db.updateTable("cards").set({ status: "active", activated_at: clock.now() }).where("id", "=", id).execute();
  const { issuer_card_id } = await db
    .selectFrom("cards")
    .select("issuer_card_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await sandboxSends(world, "PUT", `/issuer/cards/${issuer_card_id}`, { status: "active" });
  await buyDollars(world, holder.token, cents);
  return {
    id,
    issuer_card_id: issuer_card_id!,
    kind: "personal_debit",
    user_id: holder.user_id,
    company_id: null,
    holder,
  };
}
