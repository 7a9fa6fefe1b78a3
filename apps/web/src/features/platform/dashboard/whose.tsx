import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import styles from "./dashboard.module.css";

/** Whether the home shows the caller's own work or the team's: in the address, so that Back and a bookmark keep it. */
export const useIsTeam = (): boolean => useSearchParams()[0].get("of") === "team";

/** Mine or the team's, for the blocks that count somebody's work. */
export function Whose(): ReactNode {
  const isTeam = useIsTeam();
  return (
    <nav className={styles.whose} aria-label="Whose work">
      <Link to="?" replace aria-current={isTeam ? undefined : "true"}>
        Mine
      </Link>
      <Link to="?of=team" replace aria-current={isTeam ? "true" : undefined}>
        Team
      </Link>
    </nav>
  );
}
