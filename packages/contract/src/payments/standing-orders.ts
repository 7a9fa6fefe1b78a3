/** Standing orders: transfers that are made again and again by a rule, of people and of companies. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, positiveKobo } from "../money.ts";
import { businessDate as day, moment } from "../time.ts";
import { orderEndNames, repeatNames } from "./standing-order-rules.ts";
import { standingOrderStates } from "./standing-order-states.ts";
import { transferKindNames } from "./transfer-kinds.ts";

const sends = ["personal:can_use_wallets"] as const;
const requests = ["company:can_request_transfers"] as const;
const seesOfCompany = ["company:can_view_transfers"] as const;

/** When it pays, and when it ends. */
const rule = {
  repeat: z.enum(repeatNames),
  /** Of a week 1 (Monday) to 7, of a month 1 to 31; where the month is shorter, its last day. */
  on_day: z.int().min(1).max(31).nullable(),
  first_on: day,
  ends: z.enum(orderEndNames),
  ends_after: z.int().nullable(),
  ends_on: day.nullable(),
} as const;
const ruleRules = {
  repeat: `required|inArray:${repeatNames.join(",")}`,
  on_day: "nullable",
  first_on: "required",
  ends: `required|inArray:${orderEndNames.join(",")}`,
  ends_after: "nullable",
  ends_on: "nullable",
} as const;
const ruleTyped = {
  repeat: rule.repeat,
  on_day: z.int().min(1).max(31).nullish(),
  first_on: day,
  ends: rule.ends,
  ends_after: z.int().min(1).max(600).nullish(),
  ends_on: day.nullish(),
} as const;

/** A date, the working day on which it is paid, and why that is another one. */
const dated = z.object({ due_on: day, goes_on: day, rests_on: z.string().nullable() });

const row = z.object({
  id: z.uuid(),
  reference: z.string(),
  kind: z.enum(transferKindNames),
  payee: z.string(),
  bank_name: z.string().nullable(),
  account_no: z.string().nullable(),
  narration: z.string().nullable(),
  amount_kobo: kobo,
  ...rule,
  /** The working day on which it pays next; null where it does not. */
  next_goes_on: day.nullable(),
  paid_count: z.int(),
  status: z.enum(standingOrderStates.states),
  /** Why it is paused, declined or ended, where that was not its owner's wish. */
  because: z.string().nullable(),
  asked_by: z.string(),
  created_at: moment,
  version: z.int(),
  abilities,
});
const filters = {
  status: { kind: "choice", label: "State", options: standingOrderStates.states },
  repeat: { kind: "choice", label: "Repeats", options: repeatNames },
} as const;
const listed = {
  search: ["reference", "payee"],
  sorts: ["created_at", "amount_kobo", "next_goes_on"],
  ranges: ["created_at", "amount_kobo"],
  default_sort: "-created_at",
} as const;

export const listOwn = list("/standing-orders", {
  spec: "added",
  because: "Recurring transfers of the order: a person sees what they have planned, and when it is paid next.",
  summary: "Standing orders of the caller",
  can: ["personal:can_view_statements"],
  row,
  filters,
  ...listed,
});

export const listOfCompany = list("/companies/standing-orders", {
  spec: "added",
  because: "A company sees what leaves its wallet again and again.",
  summary: "Standing orders of the caller's company",
  can: seesOfCompany,
  row,
  filters,
  ...listed,
});

export const listAll = list("/admin/standing-orders", {
  spec: "added",
  because: "Operations sees what will leave the wallets, and what is skipped or paused.",
  summary: "Standing orders of people and companies",
  audience: "admin",
  can: ["provider:can_view_transactions"],
  row: row.extend({ user_id: z.uuid(), company_id: z.uuid().nullable(), owner: z.string() }),
  filters: {
    ...filters,
    is_company: { kind: "boolean", label: "Of a company" },
    user_id: { kind: "id", label: "Person" },
    company_id: { kind: "id", label: "Company" },
  },
  ...listed,
  search: ["reference", "payee", "owner"],
});

const occurrence = dated.extend({
  transfer_id: z.uuid().nullable(),
  transfer_status: z.string().nullable(),
  total_kobo: kobo.nullable(),
  /** Why it was not paid. */
  skipped_because: z.string().nullable(),
  /** What was wrong the last time, while it is tried again. */
  refused_because: z.string().nullable(),
  attempts: z.int(),
});
export const find = get("/standing-orders/{id}", {
  spec: "added",
  because: "One standing order: its rule, its next dates, and whether each earlier one was sent.",
  summary: "One standing order of the caller, or of their company",
  can: [...sends, ...seesOfCompany, "provider:can_view_transactions"],
  params: idParams,
  response: row.extend({
    next: z.array(dated),
    past: z.array(occurrence),
    replaces_id: z.uuid().nullable(),
    /** The order that holds in its place, or that the company's chain decides about. */
    replaced_by: z.uuid().nullable(),
    history: z.array(
      z.object({ title: z.string(), by: z.string().nullable(), reason: z.string().nullable(), at: moment }),
    ),
  }),
});

/** What was sent by hand month after month. */
export const recurring = get("/standing-orders/recurring", {
  spec: "added",
  because: "Issue 14, section 7: monthly payments are recognised as recurring; a standing order is offered for them.",
  summary: "What the caller has sent each month to the same payee, where no standing order sends it",
  can: sends,
  response: z.object({
    recurring: z.array(
      z.object({
        payee_id: z.uuid(),
        kind: z.enum(transferKindNames),
        payee: z.string(),
        bank_code: z.string().nullable(),
        bank_name: z.string().nullable(),
        account_no: z.string().nullable(),
        amount_kobo: kobo,
        /** Of the month. */
        on_day: z.int(),
        /** In a row, the last one included. */
        times: z.int(),
        last_on: day,
        /** After today. */
        next_on: day,
      }),
    ),
  }),
});

export const dates = post("/standing-orders/dates", {
  spec: "added",
  because: "The next dates are seen before a standing order is saved, with the days on which banks do not work.",
  summary: "The next dates of a rule, and its last one",
  can: [...sends, ...requests],
  body: form(ruleRules, ruleTyped),
  response: z.object({ dates: z.array(dated), last_on: day.nullable() }),
});

const wanted = { amount_kobo: "required", narration: "nullable|max:60", ...ruleRules } as const;
const wantedTyped = { amount_kobo: positiveKobo, ...ruleTyped } as const;
const kept = z.object({ order: row });
const asked = z.object({ order: row, approval_id: z.uuid().nullable() });

export const create = post("/standing-orders", {
  spec: "added",
  because: "The order names recurring transfers; the specification has no call for them.",
  summary: "Have money of the cash wallet sent again and again",
  can: sends,
  effect: "moves_money",
  body: form(
    {
      kind: `required|inArray:${transferKindNames.join(",")}`,
      bank_code: "nullable|max:10",
      account_no: "nullable|number|length:10",
      phone: "nullable|phone",
      payee_id: "nullable",
      payee_name: "required|max:200",
      ...wanted,
    },
    { kind: z.enum(transferKindNames), payee_id: z.uuid().nullish(), ...wantedTyped },
  ),
  response: kept,
});

export const request = post("/companies/standing-orders", {
  spec: "added",
  because: "A company's standing order is agreed to once, by its chain for transfers.",
  summary: "Ask for a standing order to a beneficiary; the company's chain agrees",
  can: requests,
  effect: "moves_money",
  body: form({ beneficiary_id: "required", ...wanted }, { beneficiary_id: z.uuid(), ...wantedTyped }),
  response: asked,
});

const open = ["active", "paused"] as const;
const refuses = { not_yours: { status: 403, words: "Who may ask for transfers of this wallet does this." } } as const;
const can = [...sends, ...requests] as const;
const shows = ["payee", "amount_kobo", "next_goes_on"];

export const change = action(
  standingOrderStates,
  { name: "change", from: open },
  {
    refuses: { ...refuses, change_waits: { status: 409, words: "A change of it awaits approval already." } },
    call: post("/standing-orders/{id}/change", {
      spec: "added",
      because: "Amount, day or end change from the next date on; a company's chain agrees to the new order.",
      summary: "Put another standing order to the same payee in the place of this one",
      can,
      effect: "moves_money",
      params: idParams,
      body: form(wanted, wantedTyped),
      response: asked,
    }),
  },
);

export const skip = action(
  standingOrderStates,
  { name: "skip", from: ["active"] },
  {
    asks: {
      label: "Skip the next one…",
      title: "Skip the next date?",
      body: "Nothing is sent for it. The dates after it stay.",
      shows,
      yes: "Skip it",
      done: "Skipped. Nothing is sent for that date.",
    },
    refuses,
    call: post("/standing-orders/{id}/skip", {
      spec: "added",
      because: "One date is left out without ending the order.",
      summary: "Skip the next date, or the one being retried",
      can,
      effect: "sends",
      params: idParams,
      once_within_seconds: 10,
      response: kept,
    }),
  },
);

export const pause = action(standingOrderStates, "pause", {
  asks: {
    label: "Pause…",
    title: "Pause this standing order?",
    body: "Nothing is sent until you resume it. Missed dates are not made up for.",
    shows,
    yes: "Pause it",
    done: "Paused. Nothing is sent until you resume it.",
  },
  refuses,
  call: post("/standing-orders/{id}/pause", {
    spec: "added",
    because: "Money may be short for a while.",
    summary: "Pause a standing order",
    can,
    effect: "sends",
    params: idParams,
    response: kept,
  }),
});

export const resume = action(standingOrderStates, "resume", {
  asks: {
    label: "Resume…",
    title: "Resume this standing order?",
    body: "It pays again from its next date on. Missed dates are not made up for.",
    shows: ["payee", "amount_kobo"],
    yes: "Resume it",
    done: "It pays again from its next date on.",
  },
  refuses,
  call: post("/standing-orders/{id}/resume", {
    spec: "added",
    because: "A paused order can be resumed.",
    summary: "Let a paused standing order go on",
    can,
    effect: "sends",
    params: idParams,
    response: kept,
  }),
});

export const end = action(standingOrderStates, "end", {
  asks: {
    label: "End…",
    title: "End this standing order?",
    body: "It sends nothing any more. Earlier payments stay as they are.",
    shows,
    yes: "End it",
    style: "danger",
    done: "Ended. It sends nothing any more.",
  },
  refuses,
  call: post("/standing-orders/{id}/end", {
    spec: "added",
    because: "It ends on the day on which its owner says so.",
    summary: "End a standing order",
    can,
    effect: "sends",
    params: idParams,
    response: kept,
  }),
});
