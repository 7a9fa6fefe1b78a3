/** A row that is matched or taken out by hand leaves the exceptions: one person asks, another one agrees. Nothing is booked by it. */
import { refusalOf } from "@manilla/contract/abilities";
import { naira } from "@manilla/contract/formats";
import * as calls from "@manilla/contract/money/reconciliation";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { requestApproval, unlessIn } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { businessDate, callerOf, changeState } from "../../platform/states/index.ts";
import { factsOfRow } from "./differences.ts";
import { type LockedItem, lockItem } from "./locking.ts";
import { itemRules } from "./rules.ts";

const acts = {
  match_by_hand: { call: calls.match, rules: itemRules.match, words: "Match by hand" },
  void: { call: calls.voidItem, rules: itemRules.voidItem, words: "Void" },
} as const;
type ByHand = { id: string; action: keyof typeof acts; reason: string };

/** The maker's half. The row is locked. */
export function requestByHand(
  tx: Tx,
  context: Context,
  action: ByHand["action"],
  { id, reference, status, expected_kobo, actual_kobo }: LockedItem,
  reason: string,
): Promise<string> {
  const amount_kobo = expected_kobo ?? actual_kobo ?? 0n;
  return requestApproval(tx, context, {
    kind: "match_by_hand",
    title: `${acts[action].words}: ${reference}, ${naira(amount_kobo)}`,
    payload: { id, action, reason },
    once: ["id"],
    before: { reference, status },
    amount_kobo,
    reason,
  });
}

/** The checker's half; who recorded the receipt that it is about does not decide. @throws Conflict where it was decided, or has its line, by now */
export const matchByHand: ApprovalKind<ByHand> = {
  permission: "provider:can_reconcile",
  over: sql`case a.payload ->> 'action' when 'void' then ${unlessIn("reconciliation_items", "id", "void")} else ${unlessIn("reconciliation_items", "id", "match_by_hand")} end`,
  bars: ({ user_id }) => sql`a.payload->>'id' in (
    select i.id::text
    from reconciliation_items i
    join receipts r on i.subject_type = 'receipt' and r.id = i.subject_id
    where r.recorded_by = ${user_id}
  )`,
  shows: async ({ db }, { payload: { id, action } }) => ({
    facts: [
      { label: "What is asked", value: acts[action].words },
      ...(await factsOfRow(db, id)),
      { label: "What follows", value: "It leaves the exceptions. Nothing is booked by it." },
    ],
  }),
  async execute(tx, context, { payload: { id, action, reason } }) {
    const item = await lockItem(tx, id);
    const { call, rules } = acts[action];
    const refused = item ? refusalOf(call, rules, { ...item, is_asked: false }, callerOf(context)) : "gone";
    if (!item || refused !== null)
      throw new Conflict("This row has changed since. Look at it again.", "already_decided");
    const [actor, business_date] = [actorOf(context), await businessDate(tx)];
    await changeState(tx, { noun: "reconciliation", id, from: item.status, action, actor, reason, business_date });
    const decided = { decided_by: context.session.user_id, decision_note: reason, updated_at: clock.now() };
    await changeRows(tx, "reconciliation_items", id, decided);
    await recordAudit(tx, context, `reconciliation_${action}`, ["reconciliation_item", id], {
      before: { status: item.status },
      reason,
    });
    return undefined;
  },
};
