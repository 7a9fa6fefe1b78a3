/** The door of loans: what other rooms may know and do of them. */
export { termsFromJson } from "./queries.ts";
export { type Penalty, firstDueDate, termsOf } from "./terms.ts";
export { issueLetter } from "./letters.ts";
export { priced } from "./decisions.ts";
