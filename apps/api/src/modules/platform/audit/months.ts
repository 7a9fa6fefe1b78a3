/**
 * Months of the audit trail: made ahead, taken away as a whole, brought back (schema/104_platform_audit_months.sql). What is away is known by its number of
 * records and their digest, and its taking away is itself on record, so that the chain is proved without it, and with it again when it is back.
 */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";
import { InvalidFields } from "../../../errors.ts";
import type { Actor } from "../../../house/app.ts";
import { recordAudit } from "./index.ts";
import { CHAIN_LOCK, LINE, type RecordRow } from "./seal.ts";

const MONTHS_AHEAD = 4;
const BATCH = 5_000;
const OPERATOR: Actor = { user_id: null, name: "Operator" };

/** Makes the coming months' parts; to be called daily. */
export async function prepareMonths(db: Database): Promise<void> {
  await sql`select ensure_audit_months(current_date, ${MONTHS_AHEAD})`.execute(db);
}

/** A part by its month, as `2026-08`. @throws InvalidFields for anything else */
function partOf(month: string): { name: string; first: string } {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month)) throw new InvalidFields({ month: ["write it like 2026-08"] });
  return { name: `records_${month.replace("-", "_")}`, first: `${month}-01` };
}

const exists = async (db: Database | Tx, name: string): Promise<boolean> =>
  (await sql<{ is: boolean }>`select to_regclass(${`audit_months.${name}`}) is not null as is`.execute(db)).rows[0]
    ?.is ?? false;

interface Held {
  record_count: bigint;
  digest: Buffer;
  first: RecordRow | undefined;
  last: RecordRow | undefined;
}

/** What a part holds, in the order of the chain. */
async function heldBy(db: Database | Tx, name: string): Promise<Held> {
  const hash = createHash("sha256");
  const held: Held = { record_count: 0n, digest: Buffer.alloc(0), first: undefined, last: undefined };
  for (;;) {
    const { rows } = await sql<RecordRow>`
      select id, committed_in::text, ${LINE} as line
      from ${sql.table(`audit_months.${name}`)} as r
      where (committed_in, id) > (${held.last?.committed_in ?? "0"}::xid8, ${held.last?.id ?? "00000000-0000-0000-0000-000000000000"}::uuid)
      order by r.committed_in, id
      limit ${BATCH}
    `.execute(db);
    for (const row of rows) hash.update(row.line).update("\n");
    held.record_count += BigInt(rows.length);
    held.first ??= rows[0];
    held.last = rows.at(-1) ?? held.last;
    if (rows.length < BATCH) return { ...held, digest: hash.digest() };
  }
}

/** Nobody chains records, or takes another month away, while one is. */
async function alone<Result>(owner: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return owner.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(tx);
    return work(tx);
  });
}

/**
 * Takes the records of a month out of the table: `audit_months.records_2026_08` is a table of its own then, to be dumped and dropped.
 * @param owner as the owner of the schema
 * @param month like `2026-08`; one that is over
 * @returns how many records it holds
 * @throws InvalidFields where there is no such month, it is not over, or its records are not all sealed
 */
export const takeMonthAway = (owner: Database, month: string): Promise<bigint> =>
  alone(owner, async (tx) => {
    const { name, first } = partOf(month);
    if (!(await exists(tx, name))) throw new InvalidFields({ month: ["there is no part for this month"] });
    const { rows } = await sql<{ is_over: boolean; is_away: boolean; is_sealed: boolean }>`
      select exists (select from audit_records where recorded_at >= ${`${nextMonth(first)} 00:00:00+00`}::timestamptz) as is_over,
        exists (select from audit_months_away where month = ${first}::date) as is_away,
        not exists (
          select from ${sql.table(`audit_months.${name}`)} r
          where not exists (select from audit_blocks b where (r.committed_in, r.id) <= (b.up_to_transaction, b.up_to_id))
        ) as is_sealed
    `.execute(tx);
    const { is_over, is_away, is_sealed } = rows[0]!;
    if (is_away) throw new InvalidFields({ month: ["it is away already"] });
    if (!is_over) throw new InvalidFields({ month: ["it is not over"] });
    if (!is_sealed)
      throw new InvalidFields({ month: ["some of its records are not sealed yet: try again in a moment"] });
    const { record_count, digest, first: from, last } = await heldBy(tx, name);
    if (!from || !last) throw new InvalidFields({ month: ["it holds no record"] });
    await sql`alter table audit_records detach partition ${sql.table(`audit_months.${name}`)}`.execute(tx);
    await tx
      .insertInto("audit_months_away")
      .values({
        month: first,
        record_count,
        digest,
        from_transaction: from.committed_in,
        from_id: from.id,
        up_to_transaction: last.committed_in,
        up_to_id: last.id,
      })
      .execute();
    const after = { records: Number(record_count), digest: digest.toString("hex") };
    await recordAudit(tx, OPERATOR, "audit_month_taken_away", ["audit_month", first], { after });
    return record_count;
  });

/**
 * Puts a month back that was taken away, after its table was restored where it had been dropped.
 * @returns how many records it holds
 * @throws InvalidFields where it is not away, or holds other records than were taken away
 */
export const bringMonthBack = (owner: Database, month: string): Promise<bigint> =>
  alone(owner, async (tx) => {
    const { name, first } = partOf(month);
    const away = await tx.selectFrom("audit_months_away").selectAll().where("month", "=", first).executeTakeFirst();
    if (!away) throw new InvalidFields({ month: ["it is not away"] });
    if (!(await exists(tx, name))) throw new InvalidFields({ month: [`restore the table audit_months.${name} first`] });
    const { record_count, digest } = await heldBy(tx, name);
    if (record_count !== away.record_count || !digest.equals(away.digest))
      throw new InvalidFields({ month: ["its records are not the ones that were taken away"] });
    await sql`
      alter table audit_records attach partition ${sql.table(`audit_months.${name}`)}
      for values from (${sql.lit(`${first} 00:00:00+00`)}) to (${sql.lit(`${nextMonth(first)} 00:00:00+00`)})
    `.execute(tx);
    await tx.deleteFrom("audit_months_away").where("month", "=", first).execute();
    await recordAudit(tx, OPERATOR, "audit_month_brought_back", ["audit_month", first], {
      after: { records: Number(record_count) },
    });
    return record_count;
  });

function nextMonth(first: string): string {
  const [year = 0, month = 0] = first.split("-").map(Number);
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, "0")}-01`;
}

export interface AwayMonth {
  month: string;
  record_count: bigint;
  /** Whether the table that is still there holds what was taken away; null where it is elsewhere. */
  is_intact: boolean | null;
}

/** The months that are away, each proved where its table is still there. @param db as the owner of the schema */
export async function awayMonths(db: Database): Promise<AwayMonth[]> {
  const rows = await db.selectFrom("audit_months_away").selectAll().orderBy("month").execute();
  const months: AwayMonth[] = [];
  for (const { month, record_count, digest } of rows) {
    const { name } = partOf(String(month).slice(0, 7));
    const held = (await exists(db, name)) ? await heldBy(db, name) : undefined;
    const is_intact = held ? held.record_count === record_count && held.digest.equals(digest) : null;
    months.push({ month: String(month).slice(0, 7), record_count, is_intact });
  }
  return months;
}
