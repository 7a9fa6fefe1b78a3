/** Favourites: what is paid for again and again, under a name; and automatic purchases on a day of the week or the month. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { del, get, idParams, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, positiveKobo } from "../money.ts";
import { businessDate } from "../time.ts";
import { billKindNames } from "./bill-kinds.ts";
import { billPlanPeriodNames } from "./bill-plan-kinds.ts";
import { billPlanStates } from "./bill-plan-states.ts";

const guards = ["password_changed", "profile_approved"] as const;
/** A person's own; a company's belong to those who ask to pay its bills. */
const keeps = { can: ["personal:can_pay_bills", "company:can_request_transfers"], guards } as const;
const plans = { can: ["personal:can_pay_bills"], guards } as const;

const what = {
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(billKindNames),
  service: z.string(),
  service_name: z.string(),
  item: z.string(),
  item_name: z.string(),
  customer_no: z.string(),
  amount_kobo: kobo,
} as const;
const favourite = z.object(what);

export const favourites = get("/bill-favourites", {
  spec: "added",
  because: "Issue 14: saved meters, phones and decoders are paid again without typing.",
  summary: "Numbers that the caller, or their company, keeps under a name",
  ...keeps,
  response: z.object({ favourites: z.array(favourite) }),
});

export const keep = post("/bill-favourites", {
  spec: "added",
  because: "A number paid once is saved under a name; it is known to be right.",
  summary: "Keep the number of a bill under a name",
  ...keeps,
  body: form({ bill_id: "required", name: "required|min:2|max:40" }, { bill_id: z.uuid() }),
  response: favourite,
});

export const forget = del("/bill-favourites/{id}", {
  spec: "added",
  because: "Saved numbers can be removed.",
  summary: "Remove a saved number",
  ...keeps,
  params: idParams,
  response: z.object({ id: z.uuid() }),
});

const plan = z.object({
  ...what,
  every: z.enum(billPlanPeriodNames),
  /** Of the week from Monday on, or of the month; in a shorter month its last. */
  on_day: z.int(),
  /** The most that one purchase may cost with its charges. */
  maximum_kobo: kobo,
  ends_on: businessDate.nullable(),
  next_on: businessDate,
  status: z.enum(billPlanStates.states),
  /** The last day on which it was due: its bill, or why there is none. */
  last_on: businessDate.nullable(),
  last_bill_id: z.uuid().nullable(),
  last_failure: z.string().nullable(),
  version: z.int(),
  abilities,
});

export const listPlans = get("/bill-plans", {
  spec: "added",
  because: "Issue 14: buyers on a plan see the next purchase and the outcome of the last.",
  summary: "Automatic purchases of the caller",
  ...plans,
  response: z.object({ plans: z.array(plan) }),
});

export const create = post("/bill-plans", {
  spec: "added",
  because: "Issue 14: automatic top-up, with a maximum of one's own and an end.",
  summary: "Buy the same as a delivered bill again, every week or month",
  ...plans,
  effect: "moves_money",
  body: form(
    {
      bill_id: "required",
      every: `required|inArray:${billPlanPeriodNames.join(",")}`,
      on_day: "required|number|min:1|max:31",
      maximum_kobo: "required",
      ends_on: "nullable",
    },
    {
      bill_id: z.uuid(),
      every: z.enum(billPlanPeriodNames),
      on_day: z.int(),
      maximum_kobo: positiveKobo,
      ends_on: businessDate.nullish(),
    },
  ),
  response: plan,
});

const changes = (summary: string, path: "pause" | "resume" | "end") =>
  post(`/bill-plans/{id}/${path}`, {
    spec: "added",
    because: "Issue 14: an automatic purchase is paused, goes on, and ends when its owner says so.",
    summary,
    ...plans,
    params: idParams,
    response: plan,
  });
const shows = ["name", "amount_kobo", "next_on"];

export const pause = action(billPlanStates, "pause", {
  asks: { label: "Pause…", body: "Nothing is bought until you let it go on.", shows, yes: "Pause it", done: "Paused." },
  call: changes("Pause an automatic purchase", "pause"),
});
export const resume = action(billPlanStates, "resume", {
  asks: {
    label: "Go on…",
    body: "What fell due in the meantime is not bought.",
    shows: ["name", "amount_kobo"],
    yes: "Go on",
    done: "It goes on.",
  },
  call: changes("Let an automatic purchase go on", "resume"),
});
export const end = action(billPlanStates, "end", {
  asks: { label: "End…", body: "Nothing more is bought.", shows, yes: "End it", style: "danger", done: "Ended." },
  call: changes("End an automatic purchase", "end"),
});
