/** What is agreed with a partner, dated: requested by one, approved by another, never for a day that has begun. */
import { day, percent } from "@manilla/contract/formats";
import type * as calls from "@manilla/contract/payments/card-partners";
import { sql } from "kysely";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { hasBegun, requestApproval } from "../../platform/approvals/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { requirePartner } from "./partners.ts";
import { whyNotFrom } from "./rules.ts";

type Shown = z.output<typeof calls.terms.response>;
type Asked = z.output<typeof calls.changeTerms.body>;

/** What held, holds and will hold. @throws NotFound */
export async function termsOf(db: Database, slug: string): Promise<Shown> {
  const [partner, today] = [await requirePartner(db, slug), await businessDate(db)];
  const { rows: terms } = await sql<Shown["terms"][number]>`
    select t.valid_from::text as valid_from, trim_scale(t.interest_share_percent)::text as interest_share_percent,
      t.takes_new, t.reason, u.full_name as set_by,
      t.valid_from = max(t.valid_from) filter (where t.valid_from <= ${today}::date) over () as is_now
    from card_partner_terms t
    left join users u on u.id = t.set_by
    where t.partner_id = ${partner.id}
    order by t.valid_from desc
  `.execute(db);
  const { rows: waiting } = await sql<Shown["waiting"][number]>`
    select id as approval_id, title
    from approvals
    where kind = 'change_partner_terms' and status = 'pending' and payload ->> 'partner' = ${slug}
    order by created_at
  `.execute(db);
  return { partner, today, terms: terms.map((each) => ({ ...each, is_now: each.is_now ?? false })), waiting };
}

const plannedDays = async (tx: Tx, partner_id: string): Promise<string[]> =>
  (
    await sql<{ valid_from: string }>`
      select valid_from::text as valid_from from card_partner_terms where partner_id = ${partner_id}
    `.execute(tx)
  ).rows.map(({ valid_from }) => valid_from);

/** The maker's half. @throws NotFound, InvalidFields, Conflict while another change of the partner waits */
export async function askForTerms(tx: Tx, context: Context, slug: string, asked: Asked): Promise<string> {
  const { id, name } = await requirePartner(tx, slug, true);
  const why_not = whyNotFrom(asked.valid_from, await businessDate(tx), await plannedDays(tx, id));
  if (why_not) throw new InvalidFields({ valid_from: [why_not] });
  return requestApproval(tx, context, {
    kind: "change_partner_terms",
    title: `Terms of ${name} from ${day(asked.valid_from)}`,
    payload: { partner: slug, ...asked },
    once: ["partner"],
    reason: asked.reason,
  });
}

/** The second person's half. */
export const changePartnerTerms: ApprovalKind<Asked & { partner: string }> = {
  permission: "provider:can_update_system_configuration",
  over: hasBegun,
  shows: async (_, { payload }) => ({
    facts: [
      { label: "From", value: day(payload.valid_from) },
      { label: "Its share of the interest", value: percent(payload.interest_share_percent) },
      { label: "Funds new cards", value: payload.takes_new ? "Yes" : "No" },
    ],
  }),
  async execute(tx, context, { payload, maker_id }) {
    const { partner: slug, reason, ...terms } = payload;
    const { id: partner_id } = await requirePartner(tx, slug, true);
    if (whyNotFrom(terms.valid_from, await businessDate(tx), await plannedDays(tx, partner_id)))
      throw new Conflict("The day has begun, or other terms begin on it by now. Ask again.", "changed");
    await tx
      .insertInto("card_partner_terms")
      .values({ ...terms, partner_id, reason, set_by: maker_id, set_at: clock.now() })
      .execute();
    await recordAudit(tx, context, "card_partner_terms_changed", ["configuration", slug], { after: terms, reason });
    return undefined;
  },
};
