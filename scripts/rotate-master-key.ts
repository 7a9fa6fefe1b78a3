/**
 * `NEW_MASTER_KEY=… node scripts/rotate-master-key.ts`: seals every person's and company's own key anew, from `MASTER_KEY` to `NEW_MASTER_KEY`. What is sealed with the
 * people's own keys (fields, files, the audit trail) stays as it is. All in one transaction, while no process of the application runs: one with the old key
 * could neither read anybody nor be read. Refused when a key does not open with `MASTER_KEY`, or when a process still holds a connection.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import pg from "pg";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Where keys are: those of people, of companies that have a wallet, and of what companies keep: documents, receipts, accounts that they pay, one by one and in batches. */
export const KEYS = [
  ["users", "id"],
  ["wallets", "company_id"],
  ["company_documents", "id"],
  ["expense_receipts", "id"],
  ["beneficiaries", "id"],
  ["beneficiary_uploads", "id"],
  ["transfer_batches", "id"],
] as const;

/** The form in which apps/api/src/field-encryption.ts keeps a person's key: nonce, bytes, tag, bound to the person. */
export function rewrap(user_id: string, wrapped: Buffer, from: Buffer, to: Buffer): Buffer {
  const bound = Buffer.from(`key:${user_id}`);
  const opening = createDecipheriv("aes-256-gcm", from, wrapped.subarray(0, NONCE_BYTES)).setAAD(bound);
  opening.setAuthTag(wrapped.subarray(wrapped.length - TAG_BYTES));
  const key = Buffer.concat([
    opening.update(wrapped.subarray(NONCE_BYTES, wrapped.length - TAG_BYTES)),
    opening.final(),
  ]);
  const nonce = randomBytes(NONCE_BYTES);
  const sealing = createCipheriv("aes-256-gcm", to, nonce).setAAD(bound);
  return Buffer.concat([nonce, sealing.update(key), sealing.final(), sealing.getAuthTag()]);
}

/**
 * Rotates in the database of `url`, the schema's owner.
 * @returns how many keys of people and companies were sealed anew
 * @throws Error when a process of the application is connected, or a key does not open; then nothing was changed
 */
export async function rotateMasterKey(url: string, from: Buffer, to: Buffer): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("begin");
    const { rows: others } = await client.query<{ count: string }>(
      `
        select count(*)
        from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      `,
    );
    if (others[0]?.count !== "0")
      throw new Error(`${others[0]?.count} connections to the database are open: stop every process of Manilla first.`);
    let sealed = 0;
    for (const [table, id_column] of KEYS) {
      await client.query(`lock table ${table} in share row exclusive mode`);
      const { rows } = await client.query<{ id: string; data_key: Buffer }>(
        `select ${id_column} as id, data_key from ${table} where data_key is not null`,
      );
      for (const { id, data_key } of rows)
        await client.query(`update ${table} set data_key = $2 where ${id_column} = $1`, [
          id,
          rewrap(id, data_key, from, to),
        ]);
      sealed += rows.length;
    }
    await client.query("commit");
    return sealed;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    await client.end();
  }
}

if (import.meta.main) {
  const { MASTER_KEY = "", NEW_MASTER_KEY = "", DATABASE_OWNER_URL, DATABASE_URL } = process.env;
  const isKey = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
  const url = DATABASE_OWNER_URL || DATABASE_URL;
  if (!url || !isKey(MASTER_KEY) || !isKey(NEW_MASTER_KEY) || MASTER_KEY === NEW_MASTER_KEY) {
    console.error("Set DATABASE_OWNER_URL, MASTER_KEY and another NEW_MASTER_KEY (64 hexadecimal digits each).");
    process.exit(1);
  }
  try {
    const count = await rotateMasterKey(url, Buffer.from(MASTER_KEY, "hex"), Buffer.from(NEW_MASTER_KEY, "hex"));
    console.log(`${count} keys are sealed with the new key. Start Manilla with it as MASTER_KEY.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
