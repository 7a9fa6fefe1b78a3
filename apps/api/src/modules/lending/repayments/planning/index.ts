/** The door of planning: a loan lived again from its facts. */
export { type AgreedRow, replay } from "./replay.ts";
