/** State and figures of loans, read before and after an act under a second person. */
import { badge } from "@manilla/contract/badges";
import { type RawBuilder, sql } from "kysely";
import type { Measured } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";

interface Sums {
  statuses: string[];
  principal_kobo: bigint;
  interest_kobo: bigint;
  overdue_kobo: bigint;
  paid_kobo: bigint;
}

/** The loans whose ids a query gives, added up; amounts in kobo. */
export async function measureLoans(tx: Tx, ids: RawBuilder<unknown>): Promise<Measured[]> {
  const { rows } = await sql<Sums>`
    select array_agg(distinct l.status) as statuses, sum(l.outstanding_principal_kobo)::bigint as principal_kobo,
      sum(l.accrued_interest_kobo)::bigint as interest_kobo, sum(l.overdue_kobo)::bigint as overdue_kobo,
      sum(l.paid_kobo)::bigint as paid_kobo
    from loans l
    where l.id in (${ids})
  `.execute(tx);
  const sums = rows[0];
  if (!sums?.statuses) return [];
  return [
    { label: "Status", value: sums.statuses.map((status) => badge("loan", status).label).join(", ") },
    { label: "Principal outstanding", value: sums.principal_kobo },
    { label: "Interest earned and unpaid", value: sums.interest_kobo },
    { label: "Overdue", value: sums.overdue_kobo },
    { label: "Repaid so far", value: sums.paid_kobo },
  ];
}
