import * as calls from "@manilla/contract/payments/transfer-batches";
import type { BatchKind } from "@manilla/contract/payments/transfer-batch-kinds";
import { bankName } from "@manilla/contract/nigeria/banks";
import { WITHHELD } from "@manilla/contract/people/papers";
import { type Selectable, sql } from "kysely";
import type { z } from "zod";
import { nameOf } from "../../../db/names.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { findRow } from "../../../db/row.ts";
import type { DB } from "../../../db/types.gen.ts";
import { NotAllowed, NotFound } from "../../../errors.ts";
import { masked } from "../../../field-encryption.ts";
import type { Context } from "../../../house/app.ts";
import { findWallet, leftOn, leftToday } from "../../companies/wallet-movements/index.ts";
import { walletOf } from "../../money/books/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { abilitiesIn, businessDate } from "../../platform/states/index.ts";
import { naira } from "@manilla/contract/formats";
import { seesSalaries } from "../transfers/index.ts";
import { fieldOf } from "./keeping.ts";
import { type BatchFacts, SEES, SENDS, batchRules } from "./rules.ts";

type Row = z.output<typeof calls.listAll.row>;
type Item = z.output<typeof calls.rows.row>;
type Detail = z.output<typeof calls.find.response>;
export type Batch = Omit<Selectable<DB["transfer_batches"]>, "kind"> & { kind: BatchKind };

const FROM = `
  transfer_batches b
  left join users u on u.id = b.created_by
  left join lateral (
    select count(*) filter (where not r.is_dropped)::int as row_count,
      count(*) filter (where r.verdict in ('waiting', 'look', 'refused'))::int as open_count,
      coalesce(sum(r.amount_kobo) filter (where not r.is_dropped), 0)::bigint as amount_kobo,
      coalesce(sum(r.amount_kobo + r.fee_kobo + r.vat_kobo + r.stamp_duty_kobo) filter (where not r.is_dropped), 0)::bigint
        as total_kobo
    from transfer_batch_rows r
    where r.batch_id = b.id
  ) s on true
  left join lateral (
    select count(*) filter (where t.status = 'success')::int as arrived_count,
      count(*) filter (where t.status in ('failed', 'reversed'))::int as failed_count
    from transfers t
    where t.batch_id = b.id
  ) p on true
`;
const AGAIN = "(select a.id from transfer_batches a where a.again_of = b.id and a.status <> 'cancelled')";
const SELECT = `
  b.id, b.reference, b.kind, b.name, b.status, s.row_count, s.open_count, p.arrived_count, p.failed_count, s.amount_kobo,
  s.total_kobo, ${nameOf("u", "b", "created_by")} as by, b.created_at, b.version
`;

const batchList = defineList<typeof calls.listAll, Omit<Row, "abilities"> & BatchFacts>(calls.listAll, {
  from: FROM,
  rows_of: "transfer_batches b",
  select: SELECT,
  facts: `${AGAIN} as again_id`,
  id: "b.id",
  // What was submitted keeps its sum: only of the others the rows are added up.
  columns: {
    total_kobo: `coalesce(b.total_kobo, (
      select sum(r.amount_kobo + r.fee_kobo + r.vat_kobo + r.stamp_duty_kobo)::bigint
      from transfer_batch_rows r
      where r.batch_id = b.id and not r.is_dropped
    ), 0)`,
  },
  search: ["folded(b.name)", "folded(b.reference)"],
});

/** The kinds that the caller may see. */
const kindsSeen = ({ session }: Context): BatchKind[] =>
  (Object.keys(SEES) as BatchKind[]).filter((kind) => session.permissions.has(SEES[kind]));
const inScope = (context: Context) =>
  sql`b.company_id = ${context.session.company_id} and b.kind = any(${kindsSeen(context)}::text[])`;

export const listAll = (context: Context) =>
  batchList.scoped(inScope(context), undefined, abilitiesIn(context, calls, batchRules));

/** One batch as lists show it. @throws NotFound for one of another company, and for salaries without their permission */
export async function findBatch(db: Database | Tx, context: Context, id: string): Promise<Row> {
  const { rows } = await sql<Omit<Row, "abilities"> & BatchFacts>`
    select ${sql.raw(SELECT)}, ${sql.raw(AGAIN)} as again_id
    from ${sql.raw(FROM)}
    where b.id = ${id} and ${inScope(context)}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new NotFound("This batch");
  const { again_id: _, ...rest } = row;
  return { ...rest, abilities: abilitiesIn(context, calls, batchRules)(row) };
}

/** One that the caller sees, or may also send, locked. @throws NotFound, NotAllowed */
export async function lockOwn(
  tx: Tx,
  context: Context,
  id: string,
  right: "sees" | "sends",
  locks = true,
): Promise<Batch> {
  const { session } = context;
  const { rows } = await sql<Batch>`
    select b.* from transfer_batches b where b.id = ${id} and ${inScope(context)} ${locks ? sql`for update` : sql``}
  `.execute(tx);
  const [found] = rows;
  if (!found) throw new NotFound("This batch");
  if (right === "sends" && !session.permissions.has(SENDS[found.kind]))
    throw new NotAllowed("Your role does not send this kind of batch.", "not_yours");
  return found;
}

/** What the actions on a batch look at, locked. */
export async function lockFacts(tx: Tx, context: Context, id: string): Promise<(Batch & BatchFacts) | undefined> {
  const batch = await lockOwn(tx, context, id, "sees");
  const { rows } = await sql<Pick<BatchFacts, "row_count" | "open_count" | "failed_count" | "again_id">>`
    select s.row_count, s.open_count, p.failed_count, ${sql.raw(AGAIN)} as again_id
    from ${sql.raw(FROM)}
    where b.id = ${id}
  `.execute(tx);
  return { ...batch, ...rows[0]! };
}

const TITLES: Readonly<Record<string, string>> = {
  checking: "Brought",
  checked: "Open for correction",
  awaiting_approval: "Submitted",
  in_review: "Agreed to, and held until we have looked",
  sending: "On its way",
  done: "Every row has ended",
  cancelled: "Cancelled",
};

/** Why a sum cannot leave the company's wallet now, in words; null where it can. */
async function noRoom(db: Database | Tx, company_id: string, total_kobo: bigint, available_kobo: bigint) {
  if (total_kobo > available_kobo) return `The wallet has ${naira(available_kobo)} available.`;
  const wallet = await findWallet(db, company_id);
  const left = wallet && leftToday(wallet, await leftOn(db, company_id, await businessDate(db)));
  return left !== undefined && left !== null && total_kobo > left
    ? `${naira(left)} may still leave the wallet today.`
    : null;
}

/** What its page shows beside the row. */
export async function detailOf(context: Context, row: Row): Promise<Omit<Detail, keyof Row>> {
  const { db, session } = context;
  const { id, status, total_kobo } = row;
  const { rows } = await sql<Omit<Detail, keyof Row | "available_kobo" | "no_room" | "by_bank" | "history">>`
    select b.file_name, b.again_of, ${sql.raw(AGAIN)} as again_id,
      (select a.id from company_approvals a where a.subject_id = b.id and a.kind in ('transfer_batch', 'salary') and a.status = 'pending')
        as approval_id,
      count(*) filter (where r.verdict = 'waiting')::int as waiting, count(*) filter (where r.verdict = 'ready')::int as ready,
      count(*) filter (where r.verdict = 'look')::int as look, count(*) filter (where r.verdict = 'refused')::int as refused,
      count(*) filter (where r.verdict = 'dropped')::int as dropped,
      coalesce(sum(r.fee_kobo) filter (where not r.is_dropped), 0)::bigint as fee_kobo,
      coalesce(sum(r.vat_kobo) filter (where not r.is_dropped), 0)::bigint as vat_kobo,
      coalesce(sum(r.stamp_duty_kobo) filter (where not r.is_dropped), 0)::bigint as stamp_duty_kobo,
      (select count(*)::int from transfers t where t.batch_id = b.id and t.status in ('approved', 'sent', 'unknown'))
        as moving_count
    from transfer_batches b
    left join transfer_batch_rows r on r.batch_id = b.id
    where b.id = ${id}
    group by b.id
  `.execute(db);
  const { rows: banks } = await sql<{ bank_code: string; count: number; amount_kobo: bigint }>`
    select bank_code, count(*)::int as count, sum(amount_kobo)::bigint as amount_kobo
    from transfer_batch_rows
    where batch_id = ${id} and not is_dropped and bank_code is not null and amount_kobo is not null
    group by bank_code
    order by 3 desc, 1
  `.execute(db);
  const { rows: past } = await sql<{ to_state: string; by: string | null; reason: string | null; at: Date }>`
    select to_state, case when actor_id is not null then actor_name end as by, reason, happened_at as at
    from transitions
    where noun = 'transferBatch' and subject_id = ${id}
    order by happened_at desc, id desc
    limit 100
  `.execute(db);
  const { available_kobo } = (await findWallet(db, session.company_id!))
    ? await walletOf(db, session.company_id!)
    : { available_kobo: 0n };
  const isOpen = status === "checking" || status === "checked";
  return {
    ...rows[0]!,
    available_kobo,
    no_room: isOpen ? await noRoom(db, session.company_id!, total_kobo, available_kobo) : null,
    by_bank: banks.map(({ bank_code, ...rest }) => ({ bank: bankName(bank_code), ...rest })),
    history: past.map(({ to_state, ...step }) => ({ ...step, title: TITLES[to_state] ?? to_state })),
  };
}

const ITEM = `
  r.batch_id || '/' || r.number as id, r.number, r.verdict, nullif(concat_ws('; ', r.refusal, r.limit_refusal, r.name_warning, r.repeat_warning), '') as reason,
  r.payee, r.account_name, r.match_percent, r.bank, r.bank_code, r.account_no_last4 as account_no, r.amount_kobo, r.amount,
  r.fee_kobo + r.vat_kobo + r.stamp_duty_kobo as charges_kobo, r.narration, r.row_reference, r.staff_number, r.email, r.phone,
  t.id as transfer_id, t.status as transfer_status, t.failure, r.account_no_encrypted
`;
const ITEMS = "transfer_batch_rows r left join transfers t on t.batch_id = r.batch_id and t.batch_row = r.number";
type Found = Item & { account_no_encrypted: Buffer };
const itemList = defineList<typeof calls.rows, Found>(calls.rows, {
  from: ITEMS,
  rows_of: ITEMS,
  select: ITEM,
  id: "r.number",
  id_type: "int",
  columns: { bank: "r.bank", transfer_status: "t.status" },
  search: ["folded(r.payee)", "folded(coalesce(r.account_name, ''))", "r.account_no_last4"],
});

/** In clear for those who correct it, as long as it can be corrected. */
const shownItem =
  ({ encryption, session }: Context, batch: Pick<Batch, "id" | "data_key" | "status" | "kind">) =>
  ({ account_no_encrypted, ...row }: Found): Item => {
    const isOpen = batch.status === "checked" && session.permissions.has(SENDS[batch.kind]);
    return {
      ...row,
      account_no: isOpen
        ? encryption.decrypt(batch.id, batch.data_key, fieldOf(row.number), account_no_encrypted)
        : (masked(row.account_no) ?? "–"),
    };
  };

const ONE = ["id", "data_key", "status", "kind"] as const;
type Key = Pick<Batch, (typeof ONE)[number]>;

/** The rows of a batch. @throws NotFound; NotAllowed for salaries that a colleague of ours may not see */
export async function listRows(context: Context, { params: { id } }: { params: { id: string } }) {
  await findBatch(context.db, context, id);
  const batch = (await findRow(context.db, "transfer_batches", id, ONE)) as Key;
  const list = itemList.scoped(sql`r.batch_id = ${id}`, shownItem(context, batch));
  if (batch.kind !== "salary" || !context.session.viewed_by) return list;
  // A colleague who views as somebody of the company sees what people earn by their own right only, and the look is recorded.
  if (!seesSalaries(context)) throw new NotAllowed(WITHHELD.salary, "may_not_see");
  return {
    ...list,
    looked: () =>
      context.db.transaction().execute((tx) => recordAudit(tx, context, "salaries_viewed", ["transfer_batch", id], {})),
  };
}

/** @throws NotFound */
export async function findItem(tx: Tx, context: Context, id: string, number: number): Promise<Item> {
  const batch = (await findRow(tx, "transfer_batches", id, ONE)) as Key;
  const { rows } = await sql<Found>`
    select ${sql.raw(ITEM)} from ${sql.raw(ITEMS)} where r.batch_id = ${id} and r.number = ${number}
  `.execute(tx);
  if (!rows[0]) throw new NotFound("This row");
  return shownItem(context, batch)(rows[0]);
}
