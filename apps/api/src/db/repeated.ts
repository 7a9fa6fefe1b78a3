import { keepNewest } from "./keep-newest.ts";

const REMEMBERED = 500;
const seen = new Map<string, true>();

/** Whether this text was asked before, and lately: most are asked once, and a plan that is kept takes memory. */
export function repeats(text: string): boolean {
  const isKnown = seen.has(text);
  keepNewest(seen, text, true, REMEMBERED);
  return isKnown;
}
