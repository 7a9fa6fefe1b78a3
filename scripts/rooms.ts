/**
 * The rooms of the server and their imports (types included): which wing may enter which, and no circle between rooms.
 * dependency-cruiser sees files; a circle between two rooms is made of files that form none.
 */
import { dirname, join, normalize } from "node:path";

/** From the lowest to the highest: a wing imports only itself and those before it. */
export const WINGS = ["platform", "money", "people", "lending", "companies", "cards", "payments", "growth"] as const;

const MODULES = /^apps\/api\/src\/modules\/([^/]+)\/([^/]+)\//;
const IMPORT = /(?:from|import)\s+"(\.[^"]+)"|import\("(\.[^"]+)"\)/g;

/** What one file imports of other rooms. Tests belong to nobody. */
function roomsOf(file: string, text: string): { from: string; to: string }[] {
  const own = MODULES.exec(file);
  if (!own || file.endsWith(".test.ts")) return [];
  const from = `${own[1]}/${own[2]}`;
  return [...text.matchAll(IMPORT)].flatMap(([, still, later]) => {
    const other = MODULES.exec(normalize(join(dirname(file), still ?? later ?? "")));
    const to = other ? `${other[1]}/${other[2]}` : from;
    return to === from ? [] : [{ from, to }];
  });
}

/** Rooms that import each other in a circle, as groups (Tarjan 1972). */
function circlesIn(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const number = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (room: string): void => {
    number.set(room, number.size);
    lowest.set(room, number.get(room)!);
    stack.push(room);
    for (const next of arrows.get(room) ?? []) {
      if (!number.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(room, Math.min(lowest.get(room)!, lowest.get(next)!));
    }
    if (lowest.get(room) !== number.get(room)) return;
    const circle = stack.splice(stack.indexOf(room));
    if (circle.length > 1) circles.push(circle.toSorted());
  };
  for (const room of arrows.keys()) if (!number.has(room)) visit(room);
  return circles;
}

/**
 * What is wrong with the rooms.
 * @param files path from the repository's root → text
 * @returns one sentence each; empty when all is well
 */
export function problemsOfRooms(files: ReadonlyMap<string, string>): string[] {
  const problems: string[] = [];
  const arrows = new Map<string, Set<string>>();
  for (const [file, text] of files)
    for (const { from, to } of roomsOf(file, text)) {
      arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
      const [own, other] = [from, to].map((room) => WINGS.findIndex((wing) => room.startsWith(`${wing}/`)));
      if (own === -1 || other === -1) problems.push(`${file}: ${own === -1 ? from : to} is in no wing.`);
      else if (other! > own!) problems.push(`${file} imports ${to}, which is in a higher wing.`);
    }
  for (const circle of circlesIn(arrows)) problems.push(`These rooms import each other: ${circle.join(", ")}.`);
  return problems;
}

/** At most so many rooms stand on each other: the deepest change is understood by reading that many doors. */
export const MAX_FLOORS = 10;

/** A noun, a folder beside the nouns, or a file of its own beside those. The list of nouns belongs to no room. */
function roomOf(file: string): string | undefined {
  if (/\.test\.ts$|\/modules\/index\.ts$/.test(file)) return undefined;
  const noun = MODULES.exec(file);
  return noun ? `${noun[1]}/${noun[2]}` : /^apps\/api\/src\/([^/]+)/.exec(file)?.[1];
}

/**
 * The longest chain of rooms of the server, each importing the next.
 * @param files path from the repository's root → text, all of apps/api/src
 */
export function longestChain(files: ReadonlyMap<string, string>): string[] {
  const arrows = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    const from = roomOf(file);
    if (!from) continue;
    const own = arrows.get(from) ?? new Set<string>();
    arrows.set(from, own);
    for (const [, still, later] of text.matchAll(IMPORT)) {
      const to = roomOf(normalize(join(dirname(file), still ?? later ?? "")));
      if (to && to !== from) own.add(to);
    }
  }
  const chains = new Map<string, string[]>();
  const chainOf = (room: string, above: readonly string[] = []): string[] => {
    const known = chains.get(room);
    if (known) return known;
    if (above.includes(room)) throw new Error(`These rooms import each other: ${[...above, room].join(", ")}.`);
    const below = [...(arrows.get(room) ?? [])].map((next) => chainOf(next, [...above, room]));
    const chain = [room, ...(below.toSorted((one, other) => other.length - one.length)[0] ?? [])];
    chains.set(room, chain);
    return chain;
  };
  return [...arrows.keys()].map((room) => chainOf(room)).toSorted((one, other) => other.length - one.length)[0] ?? [];
}
