import type { Database } from "../../../db/database.ts";
import { LIVE_STATES, readRunningLoan, readSchedule, settlementOf } from "../schedules/index.ts";

/** What ends a living loan today, in kobo, and the last day on which that figure holds. */
export async function settlingNow(
  db: Database,
  loan_id: string,
  on: string,
): Promise<{ total_kobo: bigint; valid_until: string } | undefined> {
  const loan = await readRunningLoan(db, loan_id, "read");
  if (!loan || !LIVE_STATES.includes(loan.status)) return undefined;
  return settlementOf(loan, await readSchedule(db, loan_id), on);
}
