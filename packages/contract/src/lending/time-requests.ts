/** A borrower asks for time from their loan's page: a promise to pay by a day, or another plan. Collections answer. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, positiveKobo } from "../money.ts";
import { reasonRule } from "../reasons.ts";
import { unsorted } from "../page.ts";
import { own_request, requestOf } from "../request.ts";
import { businessDate } from "../time.ts";
import { timeRequestStates } from "./time-request-states.ts";

export const timeKinds = ["promise", "reschedule"] as const;

const request = requestOf(timeRequestStates).extend({
  kind: z.enum(timeKinds),
  promised_on: z.string().nullable(),
  promised_kobo: kobo.nullable(),
  text: z.string(),
});

export const listAll = list("/admin/personal/time-requests", {
  spec: "added",
  because: "Who collects sees which borrowers ask for time, before they call them.",
  summary: "Borrowers who ask for time",
  can: ["provider:can_view_loans"],
  row: request.extend({
    loan_id: z.uuid(),
    reference: z.string(),
    user_id: z.uuid(),
    name: z.string(),
    phone: z.string().nullable(),
    days_past_due: z.int(),
    overdue_kobo: kobo,
    decided_by: z.string().nullable(),
    abilities,
  }),
  search: ["customer", "loan reference"],
  filters: {
    status: { kind: "choice", options: timeRequestStates.states },
    kind: { kind: "choice", label: "Asks for", options: timeKinds },
    days_past_due: { kind: "number", label: "Days past due" },
  },
  sorts: ["created_at", "promised_on", "promised_kobo", "decided_at"],
  ranges: ["created_at", "promised_on"],
  unsorted: unsorted("other", "overdue_kobo"),
  default_sort: "-created_at",
});

const decides = { spec: "added", can: ["provider:can_reschedule_loans"], effect: "sends", params: idParams } as const;
const response = z.object({ request });
const shows = ["name", "promised_on", "promised_kobo", "text"];

const loan_over = { status: 409, words: "Nothing of this loan falls due any more: decline the request." } as const;
const day_passed = { status: 409, words: "The promised day has gone by: decline the request." } as const;

export const approve = action(timeRequestStates, "approve", {
  asks: {
    label: "Agree…",
    title: "Agree to this request?",
    body: "The borrower gets a message with your words. No instalment, debit or penalty changes: another plan is made from the loan's page.",
    shows,
    reason: "required",
    yes: "Agree",
    done: "Agreed. The borrower has a message.",
  },
  refuses: { own_request, loan_over, day_passed },
  call: post("/admin/personal/time-requests/{id}/approve", {
    because: "A borrower who asks for time is answered.",
    summary: "Agree to a borrower's request for time",
    ...decides,
    body: form({ reason: reasonRule }),
    response,
  }),
});
export const decline = action(timeRequestStates, "decline", {
  asks: {
    label: "Decline…",
    title: "Decline this request?",
    body: "The borrower gets a message with your reason.",
    shows,
    reason: "required",
    yes: "Decline",
    style: "danger",
    done: "Declined. The borrower has a message.",
  },
  refuses: { own_request },
  call: post("/admin/personal/time-requests/{id}/decline", {
    because: "A borrower who asks for time is answered.",
    summary: "Decline a borrower's request for time",
    ...decides,
    body: form({ reason: reasonRule }),
    response,
  }),
});

const own = { spec: "added", can: ["personal:can_pay_repayments"], params: idParams } as const;
/** `{id}` is the loan. */
export const ofLoan = get("/personal/loans/{id}/time-requests", {
  because: "The loan's page says whether one may ask for time, and what was answered.",
  summary: "Whether one may ask for time for a loan, until which day, and one's requests",
  ...own,
  response: z.object({ why_not: z.string().nullable(), until: z.string(), requests: z.array(request) }),
});
export const ask = post("/personal/loans/{id}/time-requests", {
  because: "A borrower in trouble says so before somebody has to call (issue 11, a borrower's trust).",
  summary: "Ask for time: promise a day, or ask for another plan",
  ...own,
  effect: "sends",
  body: form(
    {
      kind: `required|inArray:${timeKinds.join(",")}`,
      promised_on: "nullable",
      promised_kobo: "nullable|number|min:1",
      text: "required|min:10|max:1000",
    },
    { kind: z.enum(timeKinds), promised_on: businessDate.optional(), promised_kobo: positiveKobo.optional() },
  ),
  response,
});
