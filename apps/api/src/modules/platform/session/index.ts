/** The door of sessions: codes and passwords, for whoever registers or verifies somebody. */
export { issueCode, issueLink, useCode } from "./codes.ts";
export { hashPassword, refuseWeakPassword } from "./passwords.ts";
export { codeLetter } from "./messages.ts";
