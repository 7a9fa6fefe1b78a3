/** What colleagues note about a person, and whom they name in it. */
import { rolesWith } from "../../../house/roles.ts";
import { MAX_MENTIONS, type Mentioned, mentionedIds, readableText } from "@manilla/contract/people/mentions";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { InvalidFields } from "../../../errors.ts";
import { type Actor, actorOf } from "../../platform/audit/index.ts";
import { note } from "../../platform/notifications/index.ts";
import { mentioned } from "./messages.ts";

/** Notes something about a person for colleagues; the system leaves notes for underwriters the same way. */
export async function addNote(
  tx: Tx | Database,
  user_id: string,
  author: Actor,
  body: string,
): Promise<{ id: string; created_at: Date }> {
  return tx
    .insertInto("comments")
    .values({ id: uuidv7(), user_id, author_id: author.user_id, author_name: author.name, body })
    .returning(["id", "created_at"])
    .executeTakeFirstOrThrow();
}

/** Everybody of the provider's staff who can be named: a mentioned colleague must be able to read the case. @param among only these */
export async function colleaguesOf(db: Database | Tx, among?: readonly string[]): Promise<Mentioned[]> {
  const readers = await rolesWith(db, "provider:can_view_users");
  const { rows } = await sql<Mentioned>`
    select u.id, u.full_name as name
    from users u
    where u.erased_at is null
      and not u.is_blacklisted
      and exists (
        select 1 from user_roles r where r.user_id = u.id and r.role = any(${readers})
      ) ${among ? sql`and u.id = any(${[...among]}::uuid[])` : sql``}
    order by u.last_name, u.name, u.id
    limit 500
  `.execute(db);
  return rows;
}

const EXCERPT = 200;

/** A colleague's comment; those mentioned are notified once, with a link. @throws InvalidFields when somebody mentioned is no colleague */
export async function addComment(
  context: Context,
  user_id: string,
  body: string,
): Promise<{ id: string; created_at: Date; mentions: Mentioned[] }> {
  const author = actorOf(context);
  const ids = mentionedIds(body);
  if (ids.length > MAX_MENTIONS) throw new InvalidFields({ body: [`at most ${MAX_MENTIONS} colleagues can be named`] });
  return context.db.transaction().execute(async (tx) => {
    const mentions = ids.length > 0 ? await colleaguesOf(tx, ids) : [];
    if (mentions.length < ids.length) throw new InvalidFields({ body: ["somebody who is named is no colleague"] });
    const added = await addNote(tx, user_id, author, body);
    if (mentions.length > 0)
      await tx
        .insertInto("comment_mentions")
        .values(mentions.map(({ id }) => ({ comment_id: added.id, user_id, mentioned_id: id })))
        .execute();
    for (const { id } of mentions.filter((mentioned) => mentioned.id !== author.user_id)) {
      const excerpt = readableText(body, mentions).slice(0, EXCERPT);
      await note(tx, id, mentioned({ user_id, author: author.name, excerpt }));
    }
    return { ...added, mentions };
  });
}

interface Note {
  id: string;
  author_id: string | null;
  author_name: string;
  body: string;
  created_at: Date;
  mentions: Mentioned[];
}

/** The comments of a person, newest first. */
export async function commentsOf(db: Database, user_id: string) {
  const { rows } = await sql<Note>`
    select c.id, c.author_id, c.author_name, c.body, c.created_at,
      (
        select coalesce(json_agg(json_build_object('id', m.mentioned_id, 'name', u.full_name)), '[]')
        from comment_mentions m
        join users u on u.id = m.mentioned_id
        where m.comment_id = c.id
      ) as mentions
    from comments c
    where c.user_id = ${user_id}
    order by c.created_at desc, c.id desc
    limit 300
  `.execute(db);
  return rows.map(({ author_id, author_name, ...row }) => ({ ...row, author: { id: author_id, name: author_name } }));
}
