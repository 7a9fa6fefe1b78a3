/** Payments whose outcome is not known yet are remembered on the device: nobody should pay a second time because a page was closed. */
import type { Answer } from "../../shared/api/call.ts";
import type { calls } from "../../shared/api/calls.gen.ts";
import { remember, remembered } from "../../shared/ui/device.ts";
import { useState } from "react";

type Charge = Answer<typeof calls.repayments.instantTransfer>;
const KEPT_FOR_MS = 24 * 3_600_000;
const keyOf = (userId: string, loanId: string): string => `draft.payment.${userId}.${loanId}`;

/** Remembers a payment that has no answer. */
export const rememberPending = (userId: string, loanId: string, charge: Charge): void => remember(keyOf(userId, loanId), { at: Date.now(), charge });
/** The answer came. */
export const forgetPending = (userId: string, loanId: string): void => remember(keyOf(userId, loanId), undefined);

/** The payment of this loan whose outcome was not known when the page was left, unless it is older than a day. */
export function usePending(userId: string, loanId: string): Charge | undefined {
  const [kept] = useState(() => remembered<{ at: number; charge: Charge } | undefined>(keyOf(userId, loanId), undefined));
  return kept && Date.now() - kept.at < KEPT_FOR_MS ? kept.charge : undefined;
}
