/** The door of loans: what other rooms may know and do of them. */
export { findLoan, termsFromJson } from "./queries.ts";
export { type Fee, type Penalty, type Terms, feeOf, firstDueDate, penaltyInWords, plainRate, shareOf, termsOf, termsToJson } from "./terms.ts";
export { findLetter, issueLetter } from "./letters.ts";
export { priced } from "./decisions.ts";
