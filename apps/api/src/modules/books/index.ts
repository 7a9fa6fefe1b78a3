/** The door of the books: the chart and the posting templates. */
export * from "./money.ts";
export { type ChartCode, accountOf, chart, openLoanAccounts, openOwned, openProviderAccounts } from "./chart.ts";
export { creditOf, openCharges } from "./charges.ts";
