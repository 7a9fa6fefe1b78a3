/** Requests from a process of their own, so that asking is not counted as answering. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Agent, get, request } from "node:http";

export interface Load {
  url: string;
  headers?: Record<string, string>;
  /** With a body it is a POST of JSON; `{n}` in it becomes a number of its own for each request. */
  body?: string;
  seconds: number;
  in_flight: number;
}

export interface Measured {
  rate: number;
  p50: number;
  p99: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
let counter = 0;

function ask({ url, headers = {}, body }: Load): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAnswer: Parameters<typeof get>[2] = (answer) => {
      answer.resume();
      answer.on("end", () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${answer.statusCode}`))));
    };
    if (body === undefined) return void get(url, { agent, headers }, onAnswer).on("error", reject);
    counter += 1;
    const text = body.replaceAll("{n}", `${process.pid}-${counter}`);
    const post = request(url, { agent, method: "POST", headers: { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(text), "idempotency-key": `bench-${process.pid}-${counter}` } }, onAnswer);
    post.on("error", reject).end(text);
  });
}

async function run(load: Load): Promise<Measured> {
  const times: number[] = [];
  const started = performance.now();
  const end = started + load.seconds * 1_000;
  await Promise.all(
    Array.from({ length: load.in_flight }, async () => {
      while (performance.now() < end) {
        const before = performance.now();
        await ask(load);
        times.push(performance.now() - before);
      }
    }),
  );
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { rate: times.length / ((performance.now() - started) / 1_000), p50: at(0.5), p99: at(0.99) };
}

export interface LoadGenerator {
  run(load: Load): Promise<Measured>;
  stop(): void;
}

/** Starts the other process. */
export function startLoad(): LoadGenerator {
  const child: ChildProcess = fork(import.meta.filename, [], { execPath: process.execPath, execArgv: [] });
  return {
    async run(load) {
      child.send(load);
      const [answer] = (await once(child, "message")) as [Measured | { failure: string }];
      if ("failure" in answer) throw new Error(answer.failure);
      return answer;
    },
    stop: () => void child.kill(),
  };
}

if (process.send && import.meta.main) {
  process.on("message", (load: Load) => {
    run(load).then(
      (measured) => process.send?.(measured),
      (error: Error) => process.send?.({ failure: error.message }),
    );
  });
}
