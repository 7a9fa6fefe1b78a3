/** Asking for a card, and deciding about it: by a company for its people, by a person for themselves (C127, C128, C249, C251, C297, C298). */
import { z } from "zod";
import { action } from "../action.ts";
import { idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { positiveKobo } from "../money.ts";
import { cardRequest } from "../people/onboarding-state.ts";
import { cardDetail, cardRow } from "./card-rows.ts";
import { cardCurrencies, cardForms, cardStates } from "./card-states.ts";

const asks = { can: ["company:can_request_cards"], effect: "sends" } as const;
const answered = z.object({ card: cardDetail });
const asked = {
  user_id: "required",
  form: "required|inArray:physical,virtual",
  currency: "nullable|inArray:NGN,USD",
  label: "nullable|max:60",
  is_single_use: "nullable",
  merchant_lock: "nullable|min:2|max:80",
  delivery_address: "nullable|min:5|max:200",
  delivery_state: "nullable|max:40",
} as const;
const typed = {
  user_id: z.uuid(),
  form: z.enum(cardForms),
  currency: z.enum(cardCurrencies).optional(),
  is_single_use: z.boolean().optional(),
} as const;

/** C249. */
export const requestCredit = post("/companies/creditCard/create", {
  spec: "C249",
  summary: "Ask for a card for an employee, on a part of the company's line",
  ...asks,
  body: form({ ...asked, limit_kobo: "required" }, { ...typed, limit_kobo: positiveKobo }),
  response: answered,
});

/** C251. */
export const requestDebit = post("/companies/debitCard/create", {
  spec: "C251",
  summary: "Ask for a card for an employee, on the money of their purse",
  ...asks,
  body: form(asked, typed),
  response: answered,
});

/** C297. The first of two steps: nothing is sent yet. */
export const begin = post("/personal/card/request", {
  spec: "C297",
  summary: "Ask for a card: which kind",
  can: ["personal:can_request_cards"],
  body: form({ card_type: "required|inArray:virtual,physical" }, { card_type: z.enum(["virtual", "physical"]) }),
  response: z.object({ card_request: cardRequest }),
});

/** C298. What is sent here waits for the provider's people (C127, C128). */
export const finish = post("/personal/card/request/final", {
  spec: "C298",
  summary: "Ask for a card: where to, on what money, and done",
  can: ["personal:can_request_cards"],
  effect: "sends",
  body: form(
    {
      delivery_address: "nullable|min:5|max:200",
      delivery_state: "nullable|max:40",
      is_credit: "nullable",
      currency: "nullable|inArray:NGN,USD",
      limit_kobo: "nullable",
      label: "nullable|max:60",
      is_single_use: "nullable",
      merchant_lock: "nullable|min:2|max:80",
    },
    {
      is_credit: z.boolean().optional(),
      currency: z.enum(cardCurrencies).optional(),
      limit_kobo: positiveKobo.nullish(),
      is_single_use: z.boolean().optional(),
    },
  ),
  response: z.object({ card_request: cardRequest, card_id: z.uuid() }),
});

/** C225. */
export const requests = list("/companies/card/requests/all", {
  spec: "C225",
  summary: "All cards that were asked for and are not decided, the longest waiting first",
  can: ["provider:can_view_card_requests"],
  row: cardRow,
  search: ["holder", "company"],
  filters: { form: { kind: "choice", options: cardForms }, is_company: { kind: "boolean", label: "Of a company" } },
  sorts: ["created_at", "limit_kobo"],
  ranges: ["created_at"],
  default_sort: "created_at",
});

const own_request = { status: 403, words: "Nobody decides about a card that they asked for or hold." } as const;
const waits = { status: 409, words: "A second person, or the company, looks at it first." } as const;
const shows = ["person", "kind", "form", "limit_kobo", "merchant_lock"];
const card_id = z.uuid();

/** C127. Credit above a configured limit waits for a second person; then nothing changes yet. */
export const approve = action(
  cardStates,
  { name: "approve", from: ["requested"] },
  {
    asks: {
      label: "Approve…",
      body: "The issuer makes it. A high limit needs a second person first.",
      shows,
      reason: "optional",
      style: "primary",
      yes: "Approve",
      done: "Approved.",
      key: "a",
    },
    refuses: { own_request, waits },
    call: post("/personal/card/approve", {
      spec: "C127",
      summary: "Approve a request for a card; credit above a limit waits for a second person",
      can: ["provider:can_approve_card_requests"],
      effect: "sends",
      body: form(
        { card_id: "required", version: "nullable", reason: "nullable|min:3|max:300" },
        { card_id, version: z.int().optional() },
      ),
      response: z.object({ card: cardRow, approval_id: z.uuid().nullable() }),
    }),
  },
);

/** C128. */
export const decline = action(cardStates, "decline", {
  asks: {
    label: "Decline…",
    body: "The requester is given the reason.",
    shows,
    reason: "required",
    style: "danger",
    yes: "Decline",
    done: "Declined.",
    key: "d",
  },
  refuses: { own_request, waits },
  call: post("/personal/card/decline", {
    spec: "C128",
    summary: "Decline a request for a card, with a reason",
    can: ["provider:can_decline_card_requests"],
    effect: "sends",
    body: form(
      { card_id: "required", version: "nullable", reason: "required|min:3|max:300" },
      { card_id, version: z.int().optional() },
    ),
    response: z.object({ card: cardRow }),
  }),
});

export const withdraw = action(cardStates, "withdraw", {
  asks: {
    label: "Withdraw…",
    body: "Another one can be asked for at any time.",
    style: "danger",
    yes: "Withdraw",
    done: "Withdrawn.",
  },
  call: post("/cards/{id}/withdraw", {
    spec: "added",
    because: "Somebody who has changed their mind says so.",
    summary: "Take back a request for a card",
    can: ["personal:can_request_cards", "company:can_request_cards"],
    guards: ["password_changed"],
    params: idParams,
    response: answered,
  }),
});
