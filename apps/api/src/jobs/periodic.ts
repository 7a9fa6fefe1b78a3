import type { App } from "../app.ts";
import { clock } from "../clock.ts";
import { giveReadyCases } from "../modules/people/assignments/index.ts";
import { giveUpMessages } from "../modules/platform/communications/index.ts";
import { runRetention } from "../modules/people/data-protection/index.ts";
import { sealAudit } from "../modules/platform/audit/seal.ts";
import { prepareLedgerParts, rebuildAtNight, sealLedger } from "../modules/money/books/index.ts";
import { followCalendar } from "../modules/platform/business-day/index.ts";

/** Something small that happens again and again while the worker runs. */
interface Periodic {
  name: string;
  every_milliseconds: number;
  run(app: App): Promise<unknown>;
}

const periodic: Periodic[] = [
  {
    name: "seal the audit trail",
    every_milliseconds: 1_000,
    run: ({ db, config }) => sealAudit(db, config.DATA_FOLDER),
  },
  { name: "seal the ledger", every_milliseconds: 1_000, run: sealLedger },
  { name: "prepare the ledger's coming months", every_milliseconds: 86_400_000, run: prepareLedgerParts },
  { name: "make the books anew from their logs", every_milliseconds: 3_600_000, run: (app) => rebuildAtNight(app) },
  { name: "follow the calendar", every_milliseconds: 1_000, run: followCalendar },
  { name: "give ready cases to the pool", every_milliseconds: 3_000, run: giveReadyCases },
  { name: "give up messages that no provider took", every_milliseconds: 60_000, run: giveUpMessages },
  { name: "remove what was kept long enough", every_milliseconds: 3_600_000, run: runRetention },
  {
    name: "forget what has expired",
    every_milliseconds: 600_000,
    async run({ db }) {
      await db
        .deleteFrom("sessions")
        .where("expires_at", "<", new Date(clock.milliseconds() - 86_400_000))
        .execute();
      await db
        .deleteFrom("throttles")
        .where("window_start", "<", new Date(clock.milliseconds() - 2 * 86_400_000))
        .execute();
      await db
        .deleteFrom("one_time_codes")
        .where("expires_at", "<", new Date(clock.milliseconds() - 7 * 86_400_000))
        .execute();
      await db
        .deleteFrom("idempotency_keys")
        .where("created_at", "<", new Date(clock.milliseconds() - 30 * 86_400_000))
        .execute();
    },
  },
];

/** Runs each in a loop of its own: never twice at once, and a failure is logged and tried again. */
export function startPeriodic(app: App): { stop(): Promise<void> } {
  let isStopped = false;
  const wakers = new Set<() => void>();
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        wakers.delete(done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      wakers.add(done);
    });
  const loops = periodic.map(async ({ name, every_milliseconds, run }) => {
    while (!isStopped) {
      await run(app).catch((error: Error) =>
        app.log.error({ job: name, err: { message: error.message } }, "periodic job failed"),
      );
      if (!isStopped) await pause(every_milliseconds);
    }
  });
  return {
    async stop() {
      isStopped = true;
      for (const wake of wakers) wake();
      await Promise.all(loops);
    },
  };
}
