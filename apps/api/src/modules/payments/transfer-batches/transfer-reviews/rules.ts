/** Decisions about held transfers and batches. Pure. */
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/payments/transfer-reviews";

export interface ReviewFacts {
  status: string;
  user_id: string;
  /** Whose wallet with us it goes to. */
  to_user_id: string | null;
  /** A second person is asked. */
  is_waiting: boolean;
  /** Many of a company, decided as a whole. */
  is_batch: boolean;
}

const refused = {
  own_transfer: ({ user_id, to_user_id }: ReviewFacts, caller: { user_id: string }): boolean =>
    user_id === caller.user_id || to_user_id === caller.user_id,
  waiting: ({ is_waiting }: ReviewFacts): boolean => is_waiting,
};
const single = { not_of_this_kind: ({ is_batch }: ReviewFacts): boolean => is_batch, ...refused };
const whole = { not_of_this_kind: ({ is_batch }: ReviewFacts): boolean => !is_batch, ...refused };
export const reviewRules: RulesOf<typeof calls, ReviewFacts> = {
  letGo: single,
  stop: single,
  letBatchGo: whole,
  stopBatch: whole,
};
