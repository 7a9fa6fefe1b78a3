/** Payments and instalments in the global search. */
import { day as dayInWords, naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Context, Found, SearchSource, Typed } from "../../../house/app.ts";
import { MAX_FOUND, hasOperators } from "../../platform/search/index.ts";

const UNPAID = sql.raw("r.status in ('scheduled', 'due', 'part_paid', 'overdue')");
const TOTAL = sql.raw("(r.principal_kobo + r.interest_kobo + r.fees_kobo + r.penalty_kobo)");

/** Unpaid instalments by their amount or their day, where nothing else was asked; of a day, all of them come first. */
async function instalments(
  { db, session }: Context,
  { words, status, amount, late, is_mine, day }: Typed,
): Promise<Found[]> {
  const { min, max } = amount;
  const isAsked = day !== undefined || min !== undefined || max !== undefined;
  if (
    !session.permissions.has("provider:can_view_repayments") ||
    !isAsked ||
    words.length + status.length > 0 ||
    late ||
    is_mine
  )
    return [];
  const { rows } = await sql<{
    id: string;
    loan_id: string;
    name: string;
    number: number;
    total_kobo: bigint;
    due_on: string;
  }>`
    select r.id, r.loan_id, u.full_name as name, r.number, ${TOTAL} as total_kobo, r.due_on::text
    from repayments r
    join users u on u.id = r.user_id
    where ${UNPAID}
      ${day ? sql`and r.due_on = ${day}::date` : sql``}
      ${min === undefined ? sql`` : sql`and ${TOTAL} >= ${min}`}
      ${max === undefined ? sql`` : sql`and ${TOTAL} <= ${max}`}
    order by ${min !== undefined && min === max ? sql`r.id` : day ? sql`r.due_on, r.id` : TOTAL}
    limit ${MAX_FOUND}
  `.execute(db);
  const found = rows.map((row) => ({
    id: row.id,
    label: `${row.name}, instalment ${row.number}`,
    detail: `${naira(row.total_kobo)} · due ${dayInWords(row.due_on)}`,
    link: `/admin/loans/${row.loan_id}`,
  }));
  if (!day) return found;
  const all = `/admin/repayments?f.status=scheduled,due,part_paid,overdue&rangeStart=${day}&rangeEnd=${day}`;
  return [
    { id: "all", label: `All that falls due on ${dayInWords(day)}`, detail: "Open the list", link: all },
    ...found,
  ];
}

/** Payments by their whole reference, or by an exact amount. */
async function receipts({ db, session }: Context, typed: Typed): Promise<Found[]> {
  const [reference] = typed.words;
  const { min, max } = typed.amount;
  const isExact =
    min !== undefined && min === max && typed.words.length === 0 && !hasOperators({ ...typed, amount: {} });
  const isNamed = typed.words.length === 1 && (reference?.length ?? 0) >= 6 && !hasOperators(typed);
  if (!session.permissions.has("provider:can_view_repayments") || (!isNamed && !isExact)) return [];
  const { rows } = await sql<{
    id: string;
    reference: string;
    amount_kobo: bigint;
    received_on: string;
    company_id: string | null;
  }>`
    select id, reference, amount_kobo, received_on::text, company_id
    from receipts
    where ${isExact ? sql`amount_kobo = ${min}` : sql`reference in (${reference}, upper(${reference}))`}
    limit ${MAX_FOUND}
  `.execute(db);
  return rows.map((row) => ({
    id: row.id,
    label: row.reference,
    detail: `${naira(row.amount_kobo)} · ${dayInWords(row.received_on)}`,
    link: `${row.company_id ? `/admin/wallet/${row.company_id}` : "/admin/repayments/receipts"}?search=${encodeURIComponent(row.reference)}`,
  }));
}

export const receiptSearch: SearchSource = { heading: "Payments", at: 30, find: receipts };
export const instalmentSearch: SearchSource = { heading: "Instalments", at: 25, find: instalments };
