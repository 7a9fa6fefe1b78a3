/** All that happened on a loan, in one line of time and in words: money, attempts, messages, calls, decisions, changes. */
import { badge } from "@manilla/contract/badges";
import { naira, sentence } from "@manilla/contract/formats";
import type * as calls from "@manilla/contract/lending/loans";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database } from "../../../db/database.ts";
import { NotFound } from "../../../errors.ts";

type Entry = z.output<typeof calls.timeline.response>["entries"][number];

interface Raw {
  id: string;
  kind: Entry["kind"];
  source: "state" | "row" | "receipt" | "reversal" | "debit" | "payout" | "call" | "message" | "rules" | "asked";
  what: string;
  detail: string | null;
  amount_kobo: bigint | null;
  who: string | null;
  happened_at: Date;
}

const CHANNELS: Readonly<Record<string, string>> = {
  card: "by card",
  direct_debit: "by direct debit",
  bank_transfer: "by bank transfer",
  staff: "recorded by hand",
  credit_balance: "from the credit balance",
  import: "from an import",
};
const MAX_ENTRIES = 500;

/** One sentence for each kind of entry. */
function wordsOf({ source, what, amount_kobo }: Raw): string {
  const amount = amount_kobo === null ? "" : naira(amount_kobo);
  switch (source) {
    case "state":
      return badge("loan", what).label;
    case "row": {
      const [number, state = ""] = what.split(" ");
      return `Instalment ${number}: ${badge("repayment", state).label.toLowerCase()}`;
    }
    case "receipt":
      return `Received ${amount} ${CHANNELS[what] ?? ""}`.trim();
    case "reversal":
      return `Receipt of ${amount} reversed`;
    case "debit":
      return `Debit of ${amount}: ${sentence(what).toLowerCase()}`;
    case "payout":
      return `Payout of ${amount}: ${badge("payout", what).label.toLowerCase()}`;
    case "call":
      return `Contact: ${sentence(what).toLowerCase()}`;
    case "rules":
      return `The credit rules: ${what}`;
    default:
      return what;
  }
}

/** The newest first, at most 500. @throws NotFound */
export async function timelineOf(db: Database, id: string): Promise<Entry[]> {
  const { rows: loans } = await sql<{ user_id: string; reference: string; created_at: Date }>`
    select user_id, reference, created_at from loans where id = ${id}
  `.execute(db);
  const loan = loans[0];
  if (!loan) throw new NotFound("This loan");
  const { rows } = await sql<Raw>`
    select t.id::text, 'changes' as kind, 'state' as source, t.to_state as what, t.reason as detail,
      null::bigint as amount_kobo, t.actor_name as who, t.happened_at
    from transitions t
    where t.noun = 'loan' and t.subject_id = ${id}
    union all
    select t.id::text, 'changes', 'row', r.number || ' ' || t.to_state, t.reason, null, t.actor_name, t.happened_at
    from transitions t
    join repayments r on r.id = t.subject_id
    where r.loan_id = ${id} and t.noun = 'repayment' and t.to_state in ('overdue', 'paid', 'waived', 'deferred')
    union all
    select x.id::text, 'money', 'receipt', x.channel, x.note, x.amount_kobo, u.full_name, x.received_at
    from receipts x
    left join users u on u.id = x.recorded_by
    where x.loan_id = ${id}
    union all
    select x.id::text || '-reversed', 'money', 'reversal', x.channel, x.reversal_reason, x.amount_kobo, null, x.reversed_at
    from receipts x
    where x.loan_id = ${id} and x.reversed_at is not null
    union all
    select c.id::text, 'attempts', 'debit', c.status, c.failure, c.amount_kobo, u.full_name, coalesce(c.settled_at, c.created_at)
    from charges c
    left join users u on u.id = c.requested_by
    where c.user_id = ${loan.user_id} and c.loan_id = ${id}
    union all
    select o.id::text, 'money', 'payout', o.status, o.failure, o.amount_kobo, null, coalesce(o.settled_at, o.created_at)
    from payouts o
    where o.subject_id = ${id}
    union all
    select a.id::text, 'calls', 'call', a.outcome,
      concat_ws(
        ' ', a.note, case when a.promised_on is not null then 'Promised for ' || to_char(a.promised_on, 'DD Mon YYYY') || '.' end,
        case when a.call_again_on is not null then 'Call again on ' || to_char(a.call_again_on, 'DD Mon YYYY') || '.' end
      ),
      a.promised_kobo, u.full_name, a.contacted_at
    from assignment_contacts a
    join users u on u.id = a.admin_id
    where a.user_id = ${loan.user_id} and a.contacted_at >= ${loan.created_at}
    union all
    select n.id::text, 'messages', 'message', n.title, n.body, null, null, n.created_at
    from notifications n
    where n.user_id = ${loan.user_id}
      and n.created_at >= ${loan.created_at}
      and (n.link like ${`%${id}%`} or n.body like ${`%${loan.reference}%`})
    union all
    select d.id::text, 'decisions', 'rules', d.final_outcome, d.judgement -> 'reasons' ->> 0, null, u.full_name, d.decided_at
    from credit_decisions d
    left join users u on u.id = coalesce(d.overruled_by, d.decided_by)
    where d.loan_id = ${id}
    union all
    select p.id::text, 'decisions', 'asked', p.title, coalesce(p.decision_reason, p.reason), null,
      coalesce(c.full_name, m.full_name), coalesce(p.decided_at, p.created_at)
    from approvals p
    join users m on m.id = p.maker_id
    left join users c on c.id = p.checker_id
    where p.created_at >= ${loan.created_at}
      and (p.payload ->> 'loan_id' = ${id} or p.items @> jsonb_build_array(jsonb_build_object('loan_id', ${id}::text)))
    order by happened_at desc, id desc
    limit ${MAX_ENTRIES}
  `.execute(db);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    words: wordsOf(row),
    detail: row.detail || null,
    who: row.who,
    happened_at: row.happened_at,
  }));
}
