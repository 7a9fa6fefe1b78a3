/** The door of approval chains: what a noun opens on its company's chain. */
export { withdrawOpened } from "./engine.ts";
export { type Opened, openChain } from "./opening.ts";
export { handOnFrom } from "./tending.ts";
export { decideOn, lowerAsked } from "./deciding.ts";
export { bandOf, requireBegun, requireNobodyEnded, secondPersonFirst } from "./second-person.ts";
export { seesApprovalOf } from "./queries.ts";
