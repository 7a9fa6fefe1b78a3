/** What every handler is given, and the shape of a handler. Composition itself is in main.ts. */
import type { Readable } from "node:stream";
import type { Endpoint, Input, Output } from "@manilla/contract/endpoint";
import type pg from "pg";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { Database, Tx } from "./db/database.ts";
import type { BoundList } from "./db/list.ts";
import type { FieldEncryption } from "./db/field-encryption.ts";
import type { Live } from "./http/live.ts";
import type { Session } from "./http/session.ts";
import type { UploadedFile } from "./http/upload.ts";
import type { Queue } from "./jobs/queue.ts";
import type { ApprovalKind } from "./modules/platform/approvals/index.ts";
import type { Outside } from "./outside/index.ts";

/** The parts of a running application. */
export interface App {
  config: Config;
  pool: pg.Pool;
  db: Database;
  /** Whether the database has the second wall between tenants (db/scope.ts). */
  has_tenant_role: boolean;
  encryption: FieldEncryption;
  queue: Queue;
  outside: Outside;
  live: Live;
  /** What a second person can agree to, by kind (modules register theirs in modules/index.ts). */
  approval_kinds: ReadonlyMap<string, ApprovalKind>;
  log: Logger;
}

/** One request. `session` is there unless the call is public (and even then when the caller has one). */
export interface Context extends App {
  session: Session;
  request_id: string;
  network_address: string;
  device: string;
  /** The key under which this request is answered once; handlers derive the ledger's keys from it. */
  idempotency_key: string | undefined;
  /** The bytes of a JSON body as they came, for signatures; absent for other bodies. */
  raw_body: Buffer | undefined;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The uploaded file, for calls that declare one. */
  file: UploadedFile | undefined;
  /**
   * The change and the stored answer in one transaction: a crash leaves both or neither.
   * Every call that moves money does its work in here, once.
   */
  once<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  setCookie(token: string | null): void;
  /** Tells when whoever asked has gone, for what is waited for on their behalf. */
  left(): AbortSignal;
}

/** Bytes as an answer. `inline` only for what a browser shows safely (PDF, images) on our own origin, sandboxed. */
export interface FileBytes {
  name: string;
  media_type: string;
  body: Buffer | Readable;
  inline?: boolean;
}
/** The bytes, or the address of our own where they are. */
export type FileAnswer = FileBytes | { see: string };

export interface ServerEvent {
  event: string;
  data: unknown;
}

type Answer<E extends Endpoint> = E["kind"] extends "list"
  ? BoundList
  : E["kind"] extends "file"
    ? FileAnswer
    : E["kind"] extends "stream"
      ? AsyncIterable<ServerEvent>
      : Output<E>;

export type Handler<E extends Endpoint> = (context: Context, input: Input<E>) => Promise<Answer<E>> | Answer<E>;

/** One handler for each call of a noun: a missing one does not compile. */
export type Handlers<Module> = {
  [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: Module[Name] extends Endpoint
    ? Handler<Module[Name]>
    : never;
};
