/** "View as": a colleague of the provider sees what somebody else sees, and can change nothing (convention 20). */
import { fullName } from "@manilla/contract/formats";
import { accountTypesOf } from "@manilla/contract/accounts";
import type { Context } from "../../../house/app.ts";
import { NotAllowed, NotFound } from "../../../errors.ts";
import { endSessions, openSession, renewToken } from "../../../http/session.ts";
import { recordAudit } from "../audit/index.ts";

/** Long enough to see what a caller describes, short enough to be forgotten without harm. */
const VIEW_MILLISECONDS = 15 * 60_000;

interface Opened {
  token: string;
  expires_at: Date;
}

/**
 * Opens a session of the other person, which only reads, ends soon, and ends with the caller's own.
 * @throws NotAllowed for the provider's own people (nobody borrows a colleague's rights), oneself, or while viewing already; NotFound
 */
export async function startViewingAs(context: Context, user_id: string, reason: string): Promise<Opened> {
  const { session, db } = context;
  if (session.viewed_by) throw new NotAllowed("You are viewing as somebody already.");
  const person = await db
    .selectFrom("users")
    .select(["id", "name", "last_name", "is_blacklisted"])
    .where("id", "=", user_id)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  if (!person || user_id === session.user_id) throw new NotFound("This person");
  if (person.is_blacklisted) throw new NotAllowed("This person is blacklisted and sees nothing.");
  const roles = await db.selectFrom("user_roles").select("role").where("user_id", "=", user_id).execute();
  if (accountTypesOf(roles.map(({ role }) => role)).includes("admin"))
    throw new NotAllowed("The provider's own people cannot be viewed as.");
  const opened = await db.transaction().execute(async (tx) => {
    const { token, expires_at } = await openSession(tx, {
      user_id,
      network_address: context.network_address,
      device: context.device,
      milliseconds: VIEW_MILLISECONDS,
      viewer: { user_id: session.user_id, session_id: session.id },
    });
    await recordAudit(tx, context, "view_as_started", ["user", user_id], {
      after: { viewer: fullName(session), viewed: fullName(person) },
      reason,
    });
    return { token, expires_at };
  });
  context.setCookie(opened.token);
  return opened;
}

/** Ends the viewing and gives the colleague a new token of their own session. @throws NotAllowed when nobody is viewing */
export async function stopViewingAs(context: Context): Promise<Opened> {
  const { viewed_by, id, user_id } = context.session;
  if (!viewed_by) throw new NotAllowed("You are not viewing as anybody.");
  const own = await context.db.transaction().execute(async (tx) => {
    await endSessions(tx, { session_id: id });
    await recordAudit(tx, context, "view_as_stopped", ["user", user_id]);
    return renewToken(tx, viewed_by.session_id);
  });
  context.setCookie(own.token);
  return own;
}
