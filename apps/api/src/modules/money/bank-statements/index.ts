/** The door of the bank's statements. */
export { openBankAccount } from "./statements.ts";
