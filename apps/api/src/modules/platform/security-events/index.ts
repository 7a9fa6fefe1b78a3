/** The door of security events: operations are notified of what is too often, and what is old goes. They are counted in http/noting.ts. */
import { type SecurityEvent, securityLimits } from "@manilla/contract/platform/security-events";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Database } from "../../../db/database.ts";
import { notifyRoles } from "../notifications/index.ts";
import { tooOften } from "./messages.ts";

interface TooOften {
  kind: SecurityEvent;
  user_id: string | null;
  network_address: string;
  count: number;
}

const RETENTION_DAYS = 90;
const hoursAgo = (hours: number): Date => new Date(clock.milliseconds() - hours * 3_600_000);

/** Tells operations, once, of whom there is too much in this hour, and forgets what serves nobody any more. */
export async function watchEvents({ db }: { db: Database }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<TooOften>`
      update security_events e
      set alerted_at = ${clock.now()}
      from jsonb_each_text(${JSON.stringify(securityLimits)}::jsonb) as l (kind, most)
      where l.kind = e.kind and e.alerted_at is null and e.count >= l.most::int and e.hour > ${hoursAgo(2)}
      returning e.kind, e.user_id, e.network_address, e.count
    `.execute(tx);
    for (const { kind, user_id, network_address, count } of rows)
      await notifyRoles(tx, ["super_operations"], { ...tooOften(kind, count, network_address), about: user_id });
    await sql`delete from security_events where hour < ${hoursAgo(24 * RETENTION_DAYS)}`.execute(tx);
  });
}
