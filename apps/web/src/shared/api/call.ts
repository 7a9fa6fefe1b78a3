/** The one place that speaks HTTP to the server. Same origin, cookie session; the contract says method, path and effect. */
import type { Endpoint } from "@manilla/contract/endpoint";
import type { z } from "zod";
import { noteDemoPast } from "./demo-past.ts";
import { CallError, errorOf, isSuccess, payloadOf } from "./errors.ts";

type Params<E extends Endpoint> = z.input<E["params"]>;
type Query<E extends Endpoint> = z.input<E["query"]>;
type Body<E extends Endpoint> = z.input<E["body"]>;
type Part<Name extends string, Value> =
  Record<never, never> extends Value ? { [N in Name]?: Value } : { [N in Name]: Value };

/** What a call takes: a part that has no required field may be left out. */
export type CallInput<E extends Endpoint> = Part<"params", Params<E>> & Part<"query", Query<E>> & Part<"body", Body<E>>;
export type Answer<E extends Endpoint> = z.input<E["response"]>;

interface Sending {
  signal?: AbortSignal | undefined;
  /** One key for one intent of the person, kept over retries; made here when absent. */
  idempotencyKey?: string | undefined;
  /** Files by field, for calls that take them. */
  files?: Readonly<Record<string, File>> | undefined;
  /** Share of an upload that has left, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/** What the application does about answers that concern the whole session. Set once at start. */
interface Hooks {
  onUnauthorised(): void;
  onForbidden(message: string): void;
  /** Resolves to true when the person has proved who they are. */
  onStepUp(message: string): Promise<boolean>;
}
let hooks: Hooks | undefined;
/** Connects the session's dialogs; until then such answers are plain errors. */
export const connectHooks = (given: Hooks): void => void (hooks = given);

let serverOffsetMs = 0;
/** The server's clock as far as we know it: a phone with a wrong clock must not end a session early. */
export const serverNow = (): number => Date.now() + serverOffsetMs;

const TIMEOUT_MS = 60_000;
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

interface Loose {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

/** The address of a call: parameters filled in, empty query values left out. */
export function addressOf(call: Pick<Endpoint, "path">, input: Loose): string {
  const path = call.path.replace(/\{(\w+)\??\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? "")),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  const text = query.toString();
  return `/api${path}${text ? `?${text}` : ""}`;
}

interface RawAnswer {
  status: number;
  body: unknown;
}

function parse(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const networkError = (): CallError => new CallError({ status: 0 });

async function byFetch(
  call: Endpoint,
  address: string,
  input: Loose,
  sending: Sending,
  headers: Record<string, string>,
): Promise<RawAnswer> {
  const hasBody = call.method !== "GET" && call.method !== "DELETE";
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  try {
    response = await fetch(address, {
      method: call.method,
      credentials: "same-origin",
      headers: hasBody ? { ...headers, "content-type": "application/json" } : headers,
      signal: sending.signal ? AbortSignal.any([sending.signal, timeout]) : timeout,
      ...(hasBody && { body: JSON.stringify(input.body ?? {}) }),
    });
    noteDemoPast(response.headers.get("x-demo-past"));
    const sentAt = Date.parse(response.headers.get("date") ?? "");
    if (!Number.isNaN(sentAt)) serverOffsetMs = Math.abs(sentAt - Date.now()) > 5_000 ? sentAt - Date.now() : 0;
    return { status: response.status, body: parse(await response.text()) };
  } catch (error) {
    if (sending.signal?.aborted) throw error;
    throw networkError();
  }
}

/** Uploads go through XMLHttpRequest: fetch tells no progress of what is being sent. */
function byUpload(
  call: Endpoint,
  address: string,
  input: Loose,
  sending: Sending,
  headers: Record<string, string>,
): Promise<RawAnswer> {
  const data = new FormData();
  for (const [name, value] of Object.entries((input.body ?? {}) as Record<string, unknown>))
    if (value !== undefined && value !== null && value !== "") data.set(name, String(value));
  for (const [name, file] of Object.entries(sending.files ?? {})) data.set(name, file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(call.method, address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.timeout = UPLOAD_TIMEOUT_MS;
    request.upload.onprogress = (event) => event.lengthComputable && sending.onProgress?.(event.loaded / event.total);
    request.onload = () => resolve({ status: request.status, body: parse(request.responseText) });
    request.onerror = request.ontimeout = () => reject(networkError());
    request.onabort = () => reject(new DOMException("cancelled", "AbortError"));
    sending.signal?.addEventListener("abort", () => request.abort());
    request.send(data);
  });
}

/** A server that is busy has begun nothing: it is asked again without a word, each time a little later. */
const BUSY_TRIES = 4;
const BUSY_SECONDS = "1";
const busyPause = (again: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, (500 + Math.random() * 1_000) * (again + 1)));

/**
 * Makes a call.
 * @returns the answer's payload: `datatable` for lists, `data` otherwise
 * @throws CallError for every answer that is no success, and when the server cannot be reached
 */
export async function send<E extends Endpoint>(
  call: E,
  input: CallInput<E>,
  sending: Sending = {},
): Promise<Answer<E>> {
  const loose = input as Loose;
  const headers: Record<string, string> = { accept: "application/json" };
  if (call.effect !== "none") headers["idempotency-key"] = sending.idempotencyKey ?? crypto.randomUUID();
  const once = (): Promise<RawAnswer> =>
    (sending.files ? byUpload : byFetch)(call, addressOf(call, loose), loose, sending, headers);
  let answer = await once();
  for (
    let again = 0;
    again < BUSY_TRIES && answer.status === 503 && errorOf(503, answer.body).code === "busy";
    again += 1
  ) {
    await busyPause(again);
    answer = await once();
  }
  if (answer.status === 403 && hooks) {
    const refusal = errorOf(403, answer.body);
    if (refusal.code === "step_up_required") {
      if (!(await hooks.onStepUp(refusal.message))) throw refusal;
      answer = await once();
    }
  }
  if (answer.status >= 200 && answer.status < 300 && (answer.body === undefined || isSuccess(answer.body)))
    return payloadOf(answer.body) as Answer<E>;
  throw noticed(errorOf(answer.status, answer.body), call);
}

function noticed(error: CallError, call: Endpoint): CallError {
  // A wrong password at the door, or when asked again, is no lost session and no missing permission.
  if (call.can === "public" || call.path === "/session/step-up") return error;
  if (error.status === 401) hooks?.onUnauthorised();
  if (error.status === 403 && error.code !== "step_up_required") hooks?.onForbidden(error.message);
  return error;
}

/**
 * Fetches bytes (a document, an export), telling how much has come.
 * @param onProgress bytes so far, and the total where the server says it
 * @returns the bytes and the file name that the server gave
 */
export async function fetchFile<E extends Endpoint>(
  call: E,
  input: CallInput<E>,
  options: {
    signal?: AbortSignal;
    headers?: Record<string, string>;
    onProgress?: (received: number, total: number | undefined) => void;
  } = {},
): Promise<{ blob: Blob; name: string | undefined }> {
  const ask = async (): Promise<Response> => {
    try {
      return await fetch(addressOf(call, input as Loose), {
        method: call.method,
        credentials: "same-origin",
        headers: options.headers ?? {},
        signal: options.signal ?? null,
      });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw networkError();
    }
  };
  let response = await ask();
  for (let again = 0; again < BUSY_TRIES && response.headers.get("retry-after") === BUSY_SECONDS; again += 1) {
    await busyPause(again);
    response = await ask();
  }
  if (!response.ok || !response.body) {
    const refusal = errorOf(response.status, parse(await response.text()));
    if (refusal.code !== "step_up_required" || !(await hooks?.onStepUp(refusal.message))) throw noticed(refusal, call);
    response = await ask();
    if (!response.ok || !response.body) throw noticed(errorOf(response.status, parse(await response.text())), call);
  }
  const total = Number(response.headers.get("content-length")) || undefined;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    received += part.value.byteLength;
    options.onProgress?.(received, total);
  }
  const name = /filename="?([^";]+)"?/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  return { blob: new Blob(chunks, { type: response.headers.get("content-type") ?? "" }), name };
}

/** Hands bytes to the browser as a download. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
