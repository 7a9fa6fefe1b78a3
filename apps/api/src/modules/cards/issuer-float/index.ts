/** The door of our account with the issuer: its balance is compared. */
export { compareFloat } from "./comparing.ts";
