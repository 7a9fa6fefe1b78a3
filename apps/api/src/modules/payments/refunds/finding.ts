/** Finds what may have to be paid back before its payer does, and pays back by itself what the rules allow. */
import type { PaymentKind, RefundCause } from "@manilla/contract/payments/refund-words";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import type { App } from "../../../house/app.ts";
import { SILENCE_MILLISECONDS } from "../../../outside/questions.ts";
import { failPayout, lockPayoutInOrder } from "../../money/payouts/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { openCase } from "../refund-cases/index.ts";

const HOUR = 3_600_000;
/** So far back failures are looked at again; what was not given back by then was found on the first day. */
const LOOK_BACK = 72 * HOUR;
const AT_ONCE = 500;
const ago = (milliseconds: number): Date => new Date(clock.milliseconds() - milliseconds);

interface Found {
  kind: PaymentKind;
  id: string;
  user_id: string;
  reference: string;
  what: string;
  amount_kobo: bigint;
  paid_at: Date;
  cause: RefundCause;
}

/** Payments without an answer beyond the clock, paid without their goods, or failed with the money gone, of which no case is open. */
async function candidates(tx: Tx): Promise<Found[]> {
  const [silent, since] = [ago(SILENCE_MILLISECONDS), ago(LOOK_BACK)];
  const { rows } = await sql<Found>`
    with found as (
      select 'bill' as kind, b.id, b.user_id, b.reference, b.service_name as what, b.total_kobo, b.created_at,
        case when b.lacks_token then 'no_value' else 'unanswered' end as cause
      from bills b
      where b.status in ('sent', 'unknown') and (b.lacks_token or b.sent_at < ${silent})
      union all
      select 'bill', b.id, b.user_id, b.reference, b.service_name, b.total_kobo, b.created_at, 'unpaid'
      from bills b
      where b.status = 'failed' and b.created_at > ${since}
        and not exists (select 1 from ledger.transactions l where l.key = 'bill-failed:' || b.id)
      union all
      select 'transfer', t.id, t.user_id, t.reference, t.payee, t.total_kobo, t.created_at, 'unanswered'
      from payouts p
      join transfers t on t.payout_id = p.id
      where p.status in ('sent', 'unknown') and p.purpose = 'transfer' and p.sent_at < ${silent}
      union all
      select 'transfer', t.id, t.user_id, t.reference, t.payee, t.total_kobo, t.created_at, 'unpaid'
      from transfers t
      where t.status = 'failed' and t.created_at > ${since}
        and exists (select 1 from ledger.transactions l where l.key in ('transfer-accepted:' || t.id, 'transfer-batch-accepted:' || t.batch_id))
        and not exists (select 1 from ledger.transactions l where l.key = 'transfer-undone:' || t.id)
    )
    select f.kind, f.id, f.user_id, f.reference, f.what, f.total_kobo as amount_kobo, f.created_at as paid_at, f.cause
    from found f
    where not exists (
      select 1 from refund_cases r where r.status = 'open' and (r.bill_id = f.id or r.transfer_id = f.id)
    )
    order by f.created_at
    limit ${AT_ONCE}
  `.execute(tx);
  return rows;
}

/** A transfer that the bank still does not know after a day is paid back; one that it has, or about which it says nothing, is a person's decision. */
async function payBackUnknown(app: App): Promise<void> {
  const before = ago((await readSetting(app.db, "transfer_pending_hours")) * HOUR);
  const { rows } = await sql<{ id: string }>`
    select p.id
    from payouts p
    join transfers t on t.payout_id = p.id
    left join refund_cases r on r.transfer_id = t.id and r.status = 'open'
    where p.status = 'unknown' and p.purpose = 'transfer' and p.needs_review_at is not null and p.sent_at < ${before}
      and r.approval_id is null
      and not exists (select 1 from approvals a where a.status = 'pending' and a.payload ->> 'payout_id' = p.id::text)
      and (
        select a.outcome from provider_answers a where a.subject_id = p.id order by a.answered_at desc, a.id desc limit 1
      ) = 'not_found'
    order by p.id
    limit ${AT_ONCE}
  `.execute(app.db);
  for (const { id } of rows)
    await app.db.transaction().execute(async (tx) => {
      const payout = await lockPayoutInOrder(app, tx, id);
      if (payout?.status === "unknown") await failPayout(app, tx, payout, "The bank does not know it after a day.");
    });
}

/** Safe to repeat, by any number of workers. */
export async function findRefundable(app: App): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const [of_bills, of_transfers] = [
      await readSetting(tx, "bill_pending_hours"),
      await readSetting(tx, "transfer_pending_hours"),
    ];
    for (const { id: payment_id, ...found } of await candidates(tx)) {
      const hours = found.kind === "bill" ? of_bills : of_transfers;
      const due_at = new Date(found.paid_at.getTime() + hours * HOUR);
      await openCase(tx, { ...found, payment_id, due_at }, SYSTEM);
    }
  });
  await payBackUnknown(app);
}
