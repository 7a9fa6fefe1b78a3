import * as calls from "@manilla/contract/payments/card-partners";
import { sql } from "kysely";
import { defineList } from "../../../db/list.ts";
import type { Handlers } from "../../../house/app.ts";
import { askPartner, beginFunding } from "./funding.ts";
import { BOOKS, requirePartner } from "./partners.ts";
import { askToPay } from "./paying.ts";
import { askForTerms, termsOf } from "./terms.ts";

const FROM = "partner_cards pc join cards c on c.id = pc.card_id join users u on u.id = pc.user_id";
const CARD = `
  pc.card_id as id, pc.user_id, u.full_name as person, c.last4, c.status as card_status, pc.since::text as since,
  k.drawn_kobo, k.funded_kobo
`;

const partners = defineList(calls.listPartners, {
  from: `
    card_partners p
    join lateral (
      select interest_share_percent, takes_new, valid_from
      from card_partner_terms t
      where t.partner_id = p.id and t.valid_from <= (select business_date from business_calendar)
      order by valid_from desc
      limit 1
    ) t on true
  `,
  rows_of: "card_partners p",
  select: `
    p.id, p.slug, p.name, trim_scale(t.interest_share_percent)::text as interest_share_percent, t.takes_new,
    nullif(t.valid_from, '1900-01-01')::text as valid_from,
    (select count(*)::int from partner_cards pc where pc.partner_id = p.id) as cards
  `,
  id: "p.id",
  search: "folded(p.name)",
});
const disbursements = defineList(calls.disbursements, {
  from: `${FROM}, ${BOOKS}`,
  select: `${CARD}, k.to_fund_kobo, k.asked_kobo`,
  columns: { is_due: "k.to_fund_kobo > 0", user_id: "pc.user_id", since: "pc.since" },
  id: "pc.card_id",
  search: "u.search_text",
});
const repayments = defineList(calls.repayments, {
  from: `${FROM}, ${BOOKS}`,
  select: `${CARD}, k.principal_kobo, k.interest_kobo, k.due_kobo, k.waiting_kobo`,
  columns: { is_due: "k.due_kobo > 0", user_id: "pc.user_id", since: "pc.since" },
  id: "pc.card_id",
  search: "u.search_text",
});
const settlements = defineList(calls.settlements, {
  from: `
    (
      select id, partner_id, 'funding' as kind, reference, status, amount_kobo, cards, report_kobo, reason, created_at
      from partner_fundings
      union all
      select id, partner_id, 'payment', reference, status, amount_kobo, cards, report_kobo, reason, created_at
      from partner_payments
    ) s
  `,
  select: `
    s.id, s.kind, s.reference, s.status, s.amount_kobo, s.cards, s.report_kobo, s.reason, s.created_at
  `,
  id: "s.id",
  search: "folded(s.reference)",
});

export const handlers: Handlers<typeof calls> = {
  listPartners: partners,
  terms: ({ db }, { params }) => termsOf(db, params.partner),
  changeTerms: (context, { params, body }) =>
    context.once(async (tx) => ({ approval_id: await askForTerms(tx, context, params.partner, body) })),
  async disbursements({ db }, { params }) {
    const { id } = await requirePartner(db, params.partner);
    return disbursements.scoped(sql`pc.partner_id = ${id}`);
  },
  async repayments({ db }, { params }) {
    const { id } = await requirePartner(db, params.partner);
    return repayments.scoped(sql`pc.partner_id = ${id}`);
  },
  async settlements({ db }, { params }) {
    const { id } = await requirePartner(db, params.partner);
    return settlements.scoped(sql`s.partner_id = ${id}`);
  },
  async disburse(context, { params, body }) {
    const answer = await context.once((tx) => beginFunding(tx, context, params.partner, body.card_ids));
    // Outside of the transaction; without an answer it is asked again by itself.
    await askPartner(context, answer.funding.reference);
    return answer;
  },
  payMany: (context, { params, body: { card_ids, reason } }) =>
    context.once((tx) => askToPay(tx, context, params.partner, { card_ids, reason })),
  payBatch: (context, { params, body: { reason } }) =>
    context.once((tx) => askToPay(tx, context, params.partner, { card_ids: undefined, reason })),
};
