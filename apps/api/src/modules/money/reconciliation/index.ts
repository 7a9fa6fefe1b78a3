/** The door of reconciliation: a day against the bank's statement. */
import { addDays } from "@manilla/credit";
import type { App } from "../../../house/app.ts";
import { NotReached, OutcomeUnknown } from "../../../outside/http.ts";
import { matchAll } from "./match.ts";
import { keepStatement, readStatements } from "./statements.ts";

/** Days before the closing one whose statement is fetched again: banks book late. */
const DAYS_BACK = 2;

export interface DayResult {
  has_statement: boolean;
  lines: number;
  matched: number;
  strays: number;
  missing: number;
}

/**
 * Fetches the statement of a day and matches it. Safe to repeat.
 * @throws NotReached, OutcomeUnknown when the bank does not answer
 */
export async function reconcileDay(app: App, date: string, fetched_by: string | null = null): Promise<DayResult> {
  const file = await app.outside.bank.fetchStatement(date);
  const { format, statements } = file ? readStatements(file.text) : { format: "camt053" as const, statements: [] };
  return app.db.transaction().execute(async (tx) => {
    let lines = 0;
    for (const [position, statement] of statements.entries())
      lines += await keepStatement(tx, file?.text ?? "", position, format, statement, date, fetched_by);
    return { has_statement: statements.length > 0, lines, ...(await matchAll(tx, date)) };
  });
}

/** The step of the close of business: the closing day and the ones before it. A bank that does not answer is tried again the next day. */
export async function reconcileOpenDays(app: App, closing: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = { lines: 0, matched: 0, strays: 0, missing: 0, not_reached: 0 };
  for (let back = DAYS_BACK; back >= 0; back -= 1) {
    try {
      const { has_statement: _, ...result } = await reconcileDay(app, addDays(closing, -back));
      for (const [name, value] of Object.entries(result)) counts[name] = (counts[name] ?? 0) + value;
    } catch (error) {
      if (!(error instanceof NotReached || error instanceof OutcomeUnknown)) throw error;
      counts.not_reached = (counts.not_reached ?? 0) + 1;
    }
  }
  return counts;
}
