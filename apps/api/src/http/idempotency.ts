import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database, Tx } from "../db/database.ts";
import { ask, fixed } from "../db/fixed.ts";
import { mustChange, unlessChanged } from "../db/must-change.ts";
import { later } from "../db/pipelined-database.ts";
import { asJson } from "../db/rows.ts";
import { Conflict, DomainError, InvalidFields } from "../errors.ts";
import { HOLDER, SILENT_SECONDS } from "./key-holder.ts";

/** A request whose process lives may be taken over after this long, far beyond the database's own limit for a statement. */
const TAKEOVER_SECONDS = 120;

export interface Claim {
  principal: string;
  call: string;
  key: string;
  /** One try of the request, a UUID of its own: only the newest that claimed the key may store an answer or give the key back. */
  attempt: string;
}

/** Somebody else took the key over in the meantime, because this process seemed dead: what it did is rolled back, and the other's answer counts. */
class TakenOver extends Conflict {
  constructor() {
    super("The same request is being worked on elsewhere.", "in_flight");
  }
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
    throw new InvalidFields(
      { "Idempotency-Key": ["this header is required: 8 to 200 printable characters, the same for every retry"] },
      "The Idempotency-Key header is missing or malformed.",
    );
  }
  return header;
}

/** A fingerprint of the request, so that a key cannot be used for something else; a file that came with it is part of it. */
export const fingerprint = (value: unknown, file?: { bytes: Buffer }): Buffer => {
  const words = JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? `${item}n` : item));
  const hash = createHash("sha256").update(words);
  return (file ? hash.update(createHash("sha256").update(file.bytes).digest()) : hash).digest();
};

export interface Stored {
  status: number;
  body: unknown;
}
interface ClaimedRow {
  principal: string;
  call: string;
  key: string;
  attempt: string;
  request_hash: Buffer;
  state: string;
  response_status: number | null;
  response_body: unknown;
}

interface ClaimedKeys {
  principals: string[];
  calls: string[];
  keys: string[];
  hashes: Buffer[];
  attempts: string[];
}
const claiming = fixed<ClaimedKeys, ClaimedRow>(
  (place) => sql`
    insert into idempotency_keys as k (principal, call, key, request_hash, holder, attempt)
    select u.principal, u.call, u.key, u.request_hash, ${HOLDER}::uuid, u.attempt
    from unnest(
      ${place("principals")}::text[], ${place("calls")}::text[], ${place("keys")}::text[],
      ${place("hashes")}::bytea[], ${place("attempts")}::uuid[]
    ) u (principal, call, key, request_hash, attempt)
    order by u.principal, u.call, u.key
    on conflict (principal, call, key) do update set (replays, touched_at, holder, attempt) = (
      select k.replays + 1, case when is_free then now() else k.touched_at end,
        case when is_free then excluded.holder else k.holder end,
        case when is_free then excluded.attempt else k.attempt end
      from (
        select k.state = 'in_flight'
          and k.request_hash = excluded.request_hash
          and (
            k.touched_at < now() - make_interval(secs => ${TAKEOVER_SECONDS})
              or (
                k.holder is not null
                  and k.touched_at < now() - make_interval(secs => ${SILENT_SECONDS})
                  and not exists (
                    select 1
                    from key_holders h
                    where h.id = k.holder and h.seen_at > now() - make_interval(secs => ${SILENT_SECONDS})
                  )
              )
          ) as is_free
      ) f
    )
    returning principal, call, key, attempt, request_hash, state, response_status, response_body
  `,
);

/**
 * Claims keys, each different: new ones, those whose process has died (it was silent for {@link SILENT_SECONDS}), and those that are overdue. A replay *writes*
 * before it answers: a read-only replay could acknowledge what a synchronous standby never received (promises, control 2).
 * @returns for each the stored answer of the first call, undefined when the caller now holds the claim, or why it does not
 */
export async function claimMany(
  db: Database | Tx,
  claims: readonly (Claim & { request_hash: Buffer })[],
): Promise<(Stored | undefined | DomainError)[]> {
  const of = (field: "principal" | "call" | "key" | "attempt") => claims.map((each) => each[field]);
  // In one order, so that two that claim the same keys never wait for each other in a circle.
  const rows = await ask(
    db,
    claiming(db, {
      principals: of("principal"),
      calls: of("call"),
      keys: of("key"),
      hashes: claims.map(({ request_hash }) => request_hash),
      attempts: of("attempt"),
    }),
  );
  return claims.map(({ principal, call, key, attempt, request_hash }) => {
    const row = rows.find((each) => each.key === key && each.call === call && each.principal === principal);
    if (!row) return new Conflict("This request could not be recorded. Please try again.", "in_flight");
    if (!row.request_hash.equals(request_hash)) return new KeyReused();
    if (row.state === "done") return { status: row.response_status ?? 200, body: row.response_body };
    if (row.attempt !== attempt) return new Conflict("The same request is still being worked on.", "in_flight");
    return undefined;
  });
}

/** {@link claimMany} of one key. @throws KeyReused with another body, Conflict while the first call is still at work */
export async function claim(db: Database | Tx, held: Claim, request_hash: Buffer): Promise<Stored | undefined> {
  const [claimed] = await claimMany(db, [{ ...held, request_hash }]);
  if (claimed instanceof DomainError) throw claimed;
  return claimed;
}

/** The stored answer of a key, if it has one; noted, as a replay is. @throws KeyReused with another body */
export async function answerOf(
  db: Database,
  { principal, call, key }: Claim,
  request_hash: Buffer,
): Promise<Stored | undefined> {
  const { rows } = await sql<Pick<ClaimedRow, "request_hash" | "response_status" | "response_body">>`
    update idempotency_keys
    set replays = replays + 1
    where principal = ${principal} and call = ${call} and key = ${key} and state = 'done'
    returning request_hash, response_status, response_body
  `.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  if (!row.request_hash.equals(request_hash)) throw new KeyReused();
  return { status: row.response_status ?? 200, body: row.response_body };
}

const storing = fixed<{ answers: string; count: number }>(
  (place) => sql`
    with stored as (
      update idempotency_keys k
      set state = 'done', response_status = u.response_status, response_body = u.response_body
      from jsonb_populate_recordset(null::idempotency_keys, ${place("answers")}::jsonb) u
      where k.principal = u.principal
        and k.call = u.call
        and k.key = u.key
        and k.attempt = u.attempt
        and k.state = 'in_flight'
      returning 1
    )
    ${mustChange("stored", place("count"))}
  `,
);

/**
 * Stores answers; inside the transaction that made the changes, so that the two can never part.
 * @throws Conflict when another attempt has a key by now: the change is rolled back with it
 */
export async function settle(db: Database | Tx, ...answers: readonly (Claim & Stored)[]): Promise<void> {
  const rows = answers.map(({ status, body, ...held }) => ({ ...held, response_status: status, response_body: body }));
  const stored = storing(db, { answers: asJson(rows), count: rows.length });
  await later(
    db,
    stored,
    unlessChanged(() => new TakenOver()),
  );
}

/** Gives keys back within the transaction that claimed them: nothing was done under them. */
export async function forgo(tx: Tx, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  const attempts = claims.map(({ attempt }) => attempt);
  await sql`
    delete from idempotency_keys
    where (principal, call, key) in (
      select *
      from unnest(
        ${claims.map(({ principal }) => principal)}::text[], ${claims.map(({ call }) => call)}::text[],
        ${claims.map(({ key }) => key)}::text[]
      )
    )
      and attempt = any(${attempts}::uuid[])
      and state = 'in_flight'
  `.execute(tx);
}

const RELEASE_TRIES = 4;
const RELEASE_PAUSE_MS = 150;

/**
 * Gives the key back after a refusal that changed nothing, so that a corrected attempt may use it. Where the connection was cut, the next one does it: a key
 * that stayed behind would be "in flight" until it may be taken over. What was committed after all is done by then, and stays.
 */
export async function release(db: Database, { principal, call, key, attempt }: Claim): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await db
        .deleteFrom("idempotency_keys")
        .where("principal", "=", principal)
        .where("call", "=", call)
        .where("key", "=", key)
        .where("attempt", "=", attempt)
        .where("state", "=", "in_flight")
        .execute();
      return;
    } catch (error) {
      if (tries === RELEASE_TRIES) throw error;
      await sleep(RELEASE_PAUSE_MS * tries);
    }
  }
}
