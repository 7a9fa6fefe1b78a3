/** The door of the credit calculators: pure functions, no database, no network, no clock. */
export { addDays, addMonths, daysBetween } from "./calendar.ts";
export { percentOf, shareInPercent } from "./decimal.ts";
export { quote } from "./quote.ts";
export { QuoteError } from "./types.ts";
export type { Instalment, Quote, QuoteFee, QuoteRequest } from "./types.ts";
