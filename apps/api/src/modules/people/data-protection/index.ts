/** The door of data protection. */
export { runRetention } from "./retention.ts";
