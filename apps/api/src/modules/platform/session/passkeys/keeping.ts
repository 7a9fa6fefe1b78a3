/** The passkeys of a person: found, and ended with what else opens their account. */
import { accountTypesOf } from "@manilla/contract/accounts";
import type { App, Context } from "../../../../house/app.ts";
import type { Database, Tx } from "../../../../db/database.ts";
import { tell } from "../../notifications/index.ts";
import * as messages from "./messages.ts";

export const COLUMNS = ["id", "name", "created_at", "last_used_at", "is_synced"] as const;

/** Somebody's passkeys, oldest first. */
export const passkeysOf = (db: Database | Tx, user_id: string) =>
  db
    .selectFrom("passkeys")
    .select([...COLUMNS, "credential_id", "transports"])
    .where("user_id", "=", user_id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** Whom a message about passkeys is for, and where they see them. */
export async function aboutPasskeys(tx: Tx, user_id: string): Promise<{ user_id: string; link: string }> {
  const roles = await tx.selectFrom("user_roles").select("role").where("user_id", "=", user_id).execute();
  const [type = "customer"] = accountTypesOf(roles.map(({ role }) => role));
  return { user_id, link: `/${type}/settings/security` };
}

/** Removes somebody's passkeys and notifies nobody: for a colleague who may not sign in any more. @returns their names */
export async function removePasskeys(tx: Tx, user_id: string): Promise<string[]> {
  const gone = await tx.deleteFrom("passkeys").where("user_id", "=", user_id).returning("name").execute();
  return gone.map(({ name }) => name);
}

/**
 * No passkey of the person opens their account any more: their password was set by a mailed link, or their phone or second factor was replaced. Who had got
 * in and left a passkey behind is out with that, too. The person is notified where they had some.
 */
export async function endPasskeys(tx: Tx, app: Pick<App, "queue" | "config">, user_id: string): Promise<void> {
  const names = await removePasskeys(tx, user_id);
  if (names.length > 0) await tell(tx, app, user_id, messages.ended(await aboutPasskeys(tx, user_id), names));
}

/** Somebody who knew their password changed it: their passkeys stay, and are named to them. */
export async function namePasskeys(tx: Tx, context: Context): Promise<void> {
  const { user_id } = context.session;
  const names = (await passkeysOf(tx, user_id)).map(({ name }) => name);
  if (names.length > 0) await tell(tx, context, user_id, messages.still(await aboutPasskeys(tx, user_id), names));
}
