// Written by `npm run generate` from the files of the wings. Do not edit.
import { payoutStates } from "./money/payout-states.ts";
import { reconciliationStates } from "./money/reconciliation-states.ts";
import { appealStates } from "./people/appeal-states.ts";
import { dataRequestStates } from "./people/data-request-states.ts";
import { employmentClaimStates } from "./people/employment-claim-states.ts";
import { messageStates } from "./people/message-states.ts";
import { profileStates } from "./people/profile-states.ts";
import { limitRequestStates } from "./lending/limit-request-states.ts";
import { loanStates } from "./lending/loan-states.ts";
import { repaymentStates } from "./lending/repayment-states.ts";

/** The machine of every noun that has states, by the name that its transitions are kept under. */
export const machines = {
  payout: payoutStates,
  reconciliation: reconciliationStates,
  appeal: appealStates,
  dataRequest: dataRequestStates,
  employmentClaim: employmentClaimStates,
  message: messageStates,
  profile: profileStates,
  limitRequest: limitRequestStates,
  loan: loanStates,
  repayment: repaymentStates,
} as const;
