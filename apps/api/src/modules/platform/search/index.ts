/** The door of the global search: what the nouns' sources need. */
export { hasOperators, listAddress } from "./typed.ts";

/** Results of one heading. */
export const MAX_FOUND = 8;
