/** The door of loans: what other rooms may know and do of them. */
export { issueLetter } from "./letters.ts";
export { priceByRules, priced } from "./decisions.ts";
export { LOAN_SELECT } from "./queries.ts";
