import { machine } from "../machine.ts";

/** A request to a partner that it funds what its cards have drawn: repeated under its reference until the partner answers. */
export const partnerFundingStates = machine({
  noun: "partner funding",
  table: "partner_fundings",
  initial: ["asked"],
  states: ["asked", "accepted", "refused"],
  transitions: [
    { action: "accept", from: ["asked"], to: "accepted", by: "system", posts: "partner_funds" },
    { action: "refuse", from: ["asked"], to: "refused", by: "system" },
  ],
});
