/** One row per route: the router, titles, guards, sidebar, command palette and docs/routes.json all come from these rows. */
import type { AccountType } from "@manilla/contract/accounts";
import type { Permission } from "@manilla/contract/permissions";
import type { ComponentType } from "react";

/** The guards that a row may name, in the order in which they run (guards.ts). */
export type ScreenGuard =
  | "auth"
  | "password_changed"
  | "profile_updated"
  | "profile_approved"
  | "company_profile_updated"
  | "company_subscribed";

/** Where a screen stands in a sidebar: one of the specified sections, a label, a place, a letter for `g` + letter. */
export interface MenuEntry {
  section: string;
  label: string;
  order: number;
  key?: string;
  /** Shown only to personal customers, or only to employees of a company (spec line 14). */
  when?: "personal" | "business";
}

/** Any export of lazy screens: `load: () => import("../../features/lending/loans/loans-screen.tsx")`, the component as default. */
export interface Screen {
  /** Row of routes.tsv, or "added". */
  spec: string;
  /** As in the specification: `{accountType}` stands for each of the audience's account types, `{name?}` may be absent. */
  path: string;
  title: string;
  /** What stands for it in the way to a screen below it, where the specified title does not say what the record is. */
  crumb?: string;
  /** `public`: no session looked at; `guest`: only without one; `any`: any session; else the account types. */
  audience: "public" | "guest" | "any" | readonly AccountType[];
  /** One of these permissions is enough; `*` lets everyone of the audience in. */
  can: "*" | readonly [Permission, ...Permission[]];
  guards: readonly ScreenGuard[];
  menu?: MenuEntry | Partial<Record<AccountType, MenuEntry>>;
  /** Drawn without navbar and sidebar. */
  bare?: boolean;
  /**
   * What the screen asks the server first, as paths of calls (a list's first page), a parameter with its value: `/documents/{queue=new}`. Asked
   * together with its code, not after it; only where it is always asked exactly so. By account type where these ask differently.
   */
  asks?: readonly string[] | Partial<Record<AccountType, readonly string[]>>;
  load: () => Promise<{ default: ComponentType }>;
}

/** Most routes need these six (spec line 28). */
export const most: readonly ScreenGuard[] = [
  "auth",
  "password_changed",
  "profile_updated",
  "profile_approved",
  "company_profile_updated",
  "company_subscribed",
];

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

/** The entry of a screen in one account type's sidebar. */
export function menuEntryOf(screen: Screen, type: AccountType): MenuEntry | undefined {
  if (!screen.menu) return undefined;
  if (!("section" in screen.menu)) return screen.menu[type];
  return Array.isArray(screen.audience) && screen.audience.includes(type) ? screen.menu : undefined;
}
