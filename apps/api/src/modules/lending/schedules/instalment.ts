/** The fields of an instalment as lists show them. */
import { sql } from "kysely";

const TOTAL = "r.principal_kobo + r.interest_kobo + r.fees_kobo + r.penalty_kobo";
const PAID = "r.paid_principal_kobo + r.paid_interest_kobo + r.paid_fees_kobo + r.paid_penalty_kobo";
export const OUTSTANDING = `
  case when r.status in ('superseded', 'waived', 'written_off') then 0::bigint else ${TOTAL} - (${PAID}) end
`;
export const HAS_CARD = (user: string) =>
  `exists (select 1 from repayment_cards c where c.user_id = ${user} and c.is_default and c.removed_at is null)`;

/** The fields of an instalment, from repayments `r`, loans `l` and users `u`. */
export const INSTALMENT = `
  r.id, json_build_object('id', l.id, 'reference', l.reference, 'status', l.status) as loan,
  json_build_object('id', u.id, 'name', u.full_name) as customer, r.number, r.due_on, r.status,
  r.principal_kobo, r.interest_kobo, r.fees_kobo, r.penalty_kobo, ${TOTAL} as total_kobo, ${PAID} as paid_kobo,
  ${OUTSTANDING} as outstanding_kobo, r.days_past_due, r.paid_on, r.collection_attempts, r.next_attempt_on,
  r.last_failure, ${HAS_CARD("r.user_id")} as has_card, r.created_at
`;

/** What was replaced is history, not a repayment. */
export const NOT_SUPERSEDED = sql`r.status <> 'superseded'`;
