/** Decisions of the desk about bills and claims. Pure. */
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/payments/bill-desk";

export interface DeskFacts {
  status: string;
  user_id: string;
  approval_id: string | null;
}
const own_bill = ({ user_id }: { user_id?: string }, caller: { user_id: string }): boolean =>
  user_id === caller.user_id;
const waiting = ({ approval_id }: Pick<DeskFacts, "approval_id">): boolean => approval_id !== null;

type Facts = Pick<DeskFacts, "status" | "approval_id"> & { user_id?: string };
export const deskRules: RulesOf<typeof calls, Facts> = {
  ask: {},
  giveUp: { own_bill, waiting },
  refund: { own_bill, waiting },
  creditClaim: { claim_waiting: waiting },
  loseClaim: { claim_waiting: waiting },
};
