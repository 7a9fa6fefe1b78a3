import * as calls from "@manilla/contract/cards/cards";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import type { Context, Handlers } from "../../../house/app.ts";
import { timelineOf } from "../../../house/timelines.ts";
import { NotReached, OutcomeUnknown, ProviderRefused } from "../../../outside/http.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { note, refuseForeignLinks, tellTyped } from "../../platform/notifications/index.ts";
import { actionsOn, callerOf } from "../../platform/states/index.ts";
import { closeCard, giveBack, replaceCard, returnsOf } from "./closing.ts";
import { afterDecline, afterWithdrawal, approveCard } from "./deciding.ts";
import { feeToday } from "./fees.ts";
import {
  type Card,
  dollarsLeftBy,
  findCard,
  freezeCard,
  lockCard,
  openFreezes,
  unfreezeCard,
} from "../card-records/index.ts";
import * as messages from "./messages.ts";
import {
  type FoundCard,
  detailsOf,
  holders,
  inUse,
  listAll,
  listOwn,
  listVirtual,
  lockFound,
  ofCompanies,
  ofEmployee,
  ofHolder,
  ofPeople,
  readCard,
  requests,
  rowOf,
} from "./queries.ts";
import { requestForEmployee, requestOwn } from "./requests.ts";
import { cardRules, endsAtOnce, freezerOf, lifts } from "./rules.ts";

const answer = async (tx: Tx, context: Context, id: string) => ({ card: await detailsOf(tx, context, id) });
const act = actionsOn({
  calls,
  rules: cardRules,
  noun: "card",
  name: "card",
  audits: ({ id, user_id }: FoundCard) => ({ subject_type: "card", subject_id: id, about: user_id }),
  id: ({ params, body }) => params.id ?? (body as { card_id?: string }).card_id ?? "",
  lock: lockFound,
  answer,
});
/** The row whose lock is held. */
const locked = async (tx: Tx, { id }: FoundCard): Promise<Card> => (await lockCard(tx, id))!;

/** The holder of a physical card knows its last four digits. @throws InvalidFields */
function requireInHand({ form, last4 }: FoundCard, typed: string | undefined): void {
  if (form !== "physical" || typed === last4) return;
  throw new InvalidFields({ last4: [typed ? "these are not its last four digits" : "this field is required"] });
}

/** A card is in use; the one whose place it takes is closed. */
async function putInUse(tx: Tx, context: Context, card: FoundCard, last4: string | undefined): Promise<void> {
  requireInHand(card, last4);
  await changeRows(tx, "cards", card.id, { activated_at: clock.now() });
  await context.queue.send(tx, "tell-issuer", { card_id: card.id });
  const { replacement_for } = await getRow(tx, "cards", card.id, ["replacement_for"]);
  const old = replacement_for ? await lockCard(tx, replacement_for) : undefined;
  if (!old) return;
  if ((await openFreezes(tx, old.id)).some(({ by }) => by !== "holder") && old.status !== "closed")
    throw new Conflict("The card in whose place it comes is frozen: who froze it unfreezes it first.", "frozen");
  if (["issued", "active", "frozen"].includes(old.status))
    await closeCard(tx, context, old, {
      actor: actorOf(context),
      reason: "A new card took its place.",
      replaced_by: card.id,
    });
}
const activation = {
  audit: "card_activated",
  does: (tx: Tx, context: Context, card: FoundCard, { body }: { body: { last4?: string | undefined } }) =>
    putInUse(tx, context, card, body.last4),
};

/** What the issuer was asked while somebody waits for it. @throws Conflict where it does not answer */
async function fromIssuer<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotReached || error instanceof OutcomeUnknown || error instanceof ProviderRefused)
      throw new Conflict("The issuer of the card does not answer. Please try again in a moment.", "issuer_away");
    throw error;
  }
}

/** The issuer is asked after the transaction, because its silence must not hold the card, which pays in the meantime. */
const asking = {
  does: async (tx: Tx, _: Context, card: FoundCard) => ({ answer: (await locked(tx, card)).issuer_card_id }),
};
const pinAllowed = act.one(calls.requestPin, {
  audit: "card_pin_requested",
  async does(tx, context, card) {
    await changeRows(tx, "cards", card.id, { pin_asked_at: clock.now() });
    return asking.does(tx, context, card);
  },
});
const sendAllowed = act.one(calls.sendPin, { audit: "card_pin_sent", ...asking });
const detailsAllowed = act.one(calls.showDetails, { audit: "card_details_shown", ...asking });
/** The card's id at the issuer, once it is recorded who asks. */
const allowed = (context: Context, check: (tx: Tx) => Promise<unknown>): Promise<string> =>
  context.db.transaction().execute(async (tx) => String(await check(tx)));

const AS_WHOM = { holder: "you", company: "your company", provider: "us", system: "us" } as const;

export const handlers: Handlers<typeof calls> = {
  ofCompanies,
  inUse,
  ofPeople,
  listOwn,
  listAll,
  ofEmployee,
  ofHolder,
  listVirtual,
  holders,
  requests,
  async timeline(context, { params, query }) {
    const card = await readCard(context.db, context, params.id);
    if (!card) throw new NotFound("This card");
    return timelineOf(context, "card", card, query);
  },
  find: (context, { params }) => detailsOf(context.db, context, params.id),
  async findVirtual(context, { params }) {
    const card = await detailsOf(context.db, context, params.id);
    if (card.form !== "virtual") throw new NotFound("This virtual card");
    return card;
  },

  requestCredit: (context, { body }) =>
    context.once(async (tx) => answer(tx, context, await requestForEmployee(tx, context, "company_credit", body))),
  requestDebit: (context, { body }) =>
    context.once(async (tx) => answer(tx, context, await requestForEmployee(tx, context, "company_debit", body))),
  begin: (context, { body }) =>
    context.db
      .transaction()
      .execute(async (tx) => ({
        card_request: await context.house.person.beginCardRequest(tx, context, body.card_type),
      })),
  finish: (context, { body }) => context.once((tx) => requestOwn(tx, context, body)),

  approve: act(calls.approve, {
    async does(tx, context, card, { body }) {
      const approval_id = await approveCard(tx, context, await locked(tx, card), body.reason ?? null);
      const after = await readCard(tx, context, card.id);
      return { answer: { card: rowOf(context, after!), approval_id } };
    },
  }),
  decline: act(calls.decline, {
    audit: "card_declined",
    async does(tx, context, card, { body }) {
      await afterDecline(tx, context, await locked(tx, card), body.reason);
      const after = await readCard(tx, context, card.id);
      return { answer: { card: rowOf(context, after!) } };
    },
  }),
  withdraw: act(calls.withdraw, {
    audit: "card_request_withdrawn",
    does: async (tx, context, card) => afterWithdrawal(tx, context, await locked(tx, card)),
  }),

  freeze: act(calls.freeze, {
    audit: "card_frozen",
    async does(tx, context, card, { body }) {
      const by = freezerOf(card, callerOf(context));
      const reason = body.reason ?? "No reason was given.";
      await freezeCard(tx, context, card, { by, reason, actor: actorOf(context) });
      if (by !== "holder")
        await tellTyped(tx, context, card.user_id, messages.frozen(card, AS_WHOM[by], reason), { reason });
      return { after: { frozen_by: by } };
    },
  }),
  unfreeze: act(calls.unfreeze, {
    audit: "card_unfrozen",
    async does(tx, context, card) {
      const by = lifts(card, callerOf(context));
      for (const each of by)
        await unfreezeCard(tx, context, await locked(tx, card), {
          by: each,
          actor: actorOf(context),
          ...(each === "system" && { only: "three_declines" }),
        });
      const isFree = card.frozen_by.every((each) => by.includes(each));
      if (!by.includes("holder") && isFree) await note(tx, card.user_id, messages.unfrozen(card));
      return { before: { frozen_by: by.join(", ") }, after: { frozen_by: null } };
    },
  }),

  activate: act(calls.activate, activation),
  activateUser: act(calls.activateUser, activation),
  activateCredit: act(calls.activateCredit, activation),

  async requestPin(context, input) {
    const { card_id, by_sms } = input.body;
    const at = await allowed(context, (tx) => pinAllowed(tx, context, card_id, input));
    if (!by_sms) return { frame_url: await fromIssuer(() => context.outside.issuer.frame(at, "pin")) };
    await fromIssuer(() => context.outside.issuer.sendPin(at));
    return { frame_url: null };
  },
  async sendPin(context, input) {
    const { card_id } = input.body;
    const at = await allowed(context, (tx) => sendAllowed(tx, context, card_id, input));
    await fromIssuer(() => context.outside.issuer.sendPin(at));
    return { card: await detailsOf(context.db, context, card_id) };
  },
  async showDetails(context, input) {
    const at = await allowed(context, (tx) => detailsAllowed(tx, context, input.params.id, input));
    return { frame_url: await fromIssuer(() => context.outside.issuer.frame(at, "details")) };
  },

  replace: act(calls.replace, {
    audit: "card_replaced",
    async does(tx, context, found, { body: { because, ...given } }) {
      const card = await locked(tx, found);
      const actor = actorOf(context);
      const delivery = {
        delivery_address: given.delivery_address ?? card.delivery_address,
        delivery_state: given.delivery_state ?? card.delivery_state,
      };
      if (card.form === "physical" && !delivery.delivery_address)
        throw new InvalidFields({ delivery_address: ["this field is required"] });
      const fee = await feeToday(tx, card.form);
      const id = await replaceCard(tx, context, card, { because, actor, delivery, fee });
      if (endsAtOnce(because))
        await closeCard(tx, context, card, {
          actor,
          reason: because === "lost" ? "It was lost." : "It was stolen.",
          replaced_by: id,
        });
      const { delivery_address: to } = given;
      if (actor.user_id !== card.user_id)
        await tellTyped(tx, context, card.user_id, messages.replaced(card, to), {
          ...(to && { delivery_address: to }),
        });
      return { after: { because, card_id: id }, answer: await answer(tx, context, id) };
    },
  }),

  async closing(context, { params }) {
    const { db, house } = context;
    const found = await readCard(db, context, params.id);
    const card = found && (await findCard(db, params.id));
    if (!card) throw new NotFound("This card");
    const open = await Promise.all(house.cards.map(async (hook) => (await hook.open?.(db, card.id)) ?? []));
    const amount_kobo = await db.transaction().execute((tx) => returnsOf(tx, card));
    const company = card.company_id ? await findRow(db, "companies", card.company_id, ["name"]) : undefined;
    const to = card.kind === "company_debit" ? `the wallet of ${company?.name}` : `the line of ${company?.name}`;
    const dollars_cents = await dollarsLeftBy(db, card);
    return { open: open.flat(), returns: amount_kobo ? { amount_kobo, to } : null, dollars_cents };
  },
  close: act(calls.close, {
    audit: "card_closed",
    // `closeCard` changes the state itself, because others than this call close cards too.
    async does(tx, context, found, { body }) {
      const [card, { reason }] = [await locked(tx, found), body];
      const isOwn = card.user_id === context.session.user_id;
      if (!isOwn) refuseForeignLinks(context, messages.closed(card, reason), { reason });
      await closeCard(tx, context, card, { actor: actorOf(context), reason });
      return { after: { status: "closed", returned_kobo: await giveBack(tx, context, card) } };
    },
  }),

  ship: act(calls.ship, {
    audit: "card_shipped",
    async does(tx, context, card, { body: { carrier_reference } }) {
      await changeRows(tx, "cards", card.id, { shipped_at: clock.now(), carrier_reference });
      await tellTyped(tx, context, card.user_id, messages.shipped(card, carrier_reference), { carrier_reference });
      return { after: { carrier_reference } };
    },
  }),
  deliver: act(calls.deliver, {
    audit: "card_delivered",
    does: (tx, _, card) => changeRows(tx, "cards", card.id, { delivered_at: clock.now() }),
  }),
  remake: act(calls.remake, {
    audit: "card_made_again",
    async does(tx, context, card) {
      await changeRows(tx, "cards", card.id, { asked_issuer_at: null, is_unknown: false });
      await context.queue.send(tx, "make-card", { card_id: card.id });
    },
  }),
};
