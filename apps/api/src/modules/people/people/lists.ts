/** The lists of people: everybody, and one queue. */
import * as calls from "@manilla/contract/people/people";
import type { PageQuery } from "@manilla/contract/page";
import type { personRow } from "@manilla/contract/people/person";
import type { QueueName } from "@manilla/contract/people/queues";
import type { z } from "zod";
import { defineList } from "../../../db/list.ts";
import { MISSING, type RowFacts, queueScope } from "./profiles/index.ts";

// Left joins on unique keys: PostgreSQL drops them from a count that does not look at them.
const FROM = `
    users u
    left join profiles p on p.user_id = u.id
    left join companies c on c.id = u.company_id
    left join users a on a.id = u.assigned_to
    left join users r on r.id = u.referred_by
  `;
/** Since when a case waits for an underwriter; null where it does not. */
const WAITS_SINCE = `
  case
    when u.status in ('processing', 'processed') and u.profile_status in ('pending', 'verified', 'pre-approved')
    then coalesce(u.ready_at, u.created_at)
  end
`;
const definition = {
  from: FROM,
  rows_of: "users u",
  select: `
    u.id, u.name, u.last_name, u.email, u.phone, u.status, u.profile_status, c.name as company, p.employer,
    p.salary_kobo, u.bvn_verified_at, u.is_blacklisted, u.registration_source, p.verify_method, u.running_loans,
    u.settled_loans,
    (
      select l.principal_kobo
      from loans l
      where l.user_id = u.id and l.status in ('requested', 'pre_approved')
      order by l.created_at desc
      limit 1
    ) as asked_kobo,
    (
      select d.final_outcome
      from credit_decisions d
      where d.user_id = u.id
      order by d.decided_at desc
      limit 1
    ) as rules_say,
    ${WAITS_SINCE} as waits_since,
    case
      when u.running_loans > 0 then (
        select sum(l.outstanding_principal_kobo)::bigint
        from loans l
        where l.user_id = u.id and l.status in ('running', 'past_due', 'stop_requested')
      )
    end as owes_kobo, u.open_document_requests, ${MISSING} as missing, u.credit_limit_kobo, u.post_no_debit_reason,
    case
      when a.id is not null then json_build_object('id', a.id, 'name', a.full_name)
    end as assigned_to,
    case
      when r.id is not null then json_build_object('id', r.id, 'name', r.full_name)
    end as referred_by, u.created_at
  `,
  facts: `
    u.is_post_no_debit, u.bvn_bypassed_at, u.nin_verified_at, u.nin_bypassed_at, p.bvn_last4, p.account_no_last4,
    p.bank_account_status, p.account_typed_by, p.verified_by, p.pre_approved_by,
    p.uncertain_mark
  `,
  id: "u.id",
  search: "u.search_text",
  columns: {
    salary_kobo: "u.profile_salary_kobo",
    assigned_to: "u.assigned_to",
    created_by: "u.created_by",
    is_brought: "(u.created_by is not null)",
    credit_limit_kobo: "coalesce(u.credit_limit_kobo, 0)",
    // Never empty, so that deep pages have keys, and the index (users_waits) one order for everybody.
    waits_since: `coalesce(${WAITS_SINCE}, 'infinity')`,
  },
};

type Row = z.output<typeof personRow> & RowFacts;
export const personList = defineList<typeof calls.listAll, Row>(calls.listAll, definition);
export const queueList = defineList<typeof calls.listByStatus, Row>(calls.listByStatus, definition);

/** The people of a queue with the filters of its list, as a query with their ids; unsorted work for other rooms. */
export const peopleOfQueue = (queue: QueueName, query: PageQuery) =>
  queueList.scoped(queueScope(queue)).statement(query);
