/** Disputes for tests: a card that pays in the sandbox's shops, the desk, and the issuer that decides. */
import * as disputes from "@manilla/contract/cards/card-disputes";
import { balanceOf } from "@manilla/ledger";
import { queryable } from "../apps/api/src/db/database.ts";
import { workOnDisputes } from "../apps/api/src/modules/cards/card-disputes/issuer.ts";
import { cashWith, purseWith, type TestCard } from "./card-payments.ts";
import { activeCard } from "./cards.ts";
import { creditCard } from "./card-credit.ts";
import { waitUntil, type LendingWorld } from "./lending.ts";

type Person = Awaited<ReturnType<LendingWorld["customer"]>>;
export type DisputedCard = TestCard & { holder: Person; company_id: string | null };

export const sandboxSends = async (
  { sandbox }: LendingWorld,
  method: "POST" | "PUT",
  path: string,
  body: object,
): Promise<{ data: { _id: string } }> => {
  const headers = { "content-type": "application/json", authorization: "Bearer issuer_sandbox" };
  const answer = await fetch(`${sandbox.url}${path}`, { method, headers, body: JSON.stringify(body) });
  return (await answer.json()) as { data: { _id: string } };
};

/** A company's debit card in its holder's use, with money in the purse. */
export async function companyCardWith(world: LendingWorld, amount_kobo: bigint): Promise<DisputedCard> {
  const { api } = world;
  const company_id = await api.company({});
  const owner = await api.person("company_super_admin", { company_id });
  const holder = await api.person("company_staff", { company_id });
  await stepUp(world, holder);
  await purseWith(api, { company_id, user_id: holder.user_id, amount_kobo });
  const { id } = await activeCard(world, owner, holder);
  return { ...(await madeCard(world, id)), kind: "company_debit", user_id: holder.user_id, company_id, holder };
}
const stepUp = ({ api }: LendingWorld, { user_id }: Person) =>
  api.app.db
    .updateTable("sessions")
    .set({ stepped_up_until: new Date(Date.now() + 600_000) })
    .where("user_id", "=", user_id)
    .execute();
async function madeCard({ api }: LendingWorld, id: string): Promise<{ id: string; issuer_card_id: string }> {
  const columns = ["id", "issuer_card_id"] as const;
  const row = await api.app.db.selectFrom("cards").select(columns).where("id", "=", id).executeTakeFirstOrThrow();
  return { id, issuer_card_id: row.issuer_card_id! };
}

/** A person's credit card at work, with a line of so much. */
export async function personalCreditCard(world: LendingWorld, limit_kobo: bigint): Promise<DisputedCard> {
  const holder = await world.customer();
  const id = await creditCard(world, holder, limit_kobo);
  const set = { status: "active", activated_at: new Date(), issuer_status: "active" };
  await world.api.app.db.updateTable("cards").set(set).where("id", "=", id).execute();
  const card = await madeCard(world, id);
  await sandboxSends(world, "PUT", `/issuer/cards/${card.issuer_card_id}`, { status: "active" });
  await cashWith(world.api, holder.user_id, 1n);
  return { ...card, kind: "personal_credit", user_id: holder.user_id, company_id: null, holder };
}

/** Pays in a shop, which takes it. @returns our capture, and the issuer's id of the payment */
export async function bought(
  world: LendingWorld,
  { issuer_card_id }: Pick<TestCard, "issuer_card_id">,
  naira: number,
  more: object = {},
): Promise<{ capture_id: string; payment: string }> {
  const asked = { cardId: issuer_card_id, channel: "pos", amount: naira, ...more };
  const { data } = await sandboxSends(world, "POST", "/issuer/cards/simulator/authorization", asked);
  await sandboxSends(world, "POST", `/issuer-payments/${data._id}/capture`, {});
  const captured = () =>
    world.api.app.db
      .selectFrom("card_captures")
      .select("id")
      .where("issuer_authorisation_id", "=", data._id)
      .where("kind", "=", "capture")
      .executeTakeFirst();
  await waitUntil(async () => (await captured()) !== undefined);
  return { capture_id: (await captured())!.id, payment: data._id };
}

export const openFor = ({ api }: LendingWorld, { token }: Person, capture_id: string, amount_kobo: number, more = {}) =>
  api.call(disputes.open, {
    token,
    params: { id: capture_id },
    body: { reason: "not_me", amount_kobo: String(amount_kobo), text: "I was at home that day.", ...more },
  });

/** The dispute as its row is. */
export const disputeRow = ({ api }: LendingWorld, id: string) =>
  api.app.db.selectFrom("card_disputes").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** Asks the issuer about all disputes now, whether their time has come or not. */
export async function askIssuer(world: LendingWorld): Promise<void> {
  await world.api.app.db
    .updateTable("card_disputes")
    .set({ next_question_at: null })
    .where("status", "in", ["sending", "sent"])
    .execute();
  await workOnDisputes(world.api.app);
}

/** Has the issuer decide, and hears it. @param naira of it, where it is a part */
export async function issuerDecides(world: LendingWorld, id: string, outcome: "won" | "lost", naira?: number) {
  const { issuer_dispute_id } = await disputeRow(world, id);
  await sandboxSends(world, "POST", `/issuer-disputes/${issuer_dispute_id}/${outcome}`, naira ? { amount: naira } : {});
  await askIssuer(world);
}

export const natural = async ({ api }: LendingWorld, code: string): Promise<bigint> =>
  (await balanceOf(queryable(api.app.db), code)).natural_kobo;
