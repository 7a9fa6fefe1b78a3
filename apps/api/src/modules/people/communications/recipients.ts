/** Who a segment is: the people that the queue's list shows with the same filters. */
import type { segment } from "@manilla/contract/people/communications";
import { pageQuery } from "@manilla/contract/page";
import { listByStatus } from "@manilla/contract/people/people";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { withheldColumns } from "../../../db/withheld.ts";
import type { Context } from "../../../house/app.ts";
import { peopleOfQueue } from "../people/index.ts";
import type { Recipient } from "./rendering.ts";
import { suppressionOf } from "./suppressions.ts";

export type Segment = z.output<typeof segment>;

/** The ids of a segment, as a query. @throws InvalidFields for filters that the list does not have */
export function idsOf({ queue, user_ids, ...filters }: Segment): RawBuilder<unknown> {
  if (user_ids)
    return sql`select u.id from users u where u.id = any(${user_ids}::uuid[]) and u.is_customer and u.erased_at is null`;
  return sql`select s.id from (${peopleOfQueue(queue, pageQuery.parse(filters))}) s`;
}

/**
 * How many people a message may reach when it is sent, however much its segment has grown since it was made.
 * @param counted how many there were when it was made
 * @param isApproved whether a second person agreed, who was shown that number: a queue may grow a little until then
 */
export const mostReached = (counted: number, isApproved: boolean): number => (isApproved ? 2 * counted + 10 : counted);

/** @throws NotAllowed for a segment chosen by what the sender may not see: how many it holds would tell */
export const requireVisible = ({ session }: Context, { queue: _, user_ids: __, ...filters }: Segment) =>
  withheldColumns(session.permissions, listByStatus.list, pageQuery.parse(filters));

/** How many a segment holds, and how many of them no message of this kind would reach. */
export async function countRecipients(db: Database, segment: Segment, channel: string, category: string) {
  const { rows } = await sql<{ people: number; opted_out: number; unreachable: number }>`
    select count(*)::int as people,
      count(*) filter (
        where ${category} = 'marketing'
          and exists (
            select 1 from contact_preferences c where c.user_id = u.id and c.channel = ${channel} and not c.is_allowed
          )
      )::int as opted_out,
      count(*) filter (
        where u.is_blacklisted
          or (${channel} = 'sms' and u.phone is null)
          or ${suppressionOf(channel, category)} is not null
      )::int as unreachable
    from users u
    where u.id in (${idsOf(segment)})
  `.execute(db);
  return rows[0] ?? { people: 0, opted_out: 0, unreachable: 0 };
}

export interface Addressee extends Recipient {
  id: string;
  email: string;
  phone: string | null;
  is_blacklisted: boolean;
  is_opted_out: boolean;
  marketing_this_week: number;
  /** Why this way does not reach them. */
  suppression: string | null;
}

/** People with everything that a message may need. */
export async function addressees(
  db: Database | Tx,
  ids: readonly string[],
  channel: string,
  category = "service",
): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    select u.id, u.name, u.last_name, u.email, u.phone, u.is_blacklisted, coalesce(p.employer, c.name) as company,
      u.credit_limit_kobo as limit_kobo, coalesce(l.used, 0)::bigint as used_kobo,
      coalesce(d.due, 0)::bigint as due_kobo,
      coalesce(d.next_due, 0)::bigint as next_due_kobo, coalesce(l.overdue, 0)::bigint as overdue_kobo, d.next_due_on,
      exists (
        select 1 from contact_preferences k where k.user_id = u.id and k.channel = ${channel} and not k.is_allowed
      ) as is_opted_out,
      (
        select count(*)::int
        from communication_messages m
        join communications o on o.id = m.communication_id
        where m.user_id = u.id
          and m.status in ('queued', 'handed_over', 'delivered')
          and o.category = 'marketing'
          and m.sent_at > ${clock.now()}::timestamptz - interval '7 days'
      ) as marketing_this_week, ${suppressionOf(channel, category)} as suppression
    from users u
    join profiles p on p.user_id = u.id
    left join companies c on c.id = u.company_id
    left join lateral (
      select sum(
        case when x.disbursed_on is null then x.principal_kobo else x.outstanding_principal_kobo end
      ) as used, sum(x.overdue_kobo) as overdue
      from loans x
      where x.user_id = u.id
        and x.status in (
          'requested', 'pre_approved', 'approved', 'offered', 'accepted', 'disbursing', 'running', 'past_due',
          'stop_requested'
        )
    ) l on true
    left join lateral (
      select sum(r.open) filter (where r.due_on <= b.business_date) as due,
        min(r.due_on) filter (where r.due_on >= b.business_date and r.open > 0) as next_due_on,
        (array_agg(r.open order by r.due_on) filter (where r.due_on >= b.business_date and r.open > 0))[1] as next_due
      from business_calendar b,
        (
          select due_on,
            principal_kobo + interest_kobo + fees_kobo + penalty_kobo - paid_principal_kobo - paid_interest_kobo -
              paid_fees_kobo - paid_penalty_kobo as open
          from repayments y
          where y.user_id = u.id and y.status in ('scheduled', 'due', 'part_paid', 'overdue')
        ) r
    ) d on true
    where u.id = any(${[...ids]}::uuid[]) and u.erased_at is null
  `.execute(db);
  return rows;
}
