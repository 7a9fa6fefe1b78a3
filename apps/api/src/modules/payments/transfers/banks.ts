/** Whether anything leaves for banks: colleagues switch it off with a notice while the partner bank fails. */
import { sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";
import { Conflict } from "../../../errors.ts";

/** Why nothing leaves for banks at the moment; null where it does. */
export async function bankNotice(db: Database | Tx): Promise<string | null> {
  const { rows } = await sql<{ notice: string }>`select notice from bank_switch where not is_on`.execute(db);
  return rows[0]?.notice ?? null;
}

/** What was accepted goes on; nothing new leaves for banks while they are switched off. @throws Conflict with the notice */
export async function requireBanks(db: Database | Tx): Promise<void> {
  const notice = await bankNotice(db);
  if (notice !== null) throw new Conflict(notice, "banks_off");
}
