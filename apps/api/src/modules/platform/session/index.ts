/** The door of sessions: codes and passwords, also for registration and verification. */
export {
  INVITED_DAYS,
  acceptLink,
  hashOfLink,
  invitationLink,
  invitationLinks,
  issueCode,
  issueLink,
  useCode,
} from "./codes.ts";
export { endPasskeys, removePasskeys } from "./passkeys/keeping.ts";
export { hashPassword, refuseWeakPassword } from "./passwords.ts";
export { codeLetter } from "./messages.ts";
