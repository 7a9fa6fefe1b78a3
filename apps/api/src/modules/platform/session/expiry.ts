/** Sessions, codes, throttles and answered keys that have expired. */
import type { App } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";

const DAY_MILLISECONDS = 86_400_000;
const daysAgo = (days: number): Date => new Date(clock.milliseconds() - days * DAY_MILLISECONDS);

/** Deletes them some days after they have lost their meaning. */
export async function forgetExpired({ db }: Pick<App, "db">): Promise<void> {
  await db.deleteFrom("sessions").where("expires_at", "<", daysAgo(1)).execute();
  await db.deleteFrom("throttles").where("window_start", "<", daysAgo(2)).execute();
  await db.deleteFrom("last_writes").where("written_at", "<", daysAgo(1)).execute();
  await db.deleteFrom("one_time_codes").where("expires_at", "<", daysAgo(7)).execute();
  await db.deleteFrom("idempotency_keys").where("created_at", "<", daysAgo(30)).execute();
}
