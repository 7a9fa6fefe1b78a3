/** The door of the close of business. */
import type { App } from "../../../app.ts";
import { closeOneDay, followCalendar } from "./calendar.ts";

export { followCalendar };
export { catchUp, closeBusinessDay } from "./run.ts";

/** Registers the worker. */
export async function workOnClose(app: App): Promise<void> {
  await app.queue.work("close-of-business", ({ business_date }) => closeOneDay(app, business_date));
}
