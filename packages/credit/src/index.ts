/** The door of the credit calculators: pure functions, no database, no network, no clock. */
export * from "./allocation.ts";
export * from "./arrears.ts";
export * from "./bank-statement/index.ts";
export { addDays, dayInMonth, daysBetween, dueDates, isBusinessDate, monthOf, salaryDayDueDates } from "./calendar.ts";
export type { DayCount, Frequency } from "./calendar.ts";
export { divideRounded, parseDecimal, parsePercent, percentOf, printDecimal, printShare } from "./decimal.ts";
export * from "./earning.ts";
export * from "./nuban.ts";
export { quote, vatOf } from "./quote.ts";
export * from "./restructure.ts";
export * from "./settlement.ts";
export * from "./tariff.ts";
export { QuoteError, unpaid, unpaidTotal } from "./types.ts";
export type { Component, Fee, Instalment, Quote, QuoteRequest, RunningInstalment, Totals } from "./types.ts";
