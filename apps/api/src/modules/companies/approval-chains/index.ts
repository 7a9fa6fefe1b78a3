/** The door of approval chains: what a noun opens on its company's chain. */
export { type Opened, openChain, withdrawOpened } from "./engine.ts";
export { handOnFrom } from "./tending.ts";
export { decideOn } from "./deciding.ts";
export { bandOf, secondPersonFirst } from "./second-person.ts";
export { seesApprovalOf } from "./queries.ts";
