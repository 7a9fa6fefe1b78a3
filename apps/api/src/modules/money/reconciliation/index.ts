/** The door of reconciliation: the rows that wait for the bank's statement, and what its lines do to them. */
export { checkBalance } from "./balance.ts";
export { type Matched, type Pair, expectReceipts, judge, matchAll, pairsOf } from "./match.ts";
export { releaseLines } from "./release.ts";
