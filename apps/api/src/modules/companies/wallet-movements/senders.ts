/** What one person of a company may still send of its money, where its administrators have set a limit. */
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";

interface Sender {
  company_id: string;
  user_id: string;
}
interface SenderRoom {
  single_kobo: bigint | null;
  daily_kobo: bigint | null;
  sent_kobo: bigint;
}

/** Their limits, and what they sent or requested on a business day with its charges (`sent_by`); null where none was set. */
export async function senderRoom(db: Database | Tx, of: Sender, on: string): Promise<SenderRoom | null> {
  const { company_id, user_id } = of;
  const { rows } = await sql<SenderRoom>`
    select l.single_kobo, l.daily_kobo, sent_by(l.company_id, l.user_id, ${on}::date) as sent_kobo
    from sender_limits l
    where l.user_id = ${user_id} and l.company_id = ${company_id}
  `.execute(db);
  return rows[0] ?? null;
}

interface Sending {
  total_kobo: bigint;
  /** The largest of the payments that it is made of. */
  single_kobo?: bigint;
  /** What of it is among what they sent on the day already: it was requested on that day. */
  counted_kobo?: bigint;
  /** It was requested before, and is looked at again. */
  is_again?: boolean;
}

/** Why somebody may not send an amount, in words; null where they may. */
export function whySenderNot(
  room: SenderRoom | null,
  { total_kobo, single_kobo = total_kobo, counted_kobo = 0n, is_again = false }: Sending,
): string | null {
  if (!room) return null;
  const { single_kobo: single, daily_kobo } = room;
  const sent_kobo = room.sent_kobo - counted_kobo;
  const whom = is_again ? "the requester" : "you";
  if (single !== null && single_kobo > single)
    return `your company lets ${whom} send at most ${naira(single)} in one payment`;
  if (daily_kobo === null || sent_kobo + total_kobo <= daily_kobo) return null;
  return `your company lets ${whom} send ${naira(daily_kobo > sent_kobo ? daily_kobo - sent_kobo : 0n)} more today`;
}

/** The same of somebody on a business day; the company's wallet is locked. @param asked_on the day on which what is looked at again was requested */
export async function senderRefusal(
  tx: Tx,
  of: Sender,
  sending: Pick<Sending, "total_kobo" | "single_kobo">,
  on: string,
  asked_on?: string,
): Promise<string | null> {
  const counted_kobo = asked_on === on ? sending.total_kobo : 0n;
  return whySenderNot(await senderRoom(tx, of, on), { ...sending, counted_kobo, is_again: asked_on !== undefined });
}
