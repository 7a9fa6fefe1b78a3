/** The list of loans that are behind, with what was promised, which call is next, and how often the card failed. */
import * as calls from "@manilla/contract/lending/repayments";
import { sql } from "kysely";
import { defineList } from "../../../db/list.ts";
import { isBroken, lastPromise } from "../../people/assignments/index.ts";
import { HAS_CARD } from "./queries.ts";

/** On which day the borrower is called again: what the newest contact says, so that a call ends what was planned before. */
const CALL_AGAIN_ON = `
  (
    select c.call_again_on
    from assignment_contacts c
    where c.user_id = l.user_id
    order by c.contacted_at desc
    limit 1
  )
`;
/** The most tries of any open instalment. */
const ATTEMPTS = `
  coalesce(
    (
      select max(r.collection_attempts)
      from repayments r
      where r.loan_id = l.id and r.status in ('due', 'part_paid', 'overdue')
    ),
    0
  )::int
`;
const ASKS_FOR_TIME = "exists (select 1 from time_requests t where t.loan_id = l.id and t.status = 'pending')";
const ROWS =
  "loans l join users u on u.id = l.user_id join loan_products p on p.id = l.product_id left join users a on a.id = u.assigned_to";
export const defaultList = defineList(calls.defaults, {
  from: `${ROWS} left join lateral ${lastPromise({ user_id: "l.user_id", loan: "l" })} m on true`,
  rows_of: ROWS,
  select: `
    l.id, l.reference, json_build_object('id', u.id, 'name', u.full_name) as customer, u.phone,
    p.name as product, l.status, l.days_past_due, l.arrears_bucket, l.overdue_kobo, l.outstanding_principal_kobo,
    (
      select min(r.due_on) from repayments r where r.loan_id = l.id and r.status in ('due', 'part_paid', 'overdue')
    ) as oldest_due_on,
    (select max(x.received_on) from receipts x where x.loan_id = l.id and x.reversed_at is null) as last_paid_on,
    (
      select r.last_failure
      from repayments r
      where r.loan_id = l.id and r.last_failure is not null and r.status in ('due', 'part_paid', 'overdue')
      order by r.due_on desc
      limit 1
    ) as last_failure, ${ATTEMPTS} as collection_attempts, l.is_non_performing, ${HAS_CARD("l.user_id")} as has_card,
    m.promised_on, m.promised_kobo, ${isBroken("m")} as is_promise_broken,
    ${CALL_AGAIN_ON} as call_again_on,
    coalesce(${CALL_AGAIN_ON} <= (select business_date from business_calendar), false) as is_call_due,
    ${ASKS_FOR_TIME} as asks_for_time,
    case when a.id is not null then json_build_object('id', a.id, 'name', a.full_name) end as assigned_to
  `,
  id: "l.id",
  columns: {
    user_id: "l.user_id",
    disbursed_on: "l.disbursed_on",
    assigned_to: "u.assigned_to",
    promised_on: "m.promised_on",
    call_again_on: CALL_AGAIN_ON,
    collection_attempts: ATTEMPTS,
    asks_for_time: ASKS_FOR_TIME,
  },
  search: ["lower(l.reference)", "u.search_text"],
});
export const IN_DEFAULT = sql`l.days_past_due > 0`;
