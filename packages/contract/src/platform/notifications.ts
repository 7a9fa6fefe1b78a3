import { z } from "zod";
import { get, idParams, post } from "../endpoint.ts";
import { moment } from "../time.ts";

export const notificationRow = z.object({
  id: z.uuid(),
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  link: z.string().nullable(),
  created_at: moment,
  read_at: moment.nullable(),
});

const notificationList = z.object({ data: z.array(notificationRow), unread_count: z.int() });
const paging = z.strictObject({
  before: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

/** C213. */
export const unread = get("/notification/unread", {
  spec: "C213",
  summary: "Unread notifications, newest first",
  can: "signed_in",
  guards: [],
  query: paging,
  response: notificationList,
});

/** C214. */
export const read = get("/notification/read", {
  spec: "C214",
  summary: "Read notifications, newest first",
  can: "signed_in",
  guards: [],
  query: paging,
  response: notificationList,
});

export const markRead = post("/notification/{id}/read", {
  spec: "added",
  because: "The specification lists notifications; nothing marks one as read.",
  summary: "Mark one notification read",
  can: "signed_in",
  guards: [],
  params: idParams,
  response: z.object({ unread_count: z.int() }),
});

export const markAllRead = post("/notification/read-all", {
  spec: "added",
  because: "One gesture for a full list.",
  summary: "Mark every notification read",
  can: "signed_in",
  guards: [],
  /** Which ones were unread: the inverse takes them back. */
  response: z.object({ unread_count: z.int(), ids: z.array(z.uuid()) }),
});

/** The inverse of both. */
export const markUnread = post("/notification/unread", {
  spec: "added",
  because: "Undo of the above.",
  summary: "Make notifications unread again",
  can: "signed_in",
  guards: [],
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(1_000) }),
  response: z.object({ unread_count: z.int() }),
});

/** Server-sent events: `notification` with a row, `count` with the unread count, a comment every 25 s. */
export const stream = get("/notification/stream", {
  spec: "added",
  because: "Open pages learn of news without asking again and again.",
  summary: "Notifications as they happen (server-sent events)",
  can: "signed_in",
  guards: [],
  kind: "stream",
});
