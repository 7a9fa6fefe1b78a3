/** What posting templates are made of: debits positive, credits negative, one balanced transaction each under a key made of the business reference. */
import { type NewTransaction, UnknownAccount, postMany, postingStatement } from "@manilla/ledger";
import { CompiledQuery } from "kysely";
import { type Tx, queryable } from "../../../../db/database.ts";
import { later } from "../../../../db/pipelined-database.ts";

type Line = [account: string, amount_kobo: bigint];

interface Facts {
  /** Where the caller has to know it before. */
  id?: string;
  key: string;
  kind: string;
  description: string;
  /** Business date. */
  on: string;
  actor: string;
  metadata?: Record<string, unknown>;
}

/** A balanced transaction from lines; lines of nothing are left out. */
export function entry({ on, ...facts }: Facts, lines: Line[]): NewTransaction {
  return {
    ...facts,
    effective_on: on,
    postings: lines.filter(([, amount]) => amount !== 0n).map(([account, amount_kobo]) => ({ account, amount_kobo })),
  };
}

export const debit = (account: string, amount_kobo: bigint): Line => [account, amount_kobo];
export const credit = (account: string, amount_kobo: bigint): Line => [account, -amount_kobo];

/**
 * Posts entries that were never posted before, without waiting for the answer: a refusal ends the transaction, at the latest with its commit.
 * @throws InvalidRequest at once; the ledger's other errors with a later statement or the commit
 */
export function postLater(tx: Tx, ...transactions: readonly NewTransaction[]): Promise<void> {
  const { text, values, refusalOf } = postingStatement([...transactions]);
  return later(tx, { compile: () => CompiledQuery.raw(text, values) }, refusalOf);
}

/**
 * Posts all entries of one act in one statement; where an account was not there yet, opens those of the act and posts again what was refused (which
 * leaves no trace).
 * @throws the ledger's error of the first entry that cannot be posted
 */
export async function postAll(
  tx: Tx,
  transactions: readonly NewTransaction[],
  open: () => Promise<unknown>,
): Promise<void> {
  const refusedOf = async (entries: readonly NewTransaction[]) => {
    const verdicts = await postMany(queryable(tx), [...entries]);
    return verdicts.flatMap((verdict, at) =>
      verdict.verdict === "rejected" ? [{ entry: entries[at]!, error: verdict.error }] : [],
    );
  };
  let refused = await refusedOf(transactions);
  if (refused.length > 0 && refused.every(({ error }) => error instanceof UnknownAccount)) {
    await open();
    refused = await refusedOf(refused.map(({ entry: again }) => again));
  }
  if (refused[0]) throw refused[0].error;
}
