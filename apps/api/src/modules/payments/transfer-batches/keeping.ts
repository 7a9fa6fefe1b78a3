/** A batch and its rows as they are brought. */
import { normalisePhone } from "@manilla/contract/phone";
import type { BatchKind } from "@manilla/contract/payments/transfer-batch-kinds";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import type { Context } from "../../../house/app.ts";
import { newReference } from "../../money/books/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { businessDate, recordBeginning } from "../../platform/states/index.ts";
import { type Tariff, costsOf, tariffToday } from "../transfers/index.ts";
import { digestOf } from "./digests.ts";
import type { Named } from "./reading.ts";
import type { ReadRow } from "./rules.ts";

const ROWS_AT_ONCE = 500;

/** The encrypted field of a row's account number. */
export const fieldOf = (number: number): string => `account_no:${number}`;

/** The charges of a row by a tariff. Stamp duty is not due on salaries (annex: bulk), nor on what goes to an account of the company itself. */
export function chargesOf(kind: BatchKind, amount_kobo: bigint | null, tariff: Tariff, isOwn = false) {
  if (amount_kobo === null) return { fee_kobo: 0n, vat_kobo: 0n, stamp_duty_kobo: 0n };
  const { fee_kobo, vat_kobo, stamp_duty_kobo } = costsOf(amount_kobo, "bank", tariff);
  return { fee_kobo, vat_kobo, stamp_duty_kobo: kind === "salary" || isOwn ? 0n : stamp_duty_kobo };
}

/** The columns of a row for what was typed: the bank has to be asked about it. */
export function columnsOf(
  { encryption }: Pick<Context, "encryption">,
  batch: { id: string; data_key: Buffer; kind: BatchKind },
  { number, row, tariff }: { number: number; row: ReadRow; tariff: Tariff },
) {
  const { account_no, ...rest } = row;
  const is_number = /^\d{10}$/.test(account_no);
  return {
    ...rest,
    ...chargesOf(batch.kind, row.amount_kobo, tariff),
    narration: row.narration || null,
    row_reference: row.row_reference || null,
    staff_number: row.staff_number || null,
    email: row.email || null,
    phone: normalisePhone(row.phone) ?? (row.phone || null),
    account_no_encrypted: encryption.encrypt(batch.id, batch.data_key, fieldOf(number), account_no),
    account_no_hash: is_number ? encryption.hash("account_no", account_no) : null,
    account_no_last4: /^\d{4,}$/.test(account_no) ? account_no.slice(-4) : null,
    is_asked: false,
    account_name: null,
    match_percent: null,
    limit_refusal: null,
    name_warning: null,
    repeat_warning: null,
    is_confirmed: false,
  };
}

export interface NewBatch {
  kind: BatchKind;
  name: string;
  month: string | null;
  file_name: string;
  columns: Named | null;
  rows: readonly ReadRow[];
  again_of?: string;
}

/** The batch of the same rows that is under way, or was brought within the configured days. */
async function sameBatch(tx: Tx, company_id: string, digest: Buffer): Promise<string | undefined> {
  const since = new Date(clock.milliseconds() - (await readSetting(tx, "batch_repeat_days")) * 86_400_000);
  const { rows } = await sql<{ id: string }>`
    select id
    from transfer_batches
    where company_id = ${company_id} and digest = ${digest} and status <> 'cancelled'
      and (status <> 'done' or created_at >= ${since})
    order by created_at desc
    limit 1
  `.execute(tx);
  return rows[0]?.id;
}

/**
 * Keeps a batch and lets the worker ask the banks. The same rows again are the batch that is there.
 * @returns its id, and whether it was there
 */
export async function keepBatch(tx: Tx, context: Context, batch: NewBatch): Promise<{ id: string; is_known: boolean }> {
  const { session, encryption } = context;
  const company_id = session.company_id!;
  const { kind, name, month, file_name, columns, rows, again_of } = batch;
  const digest = digestOf(kind, month, rows);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`batch:${company_id}:${digest.toString("hex")}`}, 0))`.execute(
    tx,
  );
  const same = again_of ? undefined : await sameBatch(tx, company_id, digest);
  if (same) return { id: same, is_known: true };
  const [id, tariff] = [uuidv7(), await tariffToday(tx)];
  const data_key = encryption.createKey(id);
  await tx
    .insertInto("transfer_batches")
    .values({
      id,
      company_id,
      reference: newReference("TB", await businessDate(tx)),
      kind,
      name,
      month,
      file_name,
      digest,
      columns: columns && JSON.stringify(columns),
      data_key,
      again_of: again_of ?? null,
      created_by: session.user_id,
      created_at: clock.now(),
    })
    .execute();
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await tx
      .insertInto("transfer_batch_rows")
      .values(
        rows.slice(start, start + ROWS_AT_ONCE).map((row, at) => {
          const number = start + at + 1;
          return {
            batch_id: id,
            number,
            company_id,
            ...columnsOf(context, { id, data_key, kind }, { number, row, tariff }),
          };
        }),
      )
      .execute();
  await recordBeginning(tx, "transferBatch", id, "checking", actorOf(context));
  await recordAudit(tx, context, "transfer_batch_brought", ["transfer_batch", id], {
    after: { name, rows: rows.length },
  });
  await context.queue.send(tx, "check-transfer-batch", { batch_id: id });
  return { id, is_known: false };
}

/** What the company last called its columns. */
export async function namedBefore(db: Database | Tx, company_id: string): Promise<Named | null> {
  const { rows } = await sql<{ columns: Named }>`
    select columns from transfer_batches
    where company_id = ${company_id} and columns is not null
    order by created_at desc
    limit 1
  `.execute(db);
  return rows[0]?.columns ?? null;
}
