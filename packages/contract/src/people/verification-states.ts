import { machine } from "../machine.ts";

/** One attempt at a BVN or NIN. What an import brings was verified elsewhere. */
export const verificationStates = machine({
  noun: "identity verification",
  table: "identity_verifications",
  initial: ["started", "code_sent", "verified"],
  states: ["started", "code_sent", "verified", "mismatch", "failed", "replaced"],
  transitions: [
    { action: "send_code", from: ["started"], to: "code_sent", by: "owner" },
    { action: "verify", from: ["code_sent"], to: "verified", by: "owner" },
    { action: "mismatch", from: ["code_sent"], to: "mismatch", by: "owner" },
    { action: "replace", from: ["started", "code_sent"], to: "replaced", by: "owner" },
  ],
});
