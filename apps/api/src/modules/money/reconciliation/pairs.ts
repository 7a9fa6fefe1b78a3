/** Rows that wait beside lines of the bank, and the verdict on each pair. */
import { day } from "@manilla/contract/formats";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";
import { naira } from "../../../documents/letter.ts";
import type { MoneySource } from "../../../house/purposes.ts";

/** A line of a statement beside the row that waits for it. */
export interface Pair {
  id: string;
  status: string;
  subject_type: string;
  subject_id: string;
  reference: string;
  expected_kobo: bigint;
  line_id: string;
  amount_kobo: bigint;
  booked_on: string;
  /** The receipt's account, for receipts; money that awaits the bank moves there with the line. */
  source: MoneySource | "payouts_to_be_returned" | "partner_receivables" | null;
}

/** Verdict on a pair with the same reference. */
export function judge({
  expected_kobo,
  amount_kobo,
  booked_on,
}: Pick<Pair, "expected_kobo" | "amount_kobo" | "booked_on">): {
  action: "match" | "find_over" | "find_short";
  reason: string;
} {
  const actual = amount_kobo < 0n ? -amount_kobo : amount_kobo;
  if (actual === expected_kobo)
    return { action: "match", reason: `Reference and amount are on the statement of ${day(booked_on)}.` };
  const difference = naira(actual > expected_kobo ? actual - expected_kobo : expected_kobo - actual);
  return actual > expected_kobo
    ? { action: "find_over", reason: `The bank shows ${difference} more than our books.` }
    : { action: "find_short", reason: `The bank shows ${difference} less than our books.` };
}

/** A payout that comes back without its reference: its amount, and the end of the account that it went to, where only one payout is meant. */
const RETURNED = sql`
  (
    i.subject_type = 'payout_return'
    and s.amount_kobo = i.expected_kobo
    and s.narration ~ (
      '(^|[^0-9])[0-9*xX]{0,6}' || (select o.account_no_last4 from payouts o where o.id = i.subject_id) || '([^0-9]|$)'
    )
    and not exists (
      select 1
      from reconciliation_items e
      where e.reference = s.reference
        or (
          e.id <> i.id
          and e.subject_type = 'payout_return'
          and e.status in ('expected', 'missing')
          and e.expected_kobo = i.expected_kobo
        )
    )
  )
`;

/** Rows that wait beside the lines that have their reference and direction. @param lines a table of lines, called `s` */
export const pairsOf = async (tx: Tx | Database, lines: RawBuilder<unknown>): Promise<Pair[]> =>
  (
    await sql<Pair>`
      select distinct on (i.id) i.id, i.status, i.subject_type, i.subject_id, i.reference, i.expected_kobo,
        s.id as line_id, s.amount_kobo, s.booked_on,
        case i.subject_type
          when 'payout_return' then 'payouts_to_be_returned'
          when 'partner_funding' then 'partner_receivables'
          when 'bank_claim' then 'receipts_awaiting_bank'
          else r.source
        end as source
      from reconciliation_items i
      join ${lines} on (s.amount_kobo < 0) = (i.direction = 'out')
        and (s.reference = i.reference or ${RETURNED})
      left join receipts r on i.subject_type = 'receipt' and r.id = i.subject_id
      where i.status in ('expected', 'missing')
        and i.subject_type in ('payout', 'payout_return', 'receipt', 'remittance', 'partner_funding', 'bank_claim')
        and not exists (
          select 1 from reconciliation_items x where x.statement_line_id = s.id and x.subject_type <> 'bank_line'
        )
      order by i.id, s.reference is distinct from i.reference, s.booked_on, s.line
    `.execute(tx)
  ).rows;
