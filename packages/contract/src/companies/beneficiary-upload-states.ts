import { machine } from "../machine.ts";

/** A file of beneficiaries: the banks are asked row by row, then a person adds those that agree. */
export const beneficiaryUploadStates = machine({
  noun: "file of beneficiaries",
  table: "beneficiary_uploads",
  initial: ["checking"],
  states: ["checking", "checked", "added"],
  transitions: [
    { action: "finish", from: ["checking"], to: "checked", by: "system" },
    { action: "add", from: ["checked"], to: "added", by: "company:can_create_beneficiaries" },
  ],
});
