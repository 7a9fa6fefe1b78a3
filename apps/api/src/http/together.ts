/** One of several processes behind a port: what it hears from the one that deals out connections, and answers it (processes.ts, record 0061). */
import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import type { Registry } from "prom-client";
import type { DemoDay } from "../../demo/past.ts";

/** What a process tells. */
export type Told =
  | { ready: string }
  | { demo_day: DemoDay }
  | { metrics: unknown; of: number }
  | { metrics_wanted: true };
/** What it hears. */
export type Heard = { processes: Processes } | { metrics_for: number } | { metrics_of_all: string };

interface Processes {
  wanted: number;
  answering: number;
}

const METRICS_MILLISECONDS = 3_000;

let processes: Processes | undefined;
let waiting: ((text: string) => void)[] = [];

/** Begins to hear; nothing where there is one process only. */
export function hearTogether(registry: Registry): void {
  if (!cluster.isWorker) return;
  process.on("message", (heard: Heard) => {
    if ("processes" in heard) ({ processes } = heard);
    else if ("metrics_for" in heard)
      void registry.getMetricsAsJSON().then((metrics) => process.send?.({ metrics, of: heard.metrics_for }));
    else if ("metrics_of_all" in heard) {
      for (const give of waiting) give(heard.metrics_of_all);
      waiting = [];
    }
  });
}

/** How many processes there are to be and how many answer, and which one says so; nothing where there is one only. */
export const together = (): { process?: number; processes?: Processes } =>
  processes ? { process: cluster.worker?.id ?? 0, processes } : {};

/** What Prometheus reads: of all processes added up, or of this one where it is alone or the others are silent. */
export async function metricsOfAll(registry: Registry): Promise<string> {
  if (!processes) return registry.metrics();
  const all = new Promise<string>((resolve) => waiting.push(resolve));
  process.send?.({ metrics_wanted: true });
  return Promise.race([all, sleep(METRICS_MILLISECONDS).then(() => registry.metrics())]);
}
