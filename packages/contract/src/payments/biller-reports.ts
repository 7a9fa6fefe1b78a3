/** Reports of the providers of bills, day by day, beside our bills and beside what the books say of each float. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo } from "../money.ts";
import { reasonAndPaper } from "../money/slips.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { reasonRule } from "../reasons.ts";
import { businessDate, moment } from "../time.ts";
import { billProviderNames } from "./bill-kinds.ts";
import { billFloatStates } from "./bill-float-states.ts";
import { billReportKindNames, billReportLineStates, billReportReasonNames } from "./bill-report-line-states.ts";

const sees = { audience: "admin", can: ["provider:can_view_reconciliation", "provider:can_reconcile"] } as const;
const decides = { audience: "admin", can: ["provider:can_reconcile"] } as const;
const provider = z.enum(billProviderNames);
const ofProvider = { kind: "choice", label: "Provider", options: billProviderNames } as const;
const ofDay = { kind: "date", label: "Day" } as const;

export const listDays = list("/admin/bills/reports", {
  spec: "added",
  because: "Providers of bills report by the day: finance sees what does not agree, and each float beside the books.",
  summary: "Reports of the providers of bills, day by day, with each float beside the books",
  ...sees,
  row: z.object({
    id: z.uuid(),
    provider,
    day: businessDate,
    status: z.enum(billFloatStates.states),
    lines: z.int(),
    /** Lines that do not agree. */
    open: z.int(),
    sold_kobo: kobo,
    given_back_kobo: kobo,
    /** What was left at the end of the day, as the provider says. */
    provider_kobo: kobo,
    books_kobo: kobo,
    /** What the provider has beyond the books. */
    difference_kobo: kobo,
    decision_reason: z.string().nullable(),
    created_at: moment,
    version: z.int(),
    abilities,
  }),
  filters: { provider: ofProvider, status: { kind: "choice", options: billFloatStates.states }, day: ofDay },
  sorts: ["day", "difference_kobo", "sold_kobo", "given_back_kobo", "provider_kobo", "books_kobo"],
  ranges: ["day", "difference_kobo"],
  default_sort: "-day",
});

export const listLines = list("/admin/bills/reports/lines", {
  spec: "added",
  because: "Each bill is beside the provider's line of it, with the difference and its reason.",
  summary: "Lines of the providers' reports beside our bills",
  ...sees,
  row: z.object({
    id: z.uuid(),
    report_id: z.uuid().nullable(),
    provider,
    day: businessDate,
    reference: z.string(),
    kind: z.enum(billReportKindNames),
    status: z.enum(billReportLineStates.states),
    reason: z.enum(billReportReasonNames).nullable(),
    bill_id: z.uuid().nullable(),
    /** Null where the provider, or we, do not have it; what is given back is negative. */
    provider_kobo: kobo.nullable(),
    our_kobo: kobo.nullable(),
    /** What the provider took beyond what our books say. */
    difference_kobo: kobo,
    decision_reason: z.string().nullable(),
    created_at: moment,
    /** Waits for a second person. */
    is_waiting: z.boolean(),
    version: z.int(),
    abilities,
  }),
  search: ["reference"],
  filters: {
    status: { kind: "choice", options: billReportLineStates.states },
    reason: { kind: "choice", label: "Why", options: billReportReasonNames },
    provider: ofProvider,
    report_id: { kind: "id", label: "Report" },
    day: ofDay,
  },
  sorts: ["day", "difference_kobo", "provider_kobo", "our_kobo"],
  ranges: ["day", "difference_kobo"],
  default_sort: "-day",
});

export const writeOff = action(
  billReportLineStates,
  { name: "write_off", from: ["open"] },
  {
    asks: {
      label: "Write off…",
      title: "Write this difference off?",
      body: "A second person decides. The float is then what its provider says; the difference goes to reconciliation differences.",
      shows: ["reference", "difference_kobo", "day"],
      reason: "required",
      paper: "What the loss rests on: the provider's answer, the correspondence",
      yes: "Ask for it",
      style: "danger",
      done: "Requested. A second person decides.",
    },
    refuses: {
      already_requested: { status: 409, words: "A second person has to decide about this line." },
      still_open: { status: 409, words: "Its bill has no end yet: it agrees by itself, or is paid back first." },
    },
    call: post("/admin/bills/reports/lines/{id}/write-off", {
      spec: "added",
      because: "What a provider never corrects has to end, under two persons.",
      summary: "Ask a second person to write a difference of a provider's report off",
      ...decides,
      effect: "moves_money",
      params: idParams,
      body: reasonAndPaper,
      response: secondPersonAsked,
    }),
  },
);

export const explain = action(billFloatStates, "explain", {
  asks: {
    label: "Explain…",
    title: "Why does this day differ?",
    body: "Nothing is booked. The day is closed with your words.",
    shows: ["provider", "day", "difference_kobo"],
    reason: "required",
    yes: "Keep it",
    done: "Kept.",
  },
  call: post("/admin/bills/reports/{id}/explain", {
    spec: "added",
    because: "An explained difference is no longer an exception.",
    summary: "Say why a provider's float differs from the books on a day",
    ...decides,
    params: idParams,
    body: form({ reason: reasonRule }),
    response: z.object({ id: z.uuid(), status: z.enum(billFloatStates.states) }),
  }),
});
