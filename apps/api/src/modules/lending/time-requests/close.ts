/** Open requests whose day has passed, or whose loan is over: nobody can agree to them any more. */
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Progress, Step } from "../../../house/app.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { tellSoon } from "../../platform/notifications/index.ts";
import { changeWhere } from "../../platform/states/index.ts";
import { expired } from "./messages.ts";

const REQUESTS_A_BATCH = 500;
/** Older requests expect no answer any more: the first close of an old database meets them. */
const TOLD_DAYS = 60;
/** A loan whose payout is to be taken back may go on running. */
const GOES_ON = sql`('running', 'past_due', 'stop_requested')`;

interface Ended {
  id: string;
  user_id: string;
  loan_id: string;
  promised_on: string | null;
  is_over: boolean;
  is_lost: boolean;
  is_recent: boolean;
}

export const openRequests: Step = {
  name: "time_requests",
  at: 71,
  async batch(_, tx, { opening }): Promise<Progress> {
    const { rows } = await sql<Ended>`
      select r.id, r.user_id, r.loan_id, r.promised_on::text as promised_on, l.status not in ${GOES_ON} as is_over,
        l.status in ('charged_off', 'written_off') as is_lost, r.created_at > ${opening}::date - ${TOLD_DAYS}::int as is_recent
      from time_requests r
      join loans l on l.id = r.loan_id
      where r.status = 'pending' and (r.promised_on < ${opening}::date or l.status not in ${GOES_ON})
      order by r.id
      limit ${REQUESTS_A_BATCH}
      for no key update of r
    `.execute(tx);
    for (const is_over of [true, false]) {
      const ids = rows.filter((row) => row.is_over === is_over).map(({ id }) => id);
      const reason = is_over ? "The loan is over" : "The asked day has passed";
      await changeWhere(tx, {
        noun: "timeRequest",
        action: "expire",
        where: sql`id = any(${ids}::uuid[])`,
        set: { decided_at: clock.now(), decision_reason: reason },
        actor: SYSTEM,
        reason,
        business_date: opening,
      });
    }
    for (const row of rows) if (row.is_recent) await tellSoon(tx, row.user_id, expired(row));
    return {
      cursor: rows.length < REQUESTS_A_BATCH ? null : (rows.at(-1)?.id ?? null),
      counts: { expired: rows.length },
    };
  },
};
