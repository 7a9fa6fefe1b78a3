/** What is done to a card: frozen, activated, given a PIN, replaced, closed, sent (C250, C256, C295, C296, C299). */
import { z } from "zod";
import { action } from "../action.ts";
import { get, idParams, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo } from "../money.ts";
import { cardDetail } from "./card-rows.ts";
import { cardStates } from "./card-states.ts";

// A card is frozen, replaced and closed whatever else its holder or company has not finished with us.
const decides = {
  can: ["personal:can_view_cards", "company:can_request_cards", "provider:can_manage_cards"],
  guards: ["password_changed"],
} as const;
// The holder of a company's card needs no profile with us for it.
const uses = { can: ["personal:can_use_cards"], guards: ["password_changed"] } as const;
const answered = z.object({ card: cardDetail });
const reason = form({ reason: "required|min:3|max:300" });
const MADE = ["issued", "active", "frozen"] as const;

export const freeze = action(
  cardStates,
  { name: "freeze", from: MADE },
  {
    asks: {
      label: "Freeze",
      title: "Freeze this card?",
      body: "It pays nothing from now on. You can unfreeze it at any time.",
      reason: "optional",
      yes: "Freeze",
      style: "danger",
      done: "Frozen. It pays nothing from now on.",
      key: "z",
    },
    refuses: { frozen: { status: 409, words: "You have frozen it.", is_hidden: true } },
    call: post("/cards/{id}/freeze", {
      spec: "added",
      because: "Business-rules §7: a card is frozen at once, by its holder, its company or us.",
      summary: "Freeze a card",
      ...decides,
      params: idParams,
      body: form({ reason: "nullable|min:3|max:300" }),
      response: answered,
    }),
  },
);

export const unfreeze = action(
  cardStates,
  { name: "unfreeze", from: ["frozen"] },
  {
    asks: {
      label: "Unfreeze",
      title: "Unfreeze this card?",
      yes: "Unfreeze",
      style: "primary",
      done: "You have unfrozen it.",
    },
    refuses: {
      not_yours: { status: 403, words: "Somebody else froze it: only they unfreeze it." },
      holder_paused: {
        status: 409,
        words: "Its holder is kept from your company's business. Take them back first: then the card works again.",
      },
    },
    call: post("/cards/{id}/unfreeze", {
      spec: "added",
      because: "Business-rules §7: each lifts what they froze themselves.",
      summary: "Unfreeze a card that one froze",
      ...decides,
      params: idParams,
      response: answered,
    }),
  },
);

const company_card = { status: 403, words: "This is your company's card.", is_hidden: true } as const;
const own_card = { status: 403, words: "This is your own card.", is_hidden: true } as const;
const not_holder = { status: 403, words: "Its holder activates it.", is_hidden: true } as const;
const activating = form({ card_id: "required", last4: "nullable|number|length:4" }, { card_id: z.uuid() });

/** C295. The holder proves possession by its last four digits; a virtual one needs none. */
export const activate = action(cardStates, "activate", {
  refuses: { not_holder, company_card },
  call: post("/personal/card/activate", {
    spec: "C295",
    summary: "Activate one's own card",
    can: ["personal:can_use_cards"],
    guards: ["password_changed", "profile_approved"],
    step_up: true,
    body: activating,
    response: answered,
  }),
});

/** C299. */
export const activateUser = action(
  cardStates,
  { name: "activate_user", makes: ["activate"] },
  {
    refuses: { not_holder, own_card },
    call: post("/personal/user/card/activation", {
      spec: "C299",
      summary: "Activate the company's card that one holds",
      ...uses,
      step_up: true,
      body: activating,
      response: answered,
    }),
  },
);

/** C250. The company activates a credit card that it hands over. */
export const activateCredit = action(
  cardStates,
  { name: "activate_credit", makes: ["activate"] },
  {
    refuses: { not_credit: { status: 403, words: "Its holder activates a debit card.", is_hidden: true } },
    call: post("/companies/creditCard/activate", {
      spec: "C250",
      summary: "Activate a credit card of the company",
      can: ["company:can_request_cards"],
      step_up: true,
      body: activating,
      response: answered,
    }),
  },
);

/** Where the browser puts the issuer's own page: what is shown and typed there does not pass through us. */
const framed = z.object({ frame_url: z.string() });
const not_in_use = { status: 409, words: "The card has to be active for this." } as const;

/** C296. In the issuer's frame the PIN is set, changed or unlocked; or the issuer sends one by SMS. */
export const requestPin = action(
  cardStates,
  { name: "pin", from: ["issued", "active"] },
  {
    refuses: { not_holder, not_in_use },
    call: post("/personal/card/pin/request", {
      spec: "C296",
      summary: "Set, change or unlock the PIN of a card that one holds, on the issuer's own page",
      ...uses,
      step_up: true,
      body: form({ card_id: "required", by_sms: "nullable" }, { card_id: z.uuid(), by_sms: z.boolean().optional() }),
      response: z.object({ frame_url: z.string().nullable() }),
    }),
  },
);

/** C256. The PIN goes to the holder's phone, never to the caller. */
export const sendPin = action(
  cardStates,
  { name: "send_pin", from: ["issued", "active"] },
  {
    asks: {
      label: "Send a PIN…",
      title: "Send the holder a PIN?",
      body: "The issuer sends it to the holder's phone. Nobody else sees it.",
      shows: ["person"],
      yes: "Send",
      done: "The issuer sends it to the holder's phone.",
    },
    refuses: { not_in_use },
    call: post("/companies/card/pin/request", {
      spec: "C256",
      summary: "Have a PIN sent to the phone of who holds a card of the company",
      can: ["company:can_request_cards"],
      step_up: true,
      body: form({ card_id: "required" }, { card_id: z.uuid() }),
      response: answered,
    }),
  },
);

export const showDetails = action(
  cardStates,
  { name: "details", from: ["active"] },
  {
    refuses: { not_holder },
    call: post("/cards/{id}/details", {
      spec: "added",
      because: "A card is used online by its number, which the issuer alone shows (D2).",
      summary: "The issuer's own page with the number of a card, for a frame",
      ...uses,
      step_up: true,
      params: idParams,
      response: framed,
    }),
  },
);

export const replace = action(
  cardStates,
  { name: "replace", from: MADE },
  {
    refuses: {
      replaced: { status: 409, words: "A new card is on its way already.", is_hidden: true },
      not_possible: { status: 409, words: "Nobody holds this card any more, or its company is suspended." },
    },
    call: post("/cards/{id}/replace", {
      spec: "added",
      because: "A lost, stolen or damaged card is replaced; the specification names no call.",
      summary: "Have a lost, stolen or damaged card replaced",
      ...decides,
      effect: "sends",
      params: idParams,
      body: form(
        {
          because: "required|inArray:lost,stolen,damaged",
          delivery_address: "nullable|min:5|max:200",
          delivery_state: "nullable|max:40",
        },
        { because: z.enum(["lost", "stolen", "damaged"]) },
      ),
      response: answered,
    }),
  },
);

export const closing = get("/cards/{id}/closing", {
  spec: "added",
  because: "What closing a card takes with it is listed before it is done.",
  summary: "What closing a card takes with it",
  ...decides,
  params: idParams,
  response: z.object({
    open: z.array(z.object({ label: z.string(), amount_kobo: kobo.nullable() })),
    /** Where the money behind it goes; null where it stays where it is. */
    returns: z.object({ amount_kobo: kobo, to: z.string() }).nullable(),
    /** Dollars that no other card of the holder spends: naira in the cash wallet, at the day's rate. */
    dollars_cents: kobo.nullable(),
  }),
});

export const close = action(
  cardStates,
  { name: "close", from: MADE },
  {
    refuses: { company_card: { status: 403, words: "Your company closes its cards.", is_hidden: true } },
    call: post("/cards/{id}/close", {
      spec: "added",
      because: "A card is closed permanently; the specification names no call.",
      summary: "Close a card permanently",
      ...decides,
      effect: "moves_money",
      params: idParams,
      body: reason,
      response: answered,
    }),
  },
);

const manages = { can: ["provider:can_manage_cards"], spec: "added" } as const;
const virtual = { status: 409, words: "A virtual card is not sent.", is_hidden: true } as const;

export const ship = action(
  cardStates,
  { name: "ship", from: MADE },
  {
    refuses: { virtual, shipped: { status: 409, words: "It has been sent.", is_hidden: true } },
    call: post("/admin/cards/{id}/ship", {
      ...manages,
      because: "A holder sees where the card is.",
      summary: "Say that a card was given to the carrier",
      effect: "sends",
      params: idParams,
      body: form({ carrier_reference: "required|min:3|max:60" }),
      response: answered,
    }),
  },
);

export const deliver = action(
  cardStates,
  { name: "deliver", from: MADE },
  {
    asks: { label: "Delivered", title: "Has it arrived?", yes: "It has arrived", done: "Noted." },
    refuses: { virtual, not_shipped: { status: 409, words: "It is not on its way.", is_hidden: true } },
    call: post("/admin/cards/{id}/deliver", {
      ...manages,
      because: "A holder sees where the card is.",
      summary: "Say that a card has arrived",
      params: idParams,
      response: answered,
    }),
  },
);

export const remake = action(
  cardStates,
  { name: "remake", from: ["approved"] },
  {
    asks: {
      label: "Make it again…",
      title: "Have the issuer make it again?",
      body: "Do this when the issuer has said that there is no such card: otherwise there are two.",
      reason: "required",
      yes: "Make it again",
      style: "danger",
      done: "The issuer is asked again.",
    },
    refuses: { not_unknown: { status: 409, words: "The issuer has not been silent for long.", is_hidden: true } },
    call: post("/admin/cards/{id}/remake", {
      ...manages,
      because: "A card of unknown outcome is never made again by itself; a person decides.",
      summary: "Have a card made again that the issuer does not know",
      effect: "sends",
      params: idParams,
      body: reason,
      response: answered,
    }),
  },
);
