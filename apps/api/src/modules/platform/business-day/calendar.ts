/** What day it should be: the calendar in Lagos; in the demo, the sandbox's time machine. */
import type { App } from "../../../house/app.ts";
import { clock, dayInLagos } from "../../../clock.ts";
import { Conflict } from "../../../errors.ts";
import { callProvider } from "../../../outside/http.ts";
import { businessDate } from "../states/index.ts";
import { catchUp, closeBusinessDay } from "./run.ts";

const DEADLINE = 3_000;

interface SandboxClock {
  business_date: string;
  reached_on: string | null;
  running: boolean;
}

const askSandbox = (sandbox: string): Promise<SandboxClock> =>
  callProvider<SandboxClock>({ provider: "The sandbox", method: "GET", url: `${sandbox}/clock`, deadline: DEADLINE });
const report = (sandbox: string, business_date: string, running: boolean): Promise<unknown> =>
  callProvider({
    provider: "The sandbox",
    method: "POST",
    url: `${sandbox}/clock/reached`,
    body: { business_date, running },
    deadline: DEADLINE,
  });

/** In production the first start begins with today. */
async function beginCalendar({ db }: App): Promise<void> {
  const row = await db.selectFrom("business_calendar").select("business_date").executeTakeFirst();
  if (!row)
    await db
      .insertInto("business_calendar")
      .values({ business_date: dayInLagos(clock.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Closes days until the calendar is reached; called every second. */
export async function followCalendar(app: App): Promise<void> {
  const sandbox = app.config.SANDBOX_URL;
  await beginCalendar(app);
  if (!sandbox) return void (await catchUp(app, dayInLagos(clock.now())));
  const shown = await askSandbox(sandbox).catch(() => undefined);
  const open = await businessDate(app.db);
  if (!shown) return;
  if (shown.business_date > open)
    await catchUp(app, shown.business_date, { onDay: async (day) => void (await report(sandbox, day, true)) });
  if (shown.reached_on !== shown.business_date || shown.running) {
    const reached = await businessDate(app.db);
    if (reached >= shown.business_date) await report(sandbox, reached, false);
  }
}

/** What one click closes: the present day, when the calendar is past it. In the demo the time machine goes on by a day. @throws Conflict */
export async function mayClose(app: App): Promise<string> {
  const open = await businessDate(app.db);
  if (!app.config.SANDBOX_URL && open >= dayInLagos(clock.now()))
    throw new Conflict("This business day is not over yet.", "day_not_over");
  return open;
}

/** The job behind the click: closes the day that was open when it was asked, once. */
export async function closeOneDay(app: App, business_date: string): Promise<void> {
  if ((await businessDate(app.db)) !== business_date) return;
  const sandbox = app.config.SANDBOX_URL;
  if (!sandbox) return void (await closeBusinessDay(app));
  const { business_date: shown } = await askSandbox(sandbox);
  // The worker that follows the time machine does the rest.
  if (shown === business_date)
    await callProvider({
      provider: "The sandbox",
      method: "POST",
      url: `${sandbox}/clock/advance`,
      body: { days: 1 },
      deadline: DEADLINE,
    });
}
