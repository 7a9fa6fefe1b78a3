/** Approving a card: at once, or once a second person has agreed to a high limit. */
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { clock, startOfAlone } from "../../../clock.ts";
import { Conflict, NotAllowed } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { withdrawOpened } from "../../companies/approval-chains/index.ts";
import { requestApproval, unlessIn } from "../../platform/approvals/index.ts";
import { SYSTEM, actorOf, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { note, refuseForeignLinks, tell, tellTyped } from "../../platform/notifications/index.ts";
import { changeState, changeWhere } from "../../platform/states/index.ts";
import { type Card, findCard, lockCard } from "../card-records/index.ts";
import * as messages from "./messages.ts";

/** The request of onboarding that this card was made of, decided with it. */
const decideRequest = (
  tx: Tx,
  context: Context,
  { user_id, company_id }: Card,
  action: "approve" | "decline" | "withdraw",
) =>
  company_id
    ? Promise.resolve([])
    : changeWhere(tx, { noun: "cardRequest", action, where: sql`user_id = ${user_id}`, actor: actorOf(context) });

/** Approves a card that is locked: it is made from now on. @throws Conflict where somebody was quicker */
export async function grant(tx: Tx, context: Context, card: Card, reason: string | null): Promise<void> {
  const actor = actorOf(context);
  await changeState(tx, { noun: "card", id: card.id, from: card.status, action: "approve", actor, reason });
  await changeRows(tx, "cards", card.id, {
    decided_by: actor.user_id,
    decided_at: clock.now(),
    decision_reason: reason,
  });
  await decideRequest(tx, context, card, "approve");
  await recordAudit(tx, context, "card_approved", ["card", card.id], {
    before: { status: "requested" },
    after: { status: "approved", limit_kobo: card.limit_kobo },
    reason,
    about: card.user_id,
  });
  await context.queue.send(tx, "make-card", { card_id: card.id });
  await tell(tx, context, card.user_id, messages.approved(card));
}

/** The requester is notified, and the holder where that is the same person. @throws InvalidFields for a link to another site */
export async function afterDecline(tx: Tx, context: Context, card: Card, reason: string): Promise<void> {
  await changeRows(tx, "cards", card.id, {
    decided_by: context.session.user_id,
    decided_at: clock.now(),
    decision_reason: reason,
  });
  await decideRequest(tx, context, card, "decline");
  if (!card.company_id) return tellTyped(tx, context, card.user_id, messages.declined(card, reason), { reason });
  const { full_name } = await getRow(tx, "users", card.user_id, ["full_name"]);
  const message = messages.declinedToCompany(card, full_name, reason);
  refuseForeignLinks(context, message, { reason });
  if (card.requested_by) await note(tx, card.requested_by, message);
}

/** A request that is taken back: its chain, where it is on one, ends too; that of onboarding can be sent again. */
export async function afterWithdrawal(tx: Tx, context: Context, card: Card): Promise<void> {
  await decideRequest(tx, context, card, "withdraw");
  if (!card.chain_id) return;
  await withdrawOpened(tx, context, card.chain_id);
  await changeRows(tx, "cards", card.id, { chain_id: null });
}

/**
 * Whether a second person has to agree: many small limits of one holder are one large one. Cards that they have count, and those of the last thirty days
 * that are closed again: what was spent on them is owed. One after the other for a holder.
 */
async function needsSecond(tx: Tx, { id, kind, user_id, company_id, limit_kobo }: Card): Promise<boolean> {
  if (limit_kobo === null) return false;
  await sql`select pg_advisory_xact_lock(hashtext(${`cards of ${user_id}`}))`.execute(tx);
  const { rows } = await sql<{ kobo: bigint }>`
    select coalesce(sum(c.limit_kobo), 0)::bigint as kobo
    from cards c
    where c.user_id = ${user_id} and c.company_id is not distinct from ${company_id}::uuid and c.kind = ${kind} and c.id <> ${id}
      and (
        c.status in ('approved', 'issued', 'active', 'frozen')
        or c.status = 'closed' and c.decided_at >= ${startOfAlone()} and not exists (
          select 1 from cards n where n.replacement_for = c.id and n.status not in ('declined', 'closed')
        )
      )
  `.execute(tx);
  return rows[0]!.kobo + limit_kobo > BigInt(await readSetting(tx, "card_limit_second_person_kobo"));
}

/** Approves a card, or puts a high limit before a second person. @returns that request; null where the card is approved */
export async function approveCard(tx: Tx, context: Context, card: Card, reason: string | null): Promise<string | null> {
  if (!(await needsSecond(tx, card))) {
    await grant(tx, context, card, reason);
    return null;
  }
  const amount_kobo = card.limit_kobo ?? 0n;
  return requestApproval(tx, context, {
    kind: "approve_card",
    title: `Approve a card of {person} with ${naira(amount_kobo)} of credit`,
    whose: card.user_id,
    payload: { card_id: card.id, requested_by: card.requested_by },
    amount_kobo,
    ...(reason && { reason }),
    once: ["card_id"],
  });
}

interface Payload {
  card_id: string;
  user_id: string;
  requested_by: string | null;
}

/** The second person's half of a high limit. */
export const approveCardKind: ApprovalKind<Payload> = {
  permission: "provider:can_approve_card_requests",
  over: unlessIn("cards", "card_id", ["requested"]),
  // Its holder is barred as the subject of the request.
  bars: ({ user_id }) => sql<boolean>`a.payload ->> 'requested_by' = ${user_id}`,
  async shows({ db }, { payload }) {
    const card = await findCard(db, payload.card_id);
    if (!card) return {};
    const company = card.company_id ? await getRow(db, "companies", card.company_id, ["name"]) : undefined;
    return {
      facts: [
        ...(company ? [{ label: "Company", value: company.name }] : []),
        { label: "Form", value: card.form === "virtual" ? "Virtual" : "Physical" },
        { label: "Limit", value: naira(card.limit_kobo ?? 0n) },
      ],
    };
  },
  async execute(tx, context, { payload }) {
    const { user_id } = context.session;
    const card = await lockCard(tx, payload.card_id);
    if (card?.status !== "requested") throw new Conflict("The card is in another state by now.", "already_decided");
    if (card.user_id === user_id || card.requested_by === user_id)
      throw new NotAllowed("Nobody decides about a card that they asked for or hold.", "own_request");
    await grant(tx, context, card, null);
    return undefined;
  },
};

/** The staff approve at a person's profile what that person requested (C045). @throws Conflict where a second person has to agree */
export async function grantOfPerson(tx: Tx, context: Context, user_id: string): Promise<void> {
  const asked = await tx
    .selectFrom("cards")
    .select("id")
    .where("user_id", "=", user_id)
    .where("company_id", "is", null)
    .where("status", "=", "requested")
    .executeTakeFirst();
  const card = asked && (await lockCard(tx, asked.id));
  if (!card) return;
  if (await needsSecond(tx, card))
    throw new Conflict("This limit needs a second person: approve it on the card's own page.", "second_person");
  await grant(tx, context, card, null);
}

/** Declines what nobody may hold any more. */
export async function declineBySystem(tx: Tx, context: Context, card: Card, reason: string): Promise<void> {
  await changeState(tx, { noun: "card", id: card.id, from: "requested", action: "decline", actor: SYSTEM, reason });
  await changeRows(tx, "cards", card.id, { decision_reason: reason, chain_id: null });
  if (card.chain_id) await withdrawOpened(tx, context, card.chain_id);
}
