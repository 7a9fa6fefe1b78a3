/** Decisions about cards. Pure; amounts in kobo. */
import type { Caller, Rule, RulesOf } from "@manilla/contract/abilities";
import type { Freezer, ReplacementReason } from "@manilla/contract/cards/card-states";
import type * as calls from "@manilla/contract/cards/cards";

export interface CardFacts {
  status: string;
  kind: string;
  form: string;
  user_id: string;
  company_id: string | null;
  requested_by: string | null;
  frozen_by: readonly string[];
  /** Three suspicious declines have frozen it. */
  is_suspected: boolean;
  /** Its holder is kept from the business of its company. */
  is_paused: boolean;
  /** Its request is before a second person, or before the company's own people. */
  waits_for: string | null;
  /** A new card takes its place already. */
  is_replaced: boolean;
  /** Its holder is still there, and at work for its company, which is not suspended. */
  is_held: boolean;
  shipped_at: Date | null;
  delivered_at: Date | null;
  /** The issuer was asked about it long ago, and does not know it. */
  is_unknown: boolean;
}

const isHolder = ({ user_id }: Pick<CardFacts, "user_id">, caller: Caller): boolean => user_id === caller.user_id;

/** As whom somebody freezes a card, and so which freeze they lift. */
export const freezerOf = (card: Pick<CardFacts, "user_id">, caller: Caller): Freezer =>
  isHolder(card, caller) ? "holder" : caller.permissions.has("provider:can_manage_cards") ? "provider" : "company";

/** Whose freezes somebody lifts: their own, and the provider also what three declines have frozen. */
export const lifts = (card: Pick<CardFacts, "user_id" | "frozen_by" | "is_suspected">, caller: Caller): Freezer[] => {
  const own = freezerOf(card, caller);
  const also: readonly Freezer[] = own === "provider" && card.is_suspected ? ["system"] : [];
  return [own, ...also].filter((by) => card.frozen_by.includes(by));
};

const own_request: Rule<CardFacts> = (card, caller) => isHolder(card, caller) || card.requested_by === caller.user_id;
const waits: Rule<CardFacts> = ({ waits_for }) => waits_for !== null;
const not_holder: Rule<CardFacts> = (card, caller) => !isHolder(card, caller);
const not_in_use: Rule<CardFacts> = ({ status, form }) => status === "issued" && form === "virtual";
const virtual: Rule<CardFacts> = ({ form }) => form === "virtual";

export const cardRules: RulesOf<typeof calls, CardFacts> = {
  approve: { own_request, waits },
  decline: { own_request, waits },
  withdraw: {},
  freeze: { frozen: (card, caller) => card.frozen_by.includes(freezerOf(card, caller)) },
  unfreeze: {
    not_yours: (card, caller) => lifts(card, caller).length === 0,
    holder_paused: (card, caller) => card.is_paused && freezerOf(card, caller) === "company",
  },
  activate: { not_holder, company_card: ({ company_id }) => company_id !== null },
  activateUser: { not_holder, own_card: ({ company_id }) => company_id === null },
  activateCredit: { not_credit: ({ kind }) => kind !== "company_credit" },
  requestPin: { not_holder, not_in_use },
  sendPin: { not_in_use },
  showDetails: { not_holder },
  replace: { replaced: ({ is_replaced }) => is_replaced, not_possible: ({ is_held }) => !is_held },
  close: {
    company_card: (card, caller) =>
      card.company_id !== null &&
      freezerOf(card, caller) === "holder" &&
      !caller.permissions.has("company:can_request_cards"),
  },
  ship: { virtual, shipped: ({ shipped_at }) => shipped_at !== null },
  deliver: { virtual, not_shipped: ({ shipped_at, delivered_at }) => shipped_at === null || delivered_at !== null },
  remake: { not_unknown: ({ is_unknown }) => !is_unknown },
};

/** What a card does at the issuer, by its state with us. An unused one is made inactive, so that nobody pays with it on its way. */
export const issuerStatusOf = (status: string): "active" | "inactive" | "canceled" =>
  status === "active" ? "active" : status === "closed" ? "canceled" : "inactive";

/** What a lost or stolen card is from this moment: closed. A damaged one, and one that runs out, pays until the new one is in use. */
export const endsAtOnce = (because: ReplacementReason): boolean => because === "lost" || because === "stolen";
