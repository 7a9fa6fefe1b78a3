/** Requests from a process of their own, so that asking is not counted as answering. */
import { type ChildProcess, fork } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";

export interface Load {
  url: string;
  /** Each takes the place of `{id}` in the address and in the body of one request. */
  ids?: readonly string[];
  headers?: Record<string, string>;
  /** Who asks: one session for each request, beside its id. */
  tokens?: readonly string[];
  /** With a body it is a POST of JSON; `{n}` in it becomes a number of its own for each request. */
  body?: string;
  /** The body's HMAC SHA-512 goes into a header of this name. */
  sign?: { secret: string; header: string };
  seconds: number;
  in_flight: number;
  /** Asked so often a second whether or not answers come, on as many connections as that takes, instead of `in_flight` at a time. */
  a_second?: number;
}

export interface Measured {
  rate: number;
  /** Requests that were answered. */
  count: number;
  p50: number;
  p99: number;
  /** With `a_second`: milliseconds of each answer by its status, 0 without one. */
  by_status?: Record<number, number[]>;
}

let [counter, runs] = [0, 0];

/** The bytes of one request. A line of its own for each: no library, because what asking costs is taken from what answers on the same cores. */
function requestOf({ url, ids, tokens, headers = {}, body, sign }: Load): string {
  const id = ids?.[counter] ?? "";
  const { host, pathname, search } = new URL(url.replace("{id}", () => id));
  const lines = [`host: ${host}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  if (tokens) lines.push(`authorization: Bearer ${tokens[counter % tokens.length]}`);
  counter += 1;
  if (body === undefined) return `GET ${pathname}${search} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
  const text = body.replaceAll("{n}", `${process.pid}-${runs}-${counter}`).replaceAll("{id}", id);
  if (sign) lines.push(`${sign.header}: ${createHmac("sha512", sign.secret).update(text).digest("hex")}`);
  lines.push(
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(text)}`,
    `idempotency-key: bench-${process.pid}-${runs}-${counter}`,
  );
  return `POST ${pathname}${search} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${text}`;
}

const statusIn = (bytes: Buffer): number => Number(bytes.toString("latin1", 9, 12));

/** The length of the whole first answer in these bytes, or undefined while some of it is still to come. */
function lengthOfAnswer(bytes: Buffer): number | undefined {
  const head = bytes.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const text = bytes.toString("latin1", 0, head);
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  if (length !== undefined) return bytes.length >= head + 4 + Number(length) ? head + 4 + Number(length) : undefined;
  const last = bytes.indexOf("\r\n0\r\n\r\n", head);
  return last < 0 ? undefined : last + 7;
}

/** One connection that asks again as soon as it is answered, until `end`. @returns how long each answer took, in milliseconds */
function askUntil(end: number, load: Load): Promise<number[]> {
  const { hostname, port } = new URL(load.url);
  return new Promise((resolve, reject) => {
    const times: number[] = [];
    let asked = 0;
    let held: Buffer = Buffer.alloc(0);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const ask = (): void => {
      asked = performance.now();
      socket.write(requestOf(load));
    };
    socket.on("connect", ask).on("error", reject);
    socket.on("data", (bytes: Buffer) => {
      held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      if (lengthOfAnswer(held) === undefined) return;
      if (statusIn(held) !== 200) {
        socket.destroy();
        return reject(new Error(`${load.url} answered ${held.toString("utf8", 0, 600)}`));
      }
      held = Buffer.alloc(0);
      times.push(performance.now() - asked);
      if (performance.now() < end) return ask();
      socket.end();
      resolve(times);
    });
  });
}

const TIMEOUT_MILLISECONDS = 10_000;
/** Those who ask at a rate are connected already, as browsers and proxies are: a Node server takes one new connection in each turn of its loop. */
const OPEN_BEFORE = 1_000;
const OPENING_MILLISECONDS = 3_000;
type Answer = (status: number) => void;

/** A connection that is asked once at a time. @returns asks */
function connectionTo(load: Load, free: (ask: (answer: Answer) => void) => void): (answer: Answer) => void {
  const { hostname, port } = new URL(load.url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let held: Buffer = Buffer.alloc(0);
  let waiting: Answer | undefined;
  const end = (status: number): void => {
    waiting?.(status);
    waiting = undefined;
  };
  const ask = (answer: Answer): void => {
    waiting = answer;
    held = Buffer.alloc(0);
    socket.write(requestOf(load));
  };
  socket.setTimeout(TIMEOUT_MILLISECONDS, () => socket.destroy());
  socket.on("error", () => end(0)).on("close", () => end(0));
  socket.on("data", (bytes: Buffer) => {
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
    if (lengthOfAnswer(held) === undefined) return;
    end(statusIn(held));
    free(ask);
  });
  return ask;
}

/** Asks at a rate of its own, as people do who know nothing of each other. */
async function runOpen(load: Load, a_second: number): Promise<Measured> {
  const by_status: Record<number, number[]> = {};
  const idle: ((answer: Answer) => void)[] = [];
  for (let open = 0; open < OPEN_BEFORE; open += 1) idle.push(connectionTo(load, (again) => idle.push(again)));
  await new Promise((resolve) => setTimeout(resolve, OPENING_MILLISECONDS));
  const all: Promise<void>[] = [];
  const began = performance.now();
  const due = (): number => Math.floor(((performance.now() - began) / 1_000) * a_second);
  while (performance.now() - began < load.seconds * 1_000) {
    while (all.length < due()) {
      const ask = idle.pop() ?? connectionTo(load, (again) => idle.push(again));
      const asked = performance.now();
      all.push(
        new Promise((resolve) => {
          ask((status) => {
            (by_status[status] ??= []).push(performance.now() - asked);
            resolve();
          });
        }),
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(all);
  const times = (by_status[200] ?? []).toSorted((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { count: all.length, rate: times.length / load.seconds, p50: at(0.5), p99: at(0.99), by_status };
}

async function run(load: Load): Promise<Measured> {
  counter = 0;
  runs += 1;
  if (load.a_second !== undefined) return runOpen(load, load.a_second);
  const started = performance.now();
  const end = started + load.seconds * 1_000;
  const times = (await Promise.all(Array.from({ length: load.in_flight }, () => askUntil(end, load)))).flat();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { count: counter, rate: times.length / ((performance.now() - started) / 1_000), p50: at(0.5), p99: at(0.99) };
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
