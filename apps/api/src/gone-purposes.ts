import { sql } from "kysely";
import type { App } from "./app.ts";

/**
 * Refuses to start on money whose purpose no noun registers any more: nobody could settle, return or reverse it.
 * @throws Error naming the purpose
 */
export async function refuseGonePurposes({ db, house }: Pick<App, "db" | "house">): Promise<void> {
  const known = {
    payouts: [...house.payouts.keys()],
    charges: [...house.charges.keys()],
    receipts: [...house.receipts.keys(), "credit"],
  };
  const { rows } = await sql<{ what: string; purpose: string }>`
    (select 'payouts' as what, purpose from payouts where purpose <> all(${known.payouts}::text[]) limit 1)
    union all (select 'charges', kind from charges where kind <> all(${known.charges}::text[]) limit 1)
    union all (select 'receipts', purpose from receipts where purpose <> all(${known.receipts}::text[]) limit 1)
  `.execute(db);
  const [gone] = rows;
  if (gone)
    throw new Error(`There are ${gone.what} for ${gone.purpose}, and no noun registers this purpose of ${gone.what}.`);
}
