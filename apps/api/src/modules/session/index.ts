/** The door of sessions: codes and passwords, for whoever registers or verifies somebody. */
export { type CodeRequest, type UsedCode, issueCode, issueLink, useCode, useLink } from "./codes.ts";
export { hashPassword, refuseWeakPassword } from "./passwords.ts";
