/** Decisions about secure cards. Pure; amounts in kobo. */
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/cards/secure-cards";

export interface SecureFacts {
  status: string;
  user_id: string;
  /** Waits for a second person. */
  approval_id: string | null;
}

const refusals = {
  own_request: ({ user_id }: SecureFacts, caller: { user_id: string }) => user_id === caller.user_id,
  already_requested: ({ approval_id }: SecureFacts) => approval_id !== null,
};
export const secureRules: RulesOf<typeof calls, SecureFacts> = { markAsPaid: refusals, decline: refusals };

/** How a deposit is divided when its card is closed: what is owed in the order of the debts, the rest goes back. */
export function divideDeposit(deposit_kobo: bigint, debts: readonly bigint[]): { paid: bigint[]; rest_kobo: bigint } {
  let rest_kobo = deposit_kobo;
  const paid = debts.map((debt) => {
    const part = debt < rest_kobo ? debt : rest_kobo;
    rest_kobo -= part;
    return part;
  });
  return { paid, rest_kobo };
}
