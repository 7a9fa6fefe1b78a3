/** Secure cards (R131): credit on a deposit. Asked for with the transfer's receipt, paid against the bank's line by two people, returned when the card is closed. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, koboText } from "../money.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { reasonRule } from "../reasons.ts";
import { own_request } from "../request.ts";
import { businessDate, moment } from "../time.ts";
import { cardForms, cardStates } from "./card-states.ts";
import { secureCardStates } from "./secure-card-states.ts";

const decides = { audience: "admin", can: ["provider:can_reconcile"] } as const;

const secureCard = z.object({
  id: z.uuid(),
  reference: z.string(),
  status: z.enum(secureCardStates.states),
  deposit_kobo: kobo,
  form: z.enum(cardForms),
  card: z.object({ id: z.uuid(), last4: z.string().nullable(), status: z.enum(cardStates.states) }).nullable(),
  paid_on: businessDate.nullable(),
  returned_on: businessDate.nullable(),
  /** Of the deposit: what paid the card, and what came back. */
  owed_kobo: kobo.nullable(),
  returned_kobo: kobo.nullable(),
  decision_reason: z.string().nullable(),
  created_at: moment,
});

/** R131. */
export const listAll = list("/admin/personal/secure-cards", {
  spec: "added",
  because: "R131 lists them; the specification names what is done with one.",
  summary: "Secure cards with their deposits, and the bank's lines that may be the deposit",
  audience: "admin",
  can: ["provider:can_view_card_requests", "provider:can_reconcile"],
  row: secureCard.extend({
    user_id: z.uuid(),
    person: z.string(),
    /** Waits for a second person. */
    is_waiting: z.boolean(),
    /** Money of the same sum that came without a name: rows of the reconciliation. */
    matches: z.array(
      z.object({ item_id: z.uuid(), reference: z.string(), sender: z.string().nullable(), received_on: businessDate }),
    ),
    version: z.int(),
    abilities,
  }),
  search: ["person", "reference"],
  filters: { status: { kind: "choice", options: secureCardStates.states }, user_id: { kind: "id", label: "Person" } },
  sorts: ["created_at", "deposit_kobo", "returned_kobo"],
  ranges: ["created_at", "deposit_kobo"],
  default_sort: "-created_at",
});

const refuses = {
  own_request,
  already_requested: { status: 409, words: "A second person has to decide about this deposit." },
} as const;

/** C191. */
export const markAsPaid = action(
  secureCardStates,
  { name: "mark_as_paid", from: ["requested"] },
  {
    refuses,
    call: post("/admin/personal/secure-cards/mark-as-paid/{id}", {
      spec: "C191",
      summary:
        "Ask a second person to agree that a line of the bank is the deposit of a secure card; then the card is made",
      ...decides,
      effect: "moves_money",
      step_up: true,
      params: idParams,
      body: form({ item_id: "required", reason: reasonRule }, { item_id: z.uuid() }),
      response: secondPersonAsked,
    }),
  },
);

/** C192. */
export const showReceiptFile = get("/admin/personal/secure-cards/show-receipt-file/{id}", {
  spec: "C192",
  summary: "The receipt that the person sent for the deposit; each look is recorded",
  audience: "admin",
  can: ["provider:can_view_deposit_receipts"],
  kind: "file",
  params: idParams,
});

export const decline = action(secureCardStates, "decline", {
  asks: {
    label: "Decline…",
    title: "Decline this secure card?",
    body: "The person gets a message with your reason. Money that came for it is given back from the reconciliation.",
    shows: ["person", "deposit_kobo", "reference"],
    reason: "required",
    style: "danger",
    yes: "Decline",
    done: "Declined.",
  },
  refuses,
  call: post("/admin/personal/secure-cards/{id}/decline", {
    spec: "added",
    because: "A receipt without its money at the bank needs an answer too.",
    summary: "Decline a secure card whose deposit did not come",
    ...decides,
    effect: "sends",
    params: idParams,
    body: form({ reason: reasonRule }),
    response: z.object({ secure_card: secureCard }),
  }),
});

export const listOwn = get("/personal/secure-cards", {
  spec: "added",
  because: "The person's own page of R131: where the deposit goes, and whether it came and went back.",
  summary: "One's own secure cards, and how to ask for one",
  can: ["personal:can_view_cards"],
  response: z.object({
    secure_cards: z.array(secureCard),
    minimum_kobo: kobo,
    maximum_kobo: kobo,
    /** The provider's account that the deposit is sent to; null while it is not configured. */
    account: z.string().nullable(),
  }),
});

export const ask = post("/personal/secure-cards", {
  spec: "added",
  because: "Somebody asks for a secure card and sends the receipt of its deposit (C192).",
  summary: "Ask for a secure card with the receipt of the transfer",
  can: ["personal:can_request_cards"],
  effect: "sends",
  files: { field: "document", accept: ["pdf", "png", "jpeg"], max_bytes: 10_485_760 },
  body: form(
    {
      deposit_kobo: "required",
      form: `required|inArray:${cardForms.join(",")}`,
      delivery_address: "nullable|min:5|max:200",
      delivery_state: "nullable|max:40",
    },
    { deposit_kobo: koboText, form: z.enum(cardForms) },
  ),
  response: z.object({ secure_card: secureCard }),
});
