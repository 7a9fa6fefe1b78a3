import type { Context } from "../../../house/app.ts";
import type { IdentityRecord } from "../../../outside/identity/port.ts";

/** The register's record of the verified BVN, as it was kept. */
export async function identityRecordOf(
  { db, encryption }: Pick<Context, "db" | "encryption">,
  person: { id: string; data_key: Buffer },
): Promise<{ record: IdentityRecord; at: Date } | undefined> {
  const row = await db
    .selectFrom("identity_verifications")
    .select(["record_encrypted", "created_at"])
    .where("user_id", "=", person.id)
    .where("status", "in", ["verified", "mismatch"])
    .where("record_encrypted", "is not", null)
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  if (!row?.record_encrypted) return undefined;
  return {
    record: JSON.parse(
      encryption.decrypt(person.id, person.data_key, "identity_record", row.record_encrypted),
    ) as IdentityRecord,
    at: row.created_at,
  };
}
