/** A batch whose velocity is unusual: held as a whole until a colleague of ours has decided about all of it (record 0062). */
import type { ReviewReason } from "@manilla/contract/payments/transfer-kinds";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import { type Tx, queryable } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { rolesWith } from "../../../house/roles.ts";
import type { Actor } from "../../../request.ts";
import { accountOf, hold, release } from "../../money/books/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { note, notifyRoles } from "../../platform/notifications/index.ts";
import { reviewsSince, suspicionsOfCompany } from "../transfers/index.ts";
import * as messages from "./messages.ts";
import type { Batch } from "./queries.ts";

/**
 * SQL: since when a company must have known an account that is not new at a moment: for the cooling time of new accounts, and for the time of review.
 * @param at an expression
 */
const knownSince = (at: string): string => `(
  select ${at} - greatest(
    max(c.value::text::numeric) filter (where c.key = 'new_beneficiary_hours') * interval '1 hour',
    max(c.value::text::numeric) filter (where c.key = 'transfer_review_minutes') * interval '1 minute'
  )
  from configuration c
)`;

/**
 * SQL: whether a company knew an account before a moment: paid it with success, or had it as a beneficiary.
 * @param row the alias of what has `company_id`, `bank_code` and `account_no_hash` @param before an expression
 */
const knownBefore = (row: string, before: string): string => `(
  exists (
    select 1
    from transfers o
    where o.company_id = ${row}.company_id and o.account_no_hash = ${row}.account_no_hash and o.bank_code = ${row}.bank_code
      and o.status = 'success' and o.created_at < ${before}
  ) or exists (
    select 1
    from beneficiaries o
    where o.company_id = ${row}.company_id and o.bank_code = ${row}.bank_code and o.account_no_hash = ${row}.account_no_hash
      and o.status = 'active' and o.account_since < ${before}
  )
)`;

/** SQL: whether an account is not new to a company at a moment: it was known through its cooling time, so that what was first paid an hour ago makes nobody known. */
export const knownAt = (row: string, at: string): string => knownBefore(row, knownSince(at));

export interface Look {
  /** Empty where it goes at once. */
  reasons: ReviewReason[];
  /** Its payments to accounts that the company did not know, and their sum. */
  new_count: number;
  new_kobo: bigint;
}

/**
 * Whether a colleague looks at a batch first. New are accounts within their cooling time: those of this batch, of others that are on their
 * way or held, and of transfers since; so that many small batches are one large one, also where one leaves every two hours. Of salaries only
 * money to such accounts in the time of review counts as leaving again: who funds a wallet to pay their staff does nothing unusual. The wallet is locked.
 */
export async function lookAt(
  tx: Tx,
  { id, company_id, kind, total_kobo }: Pick<Batch, "id" | "company_id" | "kind" | "total_kobo">,
): Promise<Look> {
  const since = await reviewsSince(tx);
  const now = `'${clock.now().toISOString()}'::timestamptz`;
  const { rows } = await sql<{ mine: number; mine_kobo: bigint; accounts: number; kobo: bigint }>`
    with leaving as (
      select b.id = ${id} as is_mine, true as is_recent, b.company_id, r.bank_code, r.account_no_hash, r.amount_kobo
      from transfer_batches b
      join transfer_batch_rows r on r.batch_id = b.id and r.verdict = 'ready'
      where b.company_id = ${company_id} and (b.id = ${id} or b.status in ('in_review', 'sending'))
        and not exists (select 1 from transfers t where t.batch_id = r.batch_id and t.batch_row = r.number)
      union all
      select false, t.created_at >= ${since}, t.company_id, t.bank_code, t.account_no_hash, t.amount_kobo
      from transfers t
      where t.company_id = ${company_id} and t.created_at >= ${sql.raw(knownSince(now))} and t.account_no_hash is not null
        and t.status not in ('awaiting_approval', 'scheduled', 'failed', 'reversed', 'cancelled')
    ),
    accounts as (
      select company_id, bank_code, account_no_hash, count(*) filter (where is_mine) as mine,
        coalesce(sum(amount_kobo) filter (where is_recent), 0) as kobo, coalesce(sum(amount_kobo) filter (where is_mine), 0) as mine_kobo
      from leaving
      group by company_id, bank_code, account_no_hash
    )
    select coalesce(sum(a.mine), 0)::int as mine, coalesce(sum(a.mine_kobo), 0)::bigint as mine_kobo,
      count(*)::int as accounts, coalesce(sum(a.kobo), 0)::bigint as kobo
    from accounts a
    where not ${sql.raw(knownAt("a", now))}
  `.execute(tx);
  const { mine, mine_kobo, accounts, kobo } = rows[0]!;
  const [new_payees, to_new_kobo] = mine > 0 ? [accounts, kobo] : [0, 0n];
  // A file of one payment is a transfer: all of it leaves. Only salaries are paid from what came in for them.
  const goes_out_kobo = kind === "salary" ? to_new_kobo : to_new_kobo - (mine > 0 ? mine_kobo : 0n) + total_kobo!;
  const did = { new_payees, goes_out_kobo, leaves_kobo: total_kobo!, on: await businessDate(tx) };
  const found = await suspicionsOfCompany(tx, company_id, did, await readSetting(tx, "batch_review_payees"), since);
  // Transfers of others that failed hold no batch that pays nobody new.
  const reasons = found.filter((each) => each !== "failures" || mine > 0);
  return { reasons, new_count: mine, new_kobo: mine_kobo };
}

/** Sets the money of the whole aside: held, not moved. The submitter and our colleagues are notified. */
export async function holdBatch(tx: Tx, batch: Batch, look: Look, actor: Actor): Promise<void> {
  const { id, company_id, reference, total_kobo, submitted_by } = batch;
  const held = await hold(queryable(tx), {
    key: `transfer-batch-looked-at:${id}:${batch.version}`,
    account: accountOf("company_wallet", company_id),
    amount_kobo: total_kobo!,
    description: `Batch of transfers ${reference} is under review`,
    actor: actor.name,
  });
  await changeRows(tx, "transfer_batches", id, {
    hold_id: held.id,
    review_reasons: look.reasons,
    review_new_count: look.new_count,
    review_new_kobo: look.new_kobo,
    held_since: clock.now(),
  });
  await note(tx, submitted_by!, messages.lookedAt(batch));
  const { name } = await getRow(tx, "companies", company_id, ["name"]);
  await notifyRoles(tx, await rolesWith(tx, "provider:can_fund_debit_wallet"), {
    ...messages.lookAt({ reference, total_kobo: total_kobo! }, name),
    about: company_id,
  });
}

/** Its money is free again. The batch is locked. */
export async function freeBatch(tx: Tx, { id, hold_id }: Pick<Batch, "id" | "hold_id">): Promise<void> {
  if (!hold_id) return;
  await release(queryable(tx), { hold_id });
  await changeRows(tx, "transfer_batches", id, { hold_id: null });
}
