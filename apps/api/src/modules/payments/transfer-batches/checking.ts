/** The verdict of each row before anything moves: whose account the bank says it is, whether it was paid already, whether it is too new for so much. */
import type { BatchKind } from "@manilla/contract/payments/transfer-batch-kinds";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import type { App } from "../../../house/app.ts";
import { coolingOf, nameOf } from "../../companies/beneficiaries/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { fieldOf } from "./keeping.ts";
import { priceRows } from "./pricing.ts";
import { type JudgedRow, type Paid, type Verdict, nameJudgement, verdictsOf } from "./rules.ts";

/** Questions to banks at the same time. */
const AT_ONCE = 8;

interface Waiting {
  number: number;
  payee: string;
  bank_code: string;
  account_no_encrypted: Buffer;
}

type Judged = Pick<JudgedRow, "number" | "bank_code" | "account_no_hash" | "amount_kobo"> & Verdict;

/**
 * What the company paid to accounts, or is about to by other batches, by account and amount: by index lookups of these accounts, however many
 * payments there are. A join of ten thousand rows with themselves was planned as if they were one.
 */
async function paidTo(
  tx: Tx,
  { id, company_id }: { id: string; company_id: string },
  hashes: Buffer[],
  since: Date,
  known_since: Date,
) {
  const { rows } = await sql<Paid>`
    select bank_code, encode(account_no_hash, 'hex') as account, amount_kobo, sum(amount_kobo)::bigint as sent_kobo,
      to_char(max(created_at) filter (where created_at >= ${since}) at time zone 'Africa/Lagos', 'DD Mon YYYY') as last_on,
      bool_or(status = 'success' and created_at < ${known_since}) as is_known
    from (
      select t.bank_code, t.account_no_hash, t.amount_kobo, t.created_at, t.status
      from transfers t
      where t.company_id = ${company_id} and t.account_no_hash = any(${hashes}::bytea[])
        and t.status not in ('failed', 'reversed', 'cancelled')
      union all
      select o.bank_code, o.account_no_hash, o.amount_kobo, b.created_at, 'approved'
      from transfer_batches b
      join transfer_batch_rows o on o.batch_id = b.id and o.verdict = 'ready'
      where b.company_id = ${company_id} and b.id <> ${id} and b.status in ('awaiting_approval', 'in_review', 'sending')
        and o.account_no_hash = any(${hashes}::bytea[])
        and not exists (select 1 from transfers s where s.batch_id = o.batch_id and s.batch_row = o.number)
    ) paid
    group by bank_code, account_no_hash, amount_kobo
  `.execute(tx);
  const { rows: agreed } = await sql<{ bank_code: string; account: string }>`
    select bank_code, encode(account_no_hash, 'hex') as account
    from beneficiaries
    where company_id = ${company_id} and account_no_hash = any(${hashes}::bytea[]) and status = 'active'
      and account_since < ${known_since}
  `.execute(tx);
  return { paid: rows, agreed };
}

/**
 * Judges rows by each other and by what was paid before: the same again is confirmed by a person, and an account that the company has
 * neither paid nor agreed to as a beneficiary takes little in its first hours. What other batches are about to pay counts as paid. Salaries may be large at once: a second person sees them.
 */
export async function judgeRows(tx: Tx, batch: { id: string; company_id: string; kind: BatchKind }): Promise<void> {
  const days = await readSetting(tx, "batch_repeat_days");
  const since = new Date(clock.milliseconds() - days * 86_400_000);
  const { hours, limit_kobo } = await coolingOf(tx);
  const known_since = new Date(clock.milliseconds() - hours * 3_600_000);
  const { rows } = await sql<Judged>`
    select number, bank_code, account_no_hash, amount_kobo, repeat_warning, limit_refusal
    from transfer_batch_rows
    where batch_id = ${batch.id} and not is_dropped and refusal is null
    order by number
  `.execute(tx);
  const hashes = [...new Map(rows.map(({ account_no_hash: each }) => [each.toString("hex"), each])).values()];
  const before = await paidTo(tx, batch, hashes, since, known_since);
  const verdicts = verdictsOf(rows, { ...before, kind: batch.kind, hours, limit_kobo });
  const changed = rows.flatMap(({ number, repeat_warning, limit_refusal }, at) => {
    const now = verdicts[at]!;
    const isSame = repeat_warning === now.repeat_warning && (limit_refusal === null) === (now.limit_refusal === null);
    return isSame ? [] : [{ number, ...now }];
  });
  if (changed.length === 0) return;
  await sql`
    update transfer_batch_rows r
    set repeat_warning = j.repeat_warning, limit_refusal = j.limit_refusal,
      is_confirmed = r.is_confirmed and r.repeat_warning is not distinct from j.repeat_warning
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as j (number int, repeat_warning text, limit_refusal text)
    where r.batch_id = ${batch.id} and r.number = j.number
  `.execute(tx);
}

async function askOne(app: App, batch: { id: string; data_key: Buffer }, row: Waiting): Promise<void> {
  const { number, payee, bank_code, account_no_encrypted } = row;
  const account_no = app.encryption.decrypt(batch.id, batch.data_key, fieldOf(number), account_no_encrypted);
  const named = await nameOf(app, { bank_code, account_no }, payee);
  const { refusal, name_warning } = nameJudgement(payee, named);
  await sql`
    update transfer_batch_rows
    set is_asked = true, account_name = ${named?.account_name ?? null}, match_percent = ${named?.match_percent ?? null},
      refusal = ${refusal}, name_warning = ${name_warning}
    where batch_id = ${batch.id} and number = ${number} and not is_asked and account_no_encrypted = ${account_no_encrypted}
  `.execute(app.db);
}

/**
 * The job: asks the bank about each row, a few at a time, each kept by itself, so that a killed worker goes on where it was.
 * @throws the last bank's silence, so that the rest is asked again
 */
export async function checkBatch(app: App, batch_id: string): Promise<void> {
  const batch = await findRow(app.db, "transfer_batches", batch_id, ["id", "data_key", "status", "company_id", "kind"]);
  if (batch?.status !== "checking") return;
  const { rows } = await sql<Waiting>`
    select number, payee, bank_code, account_no_encrypted
    from transfer_batch_rows
    where batch_id = ${batch_id} and verdict = 'waiting'
    order by number
  `.execute(app.db);
  let unanswered: unknown;
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    const asked = await Promise.allSettled(rows.slice(start, start + AT_ONCE).map((row) => askOne(app, batch, row)));
    for (const outcome of asked) if (outcome.status === "rejected") unanswered = outcome.reason;
  }
  if (unanswered) throw unanswered as Error;
  await app.db.transaction().execute(async (tx) => {
    const now = await findRow(tx, "transfer_batches", batch_id, ["status"], { lock: true });
    if (now?.status !== "checking") return;
    const of = batch as typeof batch & { kind: BatchKind };
    await judgeRows(tx, of);
    await priceRows(tx, of);
    await changeState(tx, { noun: "transferBatch", id: batch_id, from: "checking", action: "finish", actor: SYSTEM });
  });
}
