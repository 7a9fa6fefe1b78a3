/** The door of repayments. */
export { rebuildLoan } from "./rebuild.ts";
