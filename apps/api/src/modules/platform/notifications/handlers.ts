import * as calls from "@manilla/contract/platform/notifications";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { NotFound } from "../../../errors.ts";

/** Maximum number that can be made unread again at once. */
const MAX_UNREAD = 1_000;

async function unreadCount({ db, session }: Context): Promise<number> {
  const { count } = await db
    .selectFrom("notifications")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("user_id", "=", session.user_id)
    .where("read_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function page(context: Context, isRead: boolean, query: { before?: string; limit: number }) {
  let rows = context.db
    .selectFrom("notifications")
    .select(["id", "kind", "title", "body", "link", "created_at", "read_at"])
    .where("user_id", "=", context.session.user_id)
    .where("read_at", isRead ? "is not" : "is", null)
    .orderBy("id", "desc")
    .limit(query.limit);
  if (query.before) rows = rows.where("id", "<", query.before);
  const isViewed = context.session.viewed_by !== null;
  const data = (await rows.execute()).map((row) =>
    // An examination's PIN is of use to anybody who reads it.
    isViewed && row.kind === "bill" ? { ...row, body: row.body.replace(/^PIN [^.]*/, "PIN •••••••") } : row,
  );
  return { data, unread_count: await unreadCount(context) };
}

export const handlers: Handlers<typeof calls> = {
  unread: (context, { query }) => page(context, false, query),
  read: (context, { query }) => page(context, true, query),

  async markRead(context, { params }) {
    const { numUpdatedRows } = await context.db
      .updateTable("notifications")
      .set(({ fn, ref, val }) => ({ read_at: fn.coalesce(ref("read_at"), val(clock.now())) }))
      .where("id", "=", params.id)
      .where("user_id", "=", context.session.user_id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new NotFound("This notification");
    return { unread_count: await unreadCount(context) };
  },

  async markAllRead({ db, session }) {
    const rows = await db
      .updateTable("notifications")
      .set({ read_at: clock.now() })
      .where("user_id", "=", session.user_id)
      .where("read_at", "is", null)
      .returning("id")
      .execute();
    return { unread_count: 0, ids: rows.slice(0, MAX_UNREAD).map(({ id }) => id) };
  },

  async markUnread(context, { body }) {
    const { numUpdatedRows } = await context.db
      .updateTable("notifications")
      .set({ read_at: null })
      .where("user_id", "=", context.session.user_id)
      .where("id", "in", body.ids)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new NotFound("These notifications");
    return { unread_count: await unreadCount(context) };
  },

  async *stream(context) {
    yield { event: "count", data: { unread_count: await unreadCount(context) } };
    for await (const event of context.live.eventsOf(context.session.user_id, context.left())) {
      yield event;
      yield { event: "count", data: { unread_count: await unreadCount(context) } };
    }
  },
};
