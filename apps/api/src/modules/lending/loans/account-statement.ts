/** The statement of account of a loan: every movement in the ledger, with the balance after it. */
import { day } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Database } from "../../../db/database.ts";
import { type LetterContent, naira } from "../../../documents/letter.ts";
import type { LoanDetail } from "./queries.ts";

interface Movement {
  kind: string;
  description: string;
  on: string;
  /** More owed, less owed, in kobo. */
  up_kobo: bigint;
  down_kobo: bigint;
}

async function movementsOf(db: Database, loan_id: string): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select t.kind, t.description, t.effective_on as "on",
      greatest(sum(p.amount_kobo), 0)::bigint as up_kobo, greatest(-sum(p.amount_kobo), 0)::bigint as down_kobo
    from ledger.accounts a
    join ledger.postings p on p.account_id = a.id
    join ledger.transactions t on t.id = p.transaction_id
    where a.owner_type = 'loan' and a.owner_id = ${loan_id}
    group by t.id, t.kind, t.description, t.effective_on, t.recorded_at
    having sum(p.amount_kobo) <> 0
    order by t.effective_on, t.recorded_at, t.id
  `.execute(db);
  return rows;
}

interface Line extends Movement {
  from: string;
}

/** Interest is booked each day: days in a row are one line. */
function folded(movements: readonly Movement[]): Line[] {
  const lines: Line[] = [];
  for (const movement of movements) {
    const last = lines.at(-1);
    const net = (last?.up_kobo ?? 0n) - (last?.down_kobo ?? 0n) + movement.up_kobo - movement.down_kobo;
    if (movement.kind === "accrue" && last?.kind === "accrue")
      lines.splice(-1, 1, { ...last, on: movement.on, up_kobo: net > 0n ? net : 0n, down_kobo: net < 0n ? -net : 0n });
    else lines.push({ ...movement, from: movement.on });
  }
  return lines;
}

const wordsOf = ({ kind, description, from, on }: Line, reference: string): string =>
  kind !== "accrue"
    ? description.replace(` of ${reference}`, "")
    : from === on
      ? "Interest earned"
      : `Interest earned, ${day(from)} to ${day(on)}`;

/** @param date business date. The last balance is what the books hold of the loan: principal, interest earned, fees, penalties. */
export async function accountStatement(
  db: Database,
  loan: LoanDetail,
  to: { name: string; address: string | null },
  date: string,
): Promise<LetterContent> {
  let balance = 0n;
  const rows = folded(await movementsOf(db, loan.id)).map((line) => {
    balance += line.up_kobo - line.down_kobo;
    const figures = [line.up_kobo, line.down_kobo].map((kobo) => (kobo === 0n ? "" : naira(kobo)));
    return [day(line.on), wordsOf(line, loan.reference), ...figures, naira(balance)];
  });
  const claim: [string, string][] =
    loan.claim_kobo > 0n
      ? [
          ["Claimed after charge-off", naira(loan.claim_kobo)],
          ["Recovered", naira(loan.recovered_kobo)],
        ]
      : [];
  return {
    title: "Statement of account",
    reference: loan.reference,
    date,
    to: [to.name, ...(to.address ? [to.address] : [])],
    parts: [
      { text: `Every movement on the loan ${loan.reference} until ${day(date)}, with what was owed after it.` },
      { table: { head: ["Date", "What", "More owed", "Less owed", "Balance"], rows, figures: [2, 3, 4], words: 1 } },
      { facts: [["Owed in the books", naira(balance)], ...claim] },
      {
        text: "Interest is counted by the day and booked at each close of business, so the balance is as at the last close.",
      },
    ],
  };
}
