/** The lines of a statement that is taken back: what they booked is mirrored, what they matched waits again, what only they said is void. */
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import type { Actor } from "../../../house/app.ts";
import { changeState } from "../../platform/states/index.ts";
import { cameBack } from "../payouts/index.ts";
import { postTakenBack } from "../books/index.ts";

interface Held {
  line_id: string;
  ledger_transaction_id: string | null;
  item_id: string | null;
  status: string | null;
  subject_type: string | null;
  subject_id: string | null;
}

/** @returns how many postings were mirrored */
export async function releaseLines(
  tx: Tx,
  statement_id: string,
  { on, actor, reason }: { on: string; actor: Actor; reason: string },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('reconciliation'))`.execute(tx);
  const { rows } = await sql<Held>`
    select s.id as line_id, s.ledger_transaction_id, i.id as item_id, i.status, i.subject_type, i.subject_id
    from bank_statement_lines s
    left join reconciliation_items i on i.statement_line_id = s.id
    where s.statement_id = ${statement_id}
  `.execute(tx);
  const posted = new Set(rows.flatMap(({ ledger_transaction_id }) => ledger_transaction_id ?? []));
  for (const transaction_id of posted) await postTakenBack(tx, { transaction_id, on, actor: actor.name, reason });
  for (const { item_id, status, subject_type, subject_id } of rows) {
    if (!item_id || !status) continue;
    if (subject_type === "payout_return" && subject_id) await cameBack(tx, subject_id, { reason, actor, on }, true);
    const isLine = subject_type === "bank_line";
    const action = isLine ? "find_mismatch" : "wait_again";
    if (
      subject_type !== "unidentified_receipt" &&
      !(isLine ? ["mismatch", "void"] : ["void", "expected"]).includes(status)
    )
      await changeState(tx, {
        noun: "reconciliation",
        id: item_id,
        from: status,
        action,
        actor,
        reason,
        business_date: on,
      });
    if (isLine && status !== "void")
      await changeState(tx, {
        noun: "reconciliation",
        id: item_id,
        from: "mismatch",
        action: "void",
        actor,
        reason,
        business_date: on,
      });
  }
  await sql`
    update receipts
    set settled_at = null
    where id in (
      select i.subject_id
      from reconciliation_items i
      join bank_statement_lines s on s.id = i.statement_line_id
      where s.statement_id = ${statement_id} and i.subject_type = 'receipt'
    )
  `.execute(tx);
  await sql`
    update reconciliation_items i
    set statement_line_id = null, updated_at = ${clock.now()},
      actual_kobo = case when i.subject_type = 'unidentified_receipt' then i.expected_kobo end,
      reason = case when i.subject_type = 'unidentified_receipt' then i.reason else 'Its statement was taken back.' end
    from bank_statement_lines s
    where s.id = i.statement_line_id and s.statement_id = ${statement_id}
  `.execute(tx);
  await sql`delete from bank_statement_lines where statement_id = ${statement_id}`.execute(tx);
  return posted.size;
}
