/** What somebody sends by hand each month, so that a standing order can be offered for it. */
import type * as calls from "@manilla/contract/payments/standing-orders";
import { sql } from "kysely";
import type { z } from "zod";
import { withMaskedAccount } from "../../../field-encryption.ts";
import type { Context } from "../../../house/app.ts";
import { businessDate } from "../../platform/states/index.ts";
import { type Monthly, monthlyOf } from "./rules.ts";

type Found = z.output<typeof calls.recurring.response>["recurring"][number];
type Sent = Omit<Found, keyof Monthly> & { days: string[] };

/** Payments that are older tell nothing of what goes on. */
const LOOKED_DAYS = 400;
/** Of them, the newest are read. */
const LOOKED_ROWS = 2000;

/**
 * What the caller has sent each month, the next one first; without what a standing order of theirs sends, what came back to them, and whom they no longer want to be
 * offered.
 */
export async function recurringOf({ db, session }: Context): Promise<Found[]> {
  const today = await businessDate(db);
  const { rows } = await sql<Sent>`
    with sent as (
      select payee_id, amount_kobo, business_date
      from transfers
      where user_id = ${session.user_id} and company_id is null and payee_id is not null and standing_date_id is null
        and status not in ('failed', 'reversed', 'refunded', 'cancelled') and business_date > ${today}::date - ${LOOKED_DAYS}::int
      order by created_at desc, id desc
      limit ${LOOKED_ROWS}
    )
    select k.id as payee_id, k.kind, k.name as payee, k.bank_code, k.bank_name, k.account_no_last4 as account_no, t.amount_kobo,
      array_agg(t.business_date::text) as days
    from sent t
    join transfer_payees k on k.id = t.payee_id
    where k.forgotten_at is null
      and not exists (
        select 1
        from standing_orders o
        where o.user_id = ${session.user_id} and o.company_id is null and o.payee_id = t.payee_id and o.amount_kobo = t.amount_kobo
          and o.status in ('active', 'paused')
      )
    group by k.id, t.amount_kobo
    having count(*) > 2
  `.execute(db);
  const found = rows.flatMap(({ days, ...sent }) =>
    monthlyOf(days, today).map((monthly) => ({ ...withMaskedAccount(sent), ...monthly })),
  );
  return found.toSorted((one, other) => one.next_on.localeCompare(other.next_on));
}
