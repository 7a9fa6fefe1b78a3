/** What a payment beyond the next instalment does, chosen afterwards: its loan is worked out again with the choice (record 0020). */
import type * as calls from "@manilla/contract/lending/repayments";
import { sql } from "kysely";
import type { z } from "zod";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { Conflict, NotFound } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { readRunningLoan } from "../schedules/index.ts";
import { type ReceiptRow, receiptRows } from "./queries.ts";
import { rebuildLoan } from "./rebuild.ts";

/** @throws NotFound for a receipt that is not this person's; Conflict once the next due date has come */
export async function chooseExcess(
  tx: Tx,
  context: Context,
  id: string,
  { excess }: z.output<typeof calls.chooseExcess.body>,
): Promise<ReceiptRow> {
  const { user_id } = context.session;
  const own = sql`x.id = ${id} and x.user_id = ${user_id}`;
  const [before] = await receiptRows(tx, own, 1);
  const loan = before?.loan && (await readRunningLoan(tx, before.loan.id, "lock"));
  if (!before || !loan) throw new NotFound("This receipt");
  const on = await businessDate(tx);
  if (!before.choice_until) throw new Conflict("This payment leaves nothing to choose now.", "too_late");
  await changeRows(tx, "receipts", id, { excess });
  const actor = actorOf(context);
  const key = `excess:${id}:${context.idempotency_key ?? ""}`;
  await rebuildLoan(tx, loan, { on, actor, reason: "The person chose what a payment ahead does", key });
  await recordAudit(tx, actor, "excess_chosen", ["receipt", id], {
    before: { excess: before.excess },
    after: { excess },
  });
  return (await receiptRows(tx, own, 1))[0]!;
}
