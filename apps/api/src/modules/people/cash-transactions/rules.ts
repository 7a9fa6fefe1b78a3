/** Decisions about transfers out of cash wallets. Pure; amounts in kobo. */
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/people/cash-transactions";

export interface TransferFacts {
  /** Of the payout. */
  status: string;
  user_id: string;
  /** Whose own account it pays. */
  payee_ids: readonly string[];
  is_post_no_debit: boolean;
  /** A second person is asked whether it arrived. */
  is_waiting: boolean;
}

/** Sender and payee. */
const own_transfer = ({ user_id, payee_ids }: TransferFacts, caller: { user_id: string }): boolean =>
  user_id === caller.user_id || payee_ids.includes(caller.user_id);

export const transferRules: RulesOf<typeof calls, TransferFacts> = {
  approve: { own_transfer, post_no_debit: ({ is_post_no_debit }) => is_post_no_debit },
  reject: { own_transfer },
  markSuccess: { own_transfer, waiting: ({ is_waiting }) => is_waiting },
};

/** Whether a transfer awaits approval: the day's transfers together go beyond what may be sent without it. */
export const awaitsApproval = (amount_kobo: bigint, out_today_kobo: bigint, without_approval_kobo: bigint): boolean =>
  amount_kobo + out_today_kobo > without_approval_kobo;
