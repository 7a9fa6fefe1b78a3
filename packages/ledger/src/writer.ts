import type { Pool } from "pg";
import { uuidv7 } from "uuidv7";
import { POST_MANY, checkTransaction, encodeTransactions } from "./encode.ts";
import { postedOf, verdictsOf } from "./posting.ts";
import type { NewTransaction, Posted, Verdict } from "./types.ts";

interface Waiting {
  transaction: NewTransaction;
  attempts: number;
  resolve(posted: Posted): void;
  reject(error: unknown): void;
}

export interface LedgerWriter {
  /**
   * Posts one transaction together with whatever else is waiting: one statement, one round trip, one commit for all.
   * Resolves once it is committed. A lost connection is an *unknown* outcome: ask again with the same key.
   * @throws as `post`
   */
  post(transaction: NewTransaction): Promise<Posted>;
  /** Resolves when everything accepted so far is answered; later posts are refused. */
  close(): Promise<void>;
}

/** Transfers that are not worth splitting over two statements. */
const SMALLEST_SHARE = 24;

/** Serialisation failure and deadlock: nothing happened, worth another try. */
const isTransient = (code: string): boolean => code === "40001" || code === "40P01";
const sqlState = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
};

/**
 * A micro-batcher for standalone transfers (those outside any other database transaction). Callers wait while the statements
 * under way finish, then all who wait go together; with nobody else around a transfer leaves at once.
 * @param options.lanes statements under way at the same time (each takes a connection of the pool)
 * @param options.most transfers in one statement
 */
export function createLedgerWriter(pool: Pool, options: { lanes?: number; most?: number } = {}): LedgerWriter {
  const lanes = options.lanes ?? 2;
  const most = options.most ?? 500;
  const queue: Waiting[] = [];
  let underWay = 0;
  let isClosed = false;
  let isScheduled = false;
  let idle: (() => void)[] = [];

  const send = async (members: Waiting[]): Promise<void> => {
    const transactions = members.map((member) => member.transaction);
    const ids = transactions.map(() => uuidv7());
    let verdicts: Verdict[];
    try {
      const { rows } = await pool.query({
        name: "ledger_post_many",
        text: POST_MANY,
        values: encodeTransactions(transactions, ids),
      });
      verdicts = verdictsOf(rows[0] as Record<string, unknown>, transactions, ids);
    } catch (error) {
      await explain(members, error);
      return;
    }
    members.forEach((member, index) => {
      try {
        member.resolve(postedOf(verdicts[index]));
      } catch (error) {
        member.reject(error);
      }
    });
  };

  /** A statement that the database refused as a whole changed nothing: each member goes again alone, so that only the culprit fails. */
  const explain = async (members: Waiting[], error: unknown): Promise<void> => {
    const code = sqlState(error);
    if (code === undefined) {
      for (const member of members) member.reject(error);
      return;
    }
    for (const member of members) {
      member.attempts += 1;
      if (members.length > 1 || (isTransient(code) && member.attempts < 5)) await send([member]);
      else member.reject(error);
    }
  };

  const flush = (): void => {
    isScheduled = false;
    while (queue.length > 0 && underWay < lanes) {
      // Callers answered together come back together: unless they are shared out over the free lanes, one lane would do all the
      // work. A small group stays together, because a statement costs as much as a dozen transfers before the first one.
      const share = Math.max(Math.ceil(queue.length / (lanes - underWay)), SMALLEST_SHARE);
      const members = queue.splice(0, Math.min(share, most));
      underWay += 1;
      void send(members).finally(() => {
        underWay -= 1;
        schedule();
        if (underWay === 0 && queue.length === 0) {
          for (const wake of idle) wake();
          idle = [];
        }
      });
    }
  };

  const schedule = (): void => {
    if (isScheduled || queue.length === 0) return;
    isScheduled = true;
    setImmediate(flush);
  };

  return {
    post(transaction) {
      return new Promise<Posted>((resolve, reject) => {
        if (isClosed) throw new Error("The ledger writer is closed.");
        checkTransaction(transaction);
        queue.push({ transaction, attempts: 0, resolve, reject });
        schedule();
      });
    },
    close() {
      isClosed = true;
      if (underWay === 0 && queue.length === 0) return Promise.resolve();
      return new Promise((resolve) => idle.push(resolve));
    },
  };
}
