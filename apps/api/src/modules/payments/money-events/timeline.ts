/** What moved, in the timelines of a person and of a company. */
import { moneyPurposes } from "@manilla/contract/payments/money-event-kinds";
import { badge } from "@manilla/contract/badges";
import { naira, sentence } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { TimelineReader, TimelineRow, TimelineSource, Timelines } from "../../../house/timelines.ts";

const ALL = "provider:can_view_transactions";
const REPAYMENTS = "provider:can_view_repayments";
const PAYOUTS = "provider:can_view_loan_disbursements";

/** "₦5,000.00 out, airtime: failed" */
function says({ what, amount_kobo, data }: TimelineRow) {
  const status = String(data?.status);
  const purpose = (moneyPurposes[what] ?? sentence(what)).toLowerCase();
  const ended = data?.is_unknown
    ? ": not known yet"
    : status === "success"
      ? ""
      : `: ${badge("transaction", status).label.toLowerCase()}`;
  return `${naira(amount_kobo!)} ${String(data?.direction)}, ${purpose}${ended}`;
}

const moved = (
  of: TimelineSource<{ id: string }>["of"],
  can: TimelineSource<never>["can"],
): TimelineSource<{ id: string }> => ({
  name: "money",
  kind: "money",
  can: can!,
  from: "money_events e",
  of,
  id: "e.id",
  at: "e.happened_at",
  what: "e.purpose",
  // Of a receipt, how it came: no name of anybody.
  detail: "case when e.source <> 'receipt' then nullif(e.counterparty, '') end",
  amount: "e.amount_kobo",
  data: `json_build_object(
    'source', e.source, 'direction', e.direction, 'status', e.status, 'is_unknown', e.is_unknown, 'reference', e.reference,
    'id', e.id
  )`,
  says,
  page: ({ data }, may) => {
    if (may(ALL)) return `/admin/transactions/${String(data?.id)}`;
    return data?.source === "payout"
      ? may(PAYOUTS) && `/admin/payments/${String(data.id)}`
      : may(REPAYMENTS) && `/admin/repayments/receipts?search=${String(data?.reference)}`;
  },
});

/** Without the right to all, what belongs to loans. */
function seen({ session: { permissions } }: TimelineReader) {
  if (permissions.has(ALL)) return sql`true`;
  const purposes = [
    ...(permissions.has(REPAYMENTS) ? ["loan_repayment"] : []),
    ...(permissions.has(PAYOUTS) ? ["loan_disbursement"] : []),
  ];
  return sql`e.purpose = any(${purposes}) and e.source in ('receipt', 'payout')`;
}

export const ofMoney: Timelines = {
  person: [
    moved(
      ({ id }, reader) => sql`e.user_id = ${id} and e.company_id is null and ${seen(reader)}`,
      [ALL, REPAYMENTS, PAYOUTS],
    ),
  ],
  transfer: [moved(({ id }) => sql`e.id = ${id}`, [ALL])],
  company: [moved(({ id }) => sql`e.company_id = ${id}`, [ALL])],
};
