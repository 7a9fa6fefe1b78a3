import { InvalidRequest, MonthAway } from "./errors.ts";
import type { Queryable } from "./types.ts";

/** A month whose postings are taken away; what each account carries out of it is in their place. */
export interface MonthOfPostings {
  /** Like `2026-08`. */
  month: string;
  posting_count: number;
  /** SHA-256 of all its postings. */
  digest: string;
  /** How many accounts carry something out of it, and the SHA-256 of that. */
  carried_count: number;
  carried_digest: string;
}

/** A month as `2026-08`. */
export const IS_MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const [REFUSED, IS_AWAY] = ["ML003", "ML002"];

/** Waits for what may need postings one by one. @throws MonthAway */
export const needing = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    const { code, message } = error as { code?: string; message: string };
    throw code === IS_AWAY ? new MonthAway(`${message[0]?.toUpperCase()}${message.slice(1)}.`) : error;
  });

async function ask(db: Queryable, name: string, month: string): Promise<MonthOfPostings> {
  if (!IS_MONTH.test(month)) throw new InvalidRequest({ field: "month", message: "write it like 2026-08" });
  const answer = db.query(
    `select posting_count::float8, digest, carried_count::float8, carried_digest from ledger.${name}($1)`,
    [`${month}-01`],
  );
  const { rows } = await answer.catch((error: unknown) => {
    const { code, message } = error as { code?: string; message: string };
    throw code === REFUSED ? new InvalidRequest({ field: "month", message }) : error;
  });
  const [row = {}] = rows;
  return {
    month,
    posting_count: Number(row["posting_count"]),
    digest: String(row["digest"]),
    carried_count: Number(row["carried_count"]),
    carried_digest: String(row["carried_digest"]),
  };
}

/**
 * Takes the postings of a month that is over and sealed out of the table: `ledger_months.postings_2026_08` is a table of its own then, to be dumped and dropped.
 * @param db an open transaction of the schema's owner
 * @throws InvalidRequest where it is away, not over, not sealed or empty
 */
export const takeMonthAway = (db: Queryable, month: string): Promise<MonthOfPostings> =>
  ask(db, "take_month_away", month);

/**
 * Puts a month back that was taken away, after its table was restored where it had been dropped.
 * @param db an open transaction of the schema's owner
 * @throws InvalidRequest where it is not away, or its table does not hold what was taken away
 */
export const bringMonthBack = (db: Queryable, month: string): Promise<MonthOfPostings> =>
  ask(db, "bring_month_back", month);
