import { machine } from "../machine.ts";

/** A company that registers is approved before its people borrow; two people suspend it and let it back. */
export const companyStates = machine({
  noun: "company",
  table: "companies",
  initial: ["pending", "approved"],
  states: ["pending", "approved", "declined", "deactivated"],
  transitions: [
    { action: "approve", from: ["pending", "declined"], to: "approved", by: "provider:can_approve_company_requests" },
    { action: "decline", from: ["pending"], to: "declined", by: "provider:can_decline_company_requests" },
    { action: "deactivate", from: ["approved"], to: "deactivated", by: "provider:can_update_companies" },
    { action: "reactivate", from: ["deactivated"], to: "approved", by: "provider:can_update_companies" },
  ],
});
