/** The door of notifications: telling people something. */
export { notify, notifyRoles } from "./notify.ts";
export { type Message, type Note, tell } from "./telling.ts";
