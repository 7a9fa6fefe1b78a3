import { type Member, endMember } from "./local-world.ts";

/** A process that is restarted when its sources change, and stays away after a crash until the next change. */
export interface Supervised {
  /** Ends it, if it runs, and starts it anew; resolves when it answers or has failed. A call during a start begins that start again. */
  restart(reason: string): Promise<void>;
  /** Resolves when it is known whether it answers, with that. */
  settled(): Promise<boolean>;
  stop(): Promise<void>;
}

/** What runs may finish within this time; it recovers by itself from being killed. */
const TIMEOUT_MILLISECONDS = 1_500;

const seconds = (since: number): string => ((performance.now() - since) / 1_000).toFixed(1);

/**
 * Keeps one process of the world alive.
 * @param title as people call it: "API and worker"
 * @param start starts it; the promise resolves when the one before has gone
 * @param say prints a line
 */
export function supervise(
  title: string,
  start: (gone: Promise<void>) => Promise<Member> | Member,
  say: (line: string) => void,
): Supervised {
  let member: Member | undefined;
  let isStopped = false;
  let round = 0;
  let current: Promise<void> = Promise.resolve();

  async function once(mine: number, reason: string): Promise<void> {
    const began = performance.now();
    const before = member;
    member = undefined;
    const gone = before ? endMember(before, TIMEOUT_MILLISECONDS) : Promise.resolve();
    const started = await start(gone);
    member = started;
    if (isStopped || mine !== round) return void started.child.kill("SIGKILL");
    const isReady = await started.ready.then(
      () => true,
      () => false,
    );
    if (isStopped || mine !== round) return;
    if (!isReady) {
      member = undefined;
      return say(`✗ ${title} did not start (see above). The next save tries again.`);
    }
    say(`✓ ${title}: ${reason}, answers after ${seconds(began)} s`);
    void started.ended.then((how) => {
      if (isStopped || member !== started) return;
      member = undefined;
      say(`✗ ${title} stopped with ${how}. The next save starts it again.`);
    });
  }

  return {
    async restart(reason) {
      const mine = ++round;
      // One that is still starting has nothing to finish.
      if (member && !(await isAnswering(member))) member.child.kill("SIGKILL");
      current = current.then(() => (mine === round && !isStopped ? once(mine, reason) : undefined));
      await current;
    },
    settled: () => current.then(() => member !== undefined),
    async stop() {
      isStopped = true;
      if (member) await endMember(member);
      await current;
    },
  };
}

const isAnswering = (member: Member): Promise<boolean> =>
  Promise.race([
    member.ready.then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(false))),
  ]);
