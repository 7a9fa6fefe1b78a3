import type { AccountType } from "@manilla/contract/accounts";
import type { ReactNode } from "react";
import { NavLink } from "react-router";
import type { Session } from "../../shared/session/session.ts";
import { menuOf } from "./menu.ts";
import styles from "./shell.module.css";

/** The sidebar: specified sections in order, each with the screens that exist and that this person may open. */
export function Sidebar({ session, type }: { session: Session; type: AccountType }): ReactNode {
  return (
    <nav className={styles.menu} aria-label="Main">
      {menuOf(session, type).map(({ section, items }) => {
        const isAlone = items.length === 1 && items[0]?.label === section;
        return (
          <div key={section}>
            {!isAlone && <h2 className={styles.section}>{section}</h2>}
            <ul className={styles.list}>
              {items.map(({ label, path }) => (
                <li key={path}>
                  <NavLink className={styles.item} to={path}>
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
