import type { App } from "../house/app.ts";

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
  const loops = app.house.periodic.map(async ({ name, every_milliseconds, run }) => {
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
