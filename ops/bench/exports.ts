/** A million rows as a file: rows a second, first byte, and how much memory it takes over rest. */
import { performance } from "node:perf_hooks";
import { createServer } from "../../apps/api/src/http/server.ts";
import { type Figure, loadNow } from "./figure.ts";
import { startBenchApp } from "./world.ts";

const ROWS = 1_000_000;

export async function benchExports(options: { app_url: string; folder: string }): Promise<Figure[]> {
  const { app, token, stop } = await startBenchApp(options);
  const server = await createServer(app);
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  const figures: Figure[] = [];
  for (const [type, target] of [
    ["csv", 100_000],
    ["xlsx", 20_000],
  ] as const) {
    const rest = process.memoryUsage().rss;
    let most = rest;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 100);
    const started = performance.now();
    const response = await fetch(`${address}/api/admin/personal/loans?exportType=${type}`, {
      headers: { authorization: `Bearer ${token}`, "accept-encoding": "identity" },
    });
    let first = 0;
    for await (const chunk of response.body ?? [])
      if (chunk.length > 0 && first === 0) first = performance.now() - started;
    clearInterval(watch);
    const rate = ROWS / ((performance.now() - started) / 1_000);
    figures.push({
      name: `export of ${ROWS.toLocaleString("en")} rows, ${type}, rows a second`,
      ours: rate,
      baseline: target,
      ratio: rate / target,
      target: "≥ 1",
      load: loadNow(),
      note: `first byte ${first.toFixed(0)} ms, ${((most - rest) / 1_048_576).toFixed(0)} MB over rest`,
    });
  }
  await server.close();
  await stop();
  return figures;
}
