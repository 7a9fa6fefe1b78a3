import { keepNewest } from "./keep-newest.ts";

const REMEMBERED = 500;
const seen = new Map<string, true>();

/** Whether this text was sent before, and lately: most are sent once, and a kept plan takes memory. */
export function repeats(text: string): boolean {
  const isKnown = seen.has(text);
  keepNewest(seen, text, true, REMEMBERED);
  return isKnown;
}
