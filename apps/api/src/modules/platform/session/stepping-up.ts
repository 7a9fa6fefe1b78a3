import type { Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { changeRows } from "../../../db/row.ts";

const STEP_UP_MILLISECONDS = 5 * 60_000;

/**
 * Sensitive calls of this session work for five minutes: it was proved again who is sitting there.
 * @param stepped_up_by_device by an authenticator or a passkey, not by a code that was sent
 */
export async function stepUp(
  { db, session }: Context,
  stepped_up_by_device: boolean,
): Promise<{ stepped_up_until: Date }> {
  const stepped_up_until = new Date(clock.milliseconds() + STEP_UP_MILLISECONDS);
  await changeRows(db, "sessions", session.id, { stepped_up_until, stepped_up_by_device });
  return { stepped_up_until };
}
