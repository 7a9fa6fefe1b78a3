/** The door of reconciliation: the rows that wait for the bank's statement, and what its lines do to them. */
export { balanceOn, checkBalance } from "./balance.ts";
export { factsOfMoney, giveClaimed, isGiven } from "./claim.ts";
export { type UnknownLine, explainLine, factsOfLine, lockUnknown, unknownOutgoing } from "./explaining.ts";
export { lineExplained } from "./explaining.ts";
export { type Matched, expectReceipts, matchAll } from "./match.ts";
export { type Pair, judge, pairsOf } from "./pairs.ts";
export { releaseLines } from "./release.ts";
