import { z } from "zod";
import { del, get, idParams, list, post } from "../endpoint.ts";
import { kobo } from "../money.ts";
import { moment } from "../time.ts";
import { chargeStates } from "./charge-states.ts";
import { chargePurposes } from "./purposes.ts";

/** A saved card: never its number, only what a person recognises it by. */
export const cardRow = z.object({
  id: z.uuid(),
  brand: z.string(),
  bank: z.string().nullable(),
  last4: z.string(),
  expiry_month: z.int().nullable(),
  expiry_year: z.int().nullable(),
  is_default: z.boolean(),
  is_expired: z.boolean(),
  created_at: moment,
});
const cards = z.object({ cards: z.array(cardRow) });

/** Repayment cards of everybody (screen R124). */
export const listAll = list("/admin/personal/repayment-cards", {
  spec: "added",
  because: "R124 lists saved cards.",
  summary: "Saved repayment cards",
  can: ["provider:can_view_repayment_cards"],
  row: cardRow.extend({
    customer: z.object({ id: z.uuid(), name: z.string() }),
    removed_at: moment.nullable(),
    last_failure: z.string().nullable(),
  }),
  search: ["customer", "last four digits"],
  filters: { user_id: "id", brand: "text", is_default: "boolean", is_removed: "boolean" },
  sorts: ["created_at", "removed_at"],
  ranges: ["created_at"],
  default_sort: "-created_at",
});

/** C284. `{id}` is the person: only oneself. */
export const listOwn = get("/staff/card/repayment/{id}", {
  spec: "C284",
  summary: "One's own repayment cards",
  can: ["personal:can_view_repayment_cards"],
  params: idParams,
  response: cards,
});

/** C303. A small charge on the provider's own page proves the card; it becomes customer credit. */
export const setUp = post("/staff/card/repayment/setup", {
  spec: "C303",
  summary: "Add a card: the address of the provider's page",
  can: ["personal:can_create_repayment_cards"],
  effect: "moves_money",
  response: z.object({ charge_id: z.uuid(), reference: z.string(), amount_kobo: kobo, authorization_url: z.string() }),
});

/** Asked when the person comes back from the provider's page. `{id}` is the charge. */
export const confirmSetUp = post("/staff/card/repayment/setup/{id}/confirm", {
  spec: "added",
  because: "The browser returns from the card network's page and asks for its outcome.",
  summary: "Outcome of adding a card",
  can: ["personal:can_create_repayment_cards"],
  effect: "sends",
  params: idParams,
  response: z.object({
    status: z.enum(["success", "failed", "pending"]),
    message: z.string(),
    card: cardRow.nullable(),
  }),
});

export const makeDefault = post("/personal/repayment-cards/{id}/default", {
  spec: "added",
  because: "Automatic collection needs to know which card.",
  summary: "Debit this card from now on",
  can: ["personal:can_update_repayment_cards"],
  params: idParams,
  response: cards,
});

export const remove = del("/personal/repayment-cards/{id}", {
  spec: "added",
  because: "A person takes back the right to debit a card.",
  summary: "Remove a saved card",
  can: ["personal:can_delete_repayment_cards"],
  params: idParams,
  response: cards,
});

/** A debit of a card, as the provider reported it. */
export const chargeRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  kind: z.enum(chargePurposes),
  status: z.enum(chargeStates.states),
  customer: z.object({ id: z.uuid(), name: z.string() }),
  loan: z.object({ id: z.uuid(), reference: z.string() }).nullable(),
  amount_kobo: kobo,
  received_kobo: kobo.nullable(),
  failure: z.string().nullable(),
  asked_times: z.int(),
  needs_review_at: moment.nullable(),
  receipt_id: z.uuid().nullable(),
  created_at: moment,
  settled_at: moment.nullable(),
});

export const listCharges = list("/admin/personal/charges", {
  spec: "added",
  because: "Debits without an answer need a list for finance.",
  summary: "Debits of cards, and those of which nobody knows yet how they ended",
  can: ["provider:can_view_repayment_cards", "provider:can_view_repayments"],
  row: chargeRow,
  search: ["reference", "customer"],
  filters: {
    status: { kind: "choice", options: chargeStates.states },
    kind: { kind: "choice", options: chargePurposes },
    user_id: "id",
    loan_id: "id",
    needs_review: { kind: "boolean", label: "Needs a look" },
    business_date: "date",
    failure: { kind: "text", label: "Why it failed" },
  },
  sorts: ["created_at", "amount_kobo", "received_kobo", "settled_at"],
  ranges: ["created_at"],
  default_sort: "-created_at",
});

export const queryCharge = post("/admin/personal/charges/{id}/query", {
  spec: "added",
  because: "A person asks about an unknown debit without waiting for the next question.",
  summary: "Ask the provider again for the outcome of a charge",
  can: ["provider:can_settle_repayment"],
  effect: "sends",
  params: idParams,
  response: z.object({ charge: chargeRow }),
});
