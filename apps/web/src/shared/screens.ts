/**
 * A route is declared in one row, in `features/<wing>/<noun>/screens.ts`. `npm run generate` makes the tables of them
 * (app/screens.gen.ts, app/open-screens.gen.ts): router, titles, guards, sidebar, command palette and docs/routes.json.
 */
import type { AccountType } from "@manilla/contract/accounts";
import type { Endpoint } from "@manilla/contract/endpoint";
import type { Permission } from "@manilla/contract/permissions";
import type { ComponentType } from "react";
import type { DeclaredColumn } from "./list/columns.tsx";
import type { ReadyView } from "./list/ready-views.tsx";

/** The guards that a row may name, in the order in which they run (app/guards.ts). */
export type ScreenGuard =
  | "auth"
  | "password_changed"
  | "profile_updated"
  | "profile_approved"
  | "company_profile_updated"
  | "company_subscribed";

/** Most routes need these six (spec line 28). */
export const most: readonly ScreenGuard[] = [
  "auth",
  "password_changed",
  "profile_updated",
  "profile_approved",
  "company_profile_updated",
  "company_subscribed",
];

/** A place in a sidebar: one of the specified sections, a label, an order, a letter for `g` + letter. */
export interface MenuEntry {
  section: string;
  label: string;
  order: number;
  key?: string;
  /** Shown only to personal customers, or only to employees of a company (spec line 14). */
  when?: "personal" | "business";
  /** Shown only with this permission, where the screen itself is open to all and its list is not. */
  needs?: Permission;
}

/** A row of the tables. */
export interface Screen {
  /** Row of routes.tsv, or "added". */
  spec: string;
  /** As in the specification: `{accountType}` means each of the audience's account types, `{name?}` may be absent. */
  path: string;
  title: string;
  /** Its name in the breadcrumbs of a screen below it, where the specified title does not say what the record is. */
  crumb?: string;
  /** `public`: no session looked at; `guest`: only without one; `any`: any session; else the account types. */
  audience: "public" | "guest" | "any" | readonly AccountType[];
  /** One of these permissions is enough; `*` lets everyone of the audience in. */
  can: "*" | readonly Permission[];
  guards: readonly ScreenGuard[];
  menu?: MenuEntry | Partial<Record<AccountType, MenuEntry>>;
  /** Drawn without navbar and sidebar. */
  bare?: boolean;
  load: () => Promise<{ default: ComponentType }>;
}

/**
 * Who may open a screen: the audience and permissions of its call; or permissions (their prefix says the account type);
 * or account types, whose every account may.
 */
type Who = Endpoint | Audience | Permission | AccountType | readonly ("any" | AccountType | Permission)[];
type Audience = "public" | "guest" | "any";
/** Section, order and letter of a sidebar entry: "Finance 1 b"; with a label of its own, where account types differ: "Finance 8: Company Wallets". */
export type Menu = string;
interface More extends Pick<DeclaredScreen, "crumb" | "asks" | "bare"> {
  /** The last guard that holds, where not all of them do. */
  until?: ScreenGuard;
  /** In the sidebar, where it is not the title. */
  label?: string;
  when?: MenuEntry["when"];
  needs?: Permission;
  menus?: Partial<Record<AccountType, Menu>>;
}
/** A column as data (list/columns.tsx); `opens` is an address with the row's fields in braces. */
type PlainColumn = Omit<DeclaredColumn<Readonly<Record<string, unknown>>>, "key" | "render" | "opens" | "total"> & {
  opens?: string;
};
/** A screen that is a list and nothing else, as data. Addresses have the row's fields in braces. */
export interface PlainList {
  call: Endpoint;
  /** Fields of the row in their order, each with what differs from the contract's field. The first is a phone card's title unless one says so. */
  columns: readonly (string | readonly [string, PlainColumn])[];
  /** Where a row leads. */
  href?: string;
  /** What may be done to a row, in its menu: actions, or what a file of the features declares under a name. */
  acts?: readonly Endpoint[] | readonly [name: string, file: string];
  /** Views that come with it, one for each job. */
  views?: readonly (ReadyView & { address: string })[];
  /** Before them, under this label, where the row leads. */
  opens?: string;
  /** Says how much is in each view: how many, or also the sum of a column. */
  tiles?: string | true;
  lead?: string;
  /** A link beside the title: its words and its address; with what is sent at its end it is a button, for those who may send it. */
  link?: readonly [string, string, Endpoint?];
  /** Said when there is nothing at all yet. */
  empty?: string;
}
/** A row as its noun declares it: the code of its screen, or its list. */
export interface DeclaredScreen extends Omit<Screen, "load"> {
  /** Its code, beside the declaration, without `-screen.tsx`. */
  file?: string;
  list?: PlainList;
  /**
   * First requests of the screen, as paths of calls (a list's first page), a parameter with its value: `/documents/{queue=new}`. They are
   * sent together with the request for its code; only where it always asks exactly so. By account type where these differ.
   */
  asks?: readonly string[] | Partial<Record<AccountType, readonly string[]>>;
}

const TYPE_OF = { provider: "admin", company: "corporate", personal: "customer" } as const;
/** The guards of a row that names its last one. */
const guardsUntil = (last: ScreenGuard): readonly ScreenGuard[] => most.slice(0, most.indexOf(last) + 1);
const isPermission = (word: string): word is Permission => word.includes(":");

function access(who: Who): Pick<DeclaredScreen, "audience" | "can" | "asks"> {
  if (typeof who === "object" && "path" in who) {
    const audience = [who.audience].flat() as AccountType[];
    const asks = who.list && !who.path.includes("{") ? { asks: [who.path] } : {};
    return { audience, can: typeof who.can === "string" ? "*" : who.can, ...asks };
  }
  const words = [who].flat();
  const permissions = words.filter(isPermission);
  const can = permissions.length > 0 ? permissions : "*";
  const [first] = words;
  if (first === "public" || first === "guest" || first === "any") return { audience: first, can };
  const types = words.map((word) => (isPermission(word) ? TYPE_OF[word.split(":")[0] as keyof typeof TYPE_OF] : word));
  return { audience: [...new Set(types)] as AccountType[], can };
}

function entry(menu: Menu, title: string, { label = title, when, needs }: More): MenuEntry {
  const [, section = "", order, key, own = label] = /^(.+?) (\d+)(?: (\w))?(?:: (.+))?$/.exec(menu) ?? [];
  return {
    section,
    label: own,
    order: Number(order),
    ...(key && { key }),
    ...(when && { when }),
    ...(needs && { needs }),
  };
}

/**
 * Declares a route.
 * @param path below `/{accountType}/`, or from the root when it begins with a slash
 * @param file its component, beside the declaration, without `-screen.tsx`
 * @param who a call where the screen is its record or its list, whose first page is then requested at once; else permissions or account types
 */
export function screen(
  spec: string,
  path: string,
  title: string,
  file: string,
  who: Who,
  menu?: Menu | More,
  more: More = {},
): DeclaredScreen {
  const { menus, until, label, when, needs, ...rest } = typeof menu === "object" ? menu : more;
  const allowed = access(who);
  const isOpen = allowed.audience === "public" || allowed.audience === "guest";
  const entries = Object.entries(menus ?? {}).map(([type, one]) => [
    type,
    entry(one, title, { label, when, needs } as More),
  ]);
  return {
    spec,
    path: path.startsWith("/") ? path : `/{accountType}/${path}`,
    title,
    file,
    ...allowed,
    guards: isOpen ? [] : until ? guardsUntil(until) : most,
    ...(typeof menu === "string" && { menu: entry(menu, title, more) }),
    ...(menus && { menu: Object.fromEntries(entries) as Partial<Record<AccountType, MenuEntry>> }),
    ...(isOpen && { bare: true }),
    ...rest,
  };
}

/** What somebody does for their company asks for no borrower's profile: an employee who never borrows finishes none. What a call needs, the server holds. */
export const forCompany = (declared: DeclaredScreen): DeclaredScreen => ({
  ...declared,
  guards: declared.guards.filter((guard) => guard !== "profile_updated"),
});

/**
 * Declares a route whose screen is a list: its code is generated (app/lists.gen.tsx).
 * @param path below `/{accountType}/`
 */
export function listScreen(
  spec: string,
  path: string,
  title: string,
  call: Endpoint,
  list: Omit<PlainList, "call"> & { menu?: Menu },
): DeclaredScreen {
  const { menu, ...shown } = list;
  const { file: _, ...row } = screen(spec, path, title, "", call, menu);
  return { ...row, list: { call, ...shown } };
}

/** Sidebar sections in the specified order (spec lines 14–18). */
export const sections: Record<AccountType, readonly string[]> = {
  admin: [
    "Account",
    "Finance",
    "Users",
    "Doc Processor",
    "Underwriting",
    "Customers",
    "Push Notifications",
    "Share and Earn",
    "Processing",
    "Processed",
    "Affiliate",
    "Merchant",
    "Invest",
    "Bolt Integration",
    "Promotions",
    "Rewards",
    "Settings",
  ],
  corporate: ["Dashboard", "Onboarding", "Payments", "Settings"],
  customer: [
    "Dashboard",
    "Marketplace & Bills",
    "Loans",
    "Transactions",
    "Expense Requests",
    "Rewards",
    "Refer & Earn",
    "Settings",
  ],
};

export function menuEntryOf(screen: Screen, type: AccountType): MenuEntry | undefined {
  if (!screen.menu) return undefined;
  if (!("section" in screen.menu)) return screen.menu[type];
  return Array.isArray(screen.audience) && screen.audience.includes(type) ? screen.menu : undefined;
}
