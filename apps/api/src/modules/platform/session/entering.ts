/** What every way to sign in shares once somebody has proved who they are: whom the house lets in, and how their session begins. */
import { fullName } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Context } from "../../../house/app.ts";
import { countSecurityEvent } from "../../../http/noting.ts";
import { openSession } from "../../../http/session.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { actorOf, recordAudit } from "../audit/index.ts";

/** Of the provider's staff, and invited or suspended. */
export const isBarred = sql<boolean>`
  exists (select 1 from colleagues c where c.id = users.id and c.status <> 'active')
`;

/** People as they come to the door. */
export const people = ({ db }: Pick<Context, "db">) =>
  db
    .selectFrom("users")
    .select(["id", "name", "last_name", "is_blacklisted", "erased_at"])
    .select(isBarred.as("is_barred"));

interface AtTheDoor {
  id: string;
  name: string;
  last_name: string;
  is_blacklisted: boolean;
  erased_at: Date | null;
  is_barred: boolean;
}

/** Whether the house lets somebody in: not blacklisted, erased, or a colleague who is suspended or has not joined. */
export const mayEnter = ({ is_blacklisted, is_barred, erased_at }: AtTheDoor): boolean =>
  !is_blacklisted && !is_barred && !erased_at;

/** At most a hundred tries a quarter of an hour from one network. @throws TooMany */
export const countNetwork = ({ db, network_address }: Pick<Context, "db" | "network_address">): Promise<void> =>
  countAttempt(db, `login-network:${network_address}`, 100, 900);

/** Counts a sign-in that was refused. @param user_id at whose account it was tried, where that is known */
export const noteRefused = (context: Context, user_id: string | undefined): void =>
  countSecurityEvent(context, {
    kind: "sign_in_failed",
    user_id: user_id ?? null,
    network_address: context.network_address,
    last_call: "login",
  });

/** Opens a session of somebody who has proved who they are and {@link mayEnter}: recorded, and kept by the browser. @param source with what they signed in */
export async function enter(
  context: Context,
  person: AtTheDoor,
  source: "password" | "passkey",
): Promise<{ token: string; expires_at: Date }> {
  const { token, expires_at } = await openSession(context.db, {
    user_id: person.id,
    network_address: context.network_address,
    device: context.device,
  });
  const actor = { ...actorOf(context), user_id: person.id, name: fullName(person) };
  await recordAudit(context.db, actor, "signed_in", ["user", person.id], { after: { source } });
  context.setCookie(token);
  return { token, expires_at };
}
