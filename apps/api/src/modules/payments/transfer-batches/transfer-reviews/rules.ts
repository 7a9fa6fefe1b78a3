/** Decisions about held transfers and batches. Pure. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/payments/transfer-reviews";

export interface ReviewFacts {
  status: string;
  user_id: string;
  /** Whose wallet with us it goes to. */
  to_user_id: string | null;
  /** Waits for a second person. */
  is_waiting: boolean;
  /** Many of a company, decided as a whole. */
  is_batch: boolean;
}

/** @param held those that also the list of transfers has (transfers/rules.ts) */
export function reviewRulesWith(
  held: Readonly<Record<"own_transfer" | "waiting", Rule<ReviewFacts>>>,
): RulesOf<typeof calls, ReviewFacts> {
  const single = { not_of_this_kind: ({ is_batch }: ReviewFacts): boolean => is_batch, ...held };
  const whole = { not_of_this_kind: ({ is_batch }: ReviewFacts): boolean => !is_batch, ...held };
  return { letGo: single, stop: single, letBatchGo: whole, stopBatch: whole };
}
