/** Everything that is kept about a person, readable by them: their own numbers in clear for nobody but them, nobody else's names. */
import { sql } from "kysely";
import type { Context } from "../../../house/app.ts";
import type { Database } from "../../../db/database.ts";
import { getRow } from "../../../db/row.ts";
import { masked } from "../../../field-encryption.ts";
import { loadFacts } from "../people/profiles/index.ts";

/** All that is kept about a person. Their identity and account numbers are whole in their own file alone: staff see one with a reason, on record (D1). */
export async function gatherEverything(
  context: Pick<Context, "encryption" | "house" | "session"> & { db: Database },
  user_id: string,
): Promise<Record<string, unknown>> {
  const { db, encryption, house, session } = context;
  const { data_key, profile, documents: _documents, ...person } = await loadFacts(db, user_id);
  const sealed = await getRow(db, "profiles", { user_id }, ["bvn_encrypted", "nin_encrypted", "account_no_encrypted"]);
  // One number that cannot be read any more does not keep the rest from its owner.
  const open = (field: "bvn" | "nin" | "account_no", bytes: Buffer | null): string | null => {
    try {
      const number = bytes && encryption.decrypt(user_id, data_key, field, bytes);
      return number && user_id !== session.user_id ? masked(number.slice(-4)) : number;
    } catch {
      return "could not be read";
    }
  };
  const { blacklist_reason: _reason, is_customer: _customer, version: _version, ...shown } = person;
  const parts: Record<string, unknown> = {
    person: shown,
    profile: {
      ...profile,
      bvn: open("bvn", sealed.bvn_encrypted),
      nin: open("nin", sealed.nin_encrypted),
      account_no: open("account_no", sealed.account_no_encrypted),
    },
  };
  for (const [table, columns] of house.personal.flatMap(({ exported = {} }) => Object.entries(exported))) {
    const { rows } =
      await sql`select ${sql.raw(columns)} from ${sql.table(table)} where user_id = ${user_id} limit 5000`.execute(db);
    parts[table] = rows;
  }
  return parts;
}
