/** Complaints with their clock: acknowledged at once, answered in words, resolved by a day that the person knows (N01, N03). */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { own_request } from "../request.ts";
import { moment } from "../time.ts";
import { complaintCategories } from "./complaint-categories.ts";
import { complaintStates } from "./complaint-states.ts";

const status = z.enum(complaintStates.states);
const complaint = z.object({
  id: z.uuid(),
  reference: z.string(),
  category: z.enum(complaintCategories),
  text: z.string(),
  status,
  /** The day until which it is to be resolved. */
  due_on: z.string(),
  document_id: z.uuid().nullable(),
  created_at: moment,
  resolved_at: moment.nullable(),
});
const messages = z.array(
  z.object({ id: z.uuid(), is_staff: z.boolean(), by: z.string(), text: z.string(), at: moment }),
);
const handles = { can: ["provider:can_handle_complaints"] } as const;
const row = complaint.extend({
  user_id: z.uuid(),
  name: z.string(),
  last_name: z.string(),
  /** For which the person complained. */
  company: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  assigned_to: z.string().nullable(),
  days_left: z.int(),
  is_late: z.boolean(),
  abilities,
});

export const listAll = list("/admin/complaints", {
  spec: "added",
  because: "Lending rules want a complaint channel with a clock, and the specification has none.",
  summary: "Complaints, with the days that are left for each",
  ...handles,
  row: row.omit({ document_id: true }),
  search: ["name", "email", "phone", "reference"],
  filters: {
    status: { kind: "choice", options: complaintStates.states },
    category: { kind: "choice", options: complaintCategories },
    assigned_to: { kind: "text", label: "Handled by" },
    admin_id: { kind: "id", label: "With" },
    company_id: { kind: "id", label: "Company" },
    is_late: { kind: "boolean", label: "Late" },
  },
  sorts: ["due_on", "created_at"],
  ranges: ["created_at", "due_on"],
  default_sort: "due_on",
});
export const summary = get("/admin/complaints/summary", {
  spec: "added",
  because: "The menu and the homes of support and operations count the open ones.",
  summary: "How many complaints are open, due soon and late",
  ...handles,
  response: z.object({ open: z.int(), due_soon: z.int(), late: z.int(), mine: z.int() }),
});
export const find = get("/admin/complaints/{id}", {
  spec: "added",
  because: "The page on which a complaint is worked.",
  summary: "One complaint: what was written on both sides, and what happened",
  ...handles,
  params: idParams,
  response: row.extend({
    messages,
    history: z.array(
      z.object({ id: z.uuid(), title: z.string(), by: z.string(), reason: z.string().nullable(), at: moment }),
    ),
    colleagues: z.array(z.object({ id: z.uuid(), name: z.string() })),
  }),
});

const answered = z.object({ complaint });
const acts = { spec: "added", ...handles, effect: "sends", params: idParams, response: answered } as const;
const words = "required|min:10|max:2000";

export const assign = action(
  complaintStates,
  { name: "assign", from: ["open", "answered", "escalated"] },
  {
    asks: {
      label: "Take it",
      title: "Take this complaint?",
      yes: "Take it",
      shows: ["reference"],
      done: "It is yours.",
    },
    refuses: { own_request },
    call: post("/admin/complaints/{id}/assign", {
      because: "A complaint has one colleague who answers for it.",
      summary: "Take a complaint, or hand it to a colleague",
      ...acts,
      body: z.strictObject({ admin_id: z.uuid().optional() }),
    }),
  },
);
export const answer = action(complaintStates, "answer", {
  refuses: { own_request },
  call: post("/admin/complaints/{id}/answer", {
    because: "The person reads what is done about it.",
    summary: "Answer a complaint",
    ...acts,
    body: form({ text: words }),
  }),
});
export const resolve = action(complaintStates, "resolve", {
  refuses: { own_request },
  call: post("/admin/complaints/{id}/resolve", {
    because: "The clock ends with an outcome in words.",
    summary: "Resolve a complaint and say what was done",
    ...acts,
    body: form({ text: words }),
  }),
});
export const escalate = action(complaintStates, "escalate", {
  asks: {
    label: "Escalate…",
    body: "The heads of operations get it, with your reason. The clock goes on.",
    shows: ["reference"],
    reason: "required",
    done: "Escalated.",
  },
  refuses: { own_request },
  call: post("/admin/complaints/{id}/escalate", {
    because: "Complaints that support cannot resolve are escalated.",
    summary: "Give a complaint to the heads of operations",
    ...acts,
    body: form({ reason: "required|min:3|max:500" }),
  }),
});

const recorded = z.object({ complaint_id: z.uuid(), reference: z.string(), due_on: z.string() });
export const record = post("/admin/users/{id}/complaints", {
  spec: "added",
  because: "Who complains by telephone has the same clock and the same answer as who writes.",
  summary: "Record a person's complaint made by telephone; the person gets its reference and its day",
  ...handles,
  effect: "sends",
  params: idParams,
  body: form(
    { category: `required|inArray:${complaintCategories.join(",")}`, text: "required|min:20|max:3000" },
    { category: z.enum(complaintCategories) },
  ),
  response: recorded,
});

export const callers = list("/admin/complaints/callers", {
  spec: "added",
  because: "Support finds who calls for a company by their name, phone or company.",
  summary: "People of companies, for whom a complaint by telephone can be recorded",
  ...handles,
  row: z.object({
    id: z.uuid(),
    name: z.string(),
    last_name: z.string(),
    company: z.object({ id: z.uuid(), name: z.string() }),
    created_at: moment,
  }),
  search: ["name", "email", "phone", "company"],
  filters: {},
  sorts: ["created_at"],
  default_sort: "-created_at",
});
export const recordOfCompany = post("/admin/complaints/of-companies", {
  spec: "added",
  because: "A company that complains by telephone has the same clock; who called for it is named and gets the answer.",
  summary: "Record a company's complaint made by telephone; the caller gets its reference and its day",
  ...handles,
  effect: "sends",
  body: form(
    {
      user_id: "required",
      category: `required|inArray:${complaintCategories.join(",")}`,
      text: "required|min:20|max:3000",
    },
    { user_id: z.uuid(), category: z.enum(complaintCategories) },
  ),
  response: recorded,
});

const own = {
  spec: "added",
  can: ["personal:can_view_personal_profile", "company:can_update_password"],
  guards: [],
} as const;
const ownComplaint = complaint.extend({ messages });
export const listOwn = get("/complaints", {
  because: "People follow the progress of their complaint.",
  summary: "One's own complaints with what was answered",
  ...own,
  response: z.object({ complaints: z.array(ownComplaint) }),
});
export const complain = post("/complaints", {
  because: "Everybody with an account can complain, whatever state the account is in.",
  summary: "Complain; the answer has the reference and the day until which it is resolved",
  ...own,
  effect: "sends",
  files: { field: "document", accept: ["pdf", "png", "jpeg"], max_bytes: 10_000_000 },
  body: form(
    { category: `required|inArray:${complaintCategories.join(",")}`, text: "required|min:20|max:3000" },
    { category: z.enum(complaintCategories) },
  ),
  response: z.object({ complaint: ownComplaint }),
});
export const reply = action(complaintStates, "reply", {
  call: post("/complaints/{id}/reply", {
    because: "Who is not content says so, and the complaint is open again.",
    summary: "Write more about one's complaint",
    ...own,
    effect: "sends",
    params: idParams,
    body: form({ text: "required|min:3|max:2000" }),
    response: answered,
  }),
});
