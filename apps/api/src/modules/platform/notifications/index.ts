/** The door of notifications: telling people something. */
export { notify, notifyRoles } from "./notify.ts";
export { type Message, tell } from "./telling.ts";
