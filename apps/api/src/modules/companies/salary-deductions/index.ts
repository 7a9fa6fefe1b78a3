/** The door of salary deductions: the file of a pay day, for the demo. */
export { makeFile } from "./making.ts";
