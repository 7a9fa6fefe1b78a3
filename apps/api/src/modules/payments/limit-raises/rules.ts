/** Decisions about higher limits of companies' wallets. Pure; kobo. */
import type { RulesOf } from "@manilla/contract/abilities";
import { naira } from "@manilla/contract/formats";
import type * as calls from "@manilla/contract/payments/limit-raises";

export interface RaiseFacts {
  status: string;
  user_id: string;
  /** Waits for a second person. */
  approval_id: string | null;
  /** The caller is of the company that asks. */
  is_theirs: boolean;
}

const refuses = {
  own_request: (raise: RaiseFacts, caller: { user_id: string }) => raise.user_id === caller.user_id || raise.is_theirs,
  already_requested: (raise: RaiseFacts) => raise.approval_id !== null,
};
export const limitRaiseRules: RulesOf<typeof calls, RaiseFacts> = { grant: refuses, decline: refuses };

/** Why a limit cannot be raised to an amount until a day, by the field that is wrong. @param now_kobo what holds; null without a limit */
export function whyNotRaise(
  field: string,
  now_kobo: bigint | null,
  wanted: { kobo: bigint; valid_until: string | null },
  today: string,
): Record<string, string[]> | null {
  if (now_kobo === null) return { [field]: ["the wallet has no such limit"] };
  if (wanted.kobo <= now_kobo) return { [field]: [`this is not more than ${naira(now_kobo)}, which holds now`] };
  if (wanted.valid_until !== null && wanted.valid_until < today)
    return { valid_until: ["choose today or a later day"] };
  return null;
}

/**
 * What holds again when a new raise ends: beneath a raise that holds for a while, what was there before it.
 * @param held the raise that holds; one beneath which the limit was set again is none any more, and one without an end is what was there before
 */
export const baseUnder = (
  now_kobo: bigint,
  held: { granted_kobo: bigint; base_kobo: bigint; valid_until: string | null } | undefined,
): bigint => (held?.valid_until && held.granted_kobo === now_kobo ? held.base_kobo : now_kobo);
