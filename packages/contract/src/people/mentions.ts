/** Colleagues named in a text: `@{id}` in what is stored, `@Name` in what is seen. */
export interface Mentioned {
  id: string;
  name: string;
}

/** One reference in a stored text. */
const REFERENCE = /@\{([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}/g;

/** The most colleagues whom one text may name. */
export const MAX_MENTIONS = 10;

/** The ids that a text names, each once, in order. */
export const mentionedIds = (text: string): string[] => [
  ...new Set([...text.matchAll(REFERENCE)].map(([, id]) => id ?? "")),
];

/** A stored text in parts: plain words, and the colleagues between them. A reference that nobody answers to is shown as somebody. */
export function partsOfText(text: string, mentioned: readonly Mentioned[]): (string | Mentioned)[] {
  const names = new Map(mentioned.map((person) => [person.id, person]));
  return text
    .split(REFERENCE)
    .map((part, index) => (index % 2 === 0 ? part : (names.get(part) ?? { id: part, name: "a former colleague" })))
    .filter((part) => part !== "");
}

/** The text as it is read, with names for references. */
export const readableText = (text: string, mentioned: readonly Mentioned[]): string =>
  partsOfText(text, mentioned)
    .map((part) => (typeof part === "string" ? part : `@${part.name}`))
    .join("");

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character);

/**
 * What is typed text with `@Name` becomes what is stored. Longer names go first, so that "Ada Obi-Eze" is not "Ada Obi" and something.
 * @param chosen ids that were picked from the list, for people of the same name
 */
export function withReferences(
  text: string,
  colleagues: readonly Mentioned[],
  chosen: ReadonlyMap<string, string> = new Map(),
): string {
  let stored = text;
  for (const { id, name } of colleagues.toSorted((left, right) => right.name.length - left.name.length)) {
    const wanted = `@${name}`;
    for (let at = stored.indexOf(wanted); at >= 0; at = stored.indexOf(wanted, at + 1)) {
      if (isWordCharacter(stored[at - 1]) || isWordCharacter(stored[at + wanted.length])) continue;
      stored = `${stored.slice(0, at)}@{${chosen.get(name) ?? id}}${stored.slice(at + wanted.length)}`;
    }
  }
  return stored;
}

/** The `@` that is being typed at the caret, and what follows it so far; undefined where none is. */
export function openMention(text: string, caret: number): { from: number; query: string } | undefined {
  const before = text.slice(0, caret);
  const from = before.lastIndexOf("@");
  if (from < 0 || isWordCharacter(before[from - 1])) return undefined;
  const query = before.slice(from + 1);
  return /^[\p{L}\p{N}'’ -]{0,40}$/u.test(query) && !query.startsWith(" ") ? { from, query } : undefined;
}
