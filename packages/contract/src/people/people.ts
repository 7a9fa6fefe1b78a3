/** Personal customers as the provider's staff see them (C017–C020, C027, C030, C033, C040–C044, C046, C047, C050, C051). */
import { z } from "zod";
import { secondPersonAsked } from "../platform/approvals.ts";
import { documentRow } from "./documents.ts";
import { get, idParams, list, patch, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, positiveKobo } from "../money.ts";
import { completenessAnswer, ownProfile } from "./onboarding.ts";
import { caseStatuses, queueNames } from "./queues.ts";
import { reasonRule } from "../reasons.ts";
import { profileStates } from "./profile-states.ts";
import { businessDate, counted, moment } from "../time.ts";

const reads = { audience: "admin", can: ["provider:can_view_users"] } as const;
const decides = { audience: "admin", can: ["provider:can_update_staff"] } as const;

export const personRow = z.object({
  id: z.uuid(),
  name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  status: z.string(),
  profile_status: z.enum(profileStates.states),
  company: z.string().nullable(),
  employer: z.string().nullable(),
  salary_kobo: kobo.nullable(),
  bvn_verified_at: moment.nullable(),
  is_blacklisted: z.boolean(),
  registration_source: z.string().nullable(),
  verify_method: z.string().nullable(),
  running_loans: z.int(),
  settled_loans: z.int(),
  open_document_requests: z.int(),
  credit_limit_kobo: kobo.nullable(),
  /** Who handles the case. */
  assigned_to: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** Through whom the person came. */
  referred_by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  post_no_debit_reason: z.string().nullable(),
  created_at: moment,
});

const listed = {
  search: ["name", "email", "phone"],
  filters: {
    status: { kind: "choice", label: "Case", options: caseStatuses },
    profile_status: { kind: "choice", label: "Profile", options: profileStates.states },
    is_blacklisted: "boolean",
    registration_source: { kind: "text", label: "Source" },
    employer: "text",
    salary_kobo: "kobo",
    verify_method: { kind: "text", label: "Proved by" },
    assigned_to: { kind: "id", label: "Handled by" },
  },
  sorts: ["created_at", "last_name"],
  ranges: ["created_at"],
  default_sort: "-created_at",
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
  summary: "How many stand in each queue",
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

const ability = z.object({ allowed: z.boolean(), why_not: z.string().nullable() });

export const verification = z.object({
  id: z.uuid(),
  kind: z.enum(["bvn", "nin"]),
  number: z.string(),
  status: z.string(),
  failure: z.string().nullable(),
  comparison: z.record(z.string(), z.string()).nullable(),
  created_at: moment,
  decided_at: moment.nullable(),
});

export const personDetail = z.object({
  id: z.uuid(),
  name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  status: z.string(),
  created_at: moment,
  company: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  is_blacklisted: z.boolean(),
  blacklist_reason: z.string().nullable(),
  bvn_verified_at: moment.nullable(),
  bvn_bypassed_at: moment.nullable(),
  nin_verified_at: moment.nullable(),
  nin_bypassed_at: moment.nullable(),
  official_email: z.string().nullable(),
  work_email_verified_at: moment.nullable(),
  loanbot_status: z.string().nullable(),
  registration_source: z.string().nullable(),
  roles: z.array(z.string()),
  version: z.int(),
  profile: ownProfile.extend({ version: z.int() }),
  completeness: completenessAnswer,
  verifications: z.array(verification),
  documents: z.array(documentRow),
  statement: z
    .object({
      document_id: z.uuid(),
      status: z.string(),
      from_on: z.string().nullable(),
      to_on: z.string().nullable(),
      transaction_count: z.int(),
      balances_hold: z.boolean().nullable(),
      salary_kobo: kobo.nullable(),
      salary_day: z.int().nullable(),
      average_monthly_income_kobo: kobo.nullable(),
    })
    .nullable(),
  bureau: z
    .object({
      bureau: z.string(),
      open_loans: z.int(),
      overdue_loans: z.int(),
      total_balance_kobo: kobo,
      fetched_at: moment,
    })
    .nullable(),
  card_request: z.object({ card_type: z.string(), status: z.string(), requested_at: moment }).nullable(),
  /** Who handles the case. */
  admins: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      last_name: z.string(),
      roles: z.array(z.string()),
      status: z.enum(["pending", "contacted", "attended"]),
      assigned_at: moment,
    }),
  ),
  credit_limit_kobo: kobo.nullable(),
  is_post_no_debit: z.boolean(),
  post_no_debit_reason: z.string().nullable(),
  plan: z.enum(["tier_1", "tier_2", "tier_3"]),
  loans: z.object({
    count: z.int(),
    running: z.int(),
    outstanding_kobo: kobo,
    overdue_kobo: kobo,
    items: z.array(
      z.object({
        id: z.uuid(),
        reference: z.string(),
        product: z.string(),
        status: z.string(),
        principal_kobo: kobo,
        outstanding_principal_kobo: kobo,
        days_past_due: z.int(),
        created_at: moment,
      }),
    ),
  }),
  comment_count: z.int(),
  abilities: z.record(z.string(), ability),
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

const timelineItem = z.object({
  id: z.string(),
  kind: z.enum(["audit", "state", "activity", "comment", "document", "verification", "loan"]),
  title: z.string(),
  detail: z.string().nullable(),
  actor_name: z.string(),
  happened_at: moment,
  /** What an act changed, before and after, as text. */
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string() })),
});

export const activity = get("/admin/personal/users/{id}/activity", {
  spec: "added",
  because: "One timeline instead of ten lists.",
  summary: "Everything that happened about a person, newest first",
  ...reads,
  params: idParams,
  query: z.strictObject({ before: z.iso.datetime({ offset: true }).optional() }),
  response: z.object({ items: z.array(timelineItem), has_more: z.boolean() }),
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

/** C033. One decision for one person or several; each has its own verdict. */
export const setStatus = post("/admin/personal/users/status", {
  spec: "C033",
  summary: "Pre-approve, send to the document processor, take back into processing, reconsider",
  ...decides,
  body: form(
    {
      user_ids: "required",
      status: "required|inArray:pre-approved,processing,doc-processor,pending",
      reason: reasonRule,
    },
    {
      user_ids: z.array(z.uuid()).min(1, { error: "this field is required" }).max(100),
      status: z.enum(["pre-approved", "processing", "doc-processor", "pending"]),
    },
  ),
  response: z.object({
    results: z.array(
      z.object({
        user_id: z.uuid(),
        is_done: z.boolean(),
        status: z.string().nullable(),
        reason: z.string().nullable(),
      }),
    ),
  }),
});

const decided = z.object({ user_id: z.uuid(), status: z.enum(profileStates.states), version: z.int() });
/** `version`: the profile's version that was looked at; another one in the meantime is refused (412). */
const decision = (path: string, spec: string, summary: string, isReasonNeeded: boolean) =>
  post(path, {
    spec,
    summary,
    ...decides,
    body: form(
      {
        user_id: "required",
        reason: isReasonNeeded ? reasonRule : "nullable|min:3|max:500",
        version: "nullable|number",
      },
      { user_id: z.uuid(), reason: isReasonNeeded ? z.string() : z.string().optional(), version: z.int().optional() },
    ),
    response: decided,
  });

/** C040. */
export const activate = decision("/staff/profile/activate", "C040", "Activate (approve) a profile", false);
/** C041. */
export const verify = decision("/staff/profile/verify", "C041", "Verify a profile", false);
/** C042. */
export const deactivate = decision("/staff/profile/deactivate", "C042", "Deactivate a profile", true);
/** C043. */
export const decline = decision("/staff/profile/decline", "C043", "Decline a profile", true);
/** C044. */
export const markUncertain = decision("/staff/profile/uncertain", "C044", "Mark a profile uncertain", true);

/** C046. Every session of the person ends at once. */
export const blacklist = patch("/staff/{id}/blacklist", {
  spec: "C046",
  summary: "Blacklist a person",
  ...decides,
  params: idParams,
  body: form({ reason: reasonRule }),
  response: z.object({ user_id: z.uuid(), is_blacklisted: z.boolean() }),
});
/** C047. */
export const unblacklist = patch("/staff/{id}/unblacklist", {
  spec: "C047",
  summary: "Take a person off the blacklist",
  ...decides,
  params: idParams,
  body: form({ reason: reasonRule }),
  response: z.object({ user_id: z.uuid(), is_blacklisted: z.boolean() }),
});

const bankAccount = z.object({
  user_id: z.uuid(),
  bank_account_status: z.string(),
  account_name: z.string().nullable(),
});
const checksAccounts = {
  audience: "admin",
  can: ["provider:can_verify_bank_accounts"],
  step_up: true,
  params: idParams,
} as const;
/** C050. */
export const verifyBankAccount = post("/admin/personal/users/{id}/bank-account/verify", {
  spec: "C050",
  summary: "A person's bank account is theirs",
  ...checksAccounts,
  body: form({ reason: "nullable|min:3|max:500" }),
  response: bankAccount,
});
/** C051. */
export const refuteBankAccount = post("/admin/personal/users/{id}/bank-account/refute", {
  spec: "C051",
  summary: "A person's bank account is not theirs",
  ...checksAccounts,
  body: form({ reason: reasonRule }),
  response: bankAccount,
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

export const bypass = post("/admin/personal/users/{id}/bypass", {
  spec: "added",
  because: "The bypass of BVN and NIN is decided by two people.",
  summary: "Ask a second person to let a BVN or NIN count without verification",
  can: ["provider:can_edit_bypass"],
  step_up: true,
  params: idParams,
  body: form(
    { kind: "required|inArray:bvn,nin", is_bypassed: "required", reason: reasonRule },
    { kind: z.enum(["bvn", "nin"]), is_bypassed: z.boolean() },
  ),
  response: secondPersonAsked,
});
