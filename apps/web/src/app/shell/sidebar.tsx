import type { AccountType } from "@manilla/contract/accounts";
import { memo, type ReactNode } from "react";
import { Link, useLocation } from "react-router";
import type { Session } from "../../shared/session/session.ts";
import { menuOf } from "./menu.ts";
import { useQueueCounts } from "./queue-counts.ts";
import styles from "./shell.module.css";

/** The sidebar: specified sections in order, each with the screens that exist and that this person may open. */
export const Sidebar = memo(function Sidebar({ session, type }: { session: Session; type: AccountType }): ReactNode {
  const { pathname } = useLocation();
  const menu = menuOf(session, type);
  const counts = useQueueCounts(session, type === "admin");
  // Only the nearest: /admin/loans/pending is not also /admin/loans.
  const paths = menu.flatMap(({ items }) => items.map(({ path }) => path)).filter((path) => pathname === path || pathname.startsWith(`${path}/`));
  const here = paths.toSorted((left, right) => right.length - left.length)[0];
  return (
    <nav className={styles.menu} aria-label="Main">
      {menu.map(({ section, items }) => {
        const isAlone = items.length === 1 && items[0]?.label === section;
        return (
          <div key={section}>
            {!isAlone && <h2 className={styles.section}>{section}</h2>}
            <ul className={styles.list}>
              {items.map(({ label, path }) => (
                <li key={path}>
                  <Link className={styles.item} to={path} aria-current={path === here ? "page" : undefined}>
                    {label}
                    {counts.has(path) && (
                      <span className={styles.tally}>
                        <span className="visually-hidden">, </span>
                        {counts.get(path)}
                      </span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
});
