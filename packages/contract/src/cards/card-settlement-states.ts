import { machine } from "../machine.ts";

/** A line of the issuer's settlement: it agrees with a payment of ours, or somebody has to look at it. */
export const cardSettlementStates = machine({
  noun: "card settlement line",
  table: "card_settlement_lines",
  initial: ["matched", "open"],
  states: ["open", "matched", "written_off"],
  transitions: [
    { action: "match", from: ["open"], to: "matched", by: "system" },
    {
      action: "write_off",
      from: ["open"],
      to: "written_off",
      by: "provider:can_reconcile",
      posts: "write_off_settlement",
    },
  ],
});

/** Why a line does not agree. */
export const settlementReasons = {
  unknown_here: "We do not know this payment",
  other_amount: "The issuer has another sum",
  not_settled: "The issuer has not settled it",
  no_currency: "The issuer did not say in which currency",
  again: "The issuer settled it again",
} as const;
export const settlementReasonNames = Object.keys(settlementReasons) as (keyof typeof settlementReasons)[];
