import { remember, remembered } from "../ui/device.ts";

/** A named address of a list: filter, sort and columns. Kept on this device, per person and table. */
export interface SavedView {
  name: string;
  address: string;
}

const keyOf = (person: string, table: string): string => `views.${person}.${table}`;

/** The person's views of a table. */
export const savedViews = (person: string, table: string): readonly SavedView[] => remembered<readonly SavedView[]>(keyOf(person, table), []);

/** Keeps a view under its name; one of the same name is replaced. @returns the views afterwards */
export function saveView(person: string, table: string, view: SavedView): readonly SavedView[] {
  const views = [...savedViews(person, table).filter(({ name }) => name !== view.name), view].toSorted((left, right) => left.name.localeCompare(right.name));
  remember(keyOf(person, table), views);
  return views;
}

/** Removes a view. @returns the views afterwards */
export function removeView(person: string, table: string, name: string): readonly SavedView[] {
  const views = savedViews(person, table).filter((view) => view.name !== name);
  remember(keyOf(person, table), views);
  return views;
}

/** The address without the page: a view begins at its beginning. */
export function viewAddress(query: URLSearchParams): string {
  const copy = new URLSearchParams(query);
  copy.delete("page");
  copy.sort();
  return copy.toString();
}
