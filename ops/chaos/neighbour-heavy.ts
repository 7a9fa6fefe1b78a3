/** The heavy colleague of `neighbour.ts`: exports and searches in loops on several connections until told that it is enough; then answers how often it had which status. */
import { parentPort, workerData } from "node:worker_threads";

const LOOPS = 6;
const PATHS = [
  "/admin/personal/loans?exportType=xlsx",
  "/admin/personal/loans?limit=100&search=Customer%201",
  "/admin/personal/loans?exportType=csv",
  "/admin/personal/loans?limit=100&search=chaos",
];

const { port, token } = workerData as { port: number; token: string };
const answers = new Map<number, number>();
let isOver = false;
parentPort?.once("message", () => (isOver = true));
const loops = Array.from({ length: LOOPS }, async (_, loop) => {
  for (let turn = loop; !isOver; turn += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/api${PATHS[turn % PATHS.length]}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.arrayBuffer();
    answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
  }
});
parentPort?.postMessage("begun");
await Promise.all(loops);
parentPort?.postMessage(answers);
