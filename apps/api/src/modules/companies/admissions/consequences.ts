/** What suspending a company does, shown before two people decide about it: a sentence each. */
import { counted, naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { App } from "../../../house/app.ts";
import { walletOf } from "../../money/books/index.ts";
import { findWallet } from "../wallet-movements/index.ts";
import type { Company } from "./queries.ts";

const are = (count: number): string => (count === 1 ? "is" : "are");

/** What its own rooms have under way. */
async function underWay(db: Database, company_id: string) {
  const { rows } = await sql<{
    running: number;
    asked: number;
    pending: number;
    unpaid: number;
    unpaid_kobo: bigint;
    files: number;
    kept_back_kobo: bigint;
  }>`
    select l.running, l.asked, a.pending, r.unpaid, r.unpaid_kobo, f.files, f.kept_back_kobo
    from (
      select (count(*) filter (where status in ('running', 'past_due')))::int as running,
        (count(*) filter (where status in ('requested', 'pre_approved', 'approved', 'offered')))::int as asked
      from loans where company_id = ${company_id}
    ) l, (
      select count(*)::int as pending from company_approvals where company_id = ${company_id} and status = 'pending'
    ) a, (
      select count(*)::int as unpaid, coalesce(sum(amount_kobo), 0)::bigint as unpaid_kobo
      from expense_requests where company_id = ${company_id} and status = 'approved'
    ) r, (
      select count(*)::int as files, coalesce(sum(deducted_kobo), 0)::bigint as kept_back_kobo
      from deduction_files where company_id = ${company_id} and status in ('open', 'confirmed')
    ) f
  `.execute(db);
  return rows[0]!;
}

/** @returns what follows, the most important first */
export async function consequencesOf(
  { db, house }: Pick<App, "db" | "house">,
  { id, administrator_ids, outstanding_kobo }: Company,
): Promise<string[]> {
  const found = await underWay(db, id);
  const also = await Promise.all(house.companies.map(async ({ suspending }) => (await suspending?.(db, id)) ?? []));
  const wallet = await findWallet(db, id);
  const { balance_kobo } = wallet ? await walletOf(db, id) : { balance_kobo: 0n };
  const administrators = counted(administrator_ids.length, "administrator");
  return [
    `Its ${administrators} ${are(administrator_ids.length)} signed out, and from then on only ${administrator_ids.length === 1 ? "reads" : "read"}.`,
    "Its people keep their accounts, pay as before, and borrow no more through it.",
    found.running > 0 &&
      `${counted(found.running, "loan")} of its people with ${naira(outstanding_kobo)} owed ${found.running === 1 ? "runs" : "run"} on.`,
    found.asked > 0 && `${counted(found.asked, "loan request")} ${found.asked === 1 ? "stays" : "stay"} with us.`,
    ...also.flat(),
    wallet &&
      `${naira(balance_kobo)} ${balance_kobo === 0n ? "is" : "stay"} in its wallet: nothing leaves it, and what is paid in is held.`,
    found.pending > 0 && `${counted(found.pending, "request")} of its people ${are(found.pending)} not decided.`,
    found.unpaid > 0 &&
      `${counted(found.unpaid, "approved request")} for ${naira(found.unpaid_kobo)} ${are(found.unpaid)} not paid.`,
    found.files > 0 &&
      `${counted(found.files, "deduction file")} for ${naira(found.kept_back_kobo)} ${are(found.files)} neither confirmed nor paid.`,
  ].filter((line) => typeof line === "string");
}
