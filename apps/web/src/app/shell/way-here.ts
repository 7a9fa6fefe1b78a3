import type { MenuItem } from "./menu.ts";
import { nearest } from "./menu.ts";

let last: string | undefined;

/**
 * The place in the menu that a page belongs to: its own, or for a record the list that one came from, also where that list is of another room
 * (a loan from Defaulters); else the nearest. A screen that only the palette has is no record.
 */
export function wayHere(items: readonly MenuItem[], pathname: string, isUnlisted = false): string | undefined {
  const places = items.flatMap(({ path, tabs }) => [path, ...tabs.map((tab) => tab.path)]);
  if (places.includes(pathname)) {
    last = pathname;
    return pathname;
  }
  if (!isUnlisted && last && places.includes(last) && pathname.split("/").length > 3) return last;
  return nearest(items, pathname);
}
