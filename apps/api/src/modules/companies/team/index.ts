/** The door of a company's team. */
export { invitation } from "./messages.ts";
