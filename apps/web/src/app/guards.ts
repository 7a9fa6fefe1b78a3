/**
 * Who may open a screen. The guards run in the specified order (line 28): download-app redirect, login, password, profile,
 * approval, company profile, plan, account type, permissions. The server holds the same ones; these only spare a detour.
 */
import type { AccountType } from "@manilla/contract/accounts";
import type { Session } from "../shared/session/session.ts";
import type { Screen } from "../shared/screens.ts";

export interface Visit {
  screen: Pick<Screen, "path" | "audience" | "can" | "guards">;
  /** The account type of the address, where it has one. */
  type: AccountType | undefined;
  /** Path and query, to come back to. */
  from: string;
  session: Pick<Session, "guards" | "permissions" | "account_types" | "roles"> | null;
  /** On the host of the mobile product only these paths are for end users (A18); undefined on every other host. */
  allowedHere: readonly string[] | undefined;
  /** Whether a path has a screen, or is one's own as the tables write it: no guard leads to a door that is not there. */
  exists(path: string): boolean;
}

/** Returns where to go instead, or undefined to let the visit pass. */
type Guard = (visit: Visit) => string | undefined;

const isOpen = ({ screen }: Visit): boolean => screen.audience === "public" || screen.audience === "guest";
/** The account type that a visit is about: the address's, else the first that the person has. */
const areaOf = ({ type, session }: Visit): AccountType => type ?? session?.account_types[0] ?? "customer";

const condition =
  (name: keyof Session["guards"], target: (visit: Visit) => string): Guard =>
  (visit) => {
    if (!visit.session || !visit.screen.guards.includes(name) || visit.session.guards[name]) return undefined;
    const address = target(visit);
    return address !== visit.from.split("?")[0] && visit.exists(address) ? address : undefined;
  };

const begins = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** A declined person reads the reasons and appeals there, also with an unfinished profile. */
const isAppealing = (visit: Visit): boolean =>
  visit.session?.guards.profile_approved === false && visit.from.split("?")[0] === `/${areaOf(visit)}/approval`;
const updated = condition("profile_updated", (visit) => `/${areaOf(visit)}/settings/profile`);

/** Each guard with its name, in the order in which they run. */
export const guardOrder: readonly (readonly [name: string, guard: Guard])[] = [
  [
    "download",
    ({ allowedHere, from }) =>
      allowedHere && !allowedHere.some((prefix) => begins(from.split("?")[0] ?? "", prefix)) ? "/download" : undefined,
  ],
  [
    "auth",
    (visit) => {
      if (visit.screen.audience === "guest") return visit.session ? "/" : undefined;
      return !isOpen(visit) && !visit.session
        ? `/login${visit.from === "/" ? "" : `?redirect=${encodeURIComponent(visit.from)}`}`
        : undefined;
    },
  ],
  ["password_changed", condition("password_changed", () => "/password/update")],
  ["profile_updated", (visit) => (isAppealing(visit) ? undefined : updated(visit))],
  ["profile_approved", condition("profile_approved", (visit) => `/${areaOf(visit)}/approval`)],
  ["company_profile_updated", condition("company_profile_updated", () => "/onboarding")],
  ["company_subscribed", condition("company_subscribed", (visit) => `/${areaOf(visit)}/subscription`)],
  [
    "account_type",
    ({ type, session, screen, from, exists }) => {
      if (!type || !session) return undefined;
      // A page of that name belongs to another account type: no record is meant (A11).
      const path = from.replace(/\/?(\?.*)?$/, "").replace(type, "{accountType}");
      const isOthers = /\{(?!accountType)/.test(screen.path) && exists(path);
      return isOthers || !session.account_types.includes(type) ? "/404" : undefined;
    },
  ],
  [
    "permissions",
    ({ screen, session }) => {
      if (!session || screen.can === "*") return undefined;
      return screen.can.some((permission) => session.permissions.includes(permission)) ? undefined : "/";
    },
  ],
];

/** The default list of what end users may open on the production app host (A18): guest, public and redirect pages. */
export const OPEN_ON_APP_HOST: readonly string[] = [
  "/login",
  "/logout",
  "/register",
  "/password",
  "/download",
  "/upload-documents",
  "/a/m",
  "/r/c",
  "/unsubscribe",
  "/terms",
  "/help",
  "/borrow",
  "/receipts",
  "/privacy",
  "/404",
];

/** Runs the guards in order. @returns the address to go to instead, or undefined when the screen may open */
export function decide(visit: Visit): string | undefined {
  for (const [, guard] of guardOrder) {
    const instead = guard(visit);
    if (instead !== undefined) return instead;
  }
  return undefined;
}

/** Whether a person may open a screen, for menus and the palette: account type and permissions only. */
export const mayOpen = (session: Session, screen: Screen, type: AccountType): boolean =>
  session.account_types.includes(type) &&
  Array.isArray(screen.audience) &&
  screen.audience.includes(type) &&
  (screen.can === "*" || screen.can.some((permission) => session.permissions.includes(permission)));
