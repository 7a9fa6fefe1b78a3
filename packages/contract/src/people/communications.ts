/** Messages to many people: templates with variables, segments from any queue, quiet hours, frequency cap, opt-out, and a log per message (C193–C197). */
import { z } from "zod";
import { alike } from "../alike.ts";
import { abilities, action } from "../action.ts";
import { del, get, idParams, list, post, put } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { queueNames } from "./queues.ts";
import { categories, channels } from "./message-variables.ts";
import { reasonRule } from "../reasons.ts";
import { communicationStates } from "./communication-states.ts";
import { messageStates } from "./message-states.ts";
import { businessDate, moment } from "../time.ts";
import { UNSORTED } from "../page.ts";

/** The right to write templates includes reading them. */
const reads = {
  can: ["provider:can_view_communication_templates", "provider:can_create_communication_templates"],
} as const;
const creates = { can: ["provider:can_create_communication_templates"] } as const;
const sends = { can: ["provider:can_create_communications"] } as const;

const texts = {
  channel: `required|inArray:${channels.join(",")}`,
  category: `required|inArray:${categories.join(",")}`,
  subject: "nullable|max:150",
  body: "required|min:3|max:4000",
} as const;
const typed = { channel: z.enum(channels), category: z.enum(categories) };
const template = z.object({
  id: z.uuid(),
  name: z.string(),
  channel: z.enum(channels),
  category: z.enum(categories),
  subject: z.string().nullable(),
  body: z.string(),
  created_by: z.string().nullable(),
  created_at: moment,
  updated_at: moment,
  version: z.int(),
});

/** C193. */
export const listTemplates = list("/admin/personal/communication-templates", {
  spec: "C193",
  summary: "Message templates",
  ...reads,
  row: template,
  search: ["name", "body"],
  filters: {
    channel: { kind: "choice", options: channels },
    category: { kind: "choice", label: "Category", options: categories },
  },
  sorts: ["updated_at", "name"],
  ranges: ["updated_at"],
  default_sort: "-updated_at",
});
/** C194. */
export const createTemplate = post("/admin/personal/communication-templates", {
  spec: "C194",
  summary: "Create a message template",
  ...creates,
  body: form({ name: "required|min:3|max:100", ...texts }, typed),
  response: z.object({ template }),
});
/** C195. */
export const updateTemplate = put("/admin/personal/communication-templates/{id}", {
  spec: "C195",
  summary: "Change a message template",
  ...creates,
  params: idParams,
  body: form({ name: "required|min:3|max:100", ...texts, version: "required|number" }, { ...typed, version: z.int() }),
  response: z.object({ template }),
});
/** C196. What was sent with it stays in the log. */
export const removeTemplate = del("/admin/personal/communication-templates/{id}", {
  spec: "C196",
  summary: "Delete a message template",
  ...creates,
  params: idParams,
  response: z.object({ id: z.uuid() }),
});

const rendered = z.object({ subject: z.string().nullable(), body: z.string(), parts: z.int() });
export const preview = post("/admin/personal/communication-templates/preview", {
  spec: "added",
  because: "A template is read with real values before it goes out.",
  summary: "A text as one person would read it",
  ...reads,
  body: form({ ...texts, user_id: "required" }, { ...typed, user_id: z.uuid() }),
  response: rendered,
});
export const testSend = post("/admin/personal/communication-templates/test", {
  spec: "added",
  because: "The sender reads the message on a phone before others do.",
  summary: "Send a text to oneself, with one person's values",
  ...creates,
  effect: "sends",
  once_within_seconds: 10,
  body: form({ ...texts, user_id: "required" }, { ...typed, user_id: z.uuid() }),
  response: z.object({ sent_to: z.string() }),
});

/** Any queue with the filters of its list: the same people that the screen shows. */
export const segment = z.strictObject({
  queue: z.enum(queueNames),
  filter: z.string().max(4_000).optional(),
  search: z.string().max(200).optional(),
  rangeStart: businessDate.optional(),
  rangeEnd: businessDate.optional(),
  user_ids: z.array(z.uuid()).min(1).max(100).optional(),
});
const communication = z.object({
  id: z.uuid(),
  name: z.string(),
  channel: z.enum(channels),
  category: z.enum(categories),
  subject: z.string().nullable(),
  body: z.string(),
  segment,
  status: z.enum(communicationStates.states),
  scheduled_at: moment.nullable(),
  ...alike(z.int(), "total", "queued", "handed_over", "delivered", "failed", "bounced", "skipped"),
  created_by: z.string().nullable(),
  created_at: moment,
  finished_at: moment.nullable(),
  approval_id: z.uuid().nullable(),
  abilities,
});
export const countSegment = post("/admin/personal/communications/count", {
  spec: "added",
  because: "The sender sees how many are meant before sending.",
  summary: "How many people a segment holds, and how many of them can be reached",
  ...sends,
  body: z.strictObject({ channel: z.enum(channels), category: z.enum(categories), segment }),
  response: z.object({ people: z.int(), opted_out: z.int(), unreachable: z.int() }),
});

/** C197. One person is written to at once; several, many one by one, and a link to another site wait for a second person. */
export const create = post("/admin/personal/communications", {
  spec: "C197",
  summary: "Send a message to a segment, now or at a time",
  ...sends,
  effect: "sends",
  body: z.strictObject({
    name: z.string().trim().min(3, { error: "this field has to contain at least 3 characters" }).max(100),
    channel: z.enum(channels),
    category: z.enum(categories),
    subject: z.string().trim().max(150).optional(),
    body: z.string().trim().min(3, { error: "this field has to contain at least 3 characters" }).max(4_000),
    template_id: z.uuid().optional(),
    segment,
    scheduled_at: z.iso.datetime({ offset: true }).optional(),
  }),
  response: z.object({ communication, approval_id: z.uuid().nullable() }),
});
export const listAll = list("/admin/personal/communications", {
  spec: "added",
  because: "C193 to C197 send; this lists what was sent.",
  summary: "What was sent, is being sent and waits",
  ...sends,
  row: communication,
  search: ["name"],
  filters: {
    channel: { kind: "choice", options: channels },
    status: { kind: "choice", options: communicationStates.states },
    category: { kind: "choice", label: "Category", options: categories },
  },
  sorts: ["created_at", "scheduled_at"],
  ranges: ["created_at"],
  default_sort: "-created_at",
});
export const find = get("/admin/personal/communications/{id}", {
  spec: "added",
  because: "The page of one message to many.",
  summary: "One message to many",
  ...sends,
  params: idParams,
  response: z.object({ communication }),
});
export const cancel = action(communicationStates, "cancel", {
  asks: {
    label: "Stop",
    title: "Stop this message?",
    body: "Nobody else will be written to.",
    shows: ["total", "handed_over", "delivered"],
    reason: "required",
    style: "danger",
    done: "Stopped.",
  },
  call: post("/admin/personal/communications/{id}/cancel", {
    spec: "added",
    because: "A message to many can be stopped while it is being sent.",
    summary: "Stop what has not been sent yet",
    ...sends,
    params: idParams,
    body: form({ reason: reasonRule }),
    response: z.object({ communication }),
  }),
});
export const messages = list("/admin/personal/communications/{id}/messages", {
  spec: "added",
  because: "Whether each message arrived.",
  summary: "Outcome of each message",
  ...sends,
  params: idParams,
  row: z.object({
    id: z.uuid(),
    user_id: z.uuid(),
    name: z.string(),
    last_name: z.string(),
    status: z.enum(messageStates.states),
    reason: z.string().nullable(),
    sent_at: moment.nullable(),
    delivered_at: moment.nullable(),
    created_at: moment,
  }),
  search: ["name", "email"],
  filters: { status: { kind: "choice", options: messageStates.states } },
  sorts: ["created_at"],
  unsorted: { sent_at: UNSORTED.same, delivered_at: UNSORTED.same },
  ranges: ["created_at"],
  default_sort: "-created_at",
});
/** Of every kind: receipts, codes, letters and offers. */
export const undelivered = list("/admin/personal/undelivered-messages", {
  spec: "added",
  because: "Support reaches people whose messages did not arrive.",
  summary: "Messages that did not arrive, and why",
  can: ["provider:can_view_users"],
  row: z.object({
    id: z.uuid(),
    user_id: z.uuid(),
    name: z.string(),
    last_name: z.string(),
    phone: z.string().nullable(),
    channel: z.enum(["mail", "sms", "push"]),
    outcome: z.enum(["failed", "bounced"]),
    reason: z.string().nullable(),
    started_at: moment,
  }),
  search: ["name", "email", "phone"],
  filters: {
    channel: { kind: "choice", options: ["mail", "sms", "push"] },
    outcome: { kind: "choice", options: ["failed", "bounced"] },
  },
  sorts: ["started_at"],
  ranges: ["started_at"],
  default_sort: "-started_at",
});
export const ofPerson = get("/admin/personal/users/{id}/communications", {
  spec: "added",
  because: "Complaints about messages start on the person's page.",
  summary: "What was sent to a person",
  can: ["provider:can_view_users"],
  params: idParams,
  response: z.object({
    messages: z.array(
      z.object({
        id: z.uuid(),
        communication: z.string(),
        channel: z.enum(channels),
        category: z.enum(categories),
        subject: z.string().nullable(),
        body: z.string().nullable(),
        status: z.enum(messageStates.states),
        reason: z.string().nullable(),
        sent_at: moment.nullable(),
        delivered_at: moment.nullable(),
      }),
    ),
    preferences: z.array(z.object({ channel: z.enum(channels), is_allowed: z.boolean() })),
    suppressions: z.array(
      z.object({ channel: z.enum(channels), reason: z.string(), is_marketing_only: z.boolean(), since: moment }),
    ),
  }),
});
/** After the person said that the number or address works. */
export const liftSuppression = post("/admin/personal/users/{id}/communications/lift", {
  spec: "added",
  because: "A number that was corrected is written to again.",
  summary: "Write again by a way that did not reach the person",
  ...sends,
  params: idParams,
  body: form({ channel: `required|inArray:${channels.join(",")}`, reason: reasonRule }, { channel: z.enum(channels) }),
  response: z.object({ channel: z.enum(channels) }),
});

const own = { can: ["personal:can_view_personal_profile"], guards: [] } as const;
const preferences = z.object({
  preferences: z.array(z.object({ channel: z.enum(channels), is_allowed: z.boolean() })),
});
export const findPreferences = get("/personal/contact-preferences", {
  spec: "added",
  because: "The law gives people a choice about offers.",
  summary: "By which ways one may be sent offers",
  ...own,
  response: preferences,
});
export const updatePreferences = put("/personal/contact-preferences", {
  spec: "added",
  because: "As findPreferences: the choice is changed.",
  summary: "Say by which ways one may be sent offers",
  ...own,
  body: z.strictObject({
    preferences: z
      .array(z.strictObject({ channel: z.enum(channels), is_allowed: z.boolean() }))
      .min(1)
      .max(channels.length),
  }),
  response: preferences,
});
const unsubscribeToken = z.strictObject({ token: z.string().regex(/^[\w.-]{20,200}$/) });
export const findUnsubscribe = get("/contact-preferences/unsubscribe/{token}", {
  spec: "added",
  because: "Who opens a link that no longer works, or was used, reads so at once.",
  summary: "What the link at the end of an offer would end, and whether it has",
  can: "public",
  params: unsubscribeToken,
  response: z.object({ channel: z.enum(channels), is_ended: z.boolean() }),
});
/** The link at the end of every offer; needs no sign-in. */
export const unsubscribe = post("/contact-preferences/unsubscribe/{token}", {
  spec: "added",
  because: "Offers by mail carry a link that ends them.",
  summary: "Unsubscribe from offers on the channel of the link",
  can: "public",
  params: unsubscribeToken,
  response: z.object({ channel: z.enum(channels) }),
});
