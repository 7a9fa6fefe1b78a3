/** The door of a company's team. */
export { placeholderOf } from "./inviting.ts";
export { accepted, invitation, invitationOfKnown } from "./messages.ts";
