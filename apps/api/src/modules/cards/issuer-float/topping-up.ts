/** The account with the issuer is topped up: one person finds the line of the bank, another one agrees. */
import { naira } from "@manilla/contract/formats";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { postFloatToppedUp } from "../../money/books/index.ts";
import { explainLine, factsOfMoney, lockUnknown } from "../../money/reconciliation/index.ts";
import { requestApproval } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";

interface Asked {
  item_id: string;
  reason: string;
}

/** The maker's half. @throws InvalidFields, Conflict while the same line is before a second person */
export async function askToTopUp(tx: Tx, context: Context, { item_id, reason }: Asked): Promise<string> {
  const line = await lockUnknown(tx, item_id);
  if (!line) throw new InvalidFields({ item_id: ["choose money that left the bank and is not explained"] });
  return requestApproval(tx, context, {
    kind: "top_up_issuer_float",
    title: `${naira(line.amount_kobo)} topped the issuer's account up, ${line.reference}`,
    payload: { item_id, reason },
    once: ["item_id"],
    amount_kobo: line.amount_kobo,
    reason,
  });
}

/** The checker's half. */
export const topUpFloat: ApprovalKind<Asked> = {
  permission: "provider:can_reconcile",
  shows: async ({ db }, { payload: { item_id } }) => ({ facts: await factsOfMoney(db, item_id) }),
  async execute(tx, context, { payload: { item_id, reason } }) {
    const line = await lockUnknown(tx, item_id);
    if (!line) throw new Conflict("This line was explained by now.", "already_decided");
    const [transaction_id, actor] = [uuidv7(), actorOf(context)];
    const { line_id, reference, amount_kobo, booked_on } = line;
    const fact = { id: transaction_id, line_id, reference, amount_kobo, on: booked_on, actor: actor.name };
    await postFloatToppedUp(tx, fact);
    await explainLine(tx, line, { transaction_id, actor, reason });
    const id = uuidv7();
    await tx
      .insertInto("issuer_float_top_ups")
      .values({
        id,
        statement_line_id: line_id,
        amount_kobo,
        booked_on,
        reference,
        approved_by: context.session.user_id,
        ledger_transaction_id: transaction_id,
        created_at: clock.now(),
      })
      .execute();
    await recordAudit(tx, context, "issuer_float_topped_up", ["issuer_float_top_up", id], {
      after: { amount_kobo },
      reason,
    });
    return undefined;
  },
};
