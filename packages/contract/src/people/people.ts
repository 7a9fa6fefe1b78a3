/** Personal customers as the provider's staff see them (C017–C020, C027, C030, C033, C040–C044, C046, C047, C050, C051). */
import { z } from "zod";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { positiveKobo } from "../money.ts";
import { personDetail, personRow } from "./person.ts";
import { caseStatuses, queueNames } from "./queues.ts";
import { reasonRule } from "../reasons.ts";
import { profileStates } from "./profile-states.ts";
import { paperRights } from "./papers.ts";
import { businessDate, counted, moment } from "../time.ts";
import { UNSORTED } from "../page.ts";
import { timelineCall } from "../timeline.ts";

export * from "./decisions.ts";

const reads = { can: ["provider:can_view_users"] } as const;

const listed = {
  search: ["name", "email", "phone"],
  filters: {
    // The first three have room beside the search; the others are behind "more".
    status: { kind: "choice", label: "Case", options: caseStatuses },
    employer: "text",
    salary_kobo: "kobo",
    profile_status: { kind: "choice", label: "Profile", options: profileStates.states },
    is_blacklisted: "boolean",
    registration_source: { kind: "text", label: "Source" },
    verify_method: { kind: "text", label: "Proved by" },
    assigned_to: { kind: "id", label: "Handled by" },
    created_by: { kind: "id", label: "Brought by" },
    is_brought: { kind: "boolean", label: "Brought by a colleague" },
    running_loans: { kind: "number", label: "Running loans" },
  },
  sorts: ["created_at", "last_name", "salary_kobo", "credit_limit_kobo", "waits_since", "bvn_verified_at"],
  unsorted: { asked_kobo: UNSORTED.newest, owes_kobo: UNSORTED.newest },
  ranges: ["created_at"],
  default_sort: "-created_at",
  withheld: {
    salary_kobo: paperRights.salary,
    owes_kobo: "provider:can_view_loans",
    asked_kobo: "provider:can_view_loans",
    rules_say: paperRights.bureau,
  },
} as const;

/** C017. */
export const listAll = list("/admin/personal/users", {
  spec: "C017",
  summary: "Personal customers",
  ...reads,
  row: personRow,
  ...listed,
});

/** C020. A word that names a queue and a status of the profile means the queue. */
export const listByStatus = list("/admin/personal/users/status/{status}", {
  spec: "C020",
  summary: "The customers of one queue, or of one status of the profile",
  ...reads,
  params: z.strictObject({ status: z.enum([...queueNames, ...profileStates.states]) }),
  row: personRow,
  ...listed,
});

export const queueCounts = get("/admin/personal/users/queues", {
  spec: "added",
  because: "The sidebar shows how much waits in each queue.",
  summary: "The size of each queue",
  ...reads,
  response: z.object({
    ...counted,
    queues: z.array(
      z.object({
        queue: z.enum(queueNames),
        name: z.string(),
        description: z.string(),
        count: z.int(),
        is_more: z.boolean(),
      }),
    ),
  }),
});

/** C019. */
export const search = get("/admin/personal/users/search", {
  spec: "C019",
  summary: "Find a customer while typing",
  ...reads,
  query: z.strictObject({
    search: z.string().trim().min(2, { error: "this field has to contain at least 2 characters" }).max(100),
  }),
  response: z.object({
    users: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        last_name: z.string(),
        email: z.string(),
        phone: z.string().nullable(),
        status: z.string(),
        profile_status: z.string(),
      }),
    ),
  }),
});

/** C018. */
export const find = get("/admin/personal/users/{id}", {
  spec: "C018",
  summary: "One person's whole case",
  ...reads,
  params: idParams,
  response: z.object({ user: personDetail }),
});

const mentioned = z.object({ id: z.uuid(), name: z.string() });
/** `@{id}` in the body is one of `mentions` (contract/people/mentions.ts). */
const comment = z.object({
  id: z.uuid(),
  author: z.object({ id: z.uuid().nullable(), name: z.string() }),
  body: z.string(),
  mentions: z.array(mentioned),
  created_at: moment,
});

/** C027. */
export const comments = get("/admin/personal/users/{id}/comments", {
  spec: "C027",
  summary: "What colleagues noted about a person",
  ...reads,
  params: idParams,
  response: z.object({ comments: z.array(comment) }),
});

export const addComment = post("/admin/personal/users/{id}/comments", {
  spec: "added",
  because: "Colleagues hand over cases with notes.",
  summary: "Note something about a person",
  can: ["provider:can_comment_on_users"],
  once_within_seconds: 10,
  params: idParams,
  body: form({ body: "required|min:2|max:2000" }),
  response: z.object({ comment }),
});

export const colleagues = get("/admin/colleagues", {
  spec: "added",
  because: "Names for mentions in comments.",
  summary: "Colleagues who can be named in a comment",
  can: ["provider:can_comment_on_users"],
  response: z.object({ colleagues: z.array(mentioned) }),
});

export const activity = get("/admin/personal/users/{id}/activity", {
  ...timelineCall,
  summary: "Everything that happened about a person, newest first",
  ...reads,
});

/** What a person is made from, by hand or by file. */
export const newPersonRules = {
  name: "required|name|max:120",
  email: "required|email|max:200",
  phone: "required|phone",
  date_of_birth: "nullable",
  gender: "nullable|inArray:male,female",
  address: "nullable|min:5|max:200",
  state: "nullable|max:40",
  employment_status: "nullable|inArray:employed,self-employed",
  employer: "nullable|min:2|max:120",
  salary_kobo: "nullable|number|min:1",
  salary_day: "nullable|number|min:1|max:31",
} as const;
export const newPerson = form(newPersonRules, {
  date_of_birth: businessDate.optional(),
  salary_kobo: positiveKobo.optional(),
  salary_day: z.int().min(1).max(31).optional(),
});

/** C030. The person sets the password through a mailed link. */
export const create = post("/admin/personal/users", {
  spec: "C030",
  summary: "Create a personal customer",
  can: ["provider:can_create_users"],
  effect: "sends",
  body: newPerson,
  response: z.object({ id: z.uuid() }),
});

export const reveal = post("/admin/personal/users/{id}/reveal", {
  spec: "added",
  because: "Numbers are masked; seeing one is on record.",
  summary: "Show a BVN, NIN or account number whole; the record says who saw it and why",
  can: ["provider:can_reveal_identity_numbers"],
  step_up: true,
  params: idParams,
  body: form(
    { field: "required|inArray:bvn,nin,account_no", reason: reasonRule },
    { field: z.enum(["bvn", "nin", "account_no"]) },
  ),
  response: z.object({ value: z.string() }),
});
