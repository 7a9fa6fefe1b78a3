/** Posting templates: lines of companies. What is promised is a memorandum pair, so that its headroom has a floor; what is drawn is owed. */
import { type NewTransaction, type Posted, balancesOf, post } from "@manilla/ledger";
import { type Database, type Tx, queryable } from "../../../../db/database.ts";
import { accountOf, openOwned } from "../chart.ts";
import { credit, debit, entry } from "./entry.ts";

interface LineFact {
  id: string;
  company_id: string;
  on: string;
  actor: string;
}

/** Opens the accounts of a company's line; safe to repeat. */
export async function openLineAccounts(tx: Tx, company_id: string): Promise<void> {
  for (const line of ["line_principal", "line_interest", "line_penalty", "undrawn_line"] as const)
    await openOwned(queryable(tx), line, company_id);
}

/** Opens the account of an employee's part of a line; safe to repeat. */
export const openLinePart = (tx: Tx, user_id: string): Promise<string> =>
  openOwned(queryable(tx), "undrawn_line", user_id, "user");

/** W3. A line is granted: committed ↑, undrawn ↑; lowered, the mirror (a negative amount). @throws InsufficientFunds below what is drawn or given to people */
export const postLineGranted = (tx: Tx, fact: LineFact & { amount_kobo: bigint }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `line:${fact.id}`,
        kind: "grant_line",
        description: fact.amount_kobo > 0n ? "Line granted" : "Line lowered",
        on: fact.on,
        actor: fact.actor,
        metadata: { company_id: fact.company_id },
      },
      [
        debit("committed_lines", fact.amount_kobo),
        credit(accountOf("undrawn_line", fact.company_id), fact.amount_kobo),
      ],
    ),
  );

/** W4. A part of the line is given to an employee: the company's undrawn ↓, the employee's ↑; taken back, the mirror. @throws InsufficientFunds */
export const postLineAssigned = (tx: Tx, fact: LineFact & { user_id: string; amount_kobo: bigint }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `line-part:${fact.id}`,
        kind: "assign_line",
        description: fact.amount_kobo > 0n ? "Line assigned to an employee" : "Line taken back from an employee",
        on: fact.on,
        actor: fact.actor,
        metadata: { company_id: fact.company_id, user_id: fact.user_id },
      },
      [
        debit(accountOf("undrawn_line", fact.company_id), fact.amount_kobo),
        credit(accountOf("undrawn_line", fact.user_id), fact.amount_kobo),
      ],
    ),
  );

/** W5. Drawn into the company's wallet: principal ↑, wallet ↑, and the promise ↓ on both sides. @throws InsufficientFunds beyond what is undrawn */
export const postLineDrawn = (tx: Tx, fact: LineFact & { amount_kobo: bigint }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `draw:${fact.id}`,
        kind: "draw_line",
        description: "Drawn from the line",
        on: fact.on,
        actor: fact.actor,
        metadata: { company_id: fact.company_id },
      },
      [
        debit(accountOf("line_principal", fact.company_id), fact.amount_kobo),
        credit(accountOf("company_wallet", fact.company_id), fact.amount_kobo),
        debit(accountOf("undrawn_line", fact.company_id), fact.amount_kobo),
        credit("committed_lines", fact.amount_kobo),
      ],
    ),
  );

/** W6. Paid back from the wallet: penalty ↓, interest ↓, principal ↓, and the promise ↑ on both sides for the principal. @throws InsufficientFunds */
export const postLineRepaid = (
  tx: Tx,
  fact: LineFact & { penalty_kobo: bigint; interest_kobo: bigint; principal_kobo: bigint },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `repay-line:${fact.id}`,
        kind: "repay_line",
        description: "Line paid back",
        on: fact.on,
        actor: fact.actor,
        metadata: { company_id: fact.company_id },
      },
      [
        debit(
          accountOf("company_wallet", fact.company_id),
          fact.penalty_kobo + fact.interest_kobo + fact.principal_kobo,
        ),
        credit(accountOf("line_penalty", fact.company_id), fact.penalty_kobo),
        credit(accountOf("line_interest", fact.company_id), fact.interest_kobo),
        credit(accountOf("line_principal", fact.company_id), fact.principal_kobo),
        debit("committed_lines", fact.principal_kobo),
        credit(accountOf("undrawn_line", fact.company_id), fact.principal_kobo),
      ],
    ),
  );

/** Interest of a day on what is drawn: receivable ↑, income ↑. Once for a company and a day. */
export const lineInterestEntry = (fact: { company_id: string; amount_kobo: bigint; on: string }): NewTransaction =>
  entry(
    {
      key: `line-interest:${fact.company_id}:${fact.on}`,
      kind: "accrue_line",
      description: "Interest on a line",
      on: fact.on,
      actor: "close of business",
      metadata: { company_id: fact.company_id },
    },
    [debit(accountOf("line_interest", fact.company_id), fact.amount_kobo), credit("interest_income", fact.amount_kobo)],
  );

/** A penalty on what is overdue: receivable ↑, income ↑. Once for a statement and a day. */
export const postLinePenalty = (
  tx: Tx,
  fact: { statement_id: string; company_id: string; amount_kobo: bigint; on: string },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `line-penalty:${fact.statement_id}:${fact.on}`,
        kind: "line_penalty",
        description: "Penalty on a line",
        on: fact.on,
        actor: "close of business",
        metadata: { company_id: fact.company_id },
      },
      [debit(accountOf("line_penalty", fact.company_id), fact.amount_kobo), credit("penalty_income", fact.amount_kobo)],
    ),
  );

/** What the books say of a company's line, in kobo. */
export async function lineBooks(
  db: Tx | Database,
  company_id: string,
): Promise<{ drawn_kobo: bigint; interest_kobo: bigint; penalty_kobo: bigint; available_kobo: bigint }> {
  const codes = {
    drawn_kobo: accountOf("line_principal", company_id),
    interest_kobo: accountOf("line_interest", company_id),
    penalty_kobo: accountOf("line_penalty", company_id),
    available_kobo: accountOf("undrawn_line", company_id),
  };
  const balances = await balancesOf(queryable(db), Object.values(codes));
  const of = (code: string): bigint => {
    const found = balances.find((balance) => balance.code === code);
    return found ? found.natural_kobo - found.held_kobo : 0n;
  };
  return {
    drawn_kobo: of(codes.drawn_kobo),
    interest_kobo: of(codes.interest_kobo),
    penalty_kobo: of(codes.penalty_kobo),
    available_kobo: of(codes.available_kobo),
  };
}

/** What an employee holds and may spend of a company, in kobo: money in the purse, and a part of its line. */
export async function heldBy(db: Tx | Database, user_id: string): Promise<{ purse_kobo: bigint; line_kobo: bigint }> {
  const codes = [accountOf("purse", user_id), accountOf("undrawn_line", user_id)];
  const balances = await balancesOf(queryable(db), codes);
  const [purse_kobo = 0n, line_kobo = 0n] = codes.map((code) => {
    const found = balances.find((balance) => balance.code === code);
    return found ? found.natural_kobo - found.held_kobo : 0n;
  });
  return { purse_kobo, line_kobo };
}
