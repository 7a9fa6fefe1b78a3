import { createHash } from "node:crypto";
import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "../../../db/database.ts";

/** Taken by who adds to the chain, or takes some of its records away. */
export const CHAIN_LOCK = 7_261_044_119;
const MAX_RECORDS = 5_000;

export interface RecordRow {
  id: string;
  committed_in: string;
  line: string;
}

const digestOf = (previous: Buffer, rows: RecordRow[]): Buffer => {
  const hash = createHash("sha256").update(previous);
  for (const row of rows) hash.update(row.line).update("\n");
  return hash.digest();
};

/** The moment as JSON writes it in UTC: the chain does not depend on the time zone of a session or a server. */
const RECORDED_AT = sql`(to_jsonb(recorded_at at time zone 'UTC') #>> '{}') || '+00:00'`;

/** A record as the chain has it. */
export const LINE = sql<string>`
  (
    jsonb_build_array(
      id, ${RECORDED_AT}, actor_id, actor_name, action, subject_type, subject_id, before, after, reason, network_address
    ) || case
      when sealed is null and viewed_id is null then '[]'::jsonb
      else jsonb_build_array(encode(sealed, 'hex'), about_id, viewed_id)
    end
  )::text
`;

/**
 * The records after a position, in commit order: only those of transactions that are older than every open one. The order names the table's column: the one of
 * the answer is text, in which transaction 1000 comes before 999.
 */
const recordsAfter = (db: Database, transaction: string, id: string, upTo?: { transaction: string; id: string }) =>
  sql<RecordRow>`
    select id, committed_in::text, ${LINE} as line
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
    const { rows: locks } = await sql<{
      locked: boolean;
    }>`select pg_try_advisory_xact_lock(${CHAIN_LOCK}) as locked`.execute(tx);
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
  // The first word counts: a chain that was rebuilt publishes the same numbers again.
  for (const [, sequence = "", digest = ""] of text.matchAll(/^(\d+) ([0-9a-f]{64})$/gm))
    if (!heads.has(BigInt(sequence))) heads.set(BigInt(sequence), digest);
  return heads;
}

export interface AuditReport {
  blocks: number;
  /** That were looked at. */
  records: number;
  /** Of months that are away. */
  away: number;
  /** The first block whose records are not what was sealed. */
  first_bad_sequence: bigint | null;
}

/**
 * Walks the chain. Blocks with records of months that are away cannot be rebuilt: they have to lack exactly as many as are away, and each month to be on
 * record as taken away with its digest (months.ts).
 * @param folder where the heads were published: against them, newest records that went together with their blocks, and a chain that was rebuilt, are found
 */
export async function verifyAudit(db: Database, folder?: string): Promise<AuditReport> {
  const blocks = await db.selectFrom("audit_blocks").selectAll().orderBy("sequence").execute();
  const away = await awayOf(db);
  let from: { transaction: string; id: string; digest: Buffer } = START;
  let [records, missing] = [0, 0];
  let firstPartial: bigint | undefined;
  const heads = folder === undefined ? new Map<bigint, string>() : await readHeads(folder);
  const reportOf = (first_bad_sequence: bigint | null): AuditReport => ({
    blocks: blocks.length,
    records,
    away: missing,
    first_bad_sequence,
  });
  for (const [index, block] of blocks.entries()) {
    const upTo = { transaction: block.up_to_transaction, id: block.up_to_id };
    const { rows } = await recordsAfter(db, from.transaction, from.id, upTo);
    const isPartial = away.some((month) => isAfter(month.upTo, from) && !isAfter(month.from, upTo));
    const isIntact =
      block.sequence === BigInt(index + 1) &&
      (isPartial
        ? rows.length <= block.record_count
        : rows.length === block.record_count && digestOf(from.digest, rows).equals(block.digest)) &&
      from.digest.equals(block.previous_digest) &&
      (heads.get(block.sequence) ?? block.digest.toString("hex")) === block.digest.toString("hex");
    if (!isIntact) return reportOf(BigInt(index + 1));
    if (isPartial) firstPartial ??= block.sequence;
    records += rows.length;
    missing += block.record_count - rows.length;
    from = { ...upTo, digest: block.digest };
  }
  const expected = away.reduce((sum, { record_count }) => sum + Number(record_count), 0);
  if (missing !== expected || away.some(({ is_told }) => !is_told)) return reportOf(firstPartial ?? 1n);
  const published = [...heads.keys()].reduce((most, sequence) => (sequence > most ? sequence : most), 0n);
  return reportOf(published > BigInt(blocks.length) ? BigInt(blocks.length) + 1n : null);
}

interface Position {
  transaction: string;
  id: string;
}
/** In the order of the chain. */
function isAfter(one: Position, other: Position): boolean {
  const [mine, others] = [BigInt(one.transaction), BigInt(other.transaction)];
  return mine === others ? one.id > other.id : mine > others;
}

/** Months that are away, between which positions of the chain their records are, and whether it is on record that they were taken away with this digest. */
async function awayOf(
  db: Database,
): Promise<{ from: Position; upTo: Position; record_count: bigint; is_told: boolean }[]> {
  const { rows } = await sql<{
    from_transaction: string;
    from_id: string;
    up_to_transaction: string;
    up_to_id: string;
    record_count: bigint;
    is_told: boolean;
  }>`
    select m.from_transaction::text, m.from_id, m.up_to_transaction::text, m.up_to_id, m.record_count,
      exists (
        select from audit_records r
        where r.action = 'audit_month_taken_away' and r.subject_type = 'audit_month' and r.subject_id = m.month::text
          and r.after ->> 'digest' = encode(m.digest, 'hex')
      ) or exists (
        select from audit_months_away o
        where o.month = date_trunc('month', m.taken_away_at at time zone 'UTC')
      ) as is_told
    from audit_months_away m
    order by m.month
  `.execute(db);
  return rows.map(({ from_transaction, from_id, up_to_transaction, up_to_id, ...month }) => ({
    ...month,
    from: { transaction: from_transaction, id: from_id },
    upTo: { transaction: up_to_transaction, id: up_to_id },
  }));
}
