/** Credit cards of persons for tests: asked for, approved and made at the sandbox's issuer; drawn as a capture draws. */
import * as rewards from "@manilla/contract/growth/rewards";
import { uuidv7 } from "uuidv7";
import { accountOf, postCardCaptured } from "../apps/api/src/modules/money/books/index.ts";
import { makeCard } from "../apps/api/src/modules/cards/cards/index.ts";
import { keepUnidentified } from "../apps/api/src/modules/money/exceptions/index.ts";
import { earnReward } from "../apps/api/src/modules/growth/rewards/index.ts";
import { SYSTEM } from "../apps/api/src/modules/platform/audit/index.ts";
import { businessDate } from "../apps/api/src/modules/platform/states/index.ts";
import type { LendingWorld } from "./lending.ts";

type Person = Awaited<ReturnType<LendingWorld["customer"]>>;

/** A person's own credit card, made. @returns its id */
export async function creditCard(
  { api }: LendingWorld,
  { user_id }: Person,
  limit_kobo: bigint,
  more: Record<string, unknown> = {},
): Promise<string> {
  const id = uuidv7();
  const card = { id, kind: "personal_credit", form: "virtual", status: "approved", user_id, limit_kobo };
  await api.app.db
    .insertInto("cards")
    .values({ ...card, issuer_reference: uuidv7(), requested_by: user_id, ...more } as never)
    .execute();
  if (!(await makeCard(api.app, id))) throw new Error("the issuer did not make the card");
  return id;
}

/** What a capture does to the line of a person's card. */
export const drawn = ({ api }: LendingWorld, card_id: string, amount_kobo: bigint): Promise<unknown> =>
  api.app.db.transaction().execute(async (tx) => {
    const [id, on] = [uuidv7(), await businessDate(tx)];
    const fact = { id, card_id, capture_id: id, reference: "A shop", on, actor: SYSTEM.name, overdrawn_kobo: 0n };
    const account = accountOf("undrawn_line", card_id);
    const receivable = accountOf("card_receivable", card_id);
    const taken = { account, receivable, from_kobo: amount_kobo, drawn_kobo: amount_kobo };
    return postCardCaptured(tx, { ...fact, ...taken, kind: "draw_line" });
  });

/** Puts money into a person's cash wallet: a reward that is redeemed on the highest tier. */
export async function giveCash({ api }: LendingWorld, { user_id, token }: Person, amount_kobo: bigint): Promise<void> {
  const { db } = api.app;
  await db.insertInto("user_plans").values({ id: uuidv7(), user_id, plan: "tier_3" }).execute();
  const fact = { user_id, kind: "given", source_id: uuidv7(), reason: "For a test" } as const;
  await db.transaction().execute(async (tx) => {
    await earnReward(tx, { ...fact, amount_kobo, on: await businessDate(tx), actor: SYSTEM });
  });
  const { status } = await api.call(rewards.redeem, { token });
  if (status !== 200) throw new Error("the reward was not redeemed");
}

/** Money at the bank that nobody has claimed. @returns its row of the reconciliation */
export async function unclaimed({ api: { app } }: LendingWorld, amount_kobo: bigint): Promise<string> {
  const reference = `NOBODYS-${uuidv7()}`;
  const on = await businessDate(app.db);
  await app.db.transaction().execute((tx) => keepUnidentified(tx, { reference, sender: "Somebody" }, amount_kobo, on));
  const { id } = await app.db
    .selectFrom("reconciliation_items")
    .select("id")
    .where("reference", "=", reference)
    .executeTakeFirstOrThrow();
  return id;
}
