/** A returned payout on a line that matches neither by reference nor by amount and account: a person names the line, another one agrees. */
import { day } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { naira } from "../../../documents/letter.ts";
import { Conflict, NotAllowed } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { requestApproval, unlessIn } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { clock } from "../../../clock.ts";
import { takeLine } from "./match.ts";
import type { Pair } from "./pairs.ts";

interface Came {
  id: string;
  line_item_id: string;
  reason: string;
}

type Named = Pair & { narration: string; user_id: string };

/**
 * The row that waits and the line that nothing explains, both locked.
 * @throws Conflict where one of them is decided by now; NotAllowed for the payee: it ends their debt
 */
async function pairOf(tx: Tx, { session }: Context, { id, line_item_id }: Came): Promise<Named> {
  await sql`select pg_advisory_xact_lock(hashtext('reconciliation'))`.execute(tx);
  const { rows } = await sql<Named>`
    select i.id, i.status, i.subject_type, i.subject_id, i.reference, i.expected_kobo, s.id as line_id, s.amount_kobo,
      s.booked_on, s.narration, 'payouts_to_be_returned' as source, p.user_id
    from reconciliation_items i
    join payouts p on p.id = i.subject_id
    join reconciliation_items l on l.id = ${line_item_id} and l.subject_type = 'bank_line' and l.status = 'mismatch'
    join bank_statement_lines s on s.id = l.statement_line_id and s.amount_kobo > 0 and s.ledger_transaction_id is null
    where i.id = ${id} and i.subject_type = 'payout_return' and i.status in ('expected', 'missing')
    for update of i, l
  `.execute(tx);
  if (!rows[0]) throw new Conflict("This line, or the payout's return, was decided already.", "already_decided");
  if (rows[0].user_id === session.user_id) throw new NotAllowed("Nobody decides about their own money.", "own_money");
  return rows[0];
}

/** The maker's half. @throws Conflict, NotAllowed */
export async function requestCame(tx: Tx, context: Context, id: string, body: Omit<Came, "id">): Promise<string> {
  const { line_item_id, reason } = body;
  const pair = await pairOf(tx, context, { id, ...body });
  return requestApproval(tx, context, {
    kind: "return_came",
    title: `Take ${naira(pair.amount_kobo)} of ${day(pair.booked_on)} as the return of ${pair.reference}, paid to {person}`,
    whose: pair.user_id,
    payload: { id, line_item_id, reason },
    before: { reference: pair.reference, expected_kobo: pair.expected_kobo, status: pair.status },
    amount_kobo: pair.amount_kobo,
    reason,
  });
}

/** The checker's half. What differs in its amount is over or short then, and its difference is named as any other. */
export const returnCame: ApprovalKind<Came> = {
  permission: "provider:can_reconcile",
  over: sql`${unlessIn("reconciliation_items", "id", ["expected", "missing"])} or ${unlessIn("reconciliation_items", "line_item_id", ["mismatch"])}`,
  async shows({ db }, { payload }) {
    const line = await db
      .selectFrom("reconciliation_items as i")
      .innerJoin("bank_statement_lines as s", "s.id", "i.statement_line_id")
      .select(["s.narration", "s.booked_on", "s.amount_kobo"])
      .where("i.id", "=", payload.line_item_id)
      .executeTakeFirst();
    const { expected_kobo } = await getRow(db, "reconciliation_items", payload.id, ["expected_kobo"]);
    if (!line) return {};
    return {
      facts: [
        { label: "The bank says", value: line.narration },
        { label: "Booked on", value: day(line.booked_on) },
        { label: "Amount", value: naira(line.amount_kobo) },
        { label: "Expected back", value: naira(expected_kobo ?? 0n) },
        { label: "Differs by", value: naira(line.amount_kobo - (expected_kobo ?? 0n)) },
      ],
    };
  },
  async execute(tx, context, { payload }) {
    const pair = await pairOf(tx, context, payload);
    const actor = actorOf(context);
    const on = await businessDate(tx);
    const action = await takeLine(tx, pair, on, { actor, words: payload.reason });
    await changeRows(tx, "reconciliation_items", pair.id, {
      decided_by: actor.user_id,
      decision_note: payload.reason,
      updated_at: clock.now(),
    });
    await recordAudit(tx, actor, "reconciliation_return_came", ["reconciliation_item", pair.id], {
      before: { status: pair.status, expected_kobo: pair.expected_kobo },
      after: { line: pair.narration, actual_kobo: pair.amount_kobo, verdict: action },
      reason: payload.reason,
    });
    return undefined;
  },
};
