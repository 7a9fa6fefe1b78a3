/** The entries of the bar at the foot of a phone, by viewer: one declaration, of which the first line that fits counts. */
import type { AccountType } from "@manilla/contract/accounts";
import type { Session } from "../../shared/session/session.ts";
import {
  IconBookmark,
  IconCoins,
  IconCreditCard,
  IconDots,
  IconHome,
  IconInbox,
  IconReceipt,
  IconSearch,
  IconShoppingBag,
} from "../../shared/ui/icons.ts";
import { iconOf } from "./head-icons.ts";
import { type Destination, destinationsOf, menuOf, pinnedAtFirst } from "./menu.ts";

type Icon = typeof IconHome;
/** A screen, or what the bar opens itself. */
export type BarEntry = { label: string; Icon: Icon } & (
  | { path: string; /** Another address that marks it as the current one. */ also?: string }
  | { opens: "search" | "menu" }
);

const place = (path: string, label: string, Icon: Icon): BarEntry => ({ path, label, Icon });
const HOME = place("/dashboard", "Home", IconHome);
const SEARCH: BarEntry = { opens: "search", label: "Search", Icon: IconSearch };
const MORE: BarEntry = { opens: "menu", label: "More", Icon: IconDots };
const APPROVER = [HOME, place("/approvals", "Approvals", IconInbox), SEARCH, MORE];

const HEADS = ["company_department_head", "company_unit_head"];
const isHead = ({ roles }: Session): boolean => roles.some(({ slug }) => HEADS.includes(slug));

interface Bar {
  type: AccountType;
  /** Whose it is; without it everybody's of the account type. */
  of?: (session: Session) => boolean;
  entries: readonly BarEntry[] | ((session: Session) => readonly BarEntry[]);
}
const bars: readonly Bar[] = [
  { type: "customer", of: isHead, entries: APPROVER },
  {
    type: "customer",
    of: ({ staff_account_type }) => staff_account_type === "business",
    entries: [
      HOME,
      place("/expenses/requests", "Requests", IconReceipt),
      place("/cards", "Card", IconCreditCard),
      place("/bills", "Bills", IconShoppingBag),
      MORE,
    ],
  },
  {
    type: "customer",
    // Before the profile is complete it leads every address of a borrower to itself.
    of: ({ guards }) => guards.profile_updated,
    entries: [
      HOME,
      { ...place("/loans", "Loans", IconCoins), also: "/customer/credit-application" },
      place("/repayments", "Pay", IconCreditCard),
      place("/bills", "Bills", IconShoppingBag),
      MORE,
    ],
  },
  {
    type: "corporate",
    of: ({ permissions }) => permissions.includes("company:can_decide_approvals"),
    entries: APPROVER,
  },
  { type: "corporate", entries: (session) => [HOME, ...workPlaces(session, "corporate"), SEARCH, MORE] },
  { type: "admin", of: ({ permissions }) => permissions.includes("provider:can_decide_approvals"), entries: APPROVER },
  { type: "admin", entries: (session) => [HOME, ...workPlaces(session, "admin"), SEARCH, MORE] },
];

/** Where a role works first: what is pinned for it, else the first entries of its menu. */
function workPlaces(session: Session, type: AccountType): BarEntry[] {
  const open = destinationsOf(session, type);
  const pinned = pinnedAtFirst(session, type).flatMap((path) => open.find((each) => each.path === path) ?? []);
  const entries: readonly Destination[] = [...pinned, ...menuOf(session, type).flatMap(({ items }) => items)];
  const found = new Map(
    entries.filter(({ path }) => path !== `/${type}/dashboard`).map((each) => [each.path, each] as const),
  );
  const taken = new Set<Icon>([IconHome]);
  return [...found.values()].slice(0, 2).map(({ path, label, head }) => {
    const own = iconOf[head] ?? IconBookmark;
    const Icon = taken.has(own) ? IconBookmark : own;
    taken.add(Icon);
    return place(path.slice(type.length + 1), label, Icon);
  });
}

/** The entries of a person's bar that they may open, with whole addresses. */
export function barOf(session: Session, type: AccountType): readonly BarEntry[] {
  const bar = bars.find((each) => each.type === type && (each.of?.(session) ?? true));
  const open = new Set(destinationsOf(session, type).map(({ path }) => path));
  const entries = typeof bar?.entries === "function" ? bar.entries(session) : (bar?.entries ?? []);
  return entries.flatMap((entry) => {
    if (!("path" in entry)) return entry;
    const path = `/${type}${entry.path}`;
    return open.has(path) ? { ...entry, path } : [];
  });
}
