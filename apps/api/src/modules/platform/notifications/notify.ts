import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database, Tx } from "../../../db/database.ts";
import { announce, later } from "../../../db/pipelined-database.ts";

/** Tells a person something inside the product (`about`: a customer whom it names to a colleague); open browsers hear of it when the transaction commits. */
export async function notify(
  tx: Tx | Database,
  {
    about,
    ...note
  }: { user_id: string; kind: string; title: string; body: string; link?: string; about?: string | null },
): Promise<void> {
  const row = { id: uuidv7(), link: null, ...note, about_id: about ?? null };
  await later(tx, tx.insertInto("notifications").values(row));
  const payload = JSON.stringify({
    user_id: note.user_id,
    event: "notification",
    data: { id: row.id, kind: row.kind, title: row.title, body: row.body.slice(0, 300), link: row.link },
  });
  await announce(tx, payload);
}

/** Tells everyone who holds a permission's roles, for example that an approval waits. */
export async function notifyRoles(
  tx: Tx | Database,
  roles: readonly string[],
  note: { kind: string; title: string; body: string; link?: string; except?: string; about?: string | null },
): Promise<void> {
  const { except, ...rest } = note;
  // Through a function: a customer's request tells staff whose roles it may not read.
  const { rows } = await sql<{ user_id: string }>`select holders_of_roles(${[...roles]}) as user_id`.execute(tx);
  for (const { user_id } of rows) if (user_id !== except) await notify(tx, { user_id, ...rest });
}
