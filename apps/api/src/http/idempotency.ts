import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database, Tx } from "../db/database.ts";
import { Conflict, DomainError, InvalidFields } from "./errors.ts";

/** A request that died in flight may be taken over after this long; its transaction has been rolled back by then. */
const TAKEOVER_SECONDS = 120;

export interface Claim {
  principal: string;
  call: string;
  key: string;
}

/** The same key with another body (422, decisions.md "Statuses"). */
export class KeyReused extends DomainError {
  constructor() {
    super(422, "idempotency_key_reused", "This Idempotency-Key was already used for a different request.");
  }
}

/** Reads the header: required where money moves, optional where a message is sent. */
export function keyFrom(header: unknown, isRequired: boolean): string | undefined {
  if (header === undefined && !isRequired) return undefined;
  if (typeof header !== "string" || !/^[\x21-\x7e]{8,200}$/.test(header)) {
    throw new InvalidFields({ "Idempotency-Key": ["this header is required: 8 to 200 printable characters, the same for every retry"] }, "The Idempotency-Key header is missing or malformed.");
  }
  return header;
}

/** A fingerprint of what was asked, so that a key cannot be used for something else. */
export const fingerprint = (value: unknown): Buffer =>
  createHash("sha256").update(JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? `${item}n` : item))).digest();

/**
 * Claims a key. A replay *writes* before it answers: a read-only replay could acknowledge what a synchronous standby
 * never received (promises, control 2).
 * @returns the stored answer of the first call, or undefined when the caller now holds the claim
 * @throws KeyReused with another body, Conflict while the first call is still at work
 */
export async function claim(db: Database, { principal, call, key }: Claim, request_hash: Buffer): Promise<{ status: number; body: unknown } | undefined> {
  const { rows } = await sql<{ is_mine: boolean; same: boolean; state: string; response_status: number | null; response_body: unknown }>`
    insert into idempotency_keys as k (principal, call, key, request_hash) values (${principal}, ${call}, ${key}, ${request_hash})
    on conflict (principal, call, key) do update set
      replays = k.replays + 1,
      touched_at = case when k.state = 'in_flight' and k.touched_at < now() - make_interval(secs => ${TAKEOVER_SECONDS}) then now() else k.touched_at end
    returning (xmax = 0 or (state = 'in_flight' and touched_at = now())) as is_mine, request_hash = ${request_hash} as same, state, response_status, response_body`.execute(db);
  const row = rows[0];
  if (!row) throw new Conflict("This request could not be recorded. Please try again.", "in_flight");
  if (!row.same) throw new KeyReused();
  if (row.state === "done") return { status: row.response_status ?? 200, body: row.response_body };
  if (!row.is_mine) throw new Conflict("The same request is still being worked on.", "in_flight");
  return undefined;
}

/** Stores the answer; inside the transaction that made the change, so that the two can never part. */
export async function settle(db: Database | Tx, { principal, call, key }: Claim, status: number, body: unknown): Promise<void> {
  await db
    .updateTable("idempotency_keys")
    .set({ state: "done", response_status: status, response_body: JSON.stringify(body) })
    .where("principal", "=", principal)
    .where("call", "=", call)
    .where("key", "=", key)
    .execute();
}

const RELEASE_TRIES = 4;
const RELEASE_PAUSE_MS = 150;

/**
 * Gives the key back after a refusal that changed nothing, so that a corrected attempt may use it. Where the connection was cut, the next one does it: a key
 * that stayed behind would be "in flight" until it may be taken over. What was committed after all is done by then, and stays.
 */
export async function release(db: Database, { principal, call, key }: Claim): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await db.deleteFrom("idempotency_keys").where("principal", "=", principal).where("call", "=", call).where("key", "=", key).where("state", "=", "in_flight").execute();
      return;
    } catch (error) {
      if (tries === RELEASE_TRIES) throw error;
      await sleep(RELEASE_PAUSE_MS * tries);
    }
  }
}
