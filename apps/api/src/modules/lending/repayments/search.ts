/** Payments in the global search. */
import { day as dayInWords, naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Context, Found, SearchSource, Typed } from "../../../house/app.ts";
import { MAX_FOUND, hasOperators } from "../../platform/search/index.ts";

/** Payments by their whole reference. */
async function receipts({ db, session }: Context, typed: Typed): Promise<Found[]> {
  const [reference] = typed.words;
  if (
    !session.permissions.has("provider:can_view_repayments") ||
    typed.words.length !== 1 ||
    !reference ||
    reference.length < 6 ||
    hasOperators(typed)
  )
    return [];
  const { rows } = await sql<{ id: string; reference: string; amount_kobo: bigint; received_on: string }>`
    select id, reference, amount_kobo, received_on::text
    from receipts
    where reference in (${reference}, upper(${reference}))
    limit ${MAX_FOUND}
  `.execute(db);
  return rows.map((row) => ({
    id: row.id,
    label: row.reference,
    detail: `${naira(row.amount_kobo)} · ${dayInWords(row.received_on)}`,
    link: `/admin/repayments/receipts?search=${encodeURIComponent(row.reference)}`,
  }));
}

export const receiptSearch: SearchSource = { heading: "Payments", at: 30, find: receipts };
