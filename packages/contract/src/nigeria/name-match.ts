/** How far the name that somebody typed is the one that the bank gives (annex, section 5): words folded, order free. No zod: the browser reads it. */

/** Titles and legal forms: people and banks write them or leave them out. */
const UNSAID = new Set(
  "mr mrs ms miss dr chief alhaji alhaja hajiya engr barr prof limited ltd plc llp company co and the nig nigeria enterprises ent".split(
    " ",
  ),
);

const wordsOf = (name: string): string[] => {
  const all = name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’.-]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  const said = all.filter((word) => !UNSAID.has(word));
  return said.length > 0 ? said : all;
};

/** How many letters differ (Levenshtein). */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[right.length]!;
}

/** Words that are less alike than this are different words. */
const ALIKE = 0.7;
const likeness = (left: string, right: string): number => {
  const share = 1 - distance(left, right) / Math.max(left.length, right.length);
  return share < ALIKE ? 0 : share;
};

/** Each further name of the longer one. */
const FOR_EACH_MORE = 0.05;
/** A single word says little about a person with several. */
const FOR_ONE_OF_MANY = 0.7;

/**
 * The names compared, in percent from 0 to 100. Each word of the shorter name finds its best word in the longer one; what the longer one
 * has beside (a middle name) costs little.
 */
export function nameMatch(left: string, right: string): number {
  const [short, long] = [wordsOf(left), wordsOf(right)].toSorted((one, other) => one.length - other.length) as [
    string[],
    string[],
  ];
  if (short.length === 0) return 0;
  const free = [...long];
  let sum = 0;
  for (const word of short) {
    const [best, at] = free
      .map((other, index): [number, number] => [likeness(word, other), index])
      .toSorted(([one], [two]) => two - one)[0] ?? [0, -1];
    if (best > 0) free.splice(at, 1);
    sum += best;
  }
  const more = long.length - short.length;
  const score = (sum / short.length) * (short.length === 1 && more > 0 ? FOR_ONE_OF_MANY : 1) - FOR_EACH_MORE * more;
  return Math.max(0, Math.round(score * 100));
}

/** `same` goes, at `near` a person looks, `different` is refused in a file. */
export const nameVerdict = (percent: number): "same" | "near" | "different" =>
  percent >= 85 ? "same" : percent >= 60 ? "near" : "different";
