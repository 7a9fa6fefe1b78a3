/** Money that came without a name leaves the exceptions: one person asks, another one agrees. Nothing is booked, it stays owed. */
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { naira } from "../../../documents/letter.ts";
import { Conflict } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { requestApproval, unlessIn } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { businessDate, changeWhere } from "../../platform/states/index.ts";
import { factsOfMoney, isGiven } from "./claim.ts";

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

/** The checker's half. @throws Conflict where it was given to somebody, or decided, in the meantime */
export const setAside: ApprovalKind<Aside> = {
  permission: "provider:can_reconcile",
  over: sql`${unlessIn("reconciliation_items", "id", ["mismatch"])} or ${isGiven("id")}`,
  shows: async ({ db }, { payload }) => {
    const value = "It leaves the exceptions. Nothing is booked: it stays owed and can be given to its owner later.";
    return { facts: [...(await factsOfMoney(db, payload.id)), { label: "What follows", value }] };
  },
  async execute(tx, context, { payload: { id, reason } }) {
    const [actor, business_date] = [actorOf(context), await businessDate(tx)];
    const changed = await changeWhere(tx, {
      noun: "reconciliation",
      action: "void",
      where: sql`
        id = ${id}
          and status = 'mismatch'
          and subject_id in (select id from unidentified_receipts where receipt_id is null)
      `,
      set: { decided_by: actor.user_id, decision_note: reason, updated_at: clock.now() },
      actor,
      reason,
      business_date,
    });
    if (changed.length === 0) throw new Conflict("This was decided already.", "already_decided");
    await recordAudit(tx, actor, "reconciliation_set_aside", ["reconciliation_item", id], {
      before: { status: "mismatch" },
      after: { status: "void" },
      reason,
    });
    return undefined;
  },
};
