/** Disputes about card payments: opened by the holder, worked by the desk against a clock, decided by the issuer (annex C7 and section 6). */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, koboText } from "../money.ts";
import { reasonAndPaper } from "../money/slips.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { reasonRule } from "../reasons.ts";
import { businessDate, moment } from "../time.ts";
import { cardCurrencies } from "./card-states.ts";
import { cardDisputeStates } from "./card-dispute-states.ts";
import { disputeReasonNames } from "./card-dispute-words.ts";
import { channels } from "./decline-reasons.ts";

const anybody = [
  "personal:can_view_cards",
  "company:can_view_cards",
  "provider:can_view_card_requests",
  "provider:can_reconcile",
] as const;
const desk = { audience: "admin", can: ["provider:can_manage_cards"] } as const;
const decides = { audience: "admin", can: ["provider:can_approve_card_requests"] } as const;
const evidenceFile = { field: "document", accept: ["pdf", "png", "jpeg"], max_bytes: 10_485_760 } as const;

const row = z.object({
  id: z.uuid(),
  reference: z.string(),
  merchant: z.string(),
  person: z.object({ id: z.uuid(), name: z.string() }),
  company: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  card: z.object({ id: z.uuid(), label: z.string().nullable(), last4: z.string().nullable() }),
  channel: z.enum(channels),
  reason: z.enum(disputeReasonNames),
  status: z.enum(cardDisputeStates.states),
  /** Of the card: all amounts are kobo, or cents. */
  card_currency: z.enum(cardCurrencies),
  amount_kobo: kobo,
  /** Given to the holder for now, and not decided yet. */
  credited_kobo: kobo,
  won_kobo: kobo,
  /** Until when the holder has the money or an answer. */
  due_at: moment,
  /** Past that moment, and the holder has neither. */
  is_late: z.boolean(),
  /** Waits for a second person. */
  is_waiting: z.boolean(),
  created_at: moment,
  version: z.int(),
  abilities,
});

export const listAll = list("/cards/disputes", {
  spec: "added",
  because: "Issue 13: the desk works disputes by their deadline; holders and companies follow theirs.",
  summary: "Disputes about card payments: one's own, those of the company, or all for the provider's staff",
  can: anybody,
  row,
  search: ["merchant", "reference"],
  filters: {
    status: { kind: "choice", options: cardDisputeStates.states },
    reason: { kind: "choice", label: "Why", options: disputeReasonNames },
    channel: { kind: "choice", label: "Channel", options: channels },
    is_late: { kind: "boolean", label: "Late" },
    is_credited: { kind: "boolean", label: "Credited for now" },
    amount_kobo: "kobo",
  },
  sorts: ["due_at", "created_at", "amount_kobo", "credited_kobo"],
  ranges: ["due_at", "created_at"],
  default_sort: "due_at",
});

const evidence = z.object({
  id: z.uuid(),
  is_staff: z.boolean(),
  by: z.string(),
  text: z.string(),
  has_file: z.boolean(),
  at: moment,
});
export const find = get("/cards/disputes/{id}", {
  spec: "added",
  because: "The page on which a dispute is worked and followed.",
  summary: "One dispute: its clock, its money, evidence of both sides, and what happened",
  can: anybody,
  params: idParams,
  response: row.extend({
    payment_id: z.uuid().nullable(),
    /** What the shop took, and when. */
    captured_kobo: kobo,
    captured_at: moment,
    text: z.string(),
    /** Of what was won, what the shop gave back too. */
    won_twice_kobo: kobo,
    written_off_kobo: kobo,
    issuer_dispute_id: z.string().nullable(),
    /** The issuer's last word. */
    issuer_says: z.string().nullable(),
    decision_reason: z.string().nullable(),
    is_own: z.boolean(),
    evidence: z.array(evidence),
    steps: z.array(z.object({ id: z.uuid(), status: z.enum(cardDisputeStates.states), by: z.string(), at: moment })),
  }),
});

export const terms = get("/cards/captures/{id}/dispute", {
  spec: "added",
  because: "The form says how much of a payment can be disputed, until when, or why it cannot.",
  summary: "What can be disputed of a payment of one's own",
  can: ["personal:can_view_cards"],
  params: idParams,
  response: z.object({
    merchant: z.string(),
    card_currency: z.enum(cardCurrencies),
    captured_kobo: kobo,
    captured_at: moment,
    /** The most: what was taken less what came back and what is disputed already. */
    most_kobo: kobo,
    until: businessDate,
    hours: z.int(),
    /** Why not, in words; null where it can be disputed. */
    why_not: z.string().nullable(),
    /** The dispute about it that is open. */
    dispute_id: z.uuid().nullable(),
  }),
});

export const open = post("/cards/captures/{id}/dispute", {
  spec: "added",
  because: "Issue 13: a holder disputes what a shop took.",
  summary: "Dispute a payment that a shop took, with a picture or paper where there is one",
  can: ["personal:can_use_cards"],
  guards: ["password_changed"],
  effect: "sends",
  params: idParams,
  files: evidenceFile,
  body: form(
    {
      reason: `required|inArray:${disputeReasonNames.join(",")}`,
      amount_kobo: "required",
      text: "required|min:10|max:2000",
    },
    { reason: z.enum(disputeReasonNames), amount_kobo: koboText },
  ),
  response: z.object({ dispute_id: z.uuid(), due_at: moment }),
});

const done = z.object({ dispute: row.pick({ id: true, status: true, credited_kobo: true, version: true }) });
const acts = { spec: "added", params: idParams, response: done } as const;
const own_dispute = { status: 403, words: "Nobody decides about their own dispute." } as const;
const already_requested = { status: 409, words: "A second person has to decide about this dispute." } as const;
const not_yours = { status: 403, words: "Its holder does this.", is_hidden: true } as const;

export const addEvidence = action(
  cardDisputeStates,
  { name: "add_evidence", from: ["open", "sending", "sent", "refused"] },
  {
    refuses: { not_yours },
    call: post("/cards/disputes/{id}/evidence", {
      because: "Both sides add what they have while it is open.",
      summary: "Add words, a picture or a paper to a dispute",
      ...acts,
      can: ["personal:can_use_cards", "provider:can_manage_cards"],
      guards: ["password_changed"],
      effect: "sends",
      files: evidenceFile,
      body: form({ text: "required|min:3|max:2000" }),
    }),
  },
);

export const evidenceDocument = get("/cards/disputes/{id}/evidence/{evidenceId}", {
  spec: "added",
  because: "The desk and the holder look at what was sent.",
  summary: "The file of a piece of evidence; each look of a colleague is recorded",
  can: ["personal:can_view_cards", "provider:can_view_dispute_evidence"],
  kind: "file",
  params: z.strictObject({ id: z.uuid(), evidenceId: z.uuid() }),
});

export const withdraw = action(cardDisputeStates, "withdraw", {
  asks: {
    label: "Withdraw…",
    title: "Withdraw this dispute?",
    body: "What we have given you for now is taken back. You can dispute the payment again while there is time.",
    shows: ["merchant", "amount_kobo"],
    yes: "Withdraw",
    style: "danger",
    done: "Withdrawn.",
  },
  refuses: { not_yours, already_requested },
  call: post("/cards/disputes/{id}/withdraw", {
    because: "Who remembers the payment after all takes it back.",
    summary: "Withdraw one's own dispute",
    ...acts,
    can: ["personal:can_use_cards"],
    guards: ["password_changed"],
    effect: "moves_money",
  }),
});

export const send = action(cardDisputeStates, "send", {
  asks: {
    label: "Send to the issuer",
    title: "Send this dispute to the issuer?",
    body: "The issuer gets the reason, the holder's words and the evidence of both sides, and asks the shop.",
    shows: ["merchant", "amount_kobo", "reference"],
    yes: "Send",
    done: "On its way to the issuer.",
  },
  refuses: { own_dispute },
  call: post("/admin/cards/disputes/{id}/send", {
    because: "The issuer decides between holder and shop.",
    summary: "Send a dispute to the issuer of the card",
    ...acts,
    ...desk,
    effect: "sends",
  }),
});

export const decline = action(cardDisputeStates, "decline", {
  asks: {
    label: "Decline…",
    title: "Decline this dispute?",
    body: "The holder reads your reason. What was credited for now is taken back.",
    shows: ["merchant", "amount_kobo", "reference"],
    reason: "required",
    yes: "Decline",
    style: "danger",
    done: "Declined. The holder has a message.",
  },
  refuses: { own_dispute, already_requested },
  call: post("/admin/cards/disputes/{id}/decline", {
    because: "A claim that is no dispute gets an answer too.",
    summary: "Decline a dispute, with the reason that its holder reads",
    ...acts,
    ...desk,
    effect: "moves_money",
    body: form({ reason: reasonRule }),
  }),
});

export const credit = action(
  cardDisputeStates,
  { name: "credit", from: ["open", "sending", "sent"] },
  {
    asks: {
      label: "Credit for now",
      title: "Give the holder this money for now?",
      body: "It is theirs to spend until the dispute is decided. A large sum takes a second person.",
      shows: ["merchant", "amount_kobo", "reference"],
      yes: "Credit",
      done: "Done. The holder has it, or a second person decides.",
    },
    refuses: {
      own_dispute,
      already_credited: { status: 409, words: "The holder has been credited.", is_hidden: true },
      already_requested,
    },
    call: post("/admin/cards/disputes/{id}/credit", {
      because: "The clock of the annex ends with the holder's money (C7).",
      summary: "Credit the holder provisionally; a large sum is put before a second person",
      spec: "added",
      params: idParams,
      ...decides,
      effect: "moves_money",
      response: z.object({ approval_id: z.uuid().nullable() }),
    }),
  },
);

const no_credit = { own_dispute, already_requested } as const;
export const takeBack = action(cardDisputeStates, "take_back", {
  asks: {
    label: "Take the credit back…",
    title: "Take the provisional credit back?",
    body: "Any shortfall is taken from the card's next money. The holder reads your reason.",
    shows: ["merchant", "credited_kobo", "reference"],
    reason: "required",
    yes: "Take it back",
    style: "danger",
    done: "Taken back. The holder has a message.",
  },
  refuses: no_credit,
  call: post("/admin/cards/disputes/{id}/take-back", {
    because: "A lost dispute takes its credit back (C7).",
    summary: "Take the provisional credit of a lost dispute back",
    ...acts,
    ...decides,
    effect: "moves_money",
    body: form({ reason: reasonRule }),
  }),
});

export const writeOff = action(
  cardDisputeStates,
  { name: "write_off", from: ["refused"] },
  {
    asks: {
      label: "Let the holder keep it…",
      title: "Let the holder keep this money?",
      body: "A second person decides. The credit becomes our loss.",
      shows: ["merchant", "credited_kobo", "reference"],
      reason: "required",
      paper: "Why the issuer's refusal is our loss: its answer, the holder's papers",
      yes: "Ask for it",
      style: "danger",
      done: "Requested. A second person decides.",
    },
    refuses: no_credit,
    call: post("/admin/cards/disputes/{id}/write-off", {
      because: "Some lost disputes are our loss, under two persons (C7).",
      summary: "Ask a second person to write the credit of a lost dispute off",
      spec: "added",
      params: idParams,
      audience: "admin",
      can: ["provider:can_reconcile"],
      effect: "moves_money",
      body: reasonAndPaper,
      response: secondPersonAsked,
    }),
  },
);
