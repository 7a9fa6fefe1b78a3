/** Payouts in the global search. */
import { badge } from "@manilla/contract/badges";
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Context, Found, SearchSource, Typed } from "../../../house/app.ts";
import { payoutPage } from "../../money/payouts/index.ts";

/** Payouts by their whole reference or id. */
async function payouts({ db, session }: Context, { words, id }: Typed): Promise<Found[]> {
  const [reference] = words;
  if (!session.permissions.has("provider:can_view_loan_disbursements") || (!id && words.length !== 1)) return [];
  const { rows } = await sql<{ id: string; reference: string; name: string; amount_kobo: bigint; status: string }>`
    select o.id, o.reference, u.full_name as name, o.amount_kobo, o.status
    from payouts o
    join users u on u.id = o.user_id
    where ${id ? sql`o.id = ${id}::uuid` : sql`o.reference = upper(${reference})`}
  `.execute(db);
  return rows.map((row) => ({
    id: row.id,
    label: row.reference,
    detail: `${row.name} · ${naira(row.amount_kobo)} · ${badge("payout", row.status).label}`,
    link: payoutPage(row),
  }));
}

export const payoutSearch: SearchSource = { heading: "Payouts", at: 28, find: payouts };
