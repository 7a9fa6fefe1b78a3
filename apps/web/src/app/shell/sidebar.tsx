import type { AccountType } from "@manilla/contract/accounts";
import {
  memo,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useNavigate } from "react-router";
import type { Session } from "../../shared/session/session.ts";
import { remember, remembered } from "../../shared/ui/device.ts";
import * as icons from "../../shared/ui/icons.ts";
import { fetchAhead } from "./fetch-ahead.ts";
import { iconOf } from "./head-icons.ts";
import { type MenuItem, destinationsOf, groupsOf, menuOf, openAtFirst, pinnedAtFirst } from "./menu.ts";
import { tally } from "../../shared/list/view-figures.ts";
import { useQueueCounts } from "./queue-counts.ts";
import styles from "./shell.module.css";
import { useWaiting, waitingIn } from "./waiting.ts";
import { wayHere } from "./way-here.ts";

const MAX_PINS = 8;

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

/** What this person folded or pinned, kept on the device. */
function useKept(name: string, first: readonly string[]): [readonly string[], (entry: string) => void] {
  const [kept, setKept] = useState(() => remembered<readonly string[]>(name, first));
  const toggle = (entry: string): void => {
    const next = kept.includes(entry) ? kept.filter((each) => each !== entry) : [...kept, entry];
    remember(name, next);
    setKept(next);
  };
  return [kept, toggle];
}

interface Props {
  session: Session;
  type: AccountType;
  pathname: string;
}

/**
 * The sidebar: what is pinned, then heads that fold, each with the entries that this person may open. Its links are plain ones, pressed
 * through the list: sixty links of the router's own would each be drawn again at every change of the address.
 */
export const Sidebar = memo(function Sidebar({ session, type, pathname }: Props): ReactNode {
  const navigate = useNavigate();
  const menu = useMemo(() => menuOf(session, type), [session, type]);
  const items = useMemo(() => menu.flatMap((each) => each.items), [menu]);
  const counts = useQueueCounts(session, type);
  const waiting = useWaiting(session, type);
  const tallyOf = ({ path, tabs }: MenuItem): string | undefined => {
    const found = waitingIn(waiting, [path, ...tabs.map((tab) => tab.path)]);
    return counts.get(path) ?? (found && tally(found));
  };
  const kept = `${session.user.id}.${type}`;
  const [open, toggleOpen] = useKept(`menu.open.${kept}`, openAtFirst(session));
  const [pinned, togglePin] = useKept(`menu.pinned.${kept}`, pinnedAtFirst(session, type));
  // Only the palette has it: no entry is marked for it, its head is.
  const hidden = useMemo(() => destinationsOf(session, type).filter(({ isHidden }) => isHidden), [session, type]);
  const unlisted = hidden.find(({ path }) => path === pathname);
  const here = wayHere(items, pathname, unlisted !== undefined);
  const current = items.find(({ path, tabs }) => path === here || tabs.some((tab) => tab.path === here));
  const pins = items.filter(({ path }) => pinned.includes(path)).slice(0, MAX_PINS);
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
  // One entry is marked: the pinned one, where there is one, so that no head has to unfold for it.
  const isPin = pins.includes(current!);
  const draw = (item: MenuItem, isMarked = item === current): ReactNode => (
    <Entry
      key={item.path}
      item={item}
      isCurrent={isMarked}
      isPinned={pinned.includes(item.path)}
      tally={tallyOf(item)}
      onPin={pinned.includes(item.path) || pins.length < MAX_PINS ? togglePin : undefined}
    />
  );
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
      {pins.length > 0 && (
        <section>
          <h2 className={styles.section}>Pinned</h2>
          <ul className="list">{pins.map((item) => draw(item))}</ul>
        </section>
      )}
      {menu.map(({ head, items: under }) => {
        const isHere = !isPin && (current ? under.includes(current) : unlisted?.head === head);
        const isOpen = open.includes(head) || isHere;
        const Icon = iconOf[head] ?? icons.IconBookmark;
        return (
          <section key={head}>
            <h2>
              <button
                type="button"
                className={styles.head}
                aria-expanded={isOpen}
                aria-current={isHere && !current ? "true" : undefined}
                disabled={isHere}
                onClick={() => toggleOpen(head)}
              >
                <Icon size={17} aria-hidden="true" />
                {head}
                <icons.IconChevronDown size={14} aria-hidden="true" />
              </button>
            </h2>
            {isOpen &&
              groupsOf(type, head, under).map((group) => (
                <ul key={group.name} className={`list ${styles.group}`} aria-label={group.name}>
                  {group.items.map((item) => draw(item, isHere && item === current))}
                </ul>
              ))}
          </section>
        );
      })}
    </nav>
  );
});

interface EntryProps {
  item: MenuItem;
  isCurrent: boolean;
  isPinned: boolean;
  tally: string | undefined;
  onPin: ((path: string) => void) | undefined;
}

function Entry({ item: { label, path }, isCurrent, isPinned, tally, onPin }: EntryProps): ReactNode {
  return (
    <li className={styles.entry}>
      <a className={styles.item} href={path} aria-current={isCurrent ? "page" : undefined}>
        {label}
        {tally && (
          <span className={styles.tally}>
            <span className="visually-hidden">, </span>
            {tally}
          </span>
        )}
      </a>
      {onPin && (
        <button
          type="button"
          className={styles.pin}
          aria-pressed={isPinned}
          aria-label={`Pin ${label}`}
          title={isPinned ? "Take off the pinned ones" : "Pin"}
          onClick={() => onPin(path)}
        >
          {isPinned ? <icons.IconPinFilled size={14} /> : <icons.IconPin size={14} />}
        </button>
      )}
    </li>
  );
}
