/** Rows that are corrected, confirmed, left out. Each change makes a new version of the batch: what is submitted is what was seen. */
import { LARGEST_AMOUNT } from "@manilla/contract/money";
import type * as calls from "@manilla/contract/payments/transfer-batches";
import { sql } from "kysely";
import type { z } from "zod";
import type { Tx } from "../../../db/database.ts";
import { Conflict, InvalidFields, NotFound, ProviderUnavailable } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { nameOf } from "../../companies/beneficiaries/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { tariffToday } from "../transfers/index.ts";
import { judgeRows } from "./checking.ts";
import { columnsOf } from "./keeping.ts";
import { priceRows } from "./pricing.ts";
import { type Batch, lockOwn } from "./queries.ts";
import { accountRefusal, nameJudgement, readRow, shownBank } from "./rules.ts";

/** Corrections in an hour: each asks a bank. */
const AN_HOUR = 2_000;

/** @throws NotFound, NotAllowed; Conflict where its rows no longer change */
async function lockOpen(tx: Tx, context: Context, id: string): Promise<Batch> {
  const batch = await lockOwn(tx, context, id, "sends");
  if (batch.status !== "checked")
    throw new Conflict(
      batch.status === "checking" ? "The banks are still being asked." : "Its rows do not change any more.",
      "not_open",
    );
  return batch;
}

async function touched(tx: Tx, batch: Batch): Promise<number> {
  await judgeRows(tx, batch);
  await priceRows(tx, batch);
  await sql`update transfer_batches set version = version + 1 where id = ${batch.id}`.execute(tx);
  const { rows } = await sql<{ open_count: number }>`
    select count(*)::int as open_count
    from transfer_batch_rows
    where batch_id = ${batch.id} and verdict in ('waiting', 'look', 'refused')
  `.execute(tx);
  return rows[0]!.open_count;
}

/** The bank's word for the corrected account, asked outside any transaction. @throws InvalidFields, ProviderUnavailable, TooMany */
async function askBank(context: Context, { payee, bank_code, account_no }: z.output<typeof calls.changeRow.body>) {
  const wrong = accountRefusal(account_no, bank_code);
  if (wrong) throw new InvalidFields({ account_no: [wrong.replace("account number: ", "")] });
  await countAttempt(context.db, `batch-row:${context.session.user_id}`, AN_HOUR, 3_600);
  const named = await nameOf(context, { bank_code, account_no }, payee ?? "").catch((error: unknown) => {
    context.log.warn({ err: { message: (error as Error).message } }, "name enquiry was not answered");
    throw new ProviderUnavailable(
      "The bank does not answer at the moment. Nothing was changed; please try again shortly.",
    );
  });
  const { refusal, name_warning } = nameJudgement(payee ?? "", named);
  if (!named) throw new InvalidFields({ account_no: ["this bank has no such account"] });
  if (refusal) throw new InvalidFields({ payee: [refusal.replace("name: ", "")] });
  return { ...named, name_warning };
}

/** @throws InvalidFields where the rows come to more than a batch may pay */
async function requireSum(tx: Tx, batch_id: string): Promise<void> {
  const { rows } = await sql<{ is_over: boolean }>`
    select coalesce(sum(amount_kobo), 0) > ${LARGEST_AMOUNT}::bigint as is_over from transfer_batch_rows where batch_id = ${batch_id}
  `.execute(tx);
  if (rows[0]!.is_over)
    throw new InvalidFields({ amount_kobo: ["with it the payments of the batch come to more than ₦1 trillion"] });
}

/** Corrects a row. @returns how many rows are still to be looked at */
export async function changeRow(
  context: Context,
  { id, number }: { id: string; number: number },
  body: z.output<typeof calls.changeRow.body>,
): Promise<number> {
  // Owner and state first, then the bank.
  await context.db.transaction().execute((tx) => lockOpen(tx, context, id));
  const bank = shownBank(body.bank_code, "");
  if (bank === "Unknown Bank") throw new InvalidFields({ bank_code: ["this bank is not known"] });
  const named = await askBank(context, body);
  return context.once(async (tx) => {
    const batch = await lockOpen(tx, context, id);
    const kobo = body.amount_kobo;
    const typed = {
      payee: (body.payee ?? "").trim(),
      bank,
      account_no: body.account_no,
      amount: `${kobo / 100n}.${String(kobo % 100n).padStart(2, "0")}`,
      narration: body.narration ?? "",
      row_reference: "",
      staff_number: "",
      email: body.email ?? "",
      phone: body.phone ?? "",
    };
    const row = readRow(typed, () => body.bank_code);
    if (row.refusal) throw new InvalidFields({ payee: [row.refusal] });
    const {
      row_reference: _,
      staff_number: __,
      ...columns
    } = columnsOf(context, batch, { number, row, tariff: await tariffToday(tx) });
    const changed = await tx
      .updateTable("transfer_batch_rows")
      .set({ ...columns, ...named, is_asked: true, is_dropped: false })
      .where("batch_id", "=", id)
      .where("number", "=", number)
      .executeTakeFirst();
    if (changed.numUpdatedRows !== 1n) throw new NotFound("This row");
    await requireSum(tx, id);
    await recordAudit(tx, context, "transfer_batch_row_changed", ["transfer_batch", id], { after: { row: number } });
    return touched(tx, batch);
  });
}

const DOES = {
  confirm: { set: sql`is_confirmed = true`, where: sql`verdict = 'look'` },
  drop: { set: sql`is_dropped = true`, where: sql`not is_dropped` },
  restore: { set: sql`is_dropped = false`, where: sql`is_dropped` },
} as const;

/** Confirms rows, leaves them out, or takes them in again. */
export async function settleRows(
  tx: Tx,
  context: Context,
  id: string,
  { does, numbers, verdict }: z.output<typeof calls.settleRows.body>,
): Promise<{ changed: number; open_count: number }> {
  if (!numbers && !verdict) throw new InvalidFields({ numbers: ["this field is required"] });
  const batch = await lockOpen(tx, context, id);
  const { set, where } = DOES[does];
  const { numAffectedRows } = await sql`
    update transfer_batch_rows
    set ${set}
    where batch_id = ${id} and ${where}
      and (${numbers ?? null}::int[] is null or number = any(${numbers ?? null}::int[]))
      and (${verdict ?? null}::text is null or verdict = ${verdict ?? null})
  `.execute(tx);
  const changed = Number(numAffectedRows ?? 0n);
  if (changed > 0)
    await recordAudit(tx, context, `transfer_batch_rows_${does}`, ["transfer_batch", id], { after: { rows: changed } });
  return { changed, open_count: await touched(tx, batch) };
}
