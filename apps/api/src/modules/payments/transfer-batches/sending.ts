/** A batch on its way: the worker makes its transfers, some at a time, each row once; the batch is done when each has ended. */
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import type { App, Context } from "../../../house/app.ts";
import type { BatchTransferEnd, Means } from "../../../house/purposes.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { tell, write } from "../../platform/notifications/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { type Accepted, acceptMany } from "../transfers/index.ts";
import { bankName } from "@manilla/contract/nigeria/banks";
import { fieldOf, keepBatch } from "./keeping.ts";
import * as messages from "./messages.ts";
import type { Batch } from "./queries.ts";
import { readRow } from "./rules.ts";

/** Rows of one transaction: a killed worker goes on after the last whole one. */
const AT_ONCE = 200;

interface Row extends Omit<Accepted, "account_no" | "bank_name" | "batch_row" | "payee"> {
  number: number;
  account_name: string;
  account_no_encrypted: Buffer;
}

/** The next rows that have no transfer yet. They are sent in their order, so that the last transfer says which: looking for each row's took a hundred times as long. */
async function unsent(tx: Tx, { id, company_id }: Batch): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.number, r.bank_code, r.account_no_hash, r.account_no_encrypted, r.account_name, r.amount_kobo, r.fee_kobo,
      r.vat_kobo, r.stamp_duty_kobo, r.narration,
      (
        select e.user_id from employments e
        where e.company_id = ${company_id} and lower(e.staff_number) = lower(r.staff_number)
        limit 1
      ) as employee_id
    from transfer_batch_rows r
    where r.batch_id = ${id} and r.verdict = 'ready'
      and r.number > coalesce((select max(t.batch_row) from transfers t where t.batch_id = ${id}), 0)
    order by r.number
    limit ${AT_ONCE}
  `.execute(tx);
  return rows;
}

/** Some of its transfers, in one transaction. @returns whether there may be more */
async function sendSome(app: App, tx: Tx, batch_id: string): Promise<boolean> {
  const batch = (await tx
    .selectFrom("transfer_batches")
    .selectAll()
    .where("id", "=", batch_id)
    .forUpdate()
    .executeTakeFirst()) as Batch | undefined;
  if (batch?.status !== "sending") return false;
  const rows = await unsent(tx, batch);
  const accepted = rows.map(({ number, account_name, account_no_encrypted, ...row }) => ({
    ...row,
    batch_row: number,
    payee: account_name,
    bank_name: bankName(row.bank_code),
    account_no: app.encryption.decrypt(batch.id, batch.data_key, fieldOf(number), account_no_encrypted),
  }));
  const { company_id, submitted_by, kind } = batch;
  const of = { batch_id, company_id, user_id: submitted_by!, is_confidential: kind === "salary" };
  await acceptMany(tx, app, of, accepted, await businessDate(tx));
  return rows.length === AT_ONCE;
}

/** The job: killed and begun again it goes on where it was; two at once take turns at the batch. */
export async function sendBatch(app: App, batch_id: string): Promise<void> {
  let isMore = true;
  while (isMore) isMore = await app.db.transaction().execute((tx) => sendSome(app, tx, batch_id));
}

/** Payees are notified where the file asks for it: by mail, else by text message. Not of returned payments. */
async function tellPayee(tx: Tx, means: Means, { transfer_id }: BatchTransferEnd): Promise<void> {
  const { rows } = await sql<messages.Arrived & { email: string | null; phone: string | null }>`
    select t.id, t.amount_kobo, t.reference, t.bank_name, t.account_no_last4, b.kind, c.name as company, r.email, r.phone
    from transfers t
    join transfer_batches b on b.id = t.batch_id
    join transfer_batch_rows r on r.batch_id = t.batch_id and r.number = t.batch_row
    join companies c on c.id = t.company_id
    where t.id = ${transfer_id} and t.status = 'success' and coalesce(r.email, r.phone) is not null
  `.execute(tx);
  const [paid] = rows;
  if (paid) await write(tx, means, paid.email ? { mail: paid.email } : { phone: paid.phone! }, messages.paidYou(paid));
}

/** A transfer of it has ended: the last one ends the batch. The company's wallet is locked, so that one is the last. */
export async function hearEnd(tx: Tx, means: Means, end: BatchTransferEnd): Promise<void> {
  const { batch_id, on } = end;
  await tellPayee(tx, means, end);
  const batch = await findRow(tx, "transfer_batches", batch_id, ["id", "name", "status", "submitted_by"], {
    lock: true,
  });
  // Came back after the rest had ended: what lists say of the whole is rebuilt.
  if (batch?.status === "done")
    await sql`update transfer_batches set version = version + 1 where id = ${batch_id}`.execute(tx);
  if (batch?.status !== "sending") return;
  const { rows } = await sql<{ is_open: boolean }>`
    select exists (
      select 1 from transfers t where t.batch_id = ${batch_id} and t.status in ('approved', 'sent', 'unknown')
    ) or exists (
      select 1 from transfer_batch_rows r
      where r.batch_id = ${batch_id} and r.verdict = 'ready'
        and not exists (select 1 from transfers t where t.batch_id = r.batch_id and t.batch_row = r.number)
    ) as is_open
  `.execute(tx);
  if (rows[0]!.is_open) return;
  const { rows: ended } = await sql<{ arrived: number; failed: number }>`
    select count(*) filter (where status = 'success')::int as arrived,
      count(*) filter (where status in ('failed', 'reversed'))::int as failed
    from transfers
    where batch_id = ${batch_id}
  `.execute(tx);
  const change = { noun: "transferBatch", id: batch_id, from: "sending", actor: SYSTEM, business_date: on } as const;
  await changeState(tx, { ...change, action: "complete" });
  await tell(tx, means, batch.submitted_by!, messages.done(batch, ended[0]!.arrived, ended[0]!.failed));
}

interface Failed {
  number: number;
  payee: string;
  bank: string;
  bank_code: string;
  amount: string;
  narration: string | null;
  row_reference: string | null;
  staff_number: string | null;
  email: string | null;
  phone: string | null;
  account_no_encrypted: Buffer;
}

/** What came back, as a new batch: its rows are queried again, and can be corrected. The batch is locked. @returns its id */
export async function sendAgain(tx: Tx, context: Context, batch: Batch): Promise<string> {
  const { rows } = await sql<Failed>`
    select r.number, r.payee, r.bank, r.bank_code, r.amount, r.narration, r.row_reference, r.staff_number, r.email, r.phone,
      r.account_no_encrypted
    from transfer_batch_rows r
    join transfers t on t.batch_id = r.batch_id and t.batch_row = r.number
    where r.batch_id = ${batch.id} and t.status in ('failed', 'reversed')
    order by r.number
  `.execute(tx);
  const again = rows.map(({ number, bank_code, account_no_encrypted, ...row }) =>
    readRow(
      {
        ...row,
        narration: row.narration ?? "",
        row_reference: row.row_reference ?? "",
        staff_number: row.staff_number ?? "",
        email: row.email ?? "",
        phone: row.phone ?? "",
        account_no: context.encryption.decrypt(batch.id, batch.data_key, fieldOf(number), account_no_encrypted),
      },
      () => bank_code,
    ),
  );
  const { kind, month, file_name } = batch;
  const name = kind === "salary" ? batch.name : `${batch.name}, again`.slice(0, 80);
  const made = { kind, month, file_name, name, columns: null, rows: again, again_of: batch.id };
  return (await keepBatch(tx, context, made)).id;
}
