/** C131: what the partner bank says that our account holds, beside our books, and what explains the difference. */
import { day } from "@manilla/contract/formats";
import type * as calls from "@manilla/contract/payments/partner-bank";
import type { z } from "zod";
import { queryable } from "../../../db/database.ts";
import type { App } from "../../../house/app.ts";
import { NotReached, OutcomeUnknown, ProviderRefused } from "../../../outside/http.ts";
import { balancesOf } from "../../money/books/index.ts";
import { balanceOn } from "../../money/reconciliation/index.ts";

type Shown = z.output<typeof calls.balance.response>;

/** What the bank says now; null while it does not answer. */
async function askBank({ outside }: App): Promise<Shown["bank"]> {
  if (!outside.partner_bank.is_there) return null;
  return outside.partner_bank.balance().catch((error: unknown) => {
    if (error instanceof NotReached || error instanceof OutcomeUnknown || error instanceof ProviderRefused) return null;
    throw error;
  });
}

type Last = NonNullable<Awaited<ReturnType<typeof balanceOn>>>;

/** The parts of the difference between two balances in kobo, given the last statement. Only its own rows explain anything: what moved since is shown, and explains nothing. */
export function explain(
  bank_kobo: bigint,
  books_kobo: bigint,
  last: Pick<Last, "on" | "bank_kobo" | "books_kobo" | "explained">,
) {
  const parts = last.explained.map(({ words, amount_kobo, count }) => ({ words, amount_kobo, count }));
  const [at_bank, in_books] = [bank_kobo - last.bank_kobo, books_kobo - last.books_kobo];
  const since = `since the statement of ${day(last.on)}`;
  const moved = [
    { words: `Moved at the bank ${since}`, amount_kobo: at_bank, count: null },
    { words: `Moved in our books ${since}`, amount_kobo: -in_books, count: null },
  ];
  return {
    explained: [...parts, ...moved].filter(({ amount_kobo }) => amount_kobo !== 0n),
    unexplained_kobo: last.bank_kobo - last.books_kobo - parts.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0n),
    since_kobo: at_bank - in_books,
  };
}

/**
 * The difference is that of the last statement, as the reconciliation explains it row by row, and what both sides have moved since: the bank says it in
 * one sum until its next statement names each line.
 */
export async function balanceShown(app: App): Promise<Shown> {
  const bank = await askBank(app);
  const codes = ["bank_operating", "held_receipts", "unidentified_receipts"];
  const [found, last] = await Promise.all([balancesOf(queryable(app.db), codes), balanceOn(app.db)]);
  const of = (code: string): bigint => found.find((each) => each.code === code)?.natural_kobo ?? 0n;
  const [books_kobo = 0n, held_kobo = 0n, unidentified_kobo = 0n] = codes.map(of);
  const shown = { bank, books_kobo, held_kobo, unidentified_kobo, statement_on: last?.on ?? null };
  const nothing = { explained: [], unexplained_kobo: null, since_kobo: null };
  if (!bank) return { ...shown, difference_kobo: null, ...nothing };
  const difference_kobo = bank.balance_kobo - books_kobo;
  if (!last) return { ...shown, difference_kobo, ...nothing };
  return { ...shown, difference_kobo, ...explain(bank.balance_kobo, books_kobo, last) };
}
