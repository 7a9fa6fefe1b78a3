/** What the issuer settles day by day, beside what our books say that shops took; and what does not agree. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo } from "../money.ts";
import { reasonAndPaper } from "../money/slips.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { reasonRule } from "../reasons.ts";
import { businessDate, moment } from "../time.ts";
import { captureKinds } from "./card-payment-kinds.ts";
import { cardCurrencies } from "./card-states.ts";
import { cardSettlementStates, settlementReasonNames } from "./card-settlement-states.ts";

const sees = { audience: "admin", can: ["provider:can_view_reconciliation", "provider:can_reconcile"] } as const;

export const listDays = list("/admin/cards/settlements", {
  spec: "added",
  because: "The issuer settles by the day: finance sees each file and what of it does not agree.",
  summary: "The issuer's settlement files, day by day",
  ...sees,
  row: z.object({
    id: z.uuid(),
    day: businessDate,
    card_currency: z.enum(cardCurrencies),
    lines: z.int(),
    /** Lines that nobody has looked at. */
    open: z.int(),
    /** What shops took less what they gave back. */
    settled_kobo: kobo,
    interchange_kobo: kobo,
    charges_kobo: kobo,
    /** What left our account with the issuer. */
    net_kobo: kobo,
    created_at: moment,
  }),
  filters: { day: { kind: "date", label: "Day" } },
  sorts: ["day", "settled_kobo", "charges_kobo", "interchange_kobo", "net_kobo", "created_at"],
  ranges: ["day", "settled_kobo"],
  default_sort: "-day",
});

export const listLines = list("/admin/cards/settlements/lines", {
  spec: "added",
  because: "Each payment is beside the issuer's line of it, with the difference and its reason.",
  summary: "Lines of the issuer's settlement beside our payments",
  ...sees,
  row: z.object({
    id: z.uuid(),
    settlement_id: z.uuid().nullable(),
    day: businessDate,
    /** Null where neither the issuer said it nor we know the card. */
    card_currency: z.enum(cardCurrencies).nullable(),
    issuer_transaction_id: z.string(),
    kind: z.enum(captureKinds),
    status: z.enum(cardSettlementStates.states),
    reason: z.enum(settlementReasonNames).nullable(),
    person: z.string().nullable(),
    merchant: z.string().nullable(),
    /** Null where the issuer, or we, do not have it; refunds are negative. */
    issuer_kobo: kobo.nullable(),
    our_kobo: kobo.nullable(),
    /** What the issuer took beyond what our books say. */
    difference_kobo: kobo,
    interchange_kobo: kobo,
    charge_kobo: kobo,
    /** What the file says in a currency that it does not name: kobo or cents. */
    unsaid_amount: z.string().nullable(),
    decision_reason: z.string().nullable(),
    created_at: moment,
    /** Waits for a second person. */
    is_waiting: z.boolean(),
    version: z.int(),
    abilities,
  }),
  search: ["issuer_transaction_id", "merchant"],
  filters: {
    status: { kind: "choice", options: cardSettlementStates.states },
    reason: { kind: "choice", label: "Why", options: settlementReasonNames },
    settlement_id: { kind: "id", label: "File" },
    day: { kind: "date", label: "Day" },
  },
  sorts: ["day", "difference_kobo", "issuer_kobo", "our_kobo"],
  ranges: ["day", "difference_kobo"],
  default_sort: "-day",
});

const saysCurrency = (name: string, currency: string, path: string) =>
  action(
    cardSettlementStates,
    { name, from: ["open"] },
    {
      asks: {
        label: `Was ${currency}…`,
        title: `Was this settled in ${currency}?`,
        body: `It is compared with the issuer's file as it is now and with its balance of that day, then booked in ${currency}.`,
        shows: ["unsaid_amount", "day"],
        reason: "required",
        yes: "Book it",
        done: `Booked in ${currency}.`,
      },
      refuses: {
        is_said: { status: 409, words: "The currency of this line is known.", is_hidden: true },
        other_card: { status: 409, words: "The card of this payment is in another currency.", is_hidden: true },
        already_requested: { status: 409, words: "A second person has to decide about this line." },
      },
      call: post(`/admin/cards/settlements/lines/{id}/${path}`, {
        spec: "added",
        because: "A file that does not say dollars would leave only a write-off, or be taken for naira.",
        summary: `Say that the issuer settled a line in ${currency}, and book it`,
        audience: "admin",
        can: ["provider:can_reconcile"],
        effect: "moves_money",
        params: idParams,
        body: form({ reason: reasonRule }),
        response: z.object({ status: z.enum(cardSettlementStates.states) }),
      }),
    },
  );
/** What the issuer did not say, one person does. */
export const sayDollars = saysCurrency("say_dollars", "dollars", "dollars");
export const sayNaira = saysCurrency("say_naira", "naira", "naira");

export const writeOff = action(
  cardSettlementStates,
  { name: "write_off", from: ["open"] },
  {
    asks: {
      label: "Write off…",
      title: "Write this difference off?",
      body: "A second person decides. The difference goes to reconciliation differences, and the line is closed.",
      shows: ["difference_kobo", "day"],
      reason: "required",
      paper: "What the loss rests on: the issuer's answer, the correspondence",
      yes: "Ask for it",
      style: "danger",
      done: "Requested. A second person decides.",
    },
    refuses: {
      already_requested: { status: 409, words: "A second person has to decide about this line." },
      no_currency: { status: 409, words: "First say in which currency it was settled." },
    },
    call: post("/admin/cards/settlements/lines/{id}/write-off", {
      spec: "added",
      because: "What the issuer never corrects has to end, under two persons.",
      summary: "Ask a second person to write a settlement difference off",
      audience: "admin",
      can: ["provider:can_reconcile"],
      effect: "moves_money",
      params: idParams,
      body: reasonAndPaper,
      response: secondPersonAsked,
    }),
  },
);
