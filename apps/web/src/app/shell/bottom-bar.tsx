import type { AccountType } from "@manilla/contract/accounts";
import { type ReactNode, useMemo } from "react";
import { Link } from "react-router";
import type { Session } from "../../shared/session/session.ts";
import { IconCoins, IconCreditCard, IconHelp, IconHome, IconReceipt } from "../../shared/ui/icons.ts";
import styles from "./bottom-bar.module.css";
import { destinationsOf } from "./menu.ts";

const PLACES = [
  { path: "/customer/dashboard", label: "Home", Icon: IconHome },
  { path: "/customer/repayments", label: "Pay", Icon: IconCreditCard },
  { path: "/customer/credit-application", label: "Borrow", Icon: IconCoins },
  { path: "/customer/loans", label: "Loans", Icon: IconReceipt },
  { path: "/customer/help", label: "Help", Icon: IconHelp },
] as const;

const isAt = (pathname: string, path: string): boolean => pathname === path || pathname.startsWith(`${path}/`);

/** What a customer does most, where a thumb reaches it: only on a phone, and once the profile no longer leads every address to itself. */
export function BottomBar({
  session,
  type,
  pathname,
}: {
  session: Session;
  type: AccountType;
  pathname: string;
}): ReactNode {
  const open = useMemo(() => new Set(destinationsOf(session, type).map(({ path }) => path)), [session, type]);
  if (type !== "customer" || !session.guards.profile_updated) return null;
  return (
    <nav className={styles.bar} aria-label="Most used">
      {PLACES.filter(({ path }) => open.has(path)).map(({ path, label, Icon }) => (
        <Link key={path} to={path} aria-current={isAt(pathname, path) ? "page" : undefined}>
          <Icon size={20} aria-hidden="true" />
          {label}
        </Link>
      ))}
    </nav>
  );
}
