import { machine } from "../machine.ts";

/** A paper of a company: received, then verified or refused by the provider. A refused one is followed by another. */
export const companyDocumentStates = machine({
  noun: "companyDocument",
  table: "company_documents",
  initial: ["received"],
  states: ["received", "verified", "refused"],
  transitions: [
    { action: "verify", from: ["received", "refused"], to: "verified", by: "provider:can_update_companies" },
    { action: "refuse", from: ["received", "verified"], to: "refused", by: "provider:can_update_companies" },
  ],
});
