/** Money that came without a name leaves the exceptions: one person asks, another one agrees. Nothing is booked, it stays owed. */
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { naira } from "../../../documents/letter.ts";
import { Conflict } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { requestApproval } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { factsOfMoney } from "./claim.ts";

type Aside = { id: string; reason: string };

/** The maker's half. @throws Conflict where a request waits already */
export const requestAside = (
  tx: Tx,
  context: Context,
  payload: Aside,
  { reference, expected_kobo }: { reference: string; expected_kobo: bigint | null },
): Promise<string> =>
  requestApproval(tx, context, {
    kind: "set_aside",
    title: `Set aside ${naira(expected_kobo ?? 0n)} that came without a name`,
    payload,
    once: ["id"],
    before: { reference },
    amount_kobo: expected_kobo ?? 0n,
    reason: payload.reason,
  });

/** The checker's half. @throws Conflict where it was given to somebody, or decided, meanwhile */
export const setAside: ApprovalKind<Aside> = {
  permission: "provider:can_reconcile",
  shows: async ({ db }, { payload }) => ({ facts: await factsOfMoney(db, payload.id) }),
  async execute(tx, context, { payload: { id, reason } }) {
    const money = await tx
      .selectFrom("reconciliation_items as i")
      .innerJoin("unidentified_receipts as m", "m.id", "i.subject_id")
      .select(["i.status", "m.amount_kobo"])
      .where("i.id", "=", id)
      .where("i.status", "=", "mismatch")
      .where("m.receipt_id", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (!money) throw new Conflict("This was decided already.", "already_decided");
    const [actor, business_date] = [actorOf(context), await businessDate(tx)];
    await changeState(tx, {
      noun: "reconciliation",
      id,
      from: money.status,
      action: "void",
      actor,
      reason,
      business_date,
    });
    await changeRows(tx, "reconciliation_items", id, {
      decided_by: actor.user_id,
      decision_note: reason,
      updated_at: clock.now(),
    });
    await recordAudit(tx, actor, "reconciliation_set_aside", ["reconciliation_item", id], {
      before: { status: money.status },
      after: { status: "void", amount_kobo: money.amount_kobo },
      reason,
    });
    return undefined;
  },
};
