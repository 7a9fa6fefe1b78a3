/** What one person of a company may still send of its money, where its administrators have set a limit. */
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";
import { InvalidFields } from "../../../errors.ts";

interface Sender {
  company_id: string;
  user_id: string;
}
export interface SenderRoom {
  single_kobo: bigint | null;
  daily_kobo: bigint | null;
  sent_kobo: bigint;
}

/** Their limits, and what they sent or asked for on a business day with its charges; what was declined makes room again, what came back does not. */
export async function senderRoom(db: Database | Tx, of: Sender, on: string): Promise<SenderRoom | null> {
  const { company_id, user_id } = of;
  const { rows } = await sql<SenderRoom>`
    select l.single_kobo, l.daily_kobo, (
      select coalesce(sum(t.total_kobo), 0)
      from transfers t
      where t.user_id = l.user_id and t.company_id = l.company_id and t.batch_id is null and t.business_date = ${on}::date
        and t.status <> 'cancelled'
    )::bigint + (
      select coalesce(sum(b.total_kobo), 0)
      from transfer_batches b
      where b.company_id = l.company_id and b.submitted_by = l.user_id and b.business_date = ${on}::date
        and b.status in ('awaiting_approval', 'in_review', 'sending', 'done')
    )::bigint as sent_kobo
    from sender_limits l
    where l.user_id = ${user_id} and l.company_id = ${company_id}
  `.execute(db);
  return rows[0] ?? null;
}

/** Why somebody may not send an amount, in words; null where they may. @param single_kobo the largest of the payments that it is made of */
export function whySenderNot(room: SenderRoom | null, total_kobo: bigint, single_kobo = total_kobo): string | null {
  if (!room) return null;
  const { single_kobo: single, daily_kobo, sent_kobo } = room;
  if (single !== null && single_kobo > single)
    return `your company lets you send at most ${naira(single)} in one payment`;
  if (daily_kobo === null || sent_kobo + total_kobo <= daily_kobo) return null;
  return `your company lets you send ${naira(daily_kobo > sent_kobo ? daily_kobo - sent_kobo : 0n)} more today`;
}

/** The company's wallet is locked. @throws InvalidFields at the amount */
export async function requireSender(tx: Tx, of: Sender, total_kobo: bigint, on: string): Promise<void> {
  const why = whySenderNot(await senderRoom(tx, of, on), total_kobo);
  if (why) throw new InvalidFields({ amount_kobo: [`with its charges this is ${naira(total_kobo)}; ${why}`] });
}
