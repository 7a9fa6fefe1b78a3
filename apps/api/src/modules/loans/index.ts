/** The door of loans: what other rooms may know and do of them. */
export { findLoan, termsFromJson } from "./queries.ts";
export { type Fee, type Penalty, type Terms, feeOf, penaltyInWords, plainRate, shareOf, termsOf, termsToJson } from "./terms.ts";
export { issueLetter } from "./letters.ts";
