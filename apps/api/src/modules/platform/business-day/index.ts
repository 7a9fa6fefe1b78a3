/** The door of the close of business. */
import type { App } from "../../../house/app.ts";
import { closeOneDay, followCalendar } from "./calendar.ts";

export { followCalendar };
export { catchUp, closeBusinessDay } from "./run.ts";

/** Registers the worker. */
export async function workOnClose(app: App): Promise<void> {
  await app.queue.work("close-of-business", ({ business_date }) => closeOneDay(app, business_date));
}

/** Below every UUID: where a cursor over ids begins. */
export const BEGINNING = "00000000-0000-0000-0000-000000000000";
