/** Links and sessions of a colleague. */
import { sql } from "kysely";
import type { Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { write } from "../notifications/index.ts";
import { invitationLink } from "../session/index.ts";
import * as messages from "./messages.ts";

/** Mails a link with which an invited colleague chooses a password, once; links sent before end. */
export async function sendInvitation(
  tx: Tx,
  context: Context,
  person: { id: string; name: string; email: string; role_slugs: readonly string[] },
): Promise<void> {
  const link = await invitationLink(tx, context, person);
  await write(tx, context, { mail: person.email }, messages.invitation(person, person.role_slugs, link));
}

/** No code or link that was sent to them works any more. */
export const endLinks = async (tx: Tx, user_id: string): Promise<void> => {
  await sql`
    update one_time_codes set used_at = ${clock.now()} where user_id = ${user_id} and used_at is null
  `.execute(tx);
};
