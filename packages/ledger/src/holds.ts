import { createHash } from "node:crypto";
import { uuidv7 } from "uuidv7";
import { checkAmount, checkDate, checkText, isId } from "./encode.ts";
import { InvalidRequest, errorOf } from "./errors.ts";
import { toMoment } from "./posting.ts";
import type { Hold, Posted, Queryable } from "./types.ts";

interface HoldAnswer extends Record<string, unknown> {
  verdict: string;
  hold?: Record<string, unknown>;
}

const sha = (...parts: unknown[]): string => createHash("sha256").update(parts.join("\n")).digest("base64");

function holdOf(row: Record<string, unknown> | undefined): Hold {
  const amount = (field: string): bigint => BigInt(String(row?.[field] ?? "0"));
  return {
    id: String(row?.["id"]),
    account_id: String(row?.["account_id"]),
    state: row?.["state"] as Hold["state"],
    amount_kobo: amount("amount_kobo"),
    captured_kobo: amount("captured_kobo"),
    released_kobo: amount("released_kobo"),
    remaining_kobo: amount("amount_kobo") - amount("captured_kobo") - amount("released_kobo"),
  };
}

async function ask(
  db: Queryable,
  call: string,
  values: unknown[],
  subject: { key: string; hold_id?: string },
): Promise<HoldAnswer> {
  const { rows } = await db.query(`select ${call}::text as answer`, values);
  const answer = JSON.parse(String(rows[0]?.["answer"])) as HoldAnswer;
  if (answer.verdict === "rejected") throw errorOf(answer, subject);
  return answer;
}

function checkHeld(amount_kobo: bigint): void {
  checkAmount("amount_kobo", amount_kobo);
  if (amount_kobo < 0n) throw new InvalidRequest({ field: "amount_kobo", message: "must be positive" });
}

/**
 * Sets aside an amount (positive natural kobo) of an account, so that nothing else can spend it. Idempotent by key.
 * @throws InsufficientFunds, UnknownAccount (also for a hot account), DuplicateKeyWithOtherBody, InvalidRequest
 */
export async function hold(
  db: Queryable,
  request: { key: string; account: string; amount_kobo: bigint; description: string; actor: string; tenant?: string },
): Promise<Hold & { replayed: boolean }> {
  checkText("key", request.key, 300);
  checkHeld(request.amount_kobo);
  const tenant = request.tenant ?? "";
  const [id, code] = isId(request.account) ? [request.account, null] : [null, request.account];
  const answer = await ask(
    db,
    "ledger.hold_funds($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    [
      uuidv7(),
      request.key,
      sha("hold", tenant, request.account, request.amount_kobo),
      id,
      tenant,
      code,
      String(request.amount_kobo),
      request.description,
      request.actor,
    ],
    request,
  );
  return { ...holdOf(answer.hold), replayed: answer.verdict === "replayed" };
}

/**
 * Sets aside amounts (positive natural kobo) for several payments whose keys are new, by one statement. Of an account that has not enough for all of
 * them the first that fit are held; the same request again is for {@link hold}.
 * @param accounts by code
 * @returns the ids of those that are held, by key
 * @throws an error of the database where a key is taken, which ends the transaction; InvalidRequest
 */
export async function holdMany(
  db: Queryable,
  requests: readonly { key: string; account: string; amount_kobo: bigint; description: string }[],
  { actor, tenant = "" }: { actor: string; tenant?: string },
): Promise<Map<string, string>> {
  const asked = requests.map((request) => {
    checkText("key", request.key, 300);
    checkHeld(request.amount_kobo);
    return { ...request, id: uuidv7(), hash: sha("hold", tenant, request.account, request.amount_kobo) };
  });
  const { rows } = await db.query(
    "select h::text as id from ledger.hold_many($1::uuid[], $2::text[], $3::text[], $4, $5::text[], $6::bigint[], $7::text[], $8) h",
    [
      asked.map(({ id }) => id),
      asked.map(({ key }) => key),
      asked.map(({ hash }) => hash),
      tenant,
      asked.map(({ account }) => account),
      asked.map(({ amount_kobo }) => String(amount_kobo)),
      asked.map(({ description }) => description),
      actor,
    ],
  );
  const held = new Set(rows.map(({ id }) => String(id)));
  return new Map(asked.flatMap(({ id, key }) => (held.has(id) ? [[key, id]] : [])));
}

/**
 * Posts part or all of a hold to another account: the holder's balance falls, `to` is moved the other way. Idempotent by key.
 * @param request.amount_kobo positive natural kobo, at most what is left of the hold
 * @param request.release_rest gives what is then left back to the holder at once
 * @throws HoldNotActive, UnknownHold, UnknownAccount, UnbalancedTransaction (`to` is in another currency), DuplicateKeyWithOtherBody, InvalidRequest
 */
export async function capture(
  db: Queryable,
  request: {
    hold_id: string;
    key: string;
    amount_kobo: bigint;
    to: string;
    kind: string;
    description: string;
    effective_on: string;
    actor: string;
    release_rest?: boolean;
    metadata?: Record<string, unknown>;
    tenant?: string;
  },
): Promise<Posted & { hold: Hold }> {
  checkText("key", request.key, 300);
  checkText("kind", request.kind, 100);
  checkHeld(request.amount_kobo);
  checkDate("effective_on", request.effective_on);
  const [to_id, to_code] = isId(request.to) ? [request.to, null] : [null, request.to];
  const transaction_id = uuidv7();
  const release_rest = request.release_rest ?? false;
  const answer = await ask(
    db,
    "ledger.capture_hold($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
    [
      request.hold_id,
      String(request.amount_kobo),
      release_rest,
      transaction_id,
      request.key,
      sha(
        "capture",
        request.hold_id,
        request.amount_kobo,
        request.to,
        release_rest,
        request.kind,
        request.effective_on,
      ),
      request.kind,
      request.description,
      request.effective_on,
      request.actor,
      JSON.stringify(request.metadata ?? {}),
      to_id,
      request.tenant ?? "",
      to_code,
    ],
    request,
  );
  return {
    transaction_id: String(answer["transaction_id"]),
    recorded_at: toMoment(answer["recorded_at"]),
    replayed: answer.verdict === "replayed",
    hold: holdOf(answer.hold),
  };
}

/**
 * Gives back what is left of a hold. Releasing again answers the same (`replayed`).
 * @throws UnknownHold, HoldNotActive (wholly captured)
 */
export async function release(db: Queryable, request: { hold_id: string }): Promise<Hold & { replayed: boolean }> {
  const answer = await ask(db, "ledger.release_hold($1)", [request.hold_id], { key: "", hold_id: request.hold_id });
  return { ...holdOf(answer.hold), replayed: answer.verdict === "replayed" };
}
