/** Decisions about lines. Pure; amounts in kobo. */
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/companies/credit-lines";

export interface LineFacts {
  status: string;
  company_id: string;
  /** Who has signed, and who is to. */
  signed_ids: readonly string[];
  unsigned_ids: readonly string[];
  /** An offer waits for a second person. */
  is_waiting: boolean;
  /** People of the company with a role of the provider. */
  colleague_ids: readonly string[];
}

const own_company = ({ colleague_ids }: LineFacts, { user_id }: { user_id: string }): boolean =>
  colleague_ids.includes(user_id);
const waiting = ({ is_waiting }: LineFacts): boolean => is_waiting;

export const lineRules: RulesOf<typeof calls, LineFacts> = {
  submit: {},
  sign: {
    not_signatory: ({ signed_ids, unsigned_ids }, { user_id }) =>
      !signed_ids.includes(user_id) && !unsigned_ids.includes(user_id),
    signed: ({ signed_ids }, { user_id }) => signed_ids.includes(user_id),
  },
  withdraw: {},
  offer: { own_company, waiting },
  decline: { own_company, waiting },
};

/** The line that is suggested: a share of what comes in during a month, in whole naira. */
export const suggestedLine = (monthly_average_kobo: bigint, percent: number): bigint =>
  ((monthly_average_kobo * BigInt(percent)) / 10_000n) * 100n;
