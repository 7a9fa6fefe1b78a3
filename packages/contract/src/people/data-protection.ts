/** Data protection (NDPA 2023): what people ask about their data, with its clock; what was agreed to; what is kept how long. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { moment } from "../time.ts";
import { dataRequestStates } from "./data-request-states.ts";

export const dataRequestKinds = ["export", "erasure", "correction"] as const;
const handles = { can: ["provider:can_handle_data_requests"] } as const;
const request = z.object({
  id: z.uuid(),
  kind: z.enum(dataRequestKinds),
  status: z.enum(dataRequestStates.states),
  text: z.string().nullable(),
  due_on: z.string(),
  answer: z.string().nullable(),
  created_at: moment,
  answered_at: moment.nullable(),
});

export const listRequests = list("/admin/data-requests", {
  spec: "added",
  because: "The queue with its legal deadline.",
  summary: "What people asked about their data",
  ...handles,
  row: request.extend({
    user_id: z.uuid(),
    name: z.string(),
    last_name: z.string(),
    days_left: z.int(),
    answered_by: z.string().nullable(),
    abilities,
  }),
  search: ["name", "email"],
  filters: {
    kind: { kind: "choice", label: "Request", options: dataRequestKinds },
    status: { kind: "choice", options: dataRequestStates.states },
  },
  sorts: ["created_at", "due_on"],
  ranges: ["created_at"],
  default_sort: "-created_at",
});
export const answer = action(
  dataRequestStates,
  { name: "answer", makes: ["do", "refuse"] },
  {
    refuses: { own_request: { status: 403, words: "Nobody answers their own request." } },
    call: post("/admin/data-requests/{id}/answer", {
      spec: "added",
      because: "The data protection act gives a month to answer.",
      summary: "Answer a request about data",
      ...handles,
      effect: "sends",
      params: idParams,
      body: form(
        { status: "required|inArray:done,refused", answer: "required|min:10|max:1000" },
        { status: z.enum(["done", "refused"]) },
      ),
      response: z.object({ request }),
    }),
  },
);
/** What came by letter, by phone or at the desk; another colleague makes the file of it. */
export const record = post("/admin/personal/users/{id}/data-requests", {
  spec: "added",
  because: "A right that is not only for those who can sign in.",
  summary: "Write down what a person asks about their data",
  ...handles,
  effect: "sends",
  params: idParams,
  body: form(
    { kind: `required|inArray:${dataRequestKinds.join(",")}`, text: "required|min:3|max:1000" },
    { kind: z.enum(dataRequestKinds) },
  ),
  response: z.object({ request }),
});
/** Everything that is kept about one person, as a file for them; each export is audited, so it is no GET. */
export const exportOf = post("/admin/personal/users/{id}/data-export", {
  spec: "added",
  because: "Staff answer a request for access.",
  summary: "Everything that is kept about a person",
  ...handles,
  step_up: true,
  kind: "file",
  params: idParams,
});

export const consents = get("/admin/personal/users/{id}/consents", {
  spec: "added",
  because: "The consent on which a lookup rests.",
  summary: "What a person agreed to, and what was looked up with it",
  can: ["provider:can_view_users"],
  params: idParams,
  response: z.object({
    consents: z.array(z.object({ id: z.uuid(), kind: z.string(), wording: z.string(), given_at: moment })),
    pulls: z.array(
      z.object({ what: z.string(), consent_id: z.uuid().nullable(), by: z.string().nullable(), at: moment }),
    ),
    reveals: z.array(z.object({ field: z.string(), by: z.string(), reason: z.string().nullable(), at: moment })),
  }),
});
export const retention = get("/admin/data-retention", {
  spec: "added",
  because: "Shows how long data are kept and that deletion runs.",
  summary: "How long what is kept, and what the last runs removed",
  ...handles,
  response: z.object({
    rules: z.array(z.object({ what: z.string(), days: z.int(), because: z.string() })),
    runs: z.array(z.object({ ran_at: moment, removed: z.record(z.string(), z.number()) })),
  }),
});

const own = { can: ["personal:can_view_personal_profile"], guards: [] } as const;
export const findOwn = get("/personal/data-requests", {
  spec: "added",
  because: "Outcome of one's request.",
  summary: "One's own requests about one's data",
  ...own,
  response: z.object({ requests: z.array(request) }),
});
export const ask = post("/personal/data-requests", {
  spec: "added",
  because: "The right to access, correction and erasure.",
  summary: "Ask for one's data, for a correction, or to be forgotten",
  ...own,
  effect: "sends",
  body: form(
    { kind: `required|inArray:${dataRequestKinds.join(",")}`, text: "nullable|max:1000" },
    { kind: z.enum(dataRequestKinds) },
  ),
  response: z.object({ request }),
});
export const exportOwn = post("/personal/data-export", {
  spec: "added",
  because: "People fetch their own data without asking.",
  summary: "Everything that is kept about oneself",
  ...own,
  kind: "file",
});
