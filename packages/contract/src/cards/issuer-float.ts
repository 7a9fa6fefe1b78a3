/** Our account with the issuer of cards: topped up against a line of the bank by two people, its balance compared with the issuer's each day (annex C6). */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, positiveKobo } from "../money.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { reasonRule } from "../reasons.ts";
import { businessDate, moment } from "../time.ts";
import { cardCurrencies } from "./card-states.ts";
import { issuerFloatStates } from "./issuer-float-states.ts";

const sees = { audience: "admin", can: ["provider:can_view_reconciliation", "provider:can_reconcile"] } as const;
const decides = { audience: "admin", can: ["provider:can_reconcile"] } as const;

const day = z.object({
  id: z.uuid(),
  day: businessDate,
  /** Of the account: all amounts are kobo, or cents. */
  card_currency: z.enum(cardCurrencies),
  status: z.enum(issuerFloatStates.states),
  issuer_kobo: kobo,
  books_kobo: kobo,
  /** What the issuer has beyond our books. */
  difference_kobo: kobo,
  decision_reason: z.string().nullable(),
  decided_by: z.string().nullable(),
  created_at: moment,
  version: z.int(),
  abilities,
});

export const listDays = list("/admin/cards/float", {
  spec: "added",
  because: "Issue 13: the float is compared with what the issuer says, day by day.",
  summary: "Our account with the issuer: its balance there beside the books, day by day",
  ...sees,
  row: day,
  filters: { status: { kind: "choice", options: issuerFloatStates.states }, day: { kind: "date", label: "Day" } },
  sorts: ["day", "difference_kobo", "issuer_kobo", "books_kobo"],
  ranges: ["day", "difference_kobo"],
  default_sort: "-day",
});

export const find = get("/admin/cards/float/now", {
  spec: "added",
  because: "Who tops it up sees what is there, and the bank's lines that may be a top-up.",
  summary: "What the account holds now, its top-ups, and lines of the bank that may be one",
  ...sees,
  response: z.object({
    books_kobo: kobo,
    /** Shops' money that the issuer has not settled yet. */
    owed_kobo: kobo,
    /** The same of the account in dollars. */
    books_cents: kobo,
    owed_cents: kobo,
    /** Money that left the bank and is not explained. */
    lines: z.array(
      z.object({
        item_id: z.uuid(),
        reference: z.string(),
        narration: z.string(),
        booked_on: businessDate,
        amount_kobo: kobo,
      }),
    ),
    top_ups: z.array(
      z.object({
        id: z.uuid(),
        reference: z.string(),
        amount_kobo: kobo,
        /** What came of it with the issuer, where it was for dollars. */
        amount_cents: kobo.nullable(),
        booked_on: businessDate,
        by: z.string(),
      }),
    ),
  }),
});

export const topUp = post("/admin/cards/float/top-ups", {
  spec: "added",
  because: "Annex C6: the float is topped up from the bank, under two persons.",
  summary: "Ask a second person to agree that a line of the bank topped the issuer's account up",
  ...decides,
  effect: "moves_money",
  body: form(
    { item_id: "required", amount_cents: "nullable", reason: reasonRule },
    { item_id: z.uuid(), amount_cents: positiveKobo.nullish() },
  ),
  response: secondPersonAsked,
});

export const explain = action(issuerFloatStates, "explain", {
  asks: {
    label: "Explain…",
    title: "Why does this day differ?",
    body: "Nothing is booked. The day is closed with your words.",
    shows: ["day", "difference_kobo"],
    reason: "required",
    yes: "Keep it",
    done: "Kept.",
  },
  call: post("/admin/cards/float/{id}/explain", {
    spec: "added",
    because: "An explained difference is no longer an exception.",
    summary: "Say why the issuer's balance differs from the books on a day",
    ...decides,
    params: idParams,
    body: form({ reason: reasonRule }),
    response: z.object({ id: z.uuid(), status: z.enum(issuerFloatStates.states) }),
  }),
});
