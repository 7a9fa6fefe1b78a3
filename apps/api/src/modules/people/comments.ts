import { uuidv7 } from "uuidv7";
import type { Database, Tx } from "../../db/database.ts";
import type { Actor } from "../audit/index.ts";

/** Notes something about a person for colleagues; the system leaves notes for underwriters the same way. */
export async function addNote(tx: Tx | Database, user_id: string, author: Actor, body: string): Promise<{ id: string; created_at: Date }> {
  return tx
    .insertInto("comments")
    .values({ id: uuidv7(), user_id, author_id: author.user_id, author_name: author.name, body })
    .returning(["id", "created_at"])
    .executeTakeFirstOrThrow()
    .then(({ id, created_at }) => ({ id, created_at: new Date(created_at as unknown as string) }));
}
