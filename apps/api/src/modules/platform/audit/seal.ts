import { createHash } from "node:crypto";
import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "../../../db/database.ts";

const LOCK = 7_261_044_119;
const MAX_RECORDS = 5_000;

interface RecordRow {
  id: string;
  committed_in: string;
  line: string;
}

const digestOf = (previous: Buffer, rows: RecordRow[]): Buffer => {
  const hash = createHash("sha256").update(previous);
  for (const row of rows) hash.update(row.line).update("\n");
  return hash.digest();
};

/**
 * The records after a position, in commit order: only those of transactions that are older than every open one. The order names the table's column: the one of
 * the answer is text, in which transaction 1000 comes before 999.
 */
const recordsAfter = (db: Database, transaction: string, id: string, upTo?: { transaction: string; id: string }) =>
  sql<RecordRow>`
    select id, committed_in::text,
      (
        jsonb_build_array(
          id, recorded_at, actor_id, actor_name, action, subject_type, subject_id, before, after, reason,
          network_address
        ) || case
          when sealed is null and viewed_id is null then '[]'::jsonb
          else jsonb_build_array(encode(sealed, 'hex'), about_id, viewed_id)
        end
      )::text as line
    from audit_records
    where (committed_in, id) > (${transaction}::xid8, ${id}::uuid)
      and
        ${upTo ? sql`(committed_in, id) <= (${upTo.transaction}::xid8, ${upTo.id}::uuid)` : sql`committed_in < pg_snapshot_xmin(pg_current_snapshot())`}
    order by audit_records.committed_in, id
    limit ${MAX_RECORDS}
  `.execute(db);

const START = { sequence: 0n, transaction: "0", id: "00000000-0000-0000-0000-000000000000", digest: Buffer.alloc(32) };

/**
 * Chains the records that have come since the last block and publishes the head outside the database.
 * @param folder where `audit-head.log` grows: a swap of the whole table is found against it
 * @returns how many records were sealed
 */
export async function sealAudit(db: Database, folder: string): Promise<number> {
  const sealed = await db.transaction().execute(async (tx) => {
    const { rows: locks } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as locked`.execute(
      tx,
    );
    if (!locks[0]?.locked) return undefined;
    const last = await tx
      .selectFrom("audit_blocks")
      .selectAll()
      .orderBy("sequence", "desc")
      .limit(1)
      .executeTakeFirst();
    const from = last
      ? { sequence: last.sequence, transaction: last.up_to_transaction, id: last.up_to_id, digest: last.digest }
      : START;
    const { rows } = await recordsAfter(tx, from.transaction, from.id);
    const newest = rows.at(-1);
    if (!newest) return undefined;
    const digest = digestOf(from.digest, rows);
    await tx
      .insertInto("audit_blocks")
      .values({
        sequence: from.sequence + 1n,
        up_to_transaction: newest.committed_in,
        up_to_id: newest.id,
        record_count: rows.length,
        digest,
        previous_digest: from.digest,
      })
      .execute();
    return { sequence: from.sequence + 1n, digest, count: rows.length };
  });
  if (!sealed) return 0;
  await appendFile(join(folder, "audit-head.log"), `${sealed.sequence} ${sealed.digest.toString("hex")}\n`, {
    mode: 0o600,
  });
  return sealed.count;
}

/** What was published outside the database: the digest of each block by its number; empty when nothing was sealed yet. */
async function readHeads(folder: string): Promise<Map<bigint, string>> {
  const text = await readFile(join(folder, "audit-head.log"), "utf8").catch(() => "");
  const heads = new Map<bigint, string>();
  // The first word counts: a chain that was made anew publishes the same numbers again.
  for (const [, sequence = "", digest = ""] of text.matchAll(/^(\d+) ([0-9a-f]{64})$/gm))
    if (!heads.has(BigInt(sequence))) heads.set(BigInt(sequence), digest);
  return heads;
}

/**
 * Walks the chain. `first_bad_sequence` names the first block whose records are not what was sealed.
 * @param folder where the heads were published: against them, newest records that went together with their blocks, and a chain that was made anew, are found
 */
export async function verifyAudit(
  db: Database,
  folder?: string,
): Promise<{ blocks: number; records: number; first_bad_sequence: bigint | null }> {
  const blocks = await db.selectFrom("audit_blocks").selectAll().orderBy("sequence").execute();
  let from: { transaction: string; id: string; digest: Buffer } = START;
  let records = 0;
  const heads = folder === undefined ? new Map<bigint, string>() : await readHeads(folder);
  for (const [index, block] of blocks.entries()) {
    const { rows } = await recordsAfter(db, from.transaction, from.id, {
      transaction: block.up_to_transaction,
      id: block.up_to_id,
    });
    const isIntact =
      block.sequence === BigInt(index + 1) &&
      rows.length === block.record_count &&
      digestOf(from.digest, rows).equals(block.digest) &&
      from.digest.equals(block.previous_digest) &&
      (heads.get(block.sequence) ?? block.digest.toString("hex")) === block.digest.toString("hex");
    if (!isIntact) return { blocks: blocks.length, records, first_bad_sequence: BigInt(index + 1) };
    records += rows.length;
    from = { transaction: block.up_to_transaction, id: block.up_to_id, digest: block.digest };
  }
  const published = [...heads.keys()].reduce((most, sequence) => (sequence > most ? sequence : most), 0n);
  return {
    blocks: blocks.length,
    records,
    first_bad_sequence: published > BigInt(blocks.length) ? BigInt(blocks.length) + 1n : null,
  };
}
