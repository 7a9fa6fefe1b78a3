/** The door of transfers: what sends many of them needs of one. */
export { requireKnown, tariffToday } from "./limits.ts";
export { type Accepted, acceptMany } from "./many.ts";
export { type Tariff, type TransferCosts, costsOf } from "./rules.ts";
