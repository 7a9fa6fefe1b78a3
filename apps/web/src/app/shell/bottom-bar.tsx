import type { AccountType } from "@manilla/contract/accounts";
import { count } from "@manilla/contract/formats";
import { type ReactNode, useMemo } from "react";
import { Link } from "react-router";
import type { Session } from "../../shared/session/session.ts";
import { barOf } from "./bar-entries.ts";
import styles from "./bottom-bar.module.css";
import { useToDecide } from "./queue-counts.ts";

interface Props {
  session: Session;
  type: AccountType;
  pathname: string;
  onMenu: () => void;
  onPalette: () => void;
}

/** What somebody does most, where a thumb reaches it: only on a phone. */
export function BottomBar({ session, type, pathname, onMenu, onPalette }: Props): ReactNode {
  const entries = useMemo(() => barOf(session, type), [session, type]);
  if (entries.length === 0) return null;
  const [here] = entries
    .flatMap((entry) => ("path" in entry ? entry : []))
    .filter(({ path, also }) => pathname === also || pathname === path || pathname.startsWith(`${path}/`))
    .toSorted((left, right) => right.path.length - left.path.length);
  return (
    <nav className={styles.bar} aria-label="Most used">
      {entries.map((entry) => {
        const { label, Icon } = entry;
        const shown = (
          <>
            <Icon size={20} aria-hidden="true" />
            <span className={styles.label}>{label}</span>
          </>
        );
        if ("opens" in entry)
          return (
            <button
              key={label}
              type="button"
              aria-haspopup="dialog"
              onClick={entry.opens === "menu" ? onMenu : onPalette}
            >
              {shown}
            </button>
          );
        return (
          <Link key={label} to={entry.path} aria-current={entry === here ? "page" : undefined}>
            {shown}
            {entry.path === `/${type}/approvals` && <ToDecide session={session} type={type} />}
          </Link>
        );
      })}
    </nav>
  );
}

function ToDecide({ session, type }: Pick<Props, "session" | "type">): ReactNode {
  const waiting = useToDecide(session, type);
  return (
    waiting > 0 && (
      <span className={styles.tally}>
        <span className="visually-hidden">, </span>
        {count(waiting)}
        <span className="visually-hidden"> to decide</span>
      </span>
    )
  );
}
