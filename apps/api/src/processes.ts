/**
 * The start of `npm start` and of a release: as many API processes as cores less one behind one port, with the worker beside them where `RUN` is both. The first process here
 * accepts connections, deals them out in turn, starts again what dies, and answers for all of them; it serves nothing itself (record 0061). One API process alone runs in this one.
 */
import cluster, { type Worker } from "node:cluster";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AggregatorRegistry, Counter, Gauge, Registry } from "prom-client";
import { WrongConfiguration, readProcesses } from "./config.ts";
import type { Heard, Told } from "./http/together.ts";

/** One that lived shorter than this before it died is started again later each time. */
const SETTLED_MILLISECONDS = 60_000;
const FIRST_PAUSE_MILLISECONDS = 500;
const MAX_PAUSE_MILLISECONDS = 30_000;
/** Each ends itself within 20 s (main.ts). */
const END_MILLISECONDS = 22_000;
const METRICS_MILLISECONDS = 1_000;

/** @param deaths in a row, each soon after its start */
export const pauseAfter = (deaths: number): number =>
  Math.min(MAX_PAUSE_MILLISECONDS, FIRST_PAUSE_MILLISECONDS * 2 ** Math.max(0, deaths - 1));

const send = (worker: Worker, heard: Heard): void => void (worker.isConnected() && worker.send(heard));

type Metrics = Parameters<typeof AggregatorRegistry.aggregate>[0][number];

const registry = new Registry();
const answering = new Gauge({ name: "manilla_processes", help: "Processes that answer", registers: [registry] });
const wanted = new Gauge({
  name: "manilla_processes_wanted",
  help: "Processes there are to be",
  registers: [registry],
});
const restarts = new Counter({
  name: "manilla_restarts_total",
  help: "Processes started again",
  registers: [registry],
});

/** Runs `api` API processes, with a worker beside them where it is wanted. The first starts alone: it makes the schema and the keys; the others follow when it answers. */
function startTogether(run: "both" | "api", api: number): void {
  const names = [...Array.from({ length: api }, () => "api"), ...(run === "both" ? ["worker"] : [])];
  const ready = new Set<Worker>();
  const asked = new Map<number, (metrics: Metrics) => void>();
  let questions = 0;
  let late: Record<string, string> | undefined;
  let [isStopping, hasStarted] = [false, false];
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: join(import.meta.dirname, "main.ts") });
  wanted.set(names.length);

  /** Of all that answer in time, added up. */
  async function metricsOfAll(): Promise<string> {
    const each = [...ready].map(async (worker) => {
      const of = ++questions;
      const answer = new Promise<Metrics>((resolve) => asked.set(of, resolve));
      send(worker, { metrics_for: of });
      const metrics = await Promise.race([answer, sleep(METRICS_MILLISECONDS)]);
      asked.delete(of);
      return metrics ?? [];
    });
    const all = [...(await Promise.all(each)), (await registry.getMetricsAsJSON()) as Metrics];
    return AggregatorRegistry.aggregate(all).metrics();
  }

  /** Every process knows how many there are: any of them may be asked whether all is well. */
  function tellAll(): void {
    answering.set(ready.size);
    for (const worker of ready) send(worker, { processes: { wanted: names.length, answering: ready.size } });
  }

  function hear(worker: Worker, told: Told): void {
    if ("metrics" in told) asked.get(told.of)?.(told.metrics as Metrics);
    else if ("metrics_wanted" in told) void metricsOfAll().then((metrics_of_all) => send(worker, { metrics_of_all }));
    else if ("demo_day" in told) process.send?.(told);
    else {
      ready.add(worker);
      tellAll();
      if (hasStarted) return;
      hasStarted = true;
      process.send?.(told);
      for (const name of names.slice(1)) begin(name, 0);
    }
  }

  function begin(name: string, deaths: number): void {
    if (isStopping) return;
    const began = performance.now();
    const worker = cluster.fork({
      RUN: name,
      PROCESSES: String(names.length),
      ...(late && { ...late, LATE_ENVIRONMENT: undefined }),
    });
    worker.on("message", (told: Told) => hear(worker, told));
    // What was on its way to one that has just been killed: its end says enough.
    worker.on("error", () => undefined);
    worker.once("exit", (code, signal) => {
      ready.delete(worker);
      if (isStopping) return;
      if (!hasStarted) return void stop(code || 1);
      tellAll();
      restarts.inc();
      const soon = performance.now() - began < SETTLED_MILLISECONDS ? deaths + 1 : 1;
      console.error(`${name} process ${worker.id} ended with ${signal || `code ${code}`}. It is started again.`);
      void sleep(pauseAfter(soon)).then(() => begin(name, soon));
    });
  }

  /** Each answers what it has begun and takes nothing new. */
  async function stop(code: number): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    const ends = Object.values(cluster.workers ?? {}).map(async (worker) => {
      const end = new Promise<number>((resolve) => worker?.once("exit", (how) => resolve(how ?? 1)));
      worker?.process.kill("SIGTERM");
      const overdue = setTimeout(() => worker?.process.kill("SIGKILL"), END_MILLISECONDS);
      return end.finally(() => clearTimeout(overdue));
    });
    process.exit(Math.max(code, ...(await Promise.all(ends))));
  }

  // `npm start` sends the database's address when it has one; who starts later has it from the beginning.
  process.once("message", (addresses: Record<string, string>) => {
    late = addresses;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.send(addresses);
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(0));
  process.on("disconnect", () => void stop(0));
  begin(names[0]!, 0);
}

/** Starts what `RUN` and `API_PROCESSES` say. */
export async function runAll(): Promise<void> {
  try {
    const { run, api } = readProcesses();
    if (run === "worker" || api === 1) await (await import("./main.ts")).run();
    else startTogether(run, api);
  } catch (error) {
    if (!(error instanceof WrongConfiguration)) throw error;
    console.error(`The configuration is wrong:\n${error.message}`);
    process.exit(1);
  }
}

if (import.meta.main) await runAll();
