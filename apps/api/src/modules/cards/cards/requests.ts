/** Asking for a card: a company for one of its people, a person for themselves. */
import type { CardKind } from "@manilla/contract/cards/card-states";
import type * as calls from "@manilla/contract/cards/cards";
import { sql } from "kysely";
import type { z } from "zod";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import type { ChainSubject, Context } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import { bandOf, openChain } from "../../companies/approval-chains/index.ts";
import { ownCompany } from "../../companies/wallet-movements/index.ts";
import { SYSTEM, actorOf, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { note, notifyRoles } from "../../platform/notifications/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { addCard } from "./closing.ts";
import { feeToday } from "./fees.ts";
import { findCard, isOffered, lockCard } from "../card-records/index.ts";
import * as messages from "./messages.ts";

interface Asked {
  form: "physical" | "virtual";
  currency?: "NGN" | "USD" | undefined;
  label?: string | undefined;
  limit_kobo?: bigint | null | undefined;
  is_single_use?: boolean | undefined;
  merchant_lock?: string | undefined;
  delivery_address?: string | undefined;
  delivery_state?: string | undefined;
}

/** What does not go together, at its field. @param is_own the money is the holder's. @throws InvalidFields */
async function requireSense(tx: Tx, asked: Asked, is_own: boolean): Promise<void> {
  const errors: Record<string, string[]> = {};
  const isVirtual = asked.form === "virtual";
  if (!isVirtual)
    for (const field of ["delivery_address", "delivery_state"] as const)
      if (!asked[field]) errors[field] = ["this field is required"];
  if (!isVirtual && asked.is_single_use) errors["is_single_use"] = ["only a virtual card is for one payment"];
  if (!isVirtual && asked.merchant_lock) errors["merchant_lock"] = ["only a virtual card is for one merchant"];
  if (asked.currency === "USD") {
    if (!isVirtual) errors["currency"] = ["a dollar card is virtual"];
    else if (!is_own || asked.limit_kobo) errors["currency"] = ["a dollar card spends its holder's own dollars"];
    else if (!(await isOffered(tx))) errors["currency"] = ["dollar cards are not offered yet"];
  }
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors);
}

/** Nobody has more cards than are allowed; one after the other for a holder. @throws Conflict */
async function requireRoom(tx: Tx, user_id: string, company_id: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`cards of ${user_id}`}))`.execute(tx);
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many
    from cards
    where user_id = ${user_id} and status not in ('declined', 'closed') and company_id is not distinct from ${company_id}::uuid
  `.execute(tx);
  const most = await readSetting(tx, "cards_per_holder");
  if ((rows[0]?.many ?? 0) >= most)
    throw new Conflict(`At most ${most} cards at a time: close one that is not needed.`, "too_many_cards");
}

/** Somebody at work in the caller's company. @throws NotFound; Conflict for a person whose invitation is open, or who is deactivated */
async function requireColleague(tx: Tx, { session }: Context, user_id: string): Promise<string> {
  const person = await findRow(tx, "users", user_id, ["company_id", "erased_at", "full_name"]);
  if (!person || person.erased_at || person.company_id !== session.company_id) throw new NotFound("This employee");
  const place = await findRow(tx, "employments", { user_id, company_id: person.company_id! }, ["status"]);
  if (place?.status !== "active")
    throw new Conflict("This employee has not joined yet, or is deactivated: they get no card.", "not_at_work");
  return person.full_name;
}

/** Tells those of the provider who decide. */
const tellDeciders = async (tx: Tx, card: { id: string; kind: string; form: string }, who: string): Promise<void> =>
  notifyRoles(tx, await rolesWith(tx, "provider:can_approve_card_requests"), messages.toDecide(card, who));

const shown = ({ label, merchant_lock, delivery_address, delivery_state, is_single_use, ...asked }: Asked) => ({
  form: asked.form,
  currency: asked.currency ?? "NGN",
  limit_kobo: asked.limit_kobo ?? null,
  is_single_use: is_single_use ?? false,
  label: label ?? null,
  merchant_lock: merchant_lock ?? null,
  delivery_address: delivery_address ?? null,
  delivery_state: delivery_state ?? null,
});

/** A company asks for a card for one of its people. Where it has a chain for cards, its own people decide first. @returns the card's id */
export async function requestForEmployee(
  tx: Tx,
  context: Context,
  kind: Extract<CardKind, "company_debit" | "company_credit">,
  { user_id, ...asked }: Asked & { user_id: string },
): Promise<string> {
  const { id: company_id } = await ownCompany(tx, context);
  const name = await requireColleague(tx, context, user_id);
  await requireSense(tx, asked, false);
  await requireRoom(tx, user_id, company_id);
  const fee = await feeToday(tx, asked.form);
  const card = { ...shown(asked), kind, company_id, user_id, ...fee, requested_by: context.session.user_id };
  const id = await addCard(tx, { ...card, status: "requested" }, actorOf(context));
  const { limit_kobo } = card;
  await recordAudit(tx, context, "card_requested", ["card", id], {
    after: { kind, form: asked.form, limit_kobo },
    about: user_id,
  });
  if ((await bandOf(tx, company_id, "card")) === undefined)
    await tellDeciders(tx, { id, kind, form: asked.form }, name);
  else {
    const title = `A ${asked.form} card for ${name}`;
    const chain = await openChain(tx, context, {
      kind: "card",
      subject_id: id,
      title,
      amount_kobo: limit_kobo,
      payee_id: user_id,
    });
    // The chain may have ended at once.
    const { status } = (await findRow(tx, "company_approvals", chain.id, ["status"]))!;
    if (status === "pending") await changeRows(tx, "cards", id, { chain_id: chain.id });
  }
  return id;
}

/** What a company's own people decide of a card, before the provider does. */
export const cardChain: ChainSubject = {
  async shows(db, _, subject_id) {
    const card = await findCard(db, subject_id);
    const holder = card && (await findRow(db, "users", card.user_id, ["full_name"]));
    if (!card) return [];
    return [
      { label: "For", value: holder?.full_name ?? "Somebody" },
      { label: "Kind", value: `${card.kind === "company_credit" ? "Credit" : "Debit"}, ${card.form}` },
      ...(card.merchant_lock ? [{ label: "Only at", value: card.merchant_lock }] : []),
    ];
  },
  async decided(tx, context, { subject_id, outcome, reason }) {
    const card = await lockCard(tx, subject_id);
    if (card?.status !== "requested") return;
    await changeRows(tx, "cards", subject_id, { chain_id: null });
    const holder = await findRow(tx, "users", card.user_id, ["full_name"]);
    if (outcome === "approved") return tellDeciders(tx, card, holder?.full_name ?? "Somebody");
    const action = outcome === "withdrawn" ? "withdraw" : "decline";
    await changeState(tx, { noun: "card", id: card.id, from: "requested", action, actor: actorOf(context), reason });
    if (action === "decline")
      await changeRows(tx, "cards", card.id, { decision_reason: reason ?? "Declined by the company." });
    if (card.requested_by && outcome !== "withdrawn")
      await note(
        tx,
        card.requested_by,
        messages.declinedToCompany(card, holder?.full_name ?? "somebody", reason ?? "Your company declined it."),
      );
  },
};

/** A person asks for a card of their own: what was begun (C297) is sent. */
export async function requestOwn(
  tx: Tx,
  context: Context,
  body: z.output<typeof calls.finish.body>,
): Promise<z.output<typeof calls.finish.response>> {
  const { user_id, name, last_name } = context.session;
  const { is_credit = false, limit_kobo, delivery_address, delivery_state, ...more } = body;
  if (is_credit && !limit_kobo) throw new InvalidFields({ limit_kobo: ["this field is required"] });
  if (!is_credit && limit_kobo) throw new InvalidFields({ limit_kobo: ["a debit card has no limit of credit"] });
  const delivery = { ...(delivery_address && { delivery_address }), ...(delivery_state && { delivery_state }) };
  const card_request = await context.house.person.finishCardRequest(tx, context, delivery);
  const asked: Asked = { ...more, ...delivery, form: card_request.card_type, limit_kobo };
  await requireSense(tx, asked, true);
  await requireRoom(tx, user_id, null);
  const kind = is_credit ? "personal_credit" : "personal_debit";
  const card = { ...shown(asked), kind, company_id: null, user_id, requested_by: user_id };
  const fee = await feeToday(tx, asked.form);
  const card_id = await addCard(tx, { ...card, ...fee, status: "requested" }, actorOf(context));
  await tellDeciders(tx, { id: card_id, kind, form: asked.form }, `${name} ${last_name}`);
  return { card_request, card_id };
}

/** Takes the requests of somebody who is erased back. */
export async function withdrawAll(tx: Tx, user_id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from cards where user_id = ${user_id} and status = 'requested' for update
  `.execute(tx);
  for (const { id } of rows)
    await changeState(tx, { noun: "card", id, from: "requested", action: "withdraw", actor: SYSTEM });
}
