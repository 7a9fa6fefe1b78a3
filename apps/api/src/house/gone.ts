import { sql } from "kysely";
import type { App } from "./app.ts";

/** Every kind in a table, found by stepping through an index that begins with it: as many steps as there are kinds, however large the table. */
const kindsIn = (table: string, column: string, isMeant = sql`true`) => sql`
  with recursive kinds (kind) as (
    select min(${sql.ref(column)}) from ${sql.table(table)} where ${isMeant}
    union all
    select (select min(${sql.ref(column)}) from ${sql.table(table)} where ${isMeant} and ${sql.ref(column)} > kind)
    from kinds
    where kind is not null
  )
  select ${table} as what, kind from kinds where kind is not null
`;

/**
 * Refuses to start on money whose purpose no noun registers any more, and on requests of such a kind that wait for a second person: nobody could settle,
 * return, reverse or decide them.
 * @throws Error naming the kind
 */
export async function refuseGonePurposes({ db, house }: Pick<App, "db" | "house">): Promise<void> {
  const known: Readonly<Record<string, readonly string[]>> = {
    payouts: [...house.payouts.keys()],
    charges: [...house.charges.keys()],
    receipts: [...house.receipts.keys(), "credit"],
    approvals: [...house.approvals.keys()],
  };
  const { rows } = await sql<{ what: string; kind: string }>`
    (${kindsIn("payouts", "purpose")})
    union all (${kindsIn("charges", "kind")})
    union all (${kindsIn("receipts", "purpose")})
    union all (${kindsIn("approvals", "kind", sql`status = 'pending'`)})
  `.execute(db);
  const gone = rows.find(({ what, kind }) => !known[what]?.includes(kind));
  if (gone)
    throw new Error(`There are ${gone.what} for ${gone.kind}, and no noun registers this purpose of ${gone.what}.`);
}
