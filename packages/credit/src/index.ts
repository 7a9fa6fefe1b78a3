/** The door of the credit calculators: pure functions, no database, no network, no clock. */
export * from "./allocation.ts";
export * from "./arrears.ts";
export * from "./bank-statement/index.ts";
export { addDays, dayInMonth, daysBetween, monthOf, periodBefore } from "./calendar.ts";
export { divideRounded, printShare } from "./decimal.ts";
export * from "./earning.ts";
export * from "./nuban.ts";
export { quote, vatOf } from "./quote.ts";
export * from "./restructure.ts";
export * from "./settlement.ts";
export * from "./tariff.ts";
export { QuoteError, unpaid, unpaidTotal } from "./types.ts";
export type { Component, Instalment, QuoteRequest, RunningInstalment } from "./types.ts";
