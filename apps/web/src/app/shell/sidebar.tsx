import type { AccountType } from "@manilla/contract/accounts";
import { memo, type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useMemo, useRef } from "react";
import { useNavigate } from "react-router";
import type { Session } from "../../shared/session/session.ts";
import { fetchAhead } from "./fetch-ahead.ts";
import { menuOf } from "./menu.ts";
import { useQueueCounts } from "./queue-counts.ts";
import styles from "./shell.module.css";

const linkOf = (target: EventTarget): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest("a") : null;
const fetchTarget = ({ target }: SyntheticEvent): void => {
  const link = linkOf(target);
  if (link) fetchAhead(link.pathname);
};

/** How much of the menu is seen above and below where one is. */
const AROUND_PX = 96;

/** Scrolls a part until something in it is seen. Not `scrollIntoView`: the keyboard would go on from there, past the way to the content. */
function show(item: Element | null | undefined, within: Element | null | undefined): void {
  if (!item || !within) return;
  const [at, window] = [item.getBoundingClientRect(), within.getBoundingClientRect()];
  if (at.bottom > window.bottom) within.scrollTop += at.bottom - window.bottom + AROUND_PX;
  else if (at.top < window.top) within.scrollTop -= window.top - at.top + AROUND_PX;
}

/**
 * The sidebar: specified sections in order, each with the screens that exist and that this person may open. Its links are plain ones, pressed
 * through the list: sixty links of the router's own would each be drawn again at every change of the address.
 */
export const Sidebar = memo(function Sidebar({
  session,
  type,
  pathname,
}: {
  session: Session;
  type: AccountType;
  pathname: string;
}): ReactNode {
  const navigate = useNavigate();
  const menu = useMemo(() => menuOf(session, type), [session, type]);
  const counts = useQueueCounts(session, type === "admin");
  // Only the nearest: /admin/loans/pending is not also /admin/loans.
  const paths = menu
    .flatMap(({ items }) => items.map(({ path }) => path))
    .filter((path) => pathname === path || pathname.startsWith(`${path}/`));
  const here = paths.toSorted((left, right) => right.length - left.length)[0];
  const onClick = (event: MouseEvent): void => {
    const link = linkOf(event.target);
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(link.pathname);
  };
  // Where one is should be seen, also far down the list. After the paint: it costs a layout.
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const timer = setTimeout(
      () => show(nav.current?.querySelector("[aria-current=page]"), nav.current?.parentElement),
      0,
    );
    return () => clearTimeout(timer);
  }, [here]);
  return (
    // The links in it take the keyboard; what comes to them is only heard here.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <nav
      ref={nav}
      className={styles.menu}
      aria-label="Main"
      onClick={onClick}
      onPointerOver={fetchTarget}
      onFocus={fetchTarget}
    >
      {menu.map(({ section, items }) => {
        const isAlone = items.length === 1 && items[0]?.label === section;
        return (
          <div key={section}>
            {!isAlone && <h2 className={styles.section}>{section}</h2>}
            <ul className="list">
              {items.map(({ label, path }) => (
                <li key={path}>
                  <a className={styles.item} href={path} aria-current={path === here ? "page" : undefined}>
                    {label}
                    {counts.has(path) && (
                      <span className={styles.tally}>
                        <span className="visually-hidden">, </span>
                        {counts.get(path)}
                      </span>
                    )}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
});
