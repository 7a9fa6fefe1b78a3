import type { AccountType } from "@manilla/contract/accounts";
import { memo, type ReactNode, useEffect, useMemo, useRef } from "react";
import { Link } from "react-router";
import type { Session } from "../../shared/session/session.ts";
import { tally } from "../../shared/list/view-figures.ts";
import { menuOf } from "./menu.ts";
import styles from "./shell.module.css";
import { useWaiting } from "./waiting.ts";

/** The screens that share an entry of the menu, as a strip above the page. Records and single screens have none. */
export const RoomTabs = memo(function RoomTabs({
  session,
  type,
  pathname,
}: {
  session: Session;
  type: AccountType;
  pathname: string;
}): ReactNode {
  const menu = useMemo(() => menuOf(session, type), [session, type]);
  const room = menu.flatMap(({ items }) => items).find(({ tabs }) => tabs.some(({ path }) => path === pathname));
  const waiting = useWaiting(session, type);
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const here = strip.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (here && strip.current) strip.current.scrollLeft = here.offsetLeft - strip.current.clientWidth / 2;
  }, [pathname]);
  if (!room) return null;
  return (
    <nav ref={strip} className={styles.tabs} aria-label={`Views of ${room.label}`}>
      {room.tabs.map(({ path, label }) => (
        <Link key={path} to={path} aria-current={path === pathname ? "page" : undefined}>
          {label}
          {waiting.has(path) && <span className={styles.tally}>{tally(waiting.get(path)!)}</span>}
        </Link>
      ))}
    </nav>
  );
});
