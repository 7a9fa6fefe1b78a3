import * as calls from "@manilla/contract/cards/card-disputes";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { NotFound } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { abilitiesIn } from "../../platform/states/index.ts";
import { seenBy as paymentsSeenBy } from "../card-authorisations/index.ts";
import { type DisputeFacts, type DisputeMoney, disputeRules, exposureOf } from "./rules.ts";

type Row = z.output<typeof calls.listAll.row>;
type Detail = z.output<typeof calls.find.response>;

/** Whether the caller sees all disputes: the desk, and finance that decides about losses. */
export const isStaff = ({ permissions }: Context["session"]): boolean =>
  permissions.has("provider:can_view_card_requests") || permissions.has("provider:can_reconcile");
/** Whose disputes `d` the caller sees. */
const seenBy = (context: Context) => (isStaff(context.session) ? sql<boolean>`true` : paymentsSeenBy(context, "d"));

const FROM = `card_disputes d
  join card_captures m on m.id = d.capture_id
  join cards c on c.id = d.card_id
  left join users u on u.id = d.user_id
  left join employments k on k.user_id = d.user_id and k.company_id = d.company_id
  left join companies o on o.id = d.company_id`;
const SELECT = `
  d.id, d.reference, m.merchant, json_build_object('id', d.user_id, 'name', coalesce(u.full_name, k.kept_name, 'Somebody')) as person,
  case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as company,
  json_build_object('id', c.id, 'label', c.label, 'last4', c.last4) as card,
  d.channel, d.reason, d.status, c.currency as card_currency, d.amount_kobo, d.credited_kobo, d.won_kobo, d.due_at, is_late(d) as is_late,
  d.approval_id is not null as is_waiting, d.created_at, d.version
`;
const FACTS = "d.user_id, d.approval_id, d.credited_at";

const listed = defineList<typeof calls.listAll, Row & DisputeFacts>(calls.listAll, {
  from: FROM,
  rows_of: "card_disputes d join card_captures m on m.id = d.capture_id",
  select: SELECT,
  facts: FACTS,
  id: "d.id",
  columns: { is_late: "is_late(d)", is_credited: "(d.credited_kobo > 0)" },
  search: ["folded(m.merchant)", "d.reference"],
});

export const listAll = (context: Context) =>
  listed.scoped(seenBy(context), undefined, abilitiesIn(context, calls, disputeRules));

/** One dispute as the caller sees it. @throws NotFound */
export async function findDispute(context: Context, id: string): Promise<Detail> {
  const { db, session } = context;
  const { rows } = await sql<Omit<Detail, "abilities" | "evidence" | "steps" | "is_own"> & DisputeFacts>`
    select ${sql.raw(SELECT)}, ${sql.raw(FACTS)}, m.authorisation_id as payment_id, m.amount_kobo as captured_kobo,
      m.happened_at as captured_at, d.text, d.won_twice_kobo, d.written_off_kobo, d.issuer_dispute_id, d.issuer_says, d.decision_reason
    from ${sql.raw(FROM)}
    where d.id = ${id} and ${seenBy(context)}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new NotFound("This dispute");
  const { user_id, approval_id, credited_at, ...shown } = row;
  const is_own = user_id === session.user_id;
  const byStaff = isStaff(session);
  return {
    ...shown,
    // What the issuer calls it is for the desk.
    issuer_dispute_id: byStaff ? shown.issuer_dispute_id : null,
    is_own,
    abilities: abilitiesIn(context, calls, disputeRules)({ ...shown, user_id, approval_id, credited_at }),
    evidence: is_own || byStaff ? await evidenceOf(db, id, byStaff) : [],
    steps: await stepsOf(db, id, byStaff, session.user_id),
  };
}

/** What both sides have sent, the oldest first; to the holder the provider is one. */
async function evidenceOf(db: Database, id: string, byStaff: boolean): Promise<Detail["evidence"]> {
  const { rows } = await sql<Detail["evidence"][number]>`
    select e.id, e.is_staff, case when e.is_staff and not ${byStaff} then 'Manilla' else u.full_name end as by, e.text,
      e.document_id is not null as has_file, e.created_at as at
    from card_dispute_evidence e
    left join users u on u.id = e.author_id
    where e.dispute_id = ${id}
    order by e.created_at, e.id
    limit 200
  `.execute(db);
  return rows;
}

/** Each state that it came to, the newest first. */
async function stepsOf(db: Database, id: string, byStaff: boolean, user_id: string): Promise<Detail["steps"]> {
  const { rows } = await sql<Detail["steps"][number]>`
    select id, to_state as status, case when ${byStaff} then actor_name when actor_id = ${user_id} then 'You' else 'Manilla' end as by,
      happened_at as at
    from transitions
    where noun = 'cardDispute' and subject_id = ${id}
    order by happened_at desc, id desc
    limit 50
  `.execute(db);
  return rows;
}

/** What an action answers. */
export async function shown(
  tx: Tx,
  id: string,
): Promise<{ dispute: z.output<typeof calls.withdraw.response>["dispute"] }> {
  const dispute = await tx
    .selectFrom("card_disputes")
    .select(["id", "status", "credited_kobo", "version"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { dispute: dispute as never };
}

/** A dispute of a payment, with what it takes up. */
export interface PaymentDispute extends DisputeMoney {
  id: string;
  capture_id: string;
}
/** What shops took of a payment less what came back, and the disputes about it, the newest first. */
export interface PaymentMoney {
  net_kobo: bigint;
  disputes: PaymentDispute[];
  exposure_kobo: bigint;
}

/** @param capture the captured money; one that belongs to no payment is its own */
export async function paymentOf(
  db: Database | Tx,
  { id, issuer_authorisation_id }: { id: string | null; issuer_authorisation_id: string | null },
): Promise<PaymentMoney> {
  const OF = sql`(m.id = ${id}::uuid or m.issuer_authorisation_id = ${issuer_authorisation_id}::text)`;
  const { rows } = await sql<{ net_kobo: bigint }>`
    select coalesce(sum(
      case m.kind when 'refund' then -m.amount_kobo when 'dispute_won' then 0 else m.amount_kobo end
    ), 0)::bigint as net_kobo
    from card_captures m
    where ${OF}
  `.execute(db);
  const { rows: disputes } = await sql<PaymentDispute>`
    select d.id, d.capture_id, d.status, d.amount_kobo, d.credited_kobo, d.won_kobo, d.won_twice_kobo, d.written_off_kobo
    from card_disputes d
    join card_captures m on m.id = d.capture_id
    where ${OF}
    order by d.created_at desc, d.id desc
  `.execute(db);
  const exposure_kobo = disputes.reduce((sum, each) => sum + exposureOf(each), 0n);
  return { net_kobo: rows[0]?.net_kobo ?? 0n, disputes, exposure_kobo };
}
