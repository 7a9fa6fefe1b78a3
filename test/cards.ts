/** Cards for tests: asked for, approved and made at the sandbox's issuer. */
import * as cards from "@manilla/contract/cards/cards";
import { makeCard, tellIssuer } from "../apps/api/src/modules/cards/cards/index.ts";
import type { TestApi } from "./api.ts";
import type { LendingWorld } from "./lending.ts";

type Person = Awaited<ReturnType<TestApi["person"]>>;

/** A card as the issuer keeps it, whole. */
export interface IssuersCard {
  _id: string;
  pan: string;
  cvv: string;
  pin: string | null;
  status: string;
  type: string;
  pins_sent: number;
  replacementFor: string | null;
  metadata: { reference?: string };
  spendingControls: unknown;
}

export const issuersCards = async ({ sandbox }: LendingWorld): Promise<IssuersCard[]> =>
  ((await (await fetch(`${sandbox.url}/issuer-cards.json`)).json()) as { cards: IssuersCard[] }).cards;

/** Somebody of the provider who approves. */
export const approver = (api: TestApi): Promise<Person> =>
  api.person("super_operations", { name: "Olu", last_name: "Opeyemi" });

/** A company's card for one of its people, made; physical ones are in their hands. @returns its id and the last four digits */
export async function companyCard(
  { api }: LendingWorld,
  asks: Person,
  holder: Person,
  { isCredit = false, by, ...more }: { isCredit?: boolean; by?: Person } & Record<string, unknown> = {},
): Promise<{ id: string; last4: string }> {
  const body = { user_id: holder.user_id, form: "virtual", ...(isCredit && { limit_kobo: 5_000_000 }), ...more };
  const asked = await api.call(isCredit ? cards.requestCredit : cards.requestDebit, { token: asks.token, body });
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
  const { id } = (asked.body.data as { card: { id: string } }).card;
  const decided = await api.call(cards.approve, { token: (by ?? (await approver(api))).token, body: { card_id: id } });
  if (decided.status !== 200) throw new Error(JSON.stringify(decided.body));
  await makeCard(api.app, id);
  const { last4 } = await api.app.db.selectFrom("cards").select("last4").where("id", "=", id).executeTakeFirstOrThrow();
  return { id, last4: last4! };
}

/** The same, in use. */
export async function activeCard(
  world: LendingWorld,
  asks: Person,
  holder: Person,
  more: Parameters<typeof companyCard>[3] = {},
): Promise<{ id: string; last4: string }> {
  const card = await companyCard(world, asks, holder, more);
  const body = { card_id: card.id, last4: card.last4 };
  const done = await world.api.call(cards.activateUser, { token: holder.token, body });
  if (done.status !== 200) throw new Error(JSON.stringify(done.body));
  await tellIssuer(world.api.app, card.id);
  return card;
}
