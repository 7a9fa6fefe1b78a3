import { ACCOUNT_TYPES, type AccountType } from "@manilla/contract/accounts";
import { memo, type ReactNode, useMemo } from "react";
import { Link, matchPath } from "react-router";
import { useScreenCrumb } from "../../shared/ui/page.tsx";
import type { Session } from "../../shared/session/session.ts";
import { addressesOf } from "../addresses.ts";
import { screens } from "../screens.gen.ts";
import { menuOf } from "./menu.ts";
import { wayHere } from "./way-here.ts";
import styles from "./shell.module.css";

const addresses = screens
  .flatMap((screen) => addressesOf(screen).map(({ path }) => ({ path, title: screen.crumb ?? screen.title })))
  .filter(({ path }) => path !== "/*" && path !== "/");

/** The way to this screen: the account type's dashboard, then every beginning of the address that is a screen itself. */
export const Breadcrumbs = memo(function Breadcrumbs({
  session,
  type,
  pathname,
}: {
  session: Session;
  type: AccountType;
  pathname: string;
}): ReactNode {
  const here = useScreenCrumb();
  const parts = pathname.split("/").filter(Boolean);
  // A screen with a name belongs below named screens, never below a record that its name could be taken for.
  const isNamed = addresses.some((address) => address.path === pathname);
  const above = parts.slice(0, -1).flatMap((_, index) => {
    const path = `/${parts.slice(0, index + 1).join("/")}`;
    const found = addresses.find((address) => (isNamed ? address.path === path : matchPath(address.path, path)));
    return found ? [{ path, title: found.title }] : [];
  });
  // A record is below the list that one came from.
  const items = useMemo(() => menuOf(session, type).flatMap((each) => each.items), [session, type]);
  const way = wayHere(items, pathname);
  const from = isNamed || way === pathname ? undefined : addresses.find(({ path }) => path === way);
  const crumbs = from && above.length <= 1 ? [from] : above;
  const home = `/${type}/dashboard`;
  if (pathname === home) return <div className={styles.crumbs} aria-hidden="true" />;
  return (
    <nav className={styles.crumbs} aria-label="Breadcrumbs">
      <ol>
        <li>
          <Link to={home}>{ACCOUNT_TYPES[type].label}</Link>
        </li>
        {crumbs.map((crumb) => (
          <li key={crumb.path}>
            <Link to={crumb.path}>{crumb.title}</Link>
          </li>
        ))}
        <li>
          <span aria-current="page">{here}</span>
        </li>
      </ol>
    </nav>
  );
});
