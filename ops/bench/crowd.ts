/**
 * More than a process can answer (issue 15): lists of loans, each with another range of amounts, of many colleagues. First what it can, as fast as it is asked again; then four times that for eight seconds,
 * whether or not answers come. Answered in time is what comes within a second; the rest is to be refused at once, and the memory to come back.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { WAITING_CONNECTIONS, createServer } from "../../apps/api/src/http/server.ts";
import { type Figure, loadNow } from "./figure.ts";
import { startLoad } from "./load.ts";
import { fillLoans, fillPeople, openColleague, startBenchApp } from "./world.ts";

const [PEOPLE, LOANS] = [20_000, 100_000];
const COLLEAGUES = 64;
const [WARM_SECONDS, SECONDS, TIMES] = [5, 8, 4];
const IN_FLIGHT = 16;
const IN_TIME_MILLISECONDS = 1_000;
const LATER_MILLISECONDS = 60_000;

/** Ranges of amounts that nobody has asked before: the id stands in the address. */
const ranges = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    const least = (1 + (((from + at) * 7_919) % 40_000)) * 10_000;
    return encodeURIComponent(JSON.stringify({ principal_kobo: { min: least, max: least + 90_000_000 } }));
  });

/** @returns what was answered in time beside what the process can, how soon the rest was refused, and the memory a minute later beside that before */
export async function benchCrowd(options: { url: string; app_url: string; folder: string }): Promise<Figure[]> {
  await fillPeople(options.url, PEOPLE);
  await fillLoans(options.url, LOANS);
  const { app, stop } = await startBenchApp(options);
  const colleagues = await Promise.all(Array.from({ length: COLLEAGUES }, () => openColleague(app)));
  const server = await createServer(app);
  const address = await server.listen({ port: 0, host: "127.0.0.1", backlog: WAITING_CONNECTIONS });
  const load = startLoad();
  let used = 0;
  const ask = (seconds: number, a_second?: number) => {
    const ids = ranges(used, 100_000);
    used += ids.length;
    return load.run({
      url: `${address}/api/admin/personal/loans?limit=20&filter={id}`,
      ids,
      tokens: colleagues.map(({ token }) => token),
      seconds,
      in_flight: IN_FLIGHT,
      ...(a_second !== undefined && { a_second }),
    });
  };
  await ask(WARM_SECONDS);
  const can = (await ask(SECONDS)).rate;
  const rest = process.memoryUsage.rss();
  const { by_status = {}, count } = await ask(SECONDS, can * TIMES);
  await sleep(LATER_MILLISECONDS);
  const later = process.memoryUsage.rss();
  load.stop();
  await server.close();
  await stop();
  const inTime = (by_status[200] ?? []).filter((time) => time <= IN_TIME_MILLISECONDS).length / SECONDS;
  const refused = (by_status[503] ?? []).toSorted((one, other) => one - other);
  const asked = `${TIMES} times as many lists as one process answers`;
  const lost = count - (by_status[200]?.length ?? 0) - refused.length;
  const note = `${count} asked, ${by_status[200]?.length ?? 0} answered, ${refused.length} refused, ${lost} neither`;
  const refusedIn = refused[Math.floor(refused.length * 0.99)] ?? 0;
  return [
    {
      name: `${asked}: answered within a second, a second`,
      ours: inTime,
      baseline: can,
      ratio: inTime / can,
      target: "≥ 0.8",
      note,
    },
    {
      name: `${asked}: p99 of refusals, milliseconds`,
      ours: refusedIn,
      baseline: 50,
      ratio: refusedIn,
      target: "≤ 50",
    },
    {
      name: `${asked}: memory a minute later, MB`,
      ours: later / 1e6,
      baseline: rest / 1e6,
      ratio: later / rest,
      target: "≤ 1.3",
    },
  ].map((figure) => ({ ...figure, load: loadNow() }));
}
