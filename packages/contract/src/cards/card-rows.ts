/** A card as lists and its page show it. Number, security code and PIN are never in it. */
import { z } from "zod";
import { abilities } from "../action.ts";
import { kobo } from "../money.ts";
import { moment } from "../time.ts";
import { cardCurrencies, cardForms, cardKinds, cardStates, freezers, replacementReasons } from "./card-states.ts";

export const cardRow = z.object({
  id: z.uuid(),
  status: z.enum(cardStates.states),
  kind: z.enum(cardKinds),
  form: z.enum(cardForms),
  currency: z.enum(cardCurrencies),
  /** Who holds it. */
  person: z.object({ id: z.uuid(), name: z.string() }),
  company: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  label: z.string().nullable(),
  /** Of credit. */
  limit_kobo: kobo.nullable(),
  is_single_use: z.boolean(),
  /** The one merchant where it pays. */
  merchant_lock: z.string().nullable(),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  expires_on: z.string().nullable(),
  frozen_by: z.array(z.enum(freezers)),
  version: z.int(),
  created_at: moment,
  abilities,
});

const named = z.object({ id: z.uuid(), last4: z.string().nullable(), status: z.enum(cardStates.states) });

export const cardDetail = cardRow.extend({
  /** What it may spend now; null while it cannot, and for callers who may not see the holder's money. */
  available_kobo: kobo.nullable(),
  freezes: z.array(
    z.object({
      by: z.enum(freezers),
      name: z.string().nullable(),
      reason: z.string(),
      since: moment,
      lifted_at: moment.nullable(),
    }),
  ),
  requested_by: z.string().nullable(),
  decided_by: z.string().nullable(),
  decision_reason: z.string().nullable(),
  /** A second person looks at it, or the company's own people. */
  waits_for: z.enum(["company", "second_person"]).nullable(),
  /** Since when the issuer has not answered the request. */
  unknown_since: moment.nullable(),
  replaces: named.extend({ reason: z.enum(replacementReasons) }).nullable(),
  replaced_by: named.nullable(),
  delivery_address: z.string().nullable(),
  delivery_state: z.string().nullable(),
  shipped_at: moment.nullable(),
  carrier_reference: z.string().nullable(),
  delivered_at: moment.nullable(),
  activated_at: moment.nullable(),
  closed_at: moment.nullable(),
  closed_because: z.string().nullable(),
  /** Whether its holder is the caller. */
  is_own: z.boolean(),
  history: z.array(
    z.object({ id: z.uuid(), title: z.string(), by: z.string(), reason: z.string().nullable(), at: moment }),
  ),
});
