import { type Controller, type Controls, grantedOf, noControls } from "@manilla/contract/cards/card-control-kinds";
import * as calls from "@manilla/contract/cards/card-controls";
import { leftOf, midnightOf, nextBeginsOn, raisedOf, tightest } from "@manilla/contract/cards/card-limits";
import { limitPeriods } from "@manilla/contract/cards/decline-reasons";
import { isoDay } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { NotFound } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { abilitiesIn } from "../../platform/states/index.ts";
import { cashLeftOf } from "./cash.ts";
import { usageOf } from "./keeping.ts";
import { type RaiseFacts, raiseRules } from "./rules.ts";

type Shown = z.output<typeof calls.find.response>;
type Raise = z.output<typeof calls.raises.row>;

/** A card as its controls are set. */
export interface Controlled {
  id: string;
  user_id: string;
  company_id: string | null;
  status: string;
  label: string | null;
  last4: string | null;
  currency: "NGN" | "USD";
  kind: string;
  limit_kobo: bigint | null;
  name: string;
}

/** A card that the caller sees; for changing it is locked. @throws NotFound */
export async function findControlled(
  db: Database | Tx,
  { session }: Context,
  id: string,
  lock = false,
): Promise<Controlled> {
  const { permissions, user_id, company_id } = session;
  const ofCompany = permissions.has("company:can_view_cards") || permissions.has("company:can_request_cards");
  const seen = permissions.has("provider:can_view_card_requests")
    ? sql`true`
    : ofCompany
      ? sql`(c.user_id = ${user_id} or c.company_id = ${company_id})`
      : sql`c.user_id = ${user_id}`;
  const { rows } = await sql<Controlled>`
    select c.id, c.user_id, c.company_id, c.status, c.label, c.last4, c.currency, c.kind, c.limit_kobo,
      coalesce(u.full_name, k.kept_name, 'Somebody') as name
    from cards c
    left join users u on u.id = c.user_id
    left join employments k on k.user_id = c.user_id and k.company_id = c.company_id
    where c.id = ${id} and ${seen}
    ${lock ? sql`for no key update of c` : sql``}
  `.execute(db);
  if (!rows[0]) throw new NotFound("This card");
  return rows[0];
}

/** Whose controls of a card the caller sets: the company's for those who decide for it; else the holder's own. */
export function controllerOf(
  { session }: Context,
  card: Pick<Controlled, "user_id" | "company_id">,
): Controller | null {
  const { permissions, user_id, company_id } = session;
  if (card.company_id !== null && card.company_id === company_id && permissions.has("company:can_request_cards"))
    return "company";
  return card.user_id === user_id && permissions.has("personal:can_use_cards") ? "holder" : null;
}

/** The controls as they are sent and shown. */
const flat = ({ limits, ...set }: Controls): NonNullable<Shown["company"]> => ({
  ...set,
  per_authorisation_kobo: limits.per_authorisation,
  day_kobo: limits.day,
  week_kobo: limits.week,
  month_kobo: limits.month,
  year_kobo: limits.year,
  all_time_kobo: limits.all_time,
  allowed_categories: [...set.allowed_categories],
  blocked_categories: [...set.blocked_categories],
  allowed_merchants: [...set.allowed_merchants],
  blocked_merchants: [...set.blocked_merchants],
  channels: [...set.channels],
  countries: [...set.countries],
  weekdays: [...set.weekdays],
});

/** What a card may be used for, and what is left of its limits now. */
export async function shownOf(db: Database | Tx, context: Context, card: Controlled): Promise<Shown> {
  const today = isoDay(clock.now());
  const usage = await usageOf(db, card.id, today);
  const setBy = (by: Controller) => usage.controls.find((each) => each.by === by)?.set;
  const sets = controllerOf(context, card);
  const counts = usage.controls.flatMap(({ set }) => set.day_count ?? []);
  const allowed = Math.min(...counts);
  // A holder of a company's card does not read what all its cards take.
  const seesWeek = !card.company_id || sets !== "holder";
  // A dollar card takes no cash.
  const cash = card.currency === "NGN" ? await cashLeftOf(db, card, today) : [];
  return {
    card: {
      id: card.id,
      label: card.label,
      last4: card.last4,
      person: { id: card.user_id, name: card.name },
      currency: card.currency,
      is_company: card.company_id !== null,
    },
    sets,
    may_loosen: sets === "holder" || (sets === "company" && card.user_id !== context.session.user_id),
    company: setBy("company") ? flat(setBy("company")!) : null,
    holder: setBy("holder") ? flat(setBy("holder")!) : null,
    left: limitPeriods.flatMap((period) => {
      const set = tightest(usage.controls, period);
      const granted = grantedOf(card)[0]?.limits[period] ?? null;
      const limits = [
        { limit_kobo: set, left_kobo: leftOf(usage, period, set), raised_kobo: raisedOf(usage, period) },
        { limit_kobo: granted, left_kobo: leftOf({ ...usage, raises: [] }, period, granted), raised_kobo: 0n },
      ].flatMap(({ limit_kobo, left_kobo, ...more }) =>
        limit_kobo === null || left_kobo === null ? [] : [{ ...more, limit_kobo, left_kobo }],
      );
      // What leaves less is what counts.
      const [least] = limits.toSorted((one, other) => (one.left_kobo < other.left_kobo ? -1 : 1));
      const next = nextBeginsOn(period, today);
      const resets_at = next === null ? null : new Date(midnightOf(next));
      return least ? [{ period, ...least, resets_at }] : [];
    }),
    cash: cash
      .filter(({ period }) => period === "day" || seesWeek)
      .map((each) => ({ ...each, resets_at: new Date(midnightOf(nextBeginsOn(each.period, today)!)) })),
    day_count: counts.length === 0 ? null : { allowed, left: Math.max(0, allowed - usage.day_count) },
  };
}

/** What somebody has set of a card; everything is allowed where they have not. */
export const setOf = async (db: Database | Tx, card_id: string, by: Controller): Promise<Controls> =>
  (await usageOf(db, card_id, isoDay(clock.now()))).controls.find((each) => each.by === by)?.set ?? noControls;

const FROM = `card_raises r
  join cards c on c.id = r.card_id
  left join users u on u.id = r.user_id
  left join employments k on k.user_id = r.user_id and k.company_id = r.company_id
  left join card_authorisations p on p.id = r.authorisation_id`;
const SELECT = `
  r.id, json_build_object('id', c.id, 'label', c.label, 'last4', c.last4) as card,
  json_build_object('id', r.user_id, 'name', coalesce(u.full_name, k.kept_name, 'Somebody')) as person, r.period, r.amount_kobo, r.reason,
  case when p.id is not null then json_build_object('id', p.id, 'merchant', p.merchant, 'amount_kobo', p.amount_kobo) end as payment,
  r.ends_on, r.status, r.decision_reason, r.version, r.created_at
`;
type Raw = Omit<Raise, "abilities"> & RaiseFacts;
const raiseList = defineList<typeof calls.raises, Raw>(calls.raises, {
  from: FROM,
  rows_of: "card_raises r left join users u on u.id = r.user_id",
  select: SELECT,
  facts: "r.user_id",
  id: "r.id",
  search: "folded(u.full_name)",
});
const seenBy = ({ session: { permissions, user_id, company_id } }: Context) =>
  permissions.has("company:can_view_cards")
    ? sql`(r.user_id = ${user_id} or r.company_id = ${company_id})`
    : sql`r.user_id = ${user_id}`;
const exactly = (row: Raw): Raw & Pick<Raise, "abilities"> => ({
  ...row,
  abilities: {},
  payment: row.payment && { ...row.payment, amount_kobo: BigInt(row.payment.amount_kobo) },
});
const abilitiesOf = (context: Context) => abilitiesIn(context, calls, raiseRules);
export const raises = (context: Context) => raiseList.scoped(seenBy(context), exactly, abilitiesOf(context));

/** @throws NotFound */
export async function findRaise(db: Database | Tx, context: Context, id: string): Promise<Raise> {
  const { rows } = await sql<Raw>`
    select ${sql.raw(SELECT)}, r.user_id from ${sql.raw(FROM)} where r.id = ${id} and ${seenBy(context)}
  `.execute(db);
  if (!rows[0]) throw new NotFound("This request");
  return { ...exactly(rows[0]), abilities: abilitiesOf(context)(rows[0]) };
}
