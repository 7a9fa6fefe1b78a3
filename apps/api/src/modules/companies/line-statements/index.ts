/** The door of line statements: what pays a line. */
export { lockLine, payExpected, payLine } from "./paying.ts";
export { fullOf, repaymentOf } from "./rules.ts";
