import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { App } from "../../../house/app.ts";
import { notifyRoles } from "../../platform/notifications/index.ts";
import * as messages from "./messages.ts";

/** The heads of operations are notified once of each complaint that is past its day. @returns how many there were */
export const tellOfLate = ({ db }: Pick<App, "db">): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; user_id: string; reference: string; days: number }>`
      update complaints
      set late_told_at = ${clock.now()}
      where status <> 'resolved' and late_told_at is null and days_until(due_on) < 0
      returning id, user_id, reference, -days_until(due_on) as days
    `.execute(tx);
    for (const row of rows)
      await notifyRoles(tx, ["super_admin", "super_operations"], { ...messages.late(row), about: row.user_id });
    return rows.length;
  });
