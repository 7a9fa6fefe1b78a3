/** What a person may owe at most: requests for more, first applications, and the decisions (C032, C048, C049, C100–C102). */
import { paperRights } from "../people/papers.ts";
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, positiveKobo } from "../money.ts";
import { reasonRule } from "../reasons.ts";
import { own_request, requestOf } from "../request.ts";
import { moment } from "../time.ts";
import { limitRequestStates } from "./limit-request-states.ts";
import { UNSORTED } from "../page.ts";

const decides = { audience: "admin", can: ["provider:can_update_user_wallet_limit"], params: idParams } as const;
export const limitRequestKinds = ["limit_increase", "credit_application"] as const;

export const limitRequest = requestOf(limitRequestStates).extend({
  kind: z.enum(limitRequestKinds),
  requested_kobo: kobo,
  purpose: z.string().nullable(),
  limit_before_kobo: kobo.nullable(),
  granted_kobo: kobo.nullable(),
  /** Waits for a second person. */
  is_waiting: z.boolean(),
});
const row = limitRequest.extend({
  user_id: z.uuid(),
  name: z.string(),
  last_name: z.string(),
  profile_status: z.string(),
  credit_limit_kobo: kobo.nullable(),
  salary_kobo: kobo.nullable(),
  running_loans: z.int(),
  settled_loans: z.int(),
  decided_by: z.string().nullable(),
  abilities,
});
const refuses = {
  own_request,
  already_requested: { status: 409, words: "A second person has to decide about this request." },
} as const;
const shows = ["person", "requested_kobo", "purpose"];
const listed = {
  search: ["name", "email", "phone"],
  filters: {
    status: { kind: "choice", options: limitRequestStates.states },
    requested_kobo: { kind: "kobo", label: "Requested amount" },
  },
  sorts: ["created_at", "requested_kobo", "granted_kobo"],
  unsorted: { credit_limit_kobo: UNSORTED.other, salary_kobo: UNSORTED.other },
  ranges: ["created_at"],
  default_sort: "-created_at",
  withheld: { salary_kobo: paperRights.salary },
} as const;

/** Screen R080. */
export const listRequests = list("/admin/users/credit-limits", {
  spec: "added",
  because: "R080 lists requests for a higher limit.",
  summary: "Requests for a higher limit",
  can: ["provider:can_update_user_wallet_limit"],
  row,
  ...listed,
});
/** C048. Looked at; a higher limit is set with C032. */
export const markAsReviewed = action(limitRequestStates, "review", {
  asks: {
    label: "Mark as reviewed…",
    title: "Mark this request as reviewed?",
    body: "It was looked at; the limit stays as it is.",
    shows,
    reason: "optional",
    yes: "Reviewed",
    done: "Reviewed.",
  },
  refuses,
  call: post("/admin/users/credit-limits/mark-as-reviewed/{id}", {
    spec: "C048",
    summary: "Mark a request for a higher limit as reviewed",
    ...decides,
    body: form({ reason: "nullable|min:3|max:500" }),
    response: z.object({ request: limitRequest }),
  }),
});
/** C049. The person is notified. */
export const reject = action(limitRequestStates, "reject", {
  asks: {
    label: "Reject…",
    title: "Reject this request?",
    body: "The person gets a message with your reason.",
    shows,
    reason: "required",
    yes: "Reject",
    style: "danger",
    done: "Rejected.",
  },
  refuses,
  call: post("/admin/users/credit-limits/reject/{id}", {
    spec: "C049",
    summary: "Reject a request for a higher limit",
    ...decides,
    effect: "sends",
    body: form({ reason: reasonRule }),
    response: z.object({ request: limitRequest }),
  }),
});

/** C032. `{id}` is the person. A second person decides. */
export const increaseLimit = post("/admin/personal/users/{id}/increase-limit", {
  spec: "C032",
  summary: "Ask for a higher limit for a person",
  ...decides,
  effect: "sends",
  body: form({ limit_kobo: "required|number|min:1", reason: reasonRule }, { limit_kobo: positiveKobo }),
  response: secondPersonAsked,
});

/** Limit, what of it is used, and the history. */
export const standing = z.object({
  limit_kobo: kobo.nullable(),
  used_kobo: kobo,
  available_kobo: kobo.nullable(),
  requests: z.array(limitRequest),
});
export const ofPerson = get("/admin/personal/users/{id}/limits", {
  spec: "added",
  because: "The underwriter's page shows how the limit came about.",
  summary: "A person's limit, its origin, and their requests",
  can: ["provider:can_view_users"],
  params: idParams,
  response: standing.extend({
    requests: z.array(limitRequest.extend({ abilities })),
    history: z.array(
      z.object({
        id: z.uuid(),
        limit_kobo: kobo,
        before_kobo: kobo.nullable(),
        reason: z.string(),
        set_by: z.string().nullable(),
        set_at: moment,
      }),
    ),
  }),
});

/** C100. */
export const listApplications = list("/admin/personal/credit-applications", {
  spec: "C100",
  summary: "Credit applications",
  can: ["provider:can_view_users"],
  row,
  ...listed,
});
/** C101. A second person decides before the limit holds. */
export const approveApplication = action(
  limitRequestStates,
  { name: "approve", from: ["pending"] },
  {
    refuses,
    call: post("/admin/personal/credit-applications/approve/{id}", {
      spec: "C101",
      summary: "Approve a credit application with a limit",
      ...decides,
      effect: "sends",
      body: form({ limit_kobo: "required|number|min:1", reason: reasonRule }, { limit_kobo: positiveKobo }),
      response: secondPersonAsked,
    }),
  },
);
/** C102. */
export const declineApplication = action(limitRequestStates, "decline", {
  asks: {
    label: "Decline…",
    title: "Decline this application?",
    body: "The person gets a message with your reason.",
    shows,
    reason: "required",
    yes: "Decline",
    style: "danger",
    done: "Declined.",
  },
  refuses,
  call: post("/admin/personal/credit-applications/decline/{id}", {
    spec: "C102",
    summary: "Decline a credit application",
    ...decides,
    effect: "sends",
    body: form({ reason: reasonRule }),
    response: z.object({ request: limitRequest }),
  }),
});

const own = { audience: "customer", can: ["personal:can_apply_for_credit"] } as const;
export const findOwn = get("/personal/credit-limit", {
  spec: "added",
  because: "The customer's page of their limit.",
  summary: "One's own limit and requests",
  ...own,
  guards: ["password_changed"],
  response: standing,
});
/** Screen R108. A first limit, or a higher one where there is one already. */
export const apply = post("/personal/credit-applications", {
  spec: "added",
  because: "Credit is applied for; the specification names no call.",
  summary: "Apply for credit, or for a higher limit",
  ...own,
  effect: "sends",
  body: form(
    { requested_kobo: "required|number|min:1", purpose: "required|min:5|max:500" },
    { requested_kobo: positiveKobo },
  ),
  response: z.object({ request: limitRequest }),
});
