/**
 * `npm run chaos -- neighbour`: promise O4. One colleague exports and searches in loops on several connections; beside it another opens lists as somebody does who works.
 * Rounds with and without the heavy one take turns, so that whatever else the machine does falls on both: the other's 95th percentile stays under twice that of the quiet rounds.
 */
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { PORT, makeAcceptedLoans, signInFinance, startChaosWorld } from "./world.ts";

const LOANS = 3_000;
const ROUNDS = 6;
const REQUESTS = 120;
const PATHS = [
  "/admin/personal/loans?limit=20",
  "/admin/personal/loans?limit=20&page=3&sortColumn=created_at&sortOrder=desc",
  "/admin/personal/loans/statistics",
  "/notification/unread",
];

const world = await startChaosWorld();
let isFine = false;
try {
  await makeAcceptedLoans(world, LOANS);
  const { maker: heavy, checker: other } = await signInFinance(world);
  await world.startApi();
  const get = async (path: string, token: string): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${PORT}/api${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const p95 = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
  const quiet: number[] = [];
  const beside: number[] = [];
  const heavyAnswers = new Map<number, number>();
  for (const path of PATHS) console.log(`${path}: ${await get(path, other)}`);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const isHeavy of [false, true]) {
      // A thread of its own, as another person has a computer of their own: what it reads does not delay the times that are taken here.
      const colleague = isHeavy
        ? new Worker(new URL("./neighbour-heavy.ts", import.meta.url), { workerData: { port: PORT, token: heavy } })
        : undefined;
      if (colleague) await once(colleague, "message");
      const times: number[] = [];
      for (let at = 0; at < REQUESTS; at += 1) {
        const before = performance.now();
        if ((await get(PATHS[at % PATHS.length] ?? "", other)) !== 200) throw new Error("the other was refused");
        times.push(performance.now() - before);
      }
      if (colleague) {
        colleague.postMessage("enough");
        const [answers] = (await once(colleague, "message")) as [Map<number, number>];
        for (const [status, count] of answers) heavyAnswers.set(status, (heavyAnswers.get(status) ?? 0) + count);
      }
      (isHeavy ? beside : quiet).push(p95(times));
    }
  }
  const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const ratio = middle(beside) / middle(quiet);
  isFine = ratio < 2;
  console.log(
    `p95 alone ${quiet.map((time) => time.toFixed(0)).join(" ")} ms, beside the heavy one ${beside.map((time) => time.toFixed(0)).join(" ")} ms; the heavy one was answered ${[...heavyAnswers].map(([status, count]) => `${status}: ${count}`).join(", ")}`,
  );
  console.log(`${isFine ? "✓" : "✗"} the other's p95 is ${ratio.toFixed(2)} of what it is alone (under 2)`);
} finally {
  await world.killApi();
  await world.stop();
}
process.exit(isFine ? 0 : 1);
