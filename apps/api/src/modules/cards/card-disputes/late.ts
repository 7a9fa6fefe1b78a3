import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { App } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import { notifyRoles } from "../../platform/notifications/index.ts";
import * as messages from "./messages.ts";

/** The desk is notified once of each dispute whose holder has neither money nor answer when it was due. @returns how many there were */
export const tellOfLate = ({ db }: Pick<App, "db">): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; user_id: string; reference: string; merchant: string }>`
      update card_disputes d
      set late_told_at = ${clock.now()}
      from card_captures m
      where m.id = d.capture_id and d.status in ('open', 'sending', 'sent') and d.credited_at is null
        and d.late_told_at is null and d.due_at < ${clock.now()}
      returning d.id, d.user_id, d.reference, m.merchant
    `.execute(tx);
    for (const row of rows)
      await notifyRoles(tx, await rolesWith(tx, "provider:can_manage_cards"), {
        ...messages.late(row),
        about: row.user_id,
      });
    return rows.length;
  });
