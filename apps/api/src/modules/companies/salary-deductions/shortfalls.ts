/** What an employer did not keep back: the person is notified, and the card is debited again from its day on. */
import type { ShortfallReason } from "@manilla/contract/companies/deduction-file-states";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { note } from "../../platform/notifications/index.ts";
import { keptBackLess } from "./messages.ts";

interface Short {
  loan_id: string;
  user_id: string;
  missing_kobo: bigint;
  reason: ShortfallReason;
}

/** Ends what held the cards of those from whom less was kept back; a leaver's consent has ended. */
export async function releaseShort(tx: Tx, file_id: string): Promise<void> {
  const { rows } = await sql<Short>`
    select loan_id, user_id, asked_kobo - deducted_kobo as missing_kobo, shortfall_reason as reason
    from deduction_lines
    where file_id = ${file_id} and shortfall_reason is not null
    order by loan_id
  `.execute(tx);
  if (rows.length === 0) return;
  const idsOf = (lines: readonly Short[]) => lines.map(({ loan_id }) => loan_id);
  await sql`update loans set no_debit_until = null where id = any(${idsOf(rows)}::uuid[])`.execute(tx);
  const left = idsOf(rows.filter(({ reason }) => reason === "left"));
  await sql`
    update deduction_consents
    set ended_at = ${clock.now()}, ended_because = 'left'
    where loan_id = any(${left}::uuid[]) and ended_at is null
  `.execute(tx);
  for (const { user_id, loan_id, missing_kobo, reason } of rows)
    await note(tx, user_id, keptBackLess(loan_id, missing_kobo, reason));
}
