/** A line of the bank that nobody knew is explained by another room, which books it. */
import { day, naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { its } from "../../platform/approvals/index.ts";
import { type Actor, recordAudit } from "../../platform/audit/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";

/** Money that left the bank and is not explained. */
export interface UnknownLine {
  item_id: string;
  line_id: string;
  reference: string;
  narration: string;
  booked_on: string;
  /** Positive. */
  amount_kobo: bigint;
}

const LINES = sql`
  select i.id as item_id, s.id as line_id, i.reference, s.narration, s.booked_on::text as booked_on,
    -s.amount_kobo as amount_kobo
  from reconciliation_items i
  join bank_statement_lines s on s.id = i.statement_line_id
  where i.subject_type = 'bank_line' and i.status = 'mismatch' and s.amount_kobo < 0 and s.ledger_transaction_id is null
`;

/** Lines of money that left the bank and that nobody has explained, the newest first. */
export const unknownOutgoing = async (tx: Tx): Promise<UnknownLine[]> =>
  (await sql<UnknownLine>`${LINES} order by s.booked_on desc, i.id desc limit 50`.execute(tx)).rows;

/** For `over` of requests about such a line: somebody has explained it. */
export const lineExplained = sql`not exists (${LINES} and i.id = ${its("item_id")})`;

/** One of them, locked; undefined where it was explained in the meantime. */
export const lockUnknown = async (tx: Tx, item_id: string): Promise<UnknownLine | undefined> =>
  (await sql<UnknownLine>`${LINES} and i.id = ${item_id} for update of i, s`.execute(tx)).rows[0];

/** What the second person sees of a line, before the decision and after it. @param item_id its row in the reconciliation */
export async function factsOfLine(db: Database, item_id: string): Promise<{ label: string; value: string }[]> {
  const line = await db
    .selectFrom("reconciliation_items as i")
    .innerJoin("bank_statement_lines as l", "l.id", "i.statement_line_id")
    .innerJoin("bank_statements as s", "s.id", "l.statement_id")
    .select(["l.amount_kobo", "l.booked_on", "l.narration", "i.reference", "s.account"])
    .where("i.id", "=", item_id)
    .executeTakeFirst();
  // A statement that was taken back takes its lines with it.
  if (!line) return [{ label: "The bank's line", value: "Not there any more: its statement was taken back" }];
  return [
    { label: "Left the bank", value: naira(-line.amount_kobo) },
    { label: "On", value: day(line.booked_on) },
    { label: "From our account", value: line.account },
    { label: "The bank's reference", value: line.reference },
    { label: "The bank's words", value: line.narration || "None" },
  ];
}

/** The line is explained by what was booked for it. */
export async function explainLine(
  tx: Tx,
  { item_id, line_id }: Pick<UnknownLine, "item_id" | "line_id">,
  { transaction_id, actor, reason }: { transaction_id: string; actor: Actor; reason: string },
): Promise<void> {
  const change = { noun: "reconciliation", id: item_id, from: "mismatch", action: "resolve", actor, reason } as const;
  await changeState(tx, { ...change, business_date: await businessDate(tx) });
  await changeRows(tx, "bank_statement_lines", line_id, { ledger_transaction_id: transaction_id });
  const decided = { decided_by: actor.user_id, decision_note: reason, reason, updated_at: clock.now() };
  await changeRows(tx, "reconciliation_items", item_id, decided);
  await recordAudit(tx, actor, "reconciliation_resolve", ["reconciliation_item", item_id], {
    before: { status: "mismatch" },
    after: { transaction_id },
    reason,
  });
}
