/** Who handles which case (C024–C026, C054–C059): a pool of colleagues, cases given by hand or in turn by load, and every contact logged. */
import { z } from "zod";
import { alike } from "../alike.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, positiveKobo } from "../money.ts";
import { businessDate, moment } from "../time.ts";
import { assignmentStates } from "./assignment-states.ts";
import { UNSORTED } from "../page.ts";

export const contactChannels = ["phone", "sms", "email", "whatsapp", "visit"] as const;
export const contactOutcomes = [
  "reached",
  "no_answer",
  "wrong_number",
  "promised_to_pay",
  "call_back",
  "refused",
] as const;

const reads = { can: ["provider:can_view_users"] } as const;
const gives = { can: ["provider:can_assign_users"] } as const;
const handles = { can: ["provider:can_comment_on_users"] } as const;
const colleague = z.object({ id: z.uuid(), name: z.string(), last_name: z.string() });

const assignmentRow = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  name: z.string(),
  last_name: z.string(),
  phone: z.string().nullable(),
  case_status: z.string(),
  profile_status: z.string(),
  is_blacklisted: z.boolean(),
  admin: colleague,
  status: z.enum(assignmentStates.states),
  is_automatic: z.boolean(),
  assigned_at: moment,
  contacted_at: moment.nullable(),
  attended_at: moment.nullable(),
  last_outcome: z.enum(contactOutcomes).nullable(),
  promised_on: z.string().nullable(),
  promised_kobo: kobo.nullable(),
  /** On which day the person is called again; of the newest contact. */
  call_again_on: z.string().nullable(),
});

const listed = {
  search: ["name", "email", "phone"],
  filters: {
    status: { kind: "choice", label: "Assignment", options: assignmentStates.states },
    admin_id: { kind: "id", label: "Handled by" },
    is_automatic: { kind: "boolean", label: "Given in turn" },
    last_outcome: { kind: "choice", label: "Last contact", options: contactOutcomes },
    call_again_on: { kind: "date", label: "Call again" },
  },
  sorts: ["assigned_at", "contacted_at", "attended_at"],
  unsorted: { promised_on: UNSORTED.newest, call_again_on: UNSORTED.newest },
  ranges: ["assigned_at"],
  default_sort: "-assigned_at",
} as const;
const query = { status: z.enum(assignmentStates.states).optional() };

/** C024. */
export const assignedToMe = list("/admin/personal/users/assigned-to-me", {
  spec: "C024",
  summary: "The cases that the caller handles",
  ...reads,
  query,
  row: assignmentRow,
  ...listed,
});
/** C025. */
export const assigned = list("/admin/personal/users/assigned", {
  spec: "C025",
  summary: "Cases that somebody handles",
  ...reads,
  query,
  row: assignmentRow,
  ...listed,
});

/** C026. */
export const statistics = get("/admin/personal/users/assigned/stats", {
  spec: "C026",
  summary: "How many cases each colleague has, and how far they are",
  ...reads,
  query: z.strictObject({ rangeStart: businessDate.optional(), rangeEnd: businessDate.optional() }),
  response: z.object({
    /** `due`: open cases that were to be called again by the business day. */
    totals: z.object(alike(z.int(), "pending", "contacted", "attended", "due", "unassigned_in_process")),
    business_date: businessDate,
    admins: z.array(
      z.object({
        admin: colleague,
        is_in_pool: z.boolean(),
        capacity: z.int().nullable(),
        ...alike(
          z.int(),
          "pending",
          "contacted",
          "attended",
          "due",
          "given_in_range",
          "attended_in_range",
          "contacts_in_range",
        ),
        median_hours_to_contact: z.number().nullable(),
      }),
    ),
  }),
});

export const pool = get("/admin/personal/assignments/admins", {
  spec: "added",
  because: "Supervisors see who receives cases and how many each has.",
  summary: "The pool: who is given cases, how many they have, and who could join",
  ...reads,
  response: z.object({
    members: z.array(
      z.object({
        admin: colleague,
        roles: z.array(z.string()),
        capacity: z.int(),
        open: z.int(),
        pending: z.int(),
        added_at: moment,
      }),
    ),
    candidates: z.array(
      z.object({ id: z.uuid(), name: z.string(), last_name: z.string(), roles: z.array(z.string()) }),
    ),
  }),
});

const adminIds = z.array(z.uuid()).min(1, { error: "this field is required" }).max(100);
/** C054. */
export const addMembers = post("/admin/personal/assignments/admins/addMembers", {
  spec: "C054",
  once_within_seconds: 10,
  summary: "Take colleagues into the pool, or change how many cases they may have",
  ...gives,
  body: form(
    { admin_ids: "required", capacity: "nullable|number|min:1|max:1000" },
    { admin_ids: adminIds, capacity: z.int().optional() },
  ),
  response: z.object({ members: z.int() }),
});
/** C055. Their open cases stay with them unless they are given on. */
export const removeMembers = post("/admin/personal/assignments/admins/removeMembers", {
  spec: "C055",
  summary: "Take colleagues out of the pool",
  ...gives,
  body: form({ admin_ids: "required", give_on: "nullable" }, { admin_ids: adminIds, give_on: z.boolean().optional() }),
  response: z.object({ members: z.int(), given_on: z.int() }),
});

const userIds = z.array(z.uuid()).min(1, { error: "this field is required" }).max(100);
const verdicts = z.object({
  results: z.array(
    z.object({
      user_id: z.uuid(),
      is_done: z.boolean(),
      /** The present and the former handler. */
      admin: colleague.nullable(),
      before: colleague.nullable(),
      reason: z.string().nullable(),
    }),
  ),
});
/** C056. Without `admin_id` each case goes to the colleague of the pool with the least to do. */
export const assign = post("/admin/personal/assignments/admins/assign", {
  spec: "C056",
  summary: "Give cases to a colleague, or to the pool in turn",
  ...gives,
  body: form({ user_ids: "required", admin_id: "nullable" }, { user_ids: userIds, admin_id: z.uuid().optional() }),
  response: verdicts,
});
/** C057. */
export const unassign = post("/admin/personal/assignments/admins/unassign", {
  spec: "C057",
  summary: "Take cases back",
  ...gives,
  body: form(
    { user_ids: "required", reason: "nullable|min:3|max:500" },
    { user_ids: userIds, reason: z.string().optional() },
  ),
  response: verdicts,
});
/** Undoes C056 and C057 for one case or several: each goes back to whom it was, as long as it is still where it went. */
export const giveBack = post("/admin/personal/assignments/admins/give-back", {
  spec: "added",
  because:
    "Cases that were given or taken by mistake go back to whom each was, also where these were several colleagues.",
  summary: "Give cases back to whom they were",
  ...gives,
  body: form(
    { cases: "required" },
    {
      cases: z
        .array(z.strictObject({ user_id: z.uuid(), from: z.uuid().nullable(), to: z.uuid().nullable() }))
        .min(1, { error: "this field is required" })
        .max(100),
    },
  ),
  response: verdicts,
});
/** C058. Only one's own cases, unless one may give cases. */
export const markAsContacted = post("/admin/personal/assignments/admins/mark-as-contacted", {
  spec: "C058",
  summary: "Log a contact with a person",
  ...handles,
  once_within_seconds: 10,
  body: form(
    {
      user_id: "required",
      channel: `required|inArray:${contactChannels.join(",")}`,
      outcome: `required|inArray:${contactOutcomes.join(",")}`,
      note: "nullable|max:1000",
      promised_on: "nullable",
      promised_kobo: "nullable|number|min:1",
      call_again_on: "nullable",
    },
    {
      user_id: z.uuid(),
      channel: z.enum(contactChannels),
      outcome: z.enum(contactOutcomes),
      promised_on: businessDate.optional(),
      promised_kobo: positiveKobo.optional(),
      call_again_on: businessDate.optional(),
    },
  ),
  response: z.object({ user_id: z.uuid(), status: z.enum(assignmentStates.states) }),
});
export const markAsAttended = post("/admin/personal/assignments/admins/mark-as-attended", {
  spec: "added",
  because: "The status attended of cases has no call that sets it.",
  summary: "Say that a case is dealt with",
  ...handles,
  body: form({ user_id: "required" }, { user_id: z.uuid() }),
  response: z.object({ user_id: z.uuid(), status: z.enum(assignmentStates.states) }),
});

/** C059. */
export const ofAdmin = list("/admin/personal/assignments/admins/{id}", {
  spec: "C059",
  summary: "The cases of one colleague",
  ...reads,
  params: idParams,
  row: assignmentRow,
  ...listed,
});

export const contacts = get("/admin/personal/users/{id}/contacts", {
  spec: "added",
  because: "Contacts are logged; the person's page shows them.",
  summary: "Every contact with a person that was logged",
  ...reads,
  params: idParams,
  response: z.object({
    contacts: z.array(
      z.object({
        id: z.uuid(),
        admin: colleague,
        channel: z.enum(contactChannels),
        outcome: z.enum(contactOutcomes),
        note: z.string().nullable(),
        promised_on: z.string().nullable(),
        promised_kobo: kobo.nullable(),
        call_again_on: z.string().nullable(),
        contacted_at: moment,
      }),
    ),
  }),
});
