/** The verdict of each row before anything moves: whose account the bank says it is, whether it was paid already, whether it is too new for so much. */
import { naira } from "@manilla/contract/formats";
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
import { nameJudgement } from "./rules.ts";

/** Questions to banks at the same time. */
const AT_ONCE = 8;

interface Waiting {
  number: number;
  payee: string;
  bank_code: string;
  account_no_encrypted: Buffer;
}

/**
 * Judges rows by each other and by what was paid before: the same again is confirmed by a person, and an account that the company has
 * neither paid nor agreed to as a beneficiary takes little in its first hours. What other batches are about to pay counts as paid. Salaries may be large at once: a second person sees them.
 */
export async function judgeRows(
  tx: Tx,
  { id, company_id, kind }: { id: string; company_id: string; kind: BatchKind },
): Promise<void> {
  const days = await readSetting(tx, "batch_repeat_days");
  const since = new Date(clock.milliseconds() - days * 86_400_000);
  const { hours, limit_kobo } = await coolingOf(tx);
  const known_since = new Date(clock.milliseconds() - hours * 3_600_000);
  const isSalary = kind === "salary";
  // Two salaries to one account are a slip, even of different amounts.
  const same = isSalary ? sql`r.bank_code, r.account_no_hash` : sql`r.bank_code, r.account_no_hash, r.amount_kobo`;
  await sql`
    with mine as (
      select r.number, r.bank_code, r.account_no_hash, r.amount_kobo,
        first_value(r.number) over (partition by ${same} order by r.number) as first,
        sum(r.amount_kobo) over (partition by r.bank_code, r.account_no_hash order by r.number) as to_account_kobo
      from transfer_batch_rows r
      where r.batch_id = ${id} and not r.is_dropped and r.refusal is null
    ),
    judged as (
      select m.number,
        concat_ws('; ',
          case when m.first <> m.number then 'the same as row ' || m.first end,
          case when p.last_at is not null then
            'the same amount was sent to this account on ' || to_char(p.last_at at time zone 'Africa/Lagos', 'DD Mon YYYY')
          end
        ) as repeat_warning,
        not ${isSalary} and not p.is_known and p.sent_kobo + m.to_account_kobo > ${limit_kobo} as is_too_much
      from mine m
      cross join lateral (
        select
          max(t.created_at) filter (where t.amount_kobo = m.amount_kobo and t.created_at >= ${since}) as last_at,
          coalesce(sum(t.amount_kobo), 0) as sent_kobo,
          coalesce(min(t.created_at) filter (where t.status = 'success') < ${known_since}, false) or exists (
            select 1
            from beneficiaries b
            where b.company_id = ${company_id} and b.bank_code = m.bank_code and b.account_no_hash = m.account_no_hash
              and b.status = 'active' and b.account_since < ${known_since}
          ) as is_known
        from (
          select t.amount_kobo, t.created_at, t.status
          from transfers t
          where t.company_id = ${company_id} and t.account_no_hash = m.account_no_hash and t.bank_code = m.bank_code
            and t.status not in ('failed', 'reversed', 'cancelled')
          union all
          select o.amount_kobo, b.created_at, 'approved'
          from transfer_batch_rows o
          join transfer_batches b on b.id = o.batch_id
          where o.account_no_hash = m.account_no_hash and o.bank_code = m.bank_code and o.verdict = 'ready'
            and b.company_id = ${company_id} and b.id <> ${id} and b.status in ('awaiting_approval', 'in_review', 'sending')
            and not exists (select 1 from transfers s where s.batch_id = o.batch_id and s.batch_row = o.number)
        ) t
      ) p
    )
    update transfer_batch_rows r
    set repeat_warning = nullif(j.repeat_warning, ''),
      is_confirmed = r.is_confirmed and r.repeat_warning is not distinct from nullif(j.repeat_warning, ''),
      limit_refusal = case when j.is_too_much then ${`amount: this account is new, and takes ${naira(limit_kobo)} in its first ${hours} hours`}::text end
    from judged j
    where r.batch_id = ${id} and r.number = j.number
      and (r.repeat_warning is distinct from nullif(j.repeat_warning, '') or (r.limit_refusal is not null) <> j.is_too_much)
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
    await judgeRows(tx, batch as typeof batch & { kind: BatchKind });
    await changeState(tx, { noun: "transferBatch", id: batch_id, from: "checking", action: "finish", actor: SYSTEM });
  });
}
