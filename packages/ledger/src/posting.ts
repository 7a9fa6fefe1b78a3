import { createHash } from "node:crypto";
import { uuidv7 } from "uuidv7";
import { POST_MANY, POST_OR_END, checkDate, checkText, checkTransaction, encodeTransactions } from "./encode.ts";
import { AlreadyPosted, LedgerError, errorOf } from "./errors.ts";
import type { NewPosting, NewTransaction, Posted, Queryable, Verdict } from "./types.ts";

/** ISO 8601 in UTC, to the millisecond. */
export const toMoment = (value: unknown): string =>
  (value instanceof Date ? value : new Date(String(value))).toISOString();

interface Exception extends Record<string, unknown> {
  n: number;
  verdict: "replayed" | "rejected";
}

/** Reads the answer of `post_many`: everything that is not named as an exception was posted under its own id. */
export function verdictsOf(row: Record<string, unknown>, transactions: NewTransaction[], ids: string[]): Verdict[] {
  const recorded_at = toMoment(row["recorded_at"]);
  const verdicts = transactions.map((transaction, index): Verdict => ({
    verdict: "posted",
    key: transaction.key,
    transaction_id: ids[index] ?? "",
    recorded_at,
  }));
  for (const exception of JSON.parse(String(row["exceptions"])) as Exception[]) {
    const index = exception.n - 1;
    const key = transactions[index]?.key ?? "";
    if (exception.verdict === "replayed") {
      verdicts[index] = {
        verdict: "replayed",
        key,
        transaction_id: String(exception["transaction_id"]),
        recorded_at: toMoment(exception["recorded_at"]),
      };
    } else {
      const error = errorOf(exception, { key });
      verdicts[index] = { verdict: "rejected", key, reason: error.reason, error };
    }
  }
  return verdicts;
}

/**
 * Posts many transactions in one statement and one round trip, each answered for itself: `posted`, `replayed` (the key was
 * used before for the same) or `rejected` with its error. They are judged in their order, as if they came one after the other.
 * Inside an open database transaction it takes part in it. Errors of a single member never throw; only the database's own do.
 */
export async function postMany(db: Queryable, transactions: NewTransaction[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const sound: { transaction: NewTransaction; index: number }[] = [];
  transactions.forEach((transaction, index) => {
    try {
      checkTransaction(transaction);
      sound.push({ transaction, index });
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
      verdicts[index] = { verdict: "rejected", key: transaction.key, reason: error.reason, error };
    }
  });
  if (sound.length === 0) return verdicts;
  const members = sound.map(({ transaction }) => transaction);
  const ids = members.map(({ id }) => id ?? uuidv7());
  const { rows } = await db.query(POST_MANY, encodeTransactions(members, ids));
  verdictsOf(rows[0] ?? {}, members, ids).forEach((verdict, position) => {
    const index = sound[position]?.index;
    if (index !== undefined) verdicts[index] = verdict;
  });
  return verdicts;
}

/**
 * Posts one transaction of two or more postings that sum to zero per currency (amounts in kobo, debit positive). One round
 * trip; inside the caller's open database transaction it takes part in it. A refusal leaves that transaction usable.
 * @throws InsufficientFunds, DuplicateKeyWithOtherBody, UnbalancedTransaction, UnknownAccount, CurrencyMismatch, InvalidRequest
 */
export async function post(db: Queryable, transaction: NewTransaction): Promise<Posted> {
  checkTransaction(transaction);
  const [verdict] = await postMany(db, [transaction]);
  return postedOf(verdict);
}

/** Of the database's `ledger.refuse`. */
const REFUSED = "ML001";

/** A posting as a statement, for a caller who sends it on without reading its answer. */
export interface PostingStatement {
  text: string;
  values: string[];
  /** What the database's error says of the posting; undefined where it is none of the ledger's. */
  refusalOf(error: unknown): LedgerError | undefined;
}

/**
 * The statement that posts transactions in the database transaction that it is sent in, or ends that. What was posted before under its key is refused too: who
 * does not read the answer believes that it moved money now.
 * @throws InvalidRequest
 */
export function postingStatement(transactions: readonly NewTransaction[]): PostingStatement {
  for (const transaction of transactions) checkTransaction(transaction);
  const members = [...transactions];
  const ids = members.map(({ id }) => id ?? uuidv7());
  return {
    text: POST_OR_END,
    values: encodeTransactions(members, ids),
    refusalOf(error) {
      const { code, detail } = error as { code?: string; detail?: string };
      if (code !== REFUSED) return undefined;
      const [first] = JSON.parse(detail ?? "[]") as Exception[];
      const key = members[(first?.n ?? 0) - 1]?.key ?? "";
      return first?.verdict === "rejected" ? errorOf(first, { key }) : new AlreadyPosted(key);
    },
  };
}

/** @throws the verdict's error when it is a rejection */
export function postedOf(verdict: Verdict | undefined): Posted {
  if (!verdict) throw new LedgerError("no_answer", "The ledger gave no answer.");
  if (verdict.verdict === "rejected") throw verdict.error;
  return {
    transaction_id: verdict.transaction_id,
    recorded_at: verdict.recorded_at,
    replayed: verdict.verdict === "replayed",
  };
}

/** The two postings that debit one account and credit another with a positive amount of kobo. A wallet (liability) that pays is debited. */
export function creditAndDebit(accounts: {
  credit: string;
  debit: string;
  amount_kobo: bigint;
  currency?: string;
}): NewPosting[] {
  const { credit, debit, amount_kobo, currency } = accounts;
  return [
    { account: debit, amount_kobo, currency },
    { account: credit, amount_kobo: -amount_kobo, currency },
  ];
}

/**
 * Reverses a transaction by posting its opposite, once. The same key again answers the first reversal (`replayed`).
 * @param request.reason becomes the description
 * @throws UnknownTransaction, AlreadyReversed (another key), InsufficientFunds (the money is gone), DuplicateKeyWithOtherBody, MonthAway
 */
export async function reverse(
  db: Queryable,
  request: {
    transaction_id: string;
    key: string;
    effective_on: string;
    actor: string;
    reason: string;
    metadata?: Record<string, unknown>;
  },
): Promise<Posted> {
  checkText("key", request.key, 300);
  checkText("actor", request.actor, 200);
  checkDate("effective_on", request.effective_on);
  const id = uuidv7();
  const hash = createHash("sha256")
    .update(`reversal\n${request.transaction_id}\n${request.effective_on}`)
    .digest("base64");
  const { rows } = await db.query(
    `
      select recorded_at::text as recorded_at, exceptions::text as exceptions
      from ledger.reverse_transaction($1, $2, $3, $4, $5, $6, $7, $8)
    `,
    [
      id,
      request.transaction_id,
      request.key,
      hash,
      request.reason,
      request.effective_on,
      request.actor,
      JSON.stringify(request.metadata ?? {}),
    ],
  );
  const [exception] = JSON.parse(String(rows[0]?.["exceptions"])) as Exception[];
  if (exception?.verdict === "rejected") throw errorOf(exception, request);
  if (exception)
    return {
      transaction_id: String(exception["transaction_id"]),
      recorded_at: toMoment(exception["recorded_at"]),
      replayed: true,
    };
  return { transaction_id: id, recorded_at: toMoment(rows[0]?.["recorded_at"]), replayed: false };
}
