/** Numbers that look random and are the same on every machine and every day: the sandbox's people must not change. */

/** A 32-bit hash of a text (FNV-1a). */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}

/** A stream of numbers in [0, 1) that the seed alone decides (mulberry32). */
export function randomFrom(seed: string): () => number {
  let state = hash(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of the list, by a number in [0, 1). */
export function pick<Item>(items: readonly Item[], random: number): Item {
  const item = items[Math.min(items.length - 1, Math.floor(random * items.length))];
  if (item === undefined) throw new Error("Nothing to pick from.");
  return item;
}
