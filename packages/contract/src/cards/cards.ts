/** Cards (R126 to R129, R135, R136): seen, activated, frozen, replaced and closed. The issuer keeps number, security code and PIN. */
import { z } from "zod";
import { abilities } from "../action.ts";
import { get, idParams, list } from "../endpoint.ts";
import { virtualCardRooms } from "../permissions.ts";
import { moment } from "../time.ts";
import { timelineCall } from "../timeline.ts";
import { cardDetail, cardRow } from "./card-rows.ts";
import { cardForms, cardKinds, cardStates, freezers } from "./card-states.ts";

export * from "./card-actions.ts";
export * from "./card-requests.ts";
export * from "./card-rows.ts";

const lists = {
  row: cardRow,
  search: ["holder", "last four digits"],
  filters: {
    status: { kind: "choice", label: "State", options: cardStates.states },
    kind: { kind: "choice", label: "Kind", options: cardKinds },
    form: { kind: "choice", label: "Form", options: cardForms },
    frozen_by: { kind: "choice", label: "Frozen by", options: freezers },
  },
  sorts: ["created_at", "expires_on", "limit_kobo"],
  ranges: ["created_at", "expires_on"],
  default_sort: "-created_at",
} as const;
const sees = { can: ["provider:can_view_card_requests"] } as const;
const ofCompany = { can: ["company:can_view_cards"] } as const;

/** C097. */
export const ofCompanies = list("/admin/corporate/cards", {
  spec: "C097",
  summary: "The cards of all companies",
  ...sees,
  ...lists,
  search: ["holder", "last four digits", "company"],
});

/** C122. Those that are in people's hands; C129 has the others too. */
export const inUse = list("/admin/personal/cards", {
  spec: "C122",
  summary: "People's own cards that are made and not closed",
  ...sees,
  ...lists,
});

/** C129. */
export const ofPeople = list("/personal/cards/all", {
  spec: "C129",
  summary: "All cards that people have, had or asked for",
  ...sees,
  ...lists,
});

/** C227. */
export const listOwn = list("/companies/cards", {
  spec: "C227",
  summary: "The cards of the company",
  ...ofCompany,
  ...lists,
});

/** C228. */
export const listAll = list("/companies/cards/all/{companyId}", {
  spec: "C228",
  summary: "All cards of a company",
  can: ["company:can_view_cards", "provider:can_view_card_requests"],
  params: z.strictObject({ companyId: z.uuid() }),
  ...lists,
});

/** C240. */
export const ofEmployee = list("/companies/cards/user/{userId}", {
  spec: "C240",
  summary: "The company's cards that an employee holds",
  ...ofCompany,
  params: z.strictObject({ userId: z.uuid() }),
  ...lists,
});

/** C281. */
export const ofHolder = list("/staff/cards/{userId}", {
  spec: "C281",
  summary: "One's own cards: one's own and those of one's company",
  can: ["personal:can_view_cards"],
  params: z.strictObject({ userId: z.uuid() }),
  ...lists,
});

export const listVirtual = list("/virtual-card/admin/virtual-cards", {
  spec: "added",
  because: "R129 and R135 list them; C132 reads one (A86).",
  summary: "All virtual cards",
  can: virtualCardRooms,
  ...lists,
  search: ["holder", "last four digits", "company"],
});

/** C132. */
export const findVirtual = get("/virtual-card/admin/virtual-cards/{id}", {
  spec: "C132",
  summary: "One virtual card",
  can: virtualCardRooms,
  params: idParams,
  response: cardDetail,
});

export const timeline = get("/admin/cards/{id}/timeline", {
  ...timelineCall,
  summary: "All that happened on a card, the newest first",
  ...sees,
});

export const holders = list("/virtual-card/admin/users", {
  spec: "added",
  because: "R136 lists who holds virtual cards (A86).",
  summary: "People with virtual cards, and the request of theirs that waits",
  can: virtualCardRooms,
  row: z.object({
    /** Of the card that waits, or else of the newest: what is decided here. */
    id: z.uuid(),
    status: z.enum(cardStates.states),
    person: z.object({ id: z.uuid(), name: z.string() }),
    cards: z.int(),
    in_use: z.int(),
    waiting: z.int(),
    created_at: moment,
    version: z.int(),
    abilities,
  }),
  search: ["holder"],
  filters: { is_waiting: { kind: "boolean", label: "Has a request" } },
  sorts: ["created_at"],
  default_sort: "-created_at",
});

const anybody = ["personal:can_view_cards", "company:can_view_cards", "provider:can_view_card_requests"] as const;

export const find = get("/cards/{id}", {
  spec: "added",
  because: "A card has a page of its own, for its holder, its company and the provider (A86).",
  summary: "One card",
  can: anybody,
  guards: ["password_changed"],
  params: idParams,
  response: cardDetail,
});
