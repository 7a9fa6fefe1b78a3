/** What moved on a line and what is owed, added up from the ledger. */
import { sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";
import { accountOf } from "../../money/books/index.ts";
import type { Owed } from "./rules.ts";

/** A movement of a month; negative where it was paid. */
export interface StatementLine {
  on: string;
  what: "drawn" | "repaid" | "interest" | "penalty" | "taken_back";
  amount_kobo: bigint;
  balance_kobo: bigint;
  /** Of the posting in the ledger; null for what is several. */
  transaction_id: string | null;
}

/** The accounts of what is owed on a line, by their codes. */
export interface LineCodes {
  principal: string;
  interest: string;
  penalty: string;
}
export const companyCodes = (company_id: string): LineCodes => ({
  principal: accountOf("line_principal", company_id),
  interest: accountOf("line_interest", company_id),
  penalty: accountOf("line_penalty", company_id),
});

const accounts = ({ principal, interest, penalty }: LineCodes) => sql`
  ledger.accounts a
  join ledger.postings p on p.account_id = a.id
  join ledger.transactions t on t.id = p.transaction_id
  where a.tenant = '' and a.code in (${principal}, ${interest}, ${penalty})
`;

/** What moved in a month until its last day, and what is owed then; all of it as the books have it. What was paid and taken back counts as drawn again. */
export async function figuresOf(tx: Tx | Database, codes: LineCodes, month: string, issued_on: string) {
  const from = sql`${`${month}-01`}::date`;
  const { rows } = await sql<
    Record<"opening_kobo" | "drawn_kobo" | "interest_kobo" | "penalties_kobo" | "repaid_kobo", bigint> & {
      principal: bigint;
      interest: bigint;
      penalty: bigint;
    }
  >`
    select coalesce(sum(p.amount_kobo) filter (where p.effective_on < ${from}), 0)::bigint as opening_kobo,
      coalesce(sum(p.amount_kobo) filter (where p.effective_on >= ${from} and t.kind not in ('accrue_line', 'line_penalty', 'repay_line')), 0)::bigint as drawn_kobo,
      coalesce(sum(p.amount_kobo) filter (where p.effective_on >= ${from} and t.kind = 'accrue_line'), 0)::bigint as interest_kobo,
      coalesce(sum(p.amount_kobo) filter (where p.effective_on >= ${from} and t.kind = 'line_penalty'), 0)::bigint as penalties_kobo,
      coalesce(-sum(p.amount_kobo) filter (where p.effective_on >= ${from} and t.kind = 'repay_line'), 0)::bigint as repaid_kobo,
      coalesce(sum(p.amount_kobo) filter (where a.code = ${codes.principal}), 0)::bigint as principal,
      coalesce(sum(p.amount_kobo) filter (where a.code = ${codes.interest}), 0)::bigint as interest,
      coalesce(sum(p.amount_kobo) filter (where a.code = ${codes.penalty}), 0)::bigint as penalty
    from ${accounts(codes)} and p.effective_on <= ${issued_on}::date
  `.execute(tx);
  const { principal, interest, penalty, ...figures } = rows[0]!;
  const owed: Owed = { drawn_kobo: principal, interest_kobo: interest, penalty_kobo: penalty };
  return { ...figures, owed };
}

/** What was paid of a line after a day less what was taken back of that, in kobo. */
export async function paidAfter(tx: Tx, codes: LineCodes, on: string): Promise<bigint> {
  const { rows } = await sql<{ kobo: bigint }>`
    select coalesce(-sum(p.amount_kobo), 0)::bigint as kobo
    from ${accounts(codes)} and t.kind not in ('draw_line', 'accrue_line', 'line_penalty') and p.effective_on > ${on}::date
  `.execute(tx);
  return rows[0]!.kobo;
}

const LINES: Readonly<Record<string, StatementLine["what"]>> = {
  draw_line: "drawn",
  repay_line: "repaid",
  line_penalty: "penalty",
  accrue_line: "interest",
};

/** What moved in a month; the interest of its days as one line on the last. */
export async function linesOf(
  db: Database,
  codes: LineCodes,
  { month, issued_on, opening_kobo }: { month: string; issued_on: string; opening_kobo: bigint },
): Promise<StatementLine[]> {
  const { rows } = await sql<{ on: string; kind: string; amount_kobo: bigint; transaction_id: string | null }>`
    select case when t.kind = 'accrue_line' then ${issued_on}::date else p.effective_on end as "on", t.kind,
      sum(p.amount_kobo)::bigint as amount_kobo,
      case when t.kind = 'accrue_line' then null else t.id end as transaction_id
    from ${accounts(codes)}
      and p.effective_on between ${`${month}-01`}::date and ${issued_on}::date
    group by 1, 2, 4
    order by 1, t.kind = 'accrue_line', min(t.position)
  `.execute(db);
  let balance_kobo = opening_kobo;
  return rows.map(({ kind, amount_kobo, ...row }) => ({
    ...row,
    // The mirror of a payment: owed again.
    what: LINES[kind] ?? "taken_back",
    amount_kobo,
    balance_kobo: (balance_kobo += amount_kobo),
  }));
}
