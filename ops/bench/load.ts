/** Requests from a process of their own, so that asking is not counted as answering. */
import { type ChildProcess, fork } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface Load {
  url: string;
  /** Each takes the place of `{id}` in the address and in the body of one request. */
  ids?: readonly string[];
  headers?: Record<string, string>;
  /** Who asks: one session for each request, beside its id; without ids one for each connection. */
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

/** What came for one request; status 0 where nothing did. */
interface Answer {
  status: number;
  text: string;
}

interface Connection {
  ask(): Promise<Answer>;
  end(): void;
}

/**
 * A connection, asked once at a time.
 * @param timeout milliseconds without a word after which it is given up
 */
function connectionTo(load: Load, timeout = 0): Connection {
  const { hostname, port } = new URL(load.url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let held: Buffer = Buffer.alloc(0);
  let answer: (answer: Answer) => void = () => undefined;
  const fail = (why: string): void => answer({ status: 0, text: why });
  socket.on("timeout", () => socket.destroy());
  socket.on("error", ({ message }) => fail(message)).on("close", () => fail("the connection was closed"));
  socket.on("data", (bytes: Buffer) => {
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
    if (lengthOfAnswer(held) === undefined) return;
    const [status, whole] = [Number(held.toString("latin1", 9, 12)), held];
    held = Buffer.alloc(0);
    socket.setTimeout(0);
    answer({ status, text: status === 200 ? "" : whole.toString("utf8", 0, 600) });
  });
  return {
    ask: () =>
      new Promise((resolve) => {
        answer = resolve;
        if (socket.destroyed) return fail("the connection was closed");
        socket.setTimeout(timeout);
        socket.write(requestOf(load));
      }),
    end: () => void socket.end(),
  };
}

const figuresOf = (all: readonly number[]): Pick<Measured, "p50" | "p99"> => {
  const times = all.toSorted((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
};

/** One connection that asks again as soon as it is answered, until `end`. @returns how long each answer took, in milliseconds @throws unless each is a 200 */
async function askUntil(end: number, load: Load): Promise<number[]> {
  const connection = connectionTo(load);
  const times: number[] = [];
  do {
    const asked = performance.now();
    const { status, text } = await connection.ask();
    if (status !== 200) throw new Error(`${load.url} answered ${text}`);
    times.push(performance.now() - asked);
  } while (performance.now() < end);
  connection.end();
  return times;
}

const TIMEOUT_MILLISECONDS = 10_000;
/** Those who ask at a rate are connected already, as browsers and proxies are: a Node server takes one new connection in each turn of its loop. */
const OPEN_BEFORE = 1_000;
const OPENING_MILLISECONDS = 3_000;

/** Asks at a rate of its own, as people do who know nothing of each other. */
async function runOpen(load: Load, a_second: number): Promise<Measured> {
  const by_status: Record<number, number[]> = {};
  const open = () => connectionTo(load, TIMEOUT_MILLISECONDS);
  const idle = Array.from({ length: OPEN_BEFORE }, open);
  await sleep(OPENING_MILLISECONDS);
  const askOnce = async (): Promise<void> => {
    const connection = idle.pop() ?? open();
    const asked = performance.now();
    const { status } = await connection.ask();
    (by_status[status] ??= []).push(performance.now() - asked);
    if (status > 0) idle.push(connection);
  };
  const all: Promise<void>[] = [];
  const began = performance.now();
  const due = (): number => Math.floor(((performance.now() - began) / 1_000) * a_second);
  for (; performance.now() - began < load.seconds * 1_000; await sleep(1))
    while (all.length < due()) all.push(askOnce());
  await Promise.all(all);
  for (const connection of idle) connection.end();
  const answered = by_status[200] ?? [];
  return { count: all.length, rate: answered.length / load.seconds, ...figuresOf(answered), by_status };
}

/** What a connection asks: where the sessions do not go with ids, each is of a person of its own, who asks one thing at a time. */
const ofOne = (load: Load, at: number): Load =>
  load.tokens && !load.ids ? { ...load, tokens: [load.tokens[at % load.tokens.length]!] } : load;

async function run(load: Load): Promise<Measured> {
  counter = 0;
  runs += 1;
  if (load.a_second !== undefined) return runOpen(load, load.a_second);
  const started = performance.now();
  const end = started + load.seconds * 1_000;
  const times = (
    await Promise.all(Array.from({ length: load.in_flight }, (_, at) => askUntil(end, ofOne(load, at))))
  ).flat();
  return { count: counter, rate: times.length / ((performance.now() - started) / 1_000), ...figuresOf(times) };
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
