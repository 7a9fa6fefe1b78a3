/** The terms of dollar cards, dated: requested by one, approved by another, from a day to come; what offers none also from today. */
import type * as calls from "@manilla/contract/cards/dollar-cards";
import { count, day, dollars } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { hasBegun, hasPassed, requestApproval } from "../../platform/approvals/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { DOLLAR_TERMS } from "../card-records/index.ts";

type Shown = z.output<typeof calls.terms.response>;
type Asked = z.output<typeof calls.changeTerms.body>;

/** As the trial balance adds it up. */
async function positionOf(db: Database): Promise<Shown["position"]> {
  const { rows } = await sql<{ line: string; natural: bigint }>`
    select a.chart_code as line,
      sum(
        a.direction * case when a.hot then ledger.hot_balance(a.id) else coalesce(b.balance_kobo, 0) end
      )::bigint as natural
    from ledger.accounts a
    left join ledger.balances b on b.account_id = a.id
    where a.chart_code in (
      'dollar_purse', 'dollar_overdrawn', 'issuer_settlement_usd', 'issuer_float_usd', 'fx_position_usd', 'fx_position',
      'fx_income'
    )
    group by a.chart_code
  `.execute(db);
  const of = (line: string): bigint => rows.find((row) => row.line === line)?.natural ?? 0n;
  return {
    purses_cents: of("dollar_purse"),
    overdrawn_cents: of("dollar_overdrawn"),
    issuer_owed_cents: of("issuer_settlement_usd"),
    issuer_float_cents: of("issuer_float_usd"),
    position_cents: of("fx_position_usd"),
    position_kobo: of("fx_position"),
    margin_kobo: of("fx_income"),
  };
}

/** What held, holds and will hold, and the position in dollars. */
export async function allTerms(db: Database): Promise<Shown> {
  const today = await businessDate(db);
  const { rows: terms } = await sql<Shown["terms"][number]>`
    select ${DOLLAR_TERMS}, t.reason, u.full_name as set_by,
      coalesce(t.valid_from = max(t.valid_from) filter (where t.valid_from <= ${today}::date) over (), false) as is_now
    from dollar_terms t
    left join users u on u.id = t.set_by
    order by t.valid_from desc
  `.execute(db);
  const { rows: waiting } = await sql<Shown["waiting"][number]>`
    select id as approval_id, title from approvals
    where kind = 'change_dollar_terms' and status = 'pending'
    order by created_at
  `.execute(db);
  return { today, terms, waiting, position: await positionOf(db) };
}

/** Why terms cannot begin on a day; null where they can. What offers no dollars may begin today: a rate that is wrong does not sell until tomorrow. */
async function whyNotFrom(
  tx: Tx,
  { valid_from, is_offered }: { valid_from: string; is_offered: boolean },
): Promise<string | null> {
  const today = await businessDate(tx);
  if (valid_from < today || (valid_from === today && is_offered)) return "choose a day to come";
  const { rows } = await sql`select 1 from dollar_terms where valid_from = ${valid_from}`.execute(tx);
  return rows.length > 0 ? "other terms begin on this day already; choose another" : null;
}

/** The maker's half. @throws InvalidFields, Conflict while another change waits */
export async function askForTerms(tx: Tx, context: Context, asked: Asked): Promise<string> {
  const why_not = await whyNotFrom(tx, asked);
  if (why_not) throw new InvalidFields({ valid_from: [why_not] });
  if (asked.rate_to < asked.rate_from) throw new InvalidFields({ rate_to: ["this is below the lowest rate"] });
  if (asked.month_cents < asked.least_cents) throw new InvalidFields({ month_cents: ["this is below the least"] });
  const payload = { ...asked, least_cents: String(asked.least_cents), month_cents: String(asked.month_cents) };
  return requestApproval(tx, context, {
    kind: "change_dollar_terms",
    title: `Dollar cards ${asked.is_offered ? "offered" : "not offered"} from ${day(asked.valid_from)}`,
    payload,
    once: [],
    reason: asked.reason,
  });
}

/** The second person's half. */
export const changeDollarTerms: ApprovalKind<
  Omit<Asked, "least_cents" | "month_cents"> & { least_cents: string; month_cents: string }
> = {
  permission: "provider:can_update_system_configuration",
  over: sql`${hasPassed} or ${hasBegun} and (a.payload ->> 'is_offered')::boolean`,
  shows: async (_, { payload }) => ({
    facts: [
      { label: "From", value: day(payload.valid_from) },
      { label: "Offered", value: payload.is_offered ? "Yes" : "No" },
      { label: "Margin, %", value: String(payload.margin_bp / 100) },
      { label: "A quote holds", value: `${payload.quote_seconds} seconds` },
      { label: "Oldest rate", value: count(payload.rate_days) + " days" },
      { label: "Rates believed", value: `₦${count(payload.rate_from)} to ₦${count(payload.rate_to)}` },
      { label: "At least", value: dollars(BigInt(payload.least_cents)) },
      { label: "At most a month", value: dollars(BigInt(payload.month_cents)) },
    ],
  }),
  async execute(tx, context, { payload, maker_id }) {
    const { reason, ...terms } = payload;
    if (await whyNotFrom(tx, terms))
      throw new Conflict("The day has begun, or other terms begin on it by now. Ask again.", "changed");
    await tx
      .insertInto("dollar_terms")
      .values({
        ...terms,
        least_cents: BigInt(terms.least_cents),
        month_cents: BigInt(terms.month_cents),
        reason,
        set_by: maker_id,
        set_at: clock.now(),
      })
      .execute();
    await recordAudit(tx, context, "dollar_terms_changed", ["configuration", "dollar_cards"], { after: terms, reason });
    return undefined;
  },
};
