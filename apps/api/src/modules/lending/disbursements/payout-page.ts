/** All that is known of one payout, and what happened to it in one line of time. */
import { badge } from "@manilla/contract/badges";
import { counted } from "@manilla/contract/formats";
import type * as calls from "@manilla/contract/lending/disbursements";
import type { TimelineEntry } from "@manilla/contract/timeline";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database } from "../../../db/database.ts";
import { NotFound } from "../../../errors.ts";
import { payeesOf } from "../../people/people/profiles/index.ts";
import { titles } from "./messages.ts";
import { disbursementOf } from "./queries.ts";

type Detail = z.output<typeof calls.payoutDetail>;
type Known = Omit<Detail, "customer" | "loan" | "attempts" | "expected" | "pending" | "entries"> & {
  phone: string | null;
  subject_id: string;
};

interface Raw extends Omit<TimelineEntry, "kind" | "words"> {
  source: "state" | "event" | "question" | "review" | "message" | "request" | "bank";
  from_state: string | null;
  what: string;
}

/** What a change of state is about, and how people say it. */
function changeInWords(from: string | null, to: string): Pick<TimelineEntry, "kind" | "words"> {
  switch (to) {
    case "awaiting_approval":
      return { kind: "decisions", words: "Asked for; a second person decides" };
    case "approved":
      return from === "sent"
        ? { kind: "attempts", words: "The bank was not reached; it is sent again" }
        : { kind: "decisions", words: "Agreed by a second person" };
    case "sent":
      return { kind: "attempts", words: "Sent to the bank" };
    case "unknown":
      return { kind: "attempts", words: "The bank gave no clear answer" };
    case "success":
      return {
        kind: "money",
        words: from === "returning" ? "The borrower kept it" : "The bank confirmed that it arrived",
      };
    case "failed":
      return from === "sent" || from === "unknown"
        ? { kind: "money", words: "It failed; the money has not left" }
        : { kind: "decisions", words: "Declined; nothing was sent" };
    case "returning":
      return { kind: "money", words: "On its way back" };
    case "lost":
      return { kind: "money", words: "It did not come back, and was booked as lost" };
    default:
      return { kind: "money", words: "It came back" };
  }
}

function saidOf({ source, from_state, what }: Raw): Pick<TimelineEntry, "kind" | "words"> {
  switch (source) {
    case "state":
      return changeInWords(from_state, what);
    case "event":
      return { kind: "attempts", words: `The provider reported: ${badge("payout", what).label.toLowerCase()}` };
    case "question":
      return {
        kind: "attempts",
        words: `The bank was asked${what === "1" ? "" : `; ${counted(Number(what), "time")} so far`}`,
      };
    case "review":
      return { kind: "attempts", words: "The provider does not know it: a person looks" };
    case "bank":
      return {
        kind: "money",
        words:
          what === "void"
            ? "No longer expected at the bank"
            : `The bank’s statement: ${badge("reconciliation", what).label.toLowerCase()}`,
      };
    case "message":
      return { kind: "messages", words: what };
    case "request":
      return { kind: "decisions", words: `${what}: ${badge("approval", from_state ?? "").label.toLowerCase()}` };
  }
}

/** Requests about a payout `o`, other than the one that made it. */
const ABOUT_IT = sql`
  p.id is distinct from o.approval_id and p.created_at >= o.created_at
  and (p.payload ->> 'loan_id' = o.subject_id::text or p.payload ->> 'payout_id' = o.id::text
    or p.items @> jsonb_build_array(jsonb_build_object('loan_id', o.subject_id::text)))
`;

/** The newest first. A message belongs to the payout before it. */
async function entriesOf(db: Database, id: string): Promise<TimelineEntry[]> {
  const { rows } = await sql<Raw>`
    with o as (select * from payouts where id = ${id})
    select t.id::text, 'state' as source, t.from_state,
      case
        when t.from_state = 'returning' and exists (
          select 1 from reconciliation_items i
          where i.subject_id = ${id} and i.subject_type = 'payout_return' and i.status = 'void' and t.to_state = 'reversed'
        ) then 'lost'
        else t.to_state
      end as what, t.reason as detail, t.actor_name as who, t.happened_at
    from transitions t
    where t.noun = 'payout' and t.subject_id = ${id}
    union all
    select w.id::text, 'event', null, split_part(w.event, '.', 2),
      case when w.outcome not like 'payout:%' then w.outcome end, null, w.received_at
    from o
    join webhooks w on w.body -> 'data' ->> 'reference' = o.reference
    union all
    select o.id::text || '-asked', 'question', null, o.asked_times::text, null, null, o.asked_at
    from o
    where o.asked_at is not null
    union all
    select o.id::text || '-review', 'review', null, '', o.failure, null, o.needs_review_at
    from o
    where o.needs_review_at is not null
    union all
    select t.id::text, 'bank', null, t.to_state, t.reason, t.actor_name, t.happened_at
    from reconciliation_items i
    join transitions t on t.subject_id = i.id and t.from_state is not null
    where i.subject_id = ${id} and i.subject_type in ('payout', 'payout_return')
    union all
    select n.id::text, 'message', null, n.title, n.body, null, n.created_at
    from o
    -- Two indexes, of those read and of those not.
    cross join lateral (
      select * from notifications where user_id = o.user_id and read_at is null
      union all
      select * from notifications where user_id = o.user_id and read_at is not null
    ) n
    where n.created_at >= o.created_at
      and n.title = any(${Object.values(titles)}::text[]) and n.link like '%' || o.subject_id::text and not exists (
        select 1 from payouts x
        where x.subject_id = o.subject_id and x.created_at > o.created_at and x.created_at <= n.created_at
      )
    union all
    select p.id::text, 'request', p.status, p.title, coalesce(p.decision_reason, p.reason), coalesce(c.full_name, m.full_name),
      coalesce(p.decided_at, p.created_at)
    from o
    join approvals p on (p.id = o.approval_id and coalesce(p.decision_reason, p.reason) is not null)
      or (${ABOUT_IT})
    join users m on m.id = p.maker_id
    left join users c on c.id = p.checker_id
    order by happened_at desc, id desc
    limit 200
  `.execute(db);
  return rows.map((row) => {
    const { id: entry, who, happened_at } = row;
    return { id: entry, ...saidOf(row), detail: row.detail || null, who, happened_at };
  });
}

/** A payout with its account, attempts and timeline. Amounts in kobo. @throws NotFound */
export async function payoutDetails(db: Database, id: string): Promise<Detail> {
  const [{ rows }, [payee], { rows: attempts }, { rows: expected }, { rows: pending }, entries] = await Promise.all([
    sql<Known>`
      select o.id, o.status, o.reference, o.approval_id, o.failure, o.sent_at, o.asked_at, o.asked_times,
        o.needs_review_at, o.settled_on, o.purpose, o.amount_kobo, o.subject_id, o.created_at, o.next_question_at,
        o.provider_reference, u.phone, m.full_name as made_by
      from payouts o
      join users u on u.id = o.user_id
      left join users m on m.id = o.created_by
      where o.id = ${id}
    `.execute(db),
    payeesOf(db, sql`o.id = ${id}`),
    sql<Detail["attempts"][number]>`
      select x.id, x.status, x.reference, x.failure, x.needs_review_at, x.created_at
      from payouts o
      join payouts x on x.subject_id = o.subject_id
      where o.id = ${id} and o.purpose = 'loan_disbursement'
      order by x.created_at desc
      limit 50
    `.execute(db),
    sql<Detail["expected"][number]>`
      select id, subject_type, status
      from reconciliation_items
      where subject_id = ${id} and subject_type in ('payout', 'payout_return')
      order by subject_type
    `.execute(db),
    sql<NonNullable<Detail["pending"]>>`
      select p.id, p.title
      from payouts o
      join approvals p on p.status = 'pending' and ${ABOUT_IT}
      where o.id = ${id}
      order by p.created_at
      limit 1
    `.execute(db),
    entriesOf(db, id),
  ]);
  const [found] = rows;
  if (!found || !payee) throw new NotFound("This payout");
  const { phone, subject_id, ...payout } = found;
  const { fees_kobo, bank_name, account_no, account_name, is_same_name, account_changed_at, loan_id } = payee;
  return {
    ...payout,
    customer: { ...payee.person, phone },
    fees_kobo,
    bank_name,
    account_no,
    account_name,
    is_same_name,
    account_changed_at,
    loan: (loan_id && (await disbursementOf(db, subject_id))) || null,
    attempts,
    expected,
    pending: pending[0] ?? null,
    entries,
  };
}
