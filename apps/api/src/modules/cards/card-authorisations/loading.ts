/** A payment, its card and everything that decides about it, read under the lock of the card. */
import { isCreditCard } from "@manilla/contract/cards/card-states";
import type { Usage } from "@manilla/contract/cards/card-limits";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import type { IssuerEvent } from "../../../outside/issuer/events.ts";
import { accountOf, cardBooks } from "../../money/books/index.ts";
import { BUSINESS_DATE } from "../../platform/states/index.ts";
import { USAGE, type UsageRow, usageIn, usageRow } from "../card-controls/index.ts";
import { type Card, moneyBehind } from "../card-records/index.ts";
import type { Facts } from "./rules.ts";

/** A payment as it is changed. */
export interface Payment {
  id: string;
  card_id: string;
  reference: string;
  status: string;
  approved_kobo: bigint;
  captured_kobo: bigint;
  reversed_kobo: bigint;
  held_kobo: bigint;
  hold_id: string | null;
  is_over: boolean;
  counted_kobo: bigint;
  day: string;
  response_code: string;
}

/** The card that the issuer names, locked until the transaction ends: its events come one after the other. */
export async function lockIssued(tx: Tx, issuer_card_id: string): Promise<Card | undefined> {
  const { rows } = await sql<Card>`
    select c.id, c.kind, c.form, c.currency, c.status, c.company_id, c.user_id, c.label, c.is_single_use, c.merchant_lock,
      c.last4, c.expires_on, c.activated_at, c.is_holder_gone
    from cards c
    where c.issuer_card_id = ${issuer_card_id}
    for no key update
  `.execute(tx);
  return rows[0];
}

/** Where a card's money is, and what is owed where it draws a line. The same twice where it spends money that is there. */
export function accountsOf(card: Pick<Card, "id" | "kind" | "user_id" | "company_id" | "is_holder_gone" | "currency">) {
  const { account, line } = moneyBehind(card);
  const is_credit = isCreditCard(card.kind);
  const receivable = !is_credit
    ? account
    : card.company_id
      ? accountOf("line_principal", card.company_id)
      : accountOf("card_receivable", card.id);
  return { account, line, is_credit, receivable, currency: card.currency };
}

/** What is free, owed and overdrawn of a card, in kobo. */
export const booksOf = (tx: Tx | Database, card: Card) => cardBooks(tx, { ...accountsOf(card), card_id: card.id });

/** What the issuer has said of a payment so far, in whatever order; what is to be held follows from it alone. */
export interface Said {
  /** Our first answer to this very event; null where it is new. */
  answered: string | null;
  /** What we let through, and the most that the issuer says was let through. */
  requested_kobo: bigint;
  advised_kobo: bigint;
  reversed_kobo: bigint;
  captured_kobo: bigint;
  is_over: boolean;
  /** It was let through and taken with one request. */
  is_taken: boolean;
  payment: Payment | null;
  /** Today in the books. */
  on: string;
}

const PAYMENT = sql`
  json_build_object(
    'id', p.id, 'card_id', p.card_id, 'reference', p.reference, 'status', p.status, 'approved_kobo', p.approved_kobo, 'captured_kobo', p.captured_kobo,
    'reversed_kobo', p.reversed_kobo, 'held_kobo', p.held_kobo, 'hold_id', p.hold_id, 'is_over', p.is_over,
    'counted_kobo', p.counted_kobo, 'day', p.day, 'response_code', p.response_code
  )
`;
const AMOUNTS = ["approved_kobo", "captured_kobo", "reversed_kobo", "held_kobo", "counted_kobo"] as const;

/** What was said of the payment that an event belongs to. */
export async function saidOf(
  tx: Tx,
  { event_id, authorisation }: Pick<IssuerEvent, "event_id" | "authorisation">,
): Promise<Said> {
  const { rows } = await sql<Omit<Said, "payment"> & { payment: Record<string, unknown> | null }>`
    select
      (select e.response_code from card_events e where e.event_id = ${event_id}) as answered,
      coalesce(
        sum(e.amount_kobo) filter (where e.kind in ('AUTHORIZATION', 'FINANCIAL_AUTHORIZATION') and e.response_code = '00'), 0
      )::bigint as requested_kobo,
      coalesce(max(e.amount_kobo) filter (where e.kind = 'AUTHORIZATION_ADVICE'), 0)::bigint as advised_kobo,
      coalesce(sum(e.amount_kobo) filter (where e.kind = 'AUTHORIZATION_REVERSAL'), 0)::bigint as reversed_kobo,
      coalesce(sum(e.amount_kobo) filter (where e.kind = 'CLEARING'), 0)::bigint as captured_kobo,
      coalesce(bool_or(e.kind = 'FINANCIAL_AUTHORIZATION' and e.response_code = '00'), false) as is_taken,
      coalesce(bool_or(e.kind in ('VOID', 'AUTHORIZATION_EXPIRY') or (e.kind = 'CLEARING' and e.is_last)), false) as is_over,
      (select ${PAYMENT} from card_authorisations p where p.issuer_authorisation_id = ${authorisation}) as payment,
      ${BUSINESS_DATE} as "on"
    from card_events e
    where e.issuer_authorisation_id = ${authorisation}
  `.execute(tx);
  const { payment, ...said } = rows[0]!;
  return {
    ...said,
    payment:
      payment &&
      ({
        ...payment,
        ...Object.fromEntries(AMOUNTS.map((name) => [name, BigInt(payment[name] as number)])),
      } as unknown as Payment),
  };
}

type Standing = Pick<Facts, "card" | "freezes" | "is_stopped" | "is_used" | "is_kept_out">;
type StandingRow = Omit<Standing, "card"> & { replaced_because: string | null };
const STANDING = "freezes, replaced_because, is_used, is_stopped, is_kept_out";
const standingIn = (card: Card, row: StandingRow): Standing => {
  const { replaced_because, freezes, is_used, is_stopped, is_kept_out } = row;
  return { card: { ...card, replaced_because }, freezes, is_used, is_stopped, is_kept_out };
};

/** What a card is and who has it frozen, as its rules ask for it, in one row. */
const standingRow = (card: Card) =>
  sql<StandingRow>`
    select
      coalesce((
        select json_agg(json_build_object('by', f."by", 'reason', f.reason))
        from card_freezes f
        where f.card_id = ${card.id} and f.lifted_at is null
      ), '[]') as freezes,
      (select n.replacement_reason from cards n where n.replacement_for = ${card.id} and n.status <> 'declined') as replaced_because,
      ${card.is_single_use} and exists (
        select 1 from card_authorisations p where p.card_id = ${card.id} and p.status in ('approved', 'captured')
      ) as is_used,
      (
        u.erased_at is not null or u.is_blacklisted or u.is_post_no_debit
        or u.profile_status = 'deactivated'
        or coalesce(o.status <> 'approved', false)
      ) as is_stopped,
      ${card.company_id}::uuid is null and exists (
        select 1 from betting_exclusions_of(u.id) x where x.until is null or x.until > ${clock.now()}
      ) as is_kept_out
    from users u
    left join companies o on o.id = ${card.company_id}::uuid
    where u.id = ${card.user_id}
  `;

/** {@link standingRow}, asked by itself. */
export async function standingOf(tx: Tx, card: Card): Promise<Standing> {
  const { rows } = await standingRow(card).execute(tx);
  return standingIn(card, rows[0]!);
}

/** The same, and what was used of the card's limits on a day of Africa/Lagos. */
export async function standingAndUsage(tx: Tx, card: Card, today: string): Promise<Standing & Usage> {
  const { rows } = await sql<StandingRow & UsageRow>`
    select ${sql.raw(`${STANDING}, ${USAGE}`)}
    from (${standingRow(card)}) as standing
    cross join (${usageRow(card.id, today)}) as usage
  `.execute(tx);
  return { ...standingIn(card, rows[0]!), ...usageIn(rows[0]!) };
}
