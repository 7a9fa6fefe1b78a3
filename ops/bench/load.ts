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
}

export interface Measured {
  rate: number;
  /** Requests that were answered. */
  count: number;
  p50: number;
  p99: number;
}

let [counter, runs] = [0, 0];

/** The bytes of one request. A line of its own for each: no library, because what asking costs is taken from what answers on the same cores. */
function requestOf({ url, ids, tokens, headers = {}, body, sign }: Load): string {
  const id = ids?.[counter] ?? "";
  const { host, pathname, search } = new URL(url.replace("{id}", () => id));
  const lines = [`host: ${host}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  if (tokens) lines.push(`authorization: Bearer ${tokens[counter % tokens.length]}`);
  if (body === undefined) return `GET ${pathname}${search} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
  counter += 1;
  const text = body.replaceAll("{n}", `${process.pid}-${runs}-${counter}`).replaceAll("{id}", id);
  if (sign) lines.push(`${sign.header}: ${createHmac("sha512", sign.secret).update(text).digest("hex")}`);
  lines.push(
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(text)}`,
    `idempotency-key: bench-${process.pid}-${runs}-${counter}`,
  );
  return `POST ${pathname}${search} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${text}`;
}

/** The length of the whole first answer in these bytes, or undefined while some of it is still to come. @throws unless it is a 200 */
function lengthOfAnswer(bytes: Buffer): number | undefined {
  const head = bytes.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const text = bytes.toString("latin1", 0, head);
  if (!text.startsWith("HTTP/1.1 200"))
    throw new Error(`${text.slice(0, text.indexOf("\r\n"))} ${bytes.toString("utf8", head + 4, head + 300)}`);
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
      try {
        held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
        if (lengthOfAnswer(held) === undefined) return;
      } catch (error) {
        socket.destroy();
        return reject(new Error(`${load.url} answered ${(error as Error).message}`));
      }
      held = Buffer.alloc(0);
      times.push(performance.now() - asked);
      if (performance.now() < end) return ask();
      socket.end();
      resolve(times);
    });
  });
}

async function run(load: Load): Promise<Measured> {
  counter = 0;
  runs += 1;
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
