/** Somebody asks, somebody decides, the person is notified: the asking. The deciding is an action with `keeps_decision` and `tells`. */
import type { Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { actorOf, recordAudit } from "../audit/index.ts";
import { type Note, notifyRoles } from "../notifications/index.ts";
import { type Noun, recordBeginning } from "./change.ts";

interface Asked {
  noun: Noun;
  /** The request, which the caller has inserted. */
  id: string;
  status: string;
  audit: string;
  after?: Record<string, unknown>;
  /** Who decides, and what they read of it. */
  tells: { roles: readonly string[]; note: Note };
}

/** Records that the caller requested something, and tells those who decide. */
export async function recordRequest(
  tx: Tx,
  context: Context,
  { noun, id, status, audit, after, tells }: Asked,
): Promise<void> {
  const { user_id } = context.session;
  await recordBeginning(tx, noun, id, status, actorOf(context));
  await recordAudit(tx, context, audit, ["user", user_id], { after });
  await notifyRoles(tx, tells.roles, { ...tells.note, about: user_id });
}
