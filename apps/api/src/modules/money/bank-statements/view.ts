/** A statement as it is shown: its lines, and what each would do when it is taken. */
import { naira } from "@manilla/contract/formats";
import type { statement as statementShape } from "@manilla/contract/money/bank-statements";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { Database, Tx } from "../../../db/database.ts";
import { asJson } from "../../../db/rows.ts";
import { isHeld } from "../books/index.ts";
import { type Pair, judge as judgePair, pairsOf } from "../reconciliation/index.ts";
import type { Assessment } from "./rules.ts";
import { type Statement, readAgain } from "./statements.ts";

export type Shown = z.output<typeof statementShape>;
type ShownLine = Shown["lines"][number];

const SHOWN_LINES = 300;

const NEW = {
  effect: "new",
  words: "Nothing waits for it: it becomes a row that a person decides.",
  posts_kobo: 0n,
} as const;
const KNOWN = { effect: "known", words: "Known already.", posts_kobo: 0n } as const;

const HELD = {
  card_settlement: "card collections",
  receipts_awaiting_bank: "the receipts that await it",
  payouts_to_be_returned: "the payouts to be returned",
  partner_receivables: "what is due from partners",
};

function effectOf(pair: Pair | undefined): Effect {
  if (!pair) return NEW;
  const { action, reason } = judgePair(pair);
  if (action !== "match")
    return {
      effect: "differs",
      words: `${reason} Nothing is booked until a person names the difference.`,
      posts_kobo: 0n,
    };
  return isHeld(pair.source)
    ? {
        effect: "matches",
        words: `Matches ${pair.reference}: ${naira(pair.amount_kobo)} move from ${HELD[pair.source]} to the bank.`,
        posts_kobo: pair.amount_kobo,
      }
    : { effect: "matches", words: `Matches ${pair.reference}, which is booked.`, posts_kobo: 0n };
}

type Effect = Pick<ShownLine, "effect" | "words" | "posts_kobo">;

/** What a line is of money without a name: by its reference the sum that is booked, and waits for its owner and its line. */
const effectOfNameless = (booked_kobo: bigint | null | undefined, amount_kobo: bigint): Effect | undefined =>
  booked_kobo === undefined || amount_kobo < 0n
    ? undefined
    : booked_kobo === amount_kobo
      ? { effect: "matches", words: "Matches money without a name, which is booked.", posts_kobo: 0n }
      : { effect: "differs", words: "Money without a name is booked with another sum.", posts_kobo: 0n };

/** Every line of a file with its effect, as the books are now. */
export async function effectsOf(db: Tx | Database, kept: Statement, { fresh }: Assessment): Promise<ShownLine[]> {
  const { transactions } = readAgain(kept);
  const ids = new Map(fresh.map((at) => [at, uuidv7()]));
  const lines = fresh.map((at) => {
    const { booked_on, amount_kobo, reference, narration } = transactions[at]!;
    return { id: ids.get(at), line: at + 1, booked_on, amount_kobo, reference, narration };
  });
  const pairs = await pairsOf(
    db,
    sql`jsonb_to_recordset(${asJson(lines)}::jsonb) as s(id uuid, line int, booked_on date, amount_kobo bigint, reference text, narration text)`,
  );
  const byLine = new Map(pairs.map((pair) => [pair.line_id, pair]));
  const rows = await db
    .selectFrom("reconciliation_items")
    .select(["reference", "expected_kobo"])
    .where("subject_type", "=", "unidentified_receipt")
    .where("statement_line_id", "is", null)
    .where("reference", "in", ["", ...lines.flatMap(({ reference }) => reference ?? [])])
    .execute();
  const nameless = new Map(rows.map((row) => [row.reference, row.expected_kobo]));
  return transactions.map(({ booked_on, amount_kobo, reference, narration }, at) => {
    const id = ids.get(at);
    return {
      line: at + 1,
      booked_on,
      amount_kobo,
      reference,
      narration,
      ...(id ? (effectOfNameless(nameless.get(reference ?? ""), amount_kobo) ?? effectOf(byLine.get(id))) : KNOWN),
    };
  });
}

/** The outcome of each line of a statement that was taken. */
async function outcomesOf(db: Tx | Database, kept: Statement): Promise<ShownLine[]> {
  const { rows } = await sql<{ line: number; words: string }>`
    select distinct on (s.line) s.line, i.reason as words
    from bank_statement_lines s
    left join reconciliation_items i on i.statement_line_id = s.id
    where s.statement_id = ${kept.id}
    order by s.line, i.subject_type = 'bank_line'
  `.execute(db);
  const words = new Map(rows.map((row) => [row.line, row.words]));
  return readAgain(kept).transactions.map(({ booked_on, amount_kobo, reference, narration }, at) => {
    const found = words.get(at + 1);
    const line = { line: at + 1, booked_on, amount_kobo, reference, narration, posts_kobo: 0n };
    return found === undefined ? { ...line, ...KNOWN } : { ...line, effect: "taken" as const, words: found };
  });
}

/** The parts of the page that are computed. */
export async function linesOf(
  db: Tx | Database,
  kept: Statement,
  assessment: Assessment,
): Promise<Pick<Shown, "lines" | "sums" | "line_count">> {
  const lines = kept.status === "taken" ? await outcomesOf(db, kept) : await effectsOf(db, kept, assessment);
  const count = (effect: ShownLine["effect"]): number => lines.filter((line) => line.effect === effect).length;
  return {
    lines: lines.slice(0, SHOWN_LINES),
    line_count: lines.length,
    sums: {
      known: count("known"),
      matches: count("matches"),
      differs: count("differs"),
      new: count("new"),
      posts_kobo: lines.reduce((total, { posts_kobo }) => total + posts_kobo, 0n),
    },
  };
}
