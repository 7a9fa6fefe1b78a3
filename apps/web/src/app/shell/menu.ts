import type { AccountType } from "@manilla/contract/accounts";
import type { Session } from "../../shared/session/session.ts";
import { mayOpen } from "../guards.ts";
import { addressesOf } from "../addresses.ts";
import { groups, headOfSection, heads, openFor, pinnedFor, places, worksIn } from "../navigation.ts";
import { screens } from "../screens.gen.ts";
import { menuEntryOf } from "../../shared/screens.ts";

/** A screen that a person may open, with its place in the menu. */
export interface Destination {
  label: string;
  path: string;
  key: string | undefined;
  head: string;
  order: number;
  /** Other words for it, for the palette. */
  says: string;
  /** The entry whose tab it is; without one it is an entry. */
  tabOf: string | undefined;
  /** Only the palette has it. */
  isHidden: boolean;
}

export interface MenuItem extends Destination {
  /** The screens of its strip: itself, where one may open it, and its tabs; empty for a single screen. */
  tabs: readonly Destination[];
}

const isRecord = (path: string): boolean => /\/:\w+(?!\?)(\/|$)/.test(path);

/** Every screen without a record of its own that a person may open under an account type. */
export function destinationsOf(session: Session, type: AccountType): Destination[] {
  return screens.flatMap((screen): Destination[] => {
    const path = addressesOf(screen)
      .find((address) => address.type === type)
      ?.path.replace(/\/:\w+\?.*$/, "");
    if (!path || isRecord(path) || !mayOpen(session, screen, type)) return [];
    const entry = menuEntryOf(screen, type);
    if (type === "customer" && entry?.when && entry.when !== session.staff_account_type) return [];
    if (entry?.needs && !session.permissions.includes(entry.needs)) return [];
    const place = places[type].find(([at]) => `/${type}${at}` === path);
    if (!place && !entry) return [];
    const group = entry?.section ?? "";
    const [, head = headOfSection[type][group] ?? group, order = 50 + (entry?.order ?? 0), says = "", tabOf] =
      place ?? [];
    const label = entry?.label ?? screen.title;
    const needed = type === "admin" ? worksIn[tabOf ?? label] : undefined;
    const isHidden = order === 0 || (needed !== undefined && !session.permissions.includes(needed));
    return [{ label, path, key: entry?.key, head, order, says, tabOf, isHidden }];
  });
}

/** A person's menu: heads in their order, each with the entries that they may open; an entry without its own screen opens its first tab. */
export function menuOf(session: Session, type: AccountType): { head: string; items: MenuItem[] }[] {
  const all = destinationsOf(session, type).filter(({ isHidden }) => !isHidden);
  const byEntry = new Map<string, Destination[]>();
  for (const each of all.toSorted((left, right) => left.order - right.order)) {
    const name = `${each.head} ${each.tabOf ?? each.label}`;
    byEntry.set(name, [...(byEntry.get(name) ?? []), each]);
  }
  const items = [...byEntry.values()].map(([first, ...rest]): MenuItem => ({
    ...first!,
    label: first!.tabOf ?? first!.label,
    tabs: rest.length > 0 ? [first!, ...rest] : [],
  }));
  return heads[type]
    .map((head) => ({ head, items: items.filter((item) => item.head === head) }))
    .filter((each) => each.items.length > 0);
}

/** The entries of a head by their groups, each under a hairline. */
export function groupsOf(
  type: AccountType,
  head: string,
  items: readonly MenuItem[],
): { name: string; items: MenuItem[] }[] {
  const begins = [[0, head] as const, ...(groups[type][head] ?? [])];
  return begins
    .map(([from, name], place) => {
      const to = begins[place + 1]?.[0] ?? Number.POSITIVE_INFINITY;
      return { name, items: items.filter(({ order }) => order >= from && order < to) };
    })
    .filter((group) => group.items.length > 0);
}

const own = <Value>(session: Session, table: Readonly<Partial<Record<string, readonly Value[]>>>): Value[] => [
  ...new Set(session.roles.flatMap(({ slug }) => table[slug] ?? [])),
];

/** Heads that are open, and addresses that are pinned, until the person chooses. */
export const openAtFirst = (session: Session): string[] => own(session, openFor);
export const pinnedAtFirst = (session: Session, type: AccountType): string[] =>
  own(session, pinnedFor).map((path) => `/${type}${path}`);

/** The entry or tab nearest to an address: /admin/loans/pending is not also /admin/loans. */
export function nearest(items: readonly MenuItem[], pathname: string): string | undefined {
  return items
    .flatMap(({ path, tabs }) => [path, ...tabs.map((tab) => tab.path)])
    .filter((path) => pathname === path || pathname.startsWith(`${path}/`))
    .toSorted((left, right) => right.length - left.length)[0];
}
