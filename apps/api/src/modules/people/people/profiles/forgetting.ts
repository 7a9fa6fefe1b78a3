/**
 * What was said of a person outside their own record: notes and reasons that colleagues typed, requests, messages, rows of imports,
 * stored answers. Each noun knows its own rows (`personal` of its noun.ts); a row stays for what it proves, without the words.
 */
import { sql } from "kysely";
import type { App } from "../../../../house/app.ts";
import type { Tx } from "../../../../db/database.ts";
import { knownOf, redactElsewhere } from "./redacting.ts";

/** Called by `erase` while the key still exists. @returns names of stored files that may go once this is committed */
export async function forgetWords(
  tx: Tx,
  { encryption, house }: Pick<App, "encryption" | "house">,
  user_id: string,
): Promise<string[]> {
  const known = await knownOf(tx, encryption, user_id);
  const person = { user_id, emails: known.emails, phones: known.phones };
  const files: string[] = [];
  for (const { erase } of house.personal) files.push(...((await erase?.(tx, person)) ?? []));
  for (const { blanked = {}, deleted = [] } of house.personal) {
    for (const [table, columns] of Object.entries(blanked)) {
      const changes = sql.join(Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
      await sql`update ${sql.table(table)} set ${changes} where user_id = ${user_id}`.execute(tx);
    }
    for (const table of deleted) await sql`delete from ${sql.table(table)} where user_id = ${user_id}`.execute(tx);
  }
  await redactElsewhere(tx, known, user_id);
  return files;
}
