/** A payment, its card and everything that decides about it, read under the lock of the card. */
import { isCreditCard } from "@manilla/contract/cards/card-states";
import type { Usage } from "@manilla/contract/cards/card-limits";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { type PlaceOf, ask, fixed } from "../../../db/fixed.ts";
import type { IssuerEvent } from "../../../outside/issuer/events.ts";
import { accountOf, cardBooks } from "../../money/books/index.ts";
import { BUSINESS_DATE } from "../../platform/states/index.ts";
import { USAGE, type UsageAsked, type UsageRow, usageAsked, usageIn, usageRow } from "../card-controls/index.ts";
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
export const lockIssued = async (tx: Tx, issuer_card_id: string): Promise<Card | undefined> =>
  (await ask(tx, issued(tx, { issuer_card_id })))[0];
const CARD = sql`
  c.id, c.kind, c.form, c.currency, c.status, c.company_id, c.user_id, c.label, c.is_single_use, c.merchant_lock, c.limit_kobo,
  c.last4, c.expires_on, c.activated_at, c.is_holder_gone
`;
const issued = fixed<{ issuer_card_id: string }, Card>(
  (place) => sql`
    select ${CARD} from cards c where c.issuer_card_id = ${place("issuer_card_id")} for no key update
  `,
);
const issuedMany = fixed<{ issuer_card_ids: string[] }, Card>(
  (place) => sql`
    select ${CARD}, c.issuer_card_id
    from cards c
    where c.issuer_card_id = any(${place("issuer_card_ids")}::text[])
    for no key update skip locked
  `,
);
/** The same of several cards, by the issuer's id; one that somebody has locked is left out, so that nobody waits for a stranger's payment. */
export async function lockFreeIssued(tx: Tx, issuer_card_ids: string[]): Promise<Map<string | null, Card>> {
  const rows = await ask(tx, issuedMany(tx, { issuer_card_ids }));
  return new Map(rows.map((card) => [card.issuer_card_id, card]));
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
  /** The card that was named with it first; null while nothing was heard of it. */
  first_card_id: string | null;
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

type SaidRow = Omit<Said, "payment"> & { payment: Record<string, unknown> | null };
const saidStatement = fixed<Pick<IssuerEvent, "event_id" | "authorisation">, SaidRow>(
  (place) => sql`
    select
      (select e.response_code from card_events e where e.event_id = ${place("event_id")}) as answered,
      coalesce(
        sum(e.amount_kobo) filter (where e.kind in ('AUTHORIZATION', 'FINANCIAL_AUTHORIZATION') and e.response_code = '00'), 0
      )::bigint as requested_kobo,
      coalesce(max(e.amount_kobo) filter (where e.kind = 'AUTHORIZATION_ADVICE'), 0)::bigint as advised_kobo,
      coalesce(sum(e.amount_kobo) filter (where e.kind = 'AUTHORIZATION_REVERSAL'), 0)::bigint as reversed_kobo,
      coalesce(sum(e.amount_kobo) filter (where e.kind = 'CLEARING'), 0)::bigint as captured_kobo,
      coalesce(bool_or(e.kind = 'FINANCIAL_AUTHORIZATION' and e.response_code = '00'), false) as is_taken,
      coalesce(bool_or(e.kind in ('VOID', 'AUTHORIZATION_EXPIRY', 'AUTHORIZATION_DECLINED') or (e.kind = 'CLEARING' and e.is_last)), false) as is_over,
      (array_agg(e.card_id order by e.received_at))[1] as first_card_id,
      (select ${PAYMENT} from card_authorisations p where p.issuer_authorisation_id = ${place("authorisation")}) as payment,
      ${BUSINESS_DATE} as "on"
    from card_events e
    where e.issuer_authorisation_id = ${place("authorisation")}
  `,
);

/** What was said of the payment that an event belongs to. */
export async function saidOf(
  tx: Tx,
  { event_id, authorisation }: Pick<IssuerEvent, "event_id" | "authorisation">,
): Promise<Said> {
  const [row] = await ask(tx, saidStatement(tx, { event_id, authorisation }));
  const { payment, ...said } = row!;
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

const heardBefore = fixed<{ event_ids: string[]; authorisations: string[] }, { event_id: string | null; on: string }>(
  (place) => sql`
    select u.event_id, ${BUSINESS_DATE} as "on"
    from (select 1) as one
    left join unnest(${place("event_ids")}::text[], ${place("authorisations")}::text[]) u (event_id, authorisation)
      on coalesce(
        (select true from card_events e where e.event_id = u.event_id),
        (select true from card_events e where e.issuer_authorisation_id = u.authorisation limit 1),
        (select true from card_authorisations p where p.issuer_authorisation_id = u.authorisation),
        false
      )
  `,
);
/** Of several first requests those of which something was said before, by event, and today in the books. */
export async function heardOf(
  tx: Tx,
  events: readonly { event_id: string; authorisation: string }[],
): Promise<{ heard: Set<string>; on: string }> {
  const rows = await ask(
    tx,
    heardBefore(tx, {
      event_ids: events.map(({ event_id }) => event_id),
      authorisations: events.map(({ authorisation }) => authorisation),
    }),
  );
  return { heard: new Set(rows.flatMap(({ event_id }) => event_id ?? [])), on: rows[0]!.on };
}

type Standing = Pick<Facts, "card" | "freezes" | "is_stopped" | "is_used" | "is_kept_out">;
type StandingRow = Omit<Standing, "card"> & { replaced_because: string | null };
const STANDING = "freezes, replaced_because, is_used, is_stopped, is_kept_out";
const standingIn = (card: Card, row: StandingRow): Standing => {
  const { replaced_because, freezes, is_used, is_stopped, is_kept_out } = row;
  return { card: { ...card, replaced_because }, freezes, is_used, is_stopped, is_kept_out };
};

/** What a card's standing is read of. */
interface StandingAsked extends Pick<Card, "company_id" | "user_id" | "is_single_use"> {
  card_id: string;
  /** Of a payment, or of an enquiry at a shop: only what is bet asks whether the holder keeps out of it. */
  is_betting: boolean;
  now: Date;
}
const standingAsked = (card: Card, { is_betting }: Pick<StandingAsked, "is_betting">): StandingAsked => ({
  card_id: card.id,
  company_id: card.company_id,
  user_id: card.user_id,
  is_single_use: card.is_single_use,
  is_betting,
  now: clock.now(),
});

/** What a card is and who has it frozen, as its rules ask for it, in one row. */
const standingRow = (place: PlaceOf<StandingAsked>) => sql`
  select
    coalesce((
      select json_agg(json_build_object('by', f."by", 'reason', f.reason))
      from card_freezes f
      where f.card_id = ${place("card_id")} and f.lifted_at is null
    ), '[]') as freezes,
    (
      select n.replacement_reason from cards n where n.replacement_for = ${place("card_id")} and n.status <> 'declined'
    ) as replaced_because,
    ${place("is_single_use")}::boolean and (
      exists (
        select 1 from card_authorisations p
        where p.card_id = ${place("card_id")} and p.status in ('approved', 'captured') and p.kind <> 'refund'
      )
      or exists (select 1 from card_captures m where m.card_id = ${place("card_id")} and m.kind = 'capture')
    ) as is_used,
    (
      u.erased_at is not null or u.is_blacklisted or u.is_post_no_debit
      or u.profile_status = 'deactivated'
      or coalesce(o.status <> 'approved', false)
    ) as is_stopped,
    ${place("is_betting")}::boolean and ${place("company_id")}::uuid is null and exists (
      select 1 from betting_exclusions_of(u.id) x where x.until is null or x.until > ${place("now")}
    ) as is_kept_out
  from users u
  left join companies o on o.id = ${place("company_id")}::uuid
  where u.id = ${place("user_id")}
`;
const standingStatement = fixed<StandingAsked, StandingRow>(standingRow);
const withUsageStatement = fixed<StandingAsked & UsageAsked, StandingRow & UsageRow>(
  (place) => sql`
    select ${sql.raw(`${STANDING}, ${USAGE}`)}
    from (${standingRow(place)}) as standing
    cross join (${usageRow(place)}) as usage
  `,
);

/** {@link standingRow} as a statement of its own. @param paying.is_betting otherwise nobody is kept out */
export async function standingOf(tx: Tx, card: Card, paying: { is_betting: boolean }): Promise<Standing> {
  const [row] = await ask(tx, standingStatement(tx, standingAsked(card, paying)));
  return standingIn(card, row!);
}

/** The same, and what was used of the card's limits on a day of Africa/Lagos. */
export async function standingAndUsage(
  tx: Tx,
  card: Card,
  { today, ...paying }: { today: string; is_betting: boolean },
): Promise<Standing & Usage> {
  const asked = { ...standingAsked(card, paying), ...usageAsked(card.id, today) };
  const [row] = await ask(tx, withUsageStatement(tx, asked));
  return { ...standingIn(card, row!), ...usageIn(row!) };
}

type ManyAsked = StandingAsked & UsageAsked;
const ofEach = <Name extends keyof ManyAsked>(name: Name) => sql<ManyAsked[Name]>`${sql.ref(`asked.${name}`)}`;
const manyStatement = fixed<{ asked: string }, StandingRow & UsageRow & { card_id: string }>(
  (place) => sql`
    select asked.card_id, ${sql.raw(`${STANDING}, ${USAGE.replaceAll(/\w+/g, "usage.$&")}`)}
    from jsonb_to_recordset(${place("asked")}::jsonb) asked (
      card_id uuid, company_id uuid, user_id uuid, is_single_use boolean, is_betting boolean, now timestamptz,
      today date, week date, month date, year date
    )
    cross join lateral (${standingRow(ofEach)}) as standing
    cross join lateral (${usageRow(ofEach)}) as usage
  `,
);

/** {@link standingAndUsage} of several cards by one statement, by card; each once. */
export async function standingsAndUsages(
  tx: Tx,
  cards: readonly { card: Card; today: string; is_betting: boolean }[],
): Promise<Map<string, Standing & Usage>> {
  const asked = cards.map(({ card, today, is_betting }) => ({
    ...standingAsked(card, { is_betting }),
    ...usageAsked(card.id, today),
  }));
  const rows = await ask(tx, manyStatement(tx, { asked: JSON.stringify(asked) }));
  const of = new Map(cards.map(({ card }) => [card.id, card]));
  return new Map(
    rows.map(({ card_id, ...row }) => [card_id, { ...standingIn(of.get(card_id)!, row), ...usageIn(row) }]),
  );
}
