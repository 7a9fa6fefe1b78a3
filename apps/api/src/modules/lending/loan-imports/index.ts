/** The door of loans of another book. */
export { runLoanImport } from "./bringing.ts";
