/** A reward that the provider's people give by hand: one asks, another agrees. */
import { naira } from "@manilla/contract/formats";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { Conflict, NotAllowed, NotFound } from "../../../errors.ts";
import { personalBalances } from "../../money/books/index.ts";
import { requireSlip, slipShown } from "../../money/slips/index.ts";
import { requireCustomer } from "../../people/people/index.ts";
import { isDeleted, requestApproval } from "../../platform/approvals/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { refuseForeignLinks } from "../../platform/notifications/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { earnReward } from "./earning.ts";

interface Given {
  user_id: string;
  amount_kobo: string;
  reason: string;
  slip_id?: string;
}

/** The maker's half; the receiver reads the reason. @throws NotFound, NotAllowed, Conflict while one waits; InvalidFields without a paper, or for a link to another site */
export async function askToGive(
  tx: Tx,
  context: Context,
  user_id: string,
  { amount_kobo, reason, slip_id }: { amount_kobo: bigint; reason: string; slip_id: string },
): Promise<string> {
  await requireCustomer(tx, user_id);
  if (user_id === context.session.user_id) throw new NotAllowed("Nobody gives themselves a reward.", "own_money");
  refuseForeignLinks(context, { title: "", body: reason }, { reason });
  const paper = await requireSlip(tx, context, { slip_id });
  return requestApproval(tx, context, {
    kind: "give_reward",
    title: `Give {person} a reward of ${naira(amount_kobo)}`,
    whose: user_id,
    payload: { user_id, amount_kobo: String(amount_kobo), reason, slip_id: paper },
    once: ["user_id"],
    amount_kobo,
    reason,
  });
}

/** The checker's half. */
export const giveReward: ApprovalKind<Given> = {
  permission: "provider:can_give_rewards",
  over: isDeleted,
  measures: async (tx, _, { payload }) => [
    { label: "Rewards of the person", value: (await personalBalances(tx, payload.user_id)).reward_kobo },
  ],
  shows: ({ db }, { id, payload }) => slipShown(db, payload.slip_id, id),
  async execute(tx, context, { id, payload: { user_id, amount_kobo, reason } }) {
    if (user_id === context.session.user_id) throw new NotAllowed("Nobody gives themselves a reward.", "own_money");
    const person = await findRow(tx, "users", user_id, ["erased_at"]);
    if (!person || person.erased_at) throw new NotFound("This person");
    const given = { user_id, kind: "given", source_id: id, reason, amount_kobo: BigInt(amount_kobo) } as const;
    const isNew = await earnReward(tx, { ...given, on: await businessDate(tx), actor: actorOf(context) });
    if (!isNew) throw new Conflict("This reward was given already.", "already_decided");
    return undefined;
  },
};
