/** Decisions about held transfers. Pure. */
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/payments/transfer-reviews";

export interface ReviewFacts {
  status: string;
  user_id: string;
  /** Whose wallet with us it goes to. */
  to_user_id: string | null;
  /** A second person is asked. */
  is_waiting: boolean;
}

const refused = {
  own_transfer: ({ user_id, to_user_id }: ReviewFacts, caller: { user_id: string }): boolean =>
    user_id === caller.user_id || to_user_id === caller.user_id,
  waiting: ({ is_waiting }: ReviewFacts): boolean => is_waiting,
};
export const reviewRules: RulesOf<typeof calls, ReviewFacts> = { letGo: refused, stop: refused };
