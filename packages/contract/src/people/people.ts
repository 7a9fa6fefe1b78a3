/** Personal customers as the provider's staff see them (C017–C020, C027, C030, C033, C040–C044, C046, C047, C050, C051). */
import { z } from "zod";
import { action } from "../action.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { get, idParams, list, patch, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { positiveKobo } from "../money.ts";
import { personDetail, personRow } from "./person.ts";
import { caseStatuses, queueNames } from "./queues.ts";
import { reasonRule } from "../reasons.ts";
import { severalIds, verdicts } from "../verdicts.ts";
import { inAnyState, own_case, profileStates } from "./profile-states.ts";
import { businessDate, counted, moment } from "../time.ts";

const reads = { audience: "admin", can: ["provider:can_view_users"] } as const;
const decides = { audience: "admin", can: ["provider:can_update_staff"] } as const;

const listed = {
  search: ["name", "email", "phone"],
  filters: {
    status: { kind: "choice", label: "Case", options: caseStatuses },
    profile_status: { kind: "choice", label: "Profile", options: profileStates.states },
    is_blacklisted: { kind: "boolean", label: "Blacklisted" },
    registration_source: { kind: "text", label: "Source" },
    employer: { kind: "text", label: "Employer" },
    salary_kobo: { kind: "kobo", label: "Salary" },
    verify_method: { kind: "text", label: "Proved by" },
    assigned_to: { kind: "id", label: "Handled by" },
  },
  sorts: ["created_at", "last_name"],
  ranges: ["created_at"],
  default_sort: { column: "created_at", order: "desc" },
} as const;

/** C017. */
export const listAll = list("/admin/personal/users", {
  spec: "C017",
  summary: "Personal customers",
  ...reads,
  row: personRow,
  list: listed,
});

/** C020. A word that names a queue and a status of the profile means the queue. */
export const listByStatus = list("/admin/personal/users/status/{status}", {
  spec: "C020",
  summary: "The customers of one queue, or of one status of the profile",
  ...reads,
  params: z.strictObject({ status: z.enum([...queueNames, ...profileStates.states]) }),
  row: personRow,
  list: listed,
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
  audience: "admin",
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
  audience: "admin",
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
  audience: "admin",
  can: ["provider:can_create_users"],
  effect: "sends",
  body: newPerson,
  response: z.object({ id: z.uuid() }),
});

const shows = ["person", "profile_status", "salary_kobo"];
/** Nothing favourable is decided about somebody without an identity or on the blacklist. */
const favourable = {
  own_case,
  blacklisted: { status: 409, words: "This person is on the blacklist." },
  not_ready: { status: 409, words: "The BVN is neither verified nor bypassed." },
} as const;

const setOne = post("/admin/personal/users/status", {
  spec: "C033",
  summary: "Pre-approve, send to the document processor, take back into processing, reconsider",
  ...decides,
  body: form(
    {
      user_ids: "required",
      status: "required|inArray:pre-approved,processing,doc-processor,pending",
      reason: reasonRule,
    },
    { user_ids: severalIds, status: z.enum(["pre-approved", "processing", "doc-processor", "pending"]) },
  ),
  response: verdicts({ status: z.string().nullable() }),
});
const open = profileStates.states.filter((state) => state !== "declined" && state !== "deactivated");
const already_there = { status: 409, words: "This case is there already." } as const;
/** C033. One decision for one person or several; each has its own verdict. */
export const setStatus = {
  ...setOne,
  choices: {
    preApprove: action(profileStates, "pre_approve", {
      asks: { label: "Pre-approve", shows, reason: "required", done: "Pre-approved.", key: "r" },
      sends: { status: "pre-approved" },
      refuses: favourable,
      call: setOne,
    }),
    toDocProcessor: action(
      profileStates,
      { name: "send_to_doc_processor", from: open },
      {
        asks: {
          label: "To doc processor",
          title: "Send this case to the document processor?",
          shows,
          reason: "required",
          done: "In the document processor's queue.",
        },
        sends: { status: "doc-processor" },
        refuses: { own_case, already_there },
        call: setOne,
      },
    ),
    toProcessing: action(
      profileStates,
      { name: "send_to_processing", from: open },
      {
        asks: {
          label: "To processing",
          title: "Take this case back into processing?",
          shows,
          reason: "required",
          done: "In processing again.",
        },
        sends: { status: "processing" },
        refuses: { own_case, already_there },
        call: setOne,
      },
    ),
    reconsider: action(profileStates, "reconsider", {
      asks: { label: "Reconsider", shows, reason: "required", done: "The profile is open again." },
      sends: { status: "pending" },
      refuses: { own_case },
      call: setOne,
    }),
  },
};

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
export const activate = action(profileStates, "activate", {
  asks: {
    label: "Activate",
    body: "From then on they may borrow.",
    shows,
    reason: "optional",
    done: "Activated.",
    key: "a",
  },
  refuses: favourable,
  call: decision("/staff/profile/activate", "C040", "Activate (approve) a profile", false),
});
/** C041. */
export const verify = action(profileStates, "verify", {
  asks: {
    label: "Verify",
    body: "You have looked at identity and documents.",
    shows,
    reason: "optional",
    done: "Verified.",
    key: "v",
  },
  refuses: favourable,
  call: decision("/staff/profile/verify", "C041", "Verify a profile", false),
});
/** C042. */
export const deactivate = action(profileStates, "deactivate", {
  asks: {
    label: "Deactivate",
    body: "They may not borrow until somebody reconsiders.",
    shows,
    reason: "required",
    style: "danger",
    done: "Deactivated.",
  },
  refuses: { own_case },
  call: decision("/staff/profile/deactivate", "C042", "Deactivate a profile", true),
});
/** C043. */
export const decline = action(profileStates, "decline", {
  asks: {
    label: "Decline",
    body: "The person gets a message with your reason.",
    shows,
    reason: "required",
    style: "danger",
    done: "Declined.",
    key: "x",
  },
  refuses: { own_case },
  call: decision("/staff/profile/decline", "C043", "Decline a profile", true),
});
/** C044. */
export const markUncertain = action(profileStates, "mark_uncertain", {
  asks: {
    label: "Mark uncertain",
    title: "Mark this profile uncertain?",
    shows,
    reason: "required",
    done: "Marked uncertain.",
    key: "u",
  },
  refuses: { own_case },
  call: decision("/staff/profile/uncertain", "C044", "Mark a profile uncertain", true),
});

/** C046. Every session of the person ends at once. */
export const blacklist = action(profileStates, inAnyState("blacklist"), {
  asks: {
    label: "Blacklist",
    title: "Blacklist this person?",
    body: "Every session of theirs ends at once, and they cannot sign in any more.",
    shows: ["person"],
    reason: "required",
    style: "danger",
    done: "Blacklisted.",
  },
  refuses: {
    own_case,
    already_decided: { status: 409, words: "This person is blacklisted already.", is_hidden: true },
  },
  call: patch("/staff/{id}/blacklist", {
    spec: "C046",
    summary: "Blacklist a person",
    ...decides,
    params: idParams,
    body: form({ reason: reasonRule }),
    response: z.object({ user_id: z.uuid(), is_blacklisted: z.boolean() }),
  }),
});
/** C047. */
export const unblacklist = action(profileStates, inAnyState("unblacklist"), {
  asks: {
    label: "Lift blacklisting",
    title: "Take this person off the blacklist?",
    shows: ["person", "blacklist_reason"],
    reason: "required",
    yes: "Take off",
    done: "Off the blacklist.",
  },
  refuses: { own_case, already_decided: { status: 409, words: "This person is not blacklisted.", is_hidden: true } },
  call: patch("/staff/{id}/unblacklist", {
    spec: "C047",
    summary: "Take a person off the blacklist",
    ...decides,
    params: idParams,
    body: form({ reason: reasonRule }),
    response: z.object({ user_id: z.uuid(), is_blacklisted: z.boolean() }),
  }),
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
const no_account = { status: 409, words: "There is no bank account yet.", is_hidden: true } as const;
const account = ["account_name", "account_no", "bank_name"];
/** C050. */
export const verifyBankAccount = action(profileStates, inAnyState("verify_bank_account"), {
  asks: {
    label: "Verify account",
    title: "Is this account theirs?",
    shows: account,
    reason: "optional",
    yes: "Yes, verified",
    style: "primary",
    done: "The account is verified.",
  },
  refuses: {
    own_case,
    no_account,
    illegal_transition: { status: 409, words: "The bank account is verified already." },
  },
  call: post("/admin/personal/users/{id}/bank-account/verify", {
    spec: "C050",
    summary: "A person's bank account is theirs",
    ...checksAccounts,
    body: form({ reason: "nullable|min:3|max:500" }),
    response: bankAccount,
  }),
});
/** C051. */
export const refuteBankAccount = action(profileStates, inAnyState("refute_bank_account"), {
  asks: {
    label: "Refute account",
    title: "Is this account not theirs?",
    shows: account,
    reason: "required",
    yes: "Refute",
    style: "danger",
    done: "The account is refuted.",
  },
  refuses: { own_case, no_account, illegal_transition: { status: 409, words: "The bank account is refuted already." } },
  call: post("/admin/personal/users/{id}/bank-account/refute", {
    spec: "C051",
    summary: "A person's bank account is not theirs",
    ...checksAccounts,
    body: form({ reason: reasonRule }),
    response: bankAccount,
  }),
});

export const reveal = post("/admin/personal/users/{id}/reveal", {
  spec: "added",
  because: "Numbers are masked; seeing one is on record.",
  summary: "Show a BVN, NIN or account number whole; the record says who saw it and why",
  audience: "admin",
  can: ["provider:can_reveal_identity_numbers"],
  step_up: true,
  params: idParams,
  body: form(
    { field: "required|inArray:bvn,nin,account_no", reason: reasonRule },
    { field: z.enum(["bvn", "nin", "account_no"]) },
  ),
  response: z.object({ value: z.string() }),
});

const askBypass = post("/admin/personal/users/{id}/bypass", {
  spec: "added",
  because: "The bypass of BVN and NIN is decided by two people.",
  summary: "Ask a second person to let a BVN or NIN count without verification",
  audience: "admin",
  can: ["provider:can_edit_bypass"],
  step_up: true,
  params: idParams,
  body: form(
    { kind: "required|inArray:bvn,nin", is_bypassed: "required", reason: reasonRule },
    { kind: z.enum(["bvn", "nin"]), is_bypassed: z.boolean() },
  ),
  response: secondPersonAsked,
});
const bypassing = (kind: "bvn" | "nin", is_bypassed: boolean) =>
  action(profileStates, inAnyState(`${is_bypassed ? "bypass" : "end_bypass"}_${kind}`), {
    asks: {
      label: is_bypassed ? "Bypass verification" : "Take the bypass back",
      title: is_bypassed
        ? `Let the ${kind.toUpperCase()} count without verification?`
        : `Let the ${kind.toUpperCase()} no longer count?`,
      body: "Nothing changes until a second person agrees.",
      shows: ["person", kind],
      reason: "required",
      yes: "Ask for it",
      done: "Requested. A second person decides among the approvals.",
    },
    sends: { kind, is_bypassed },
    refuses: {
      already_verified: { status: 409, words: "It is verified; there is nothing to bypass.", is_hidden: true },
      already_decided: {
        status: 409,
        words: is_bypassed ? "It is bypassed already." : "It is not bypassed.",
        is_hidden: true,
      },
    },
    call: askBypass,
  });
export const bypass = {
  ...askBypass,
  choices: {
    bypassBvn: bypassing("bvn", true),
    endBypassBvn: bypassing("bvn", false),
    bypassNin: bypassing("nin", true),
    endBypassNin: bypassing("nin", false),
  },
};
