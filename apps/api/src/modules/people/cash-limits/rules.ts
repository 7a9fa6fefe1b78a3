/** Decisions about limits of cash wallets. Pure; amounts in kobo. */
import { naira } from "@manilla/contract/formats";
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/people/cash-limits";

export interface LimitRequestFacts {
  status: string;
  user_id: string;
  /** Waits for a second person. */
  approval_id: string | null;
}

export const cashLimitRules: RulesOf<typeof calls, LimitRequestFacts> = {
  decline: {
    own_request: (request, caller) => request.user_id === caller.user_id,
    already_requested: (request) => request.approval_id !== null,
  },
};

/**
 * Why a person cannot be given a limit.
 * @param now_kobo what holds now; null without a limit
 */
export function whyNotLimit(
  now_kobo: bigint | null,
  limit_kobo: bigint,
  { valid_until, today }: { valid_until: string | null; today: string },
): { limit_kobo: string } | { valid_until: string } | null {
  if (now_kobo === null) return { limit_kobo: "the tier does not limit this" };
  if (limit_kobo <= now_kobo) return { limit_kobo: `this is not more than ${naira(now_kobo)}, which holds now` };
  return valid_until !== null && valid_until < today ? { valid_until: "choose today or a later day" } : null;
}

/** Why the limits of a tier cannot change from a day on. @param planned days for which limits are planned or hold */
export function whyNotFrom(valid_from: string, today: string, planned: readonly string[]): string | null {
  if (valid_from < today) return "choose today or a later day";
  return planned.includes(valid_from) ? "other limits begin on this day already; choose another" : null;
}
