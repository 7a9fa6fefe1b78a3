import { type ReactNode, useEffect, useRef } from "react";
import { Link, useSearchParams } from "react-router";
import { isShortcut, useKeys } from "../ui/keys.ts";
import styles from "./tabs.module.css";

export interface RecordTab {
  /** Of its address, `?tab=`. */
  key: string;
  label: string;
  /** How many there are; none is not shown. */
  count?: number | undefined;
}

/**
 * The tabs of a record's page: links, so that Back, a bookmark and a new browser tab open the same part; a digit goes to each.
 * @param props.open the key of the open one
 */
export function RecordTabs({
  tabs,
  open,
  label,
}: {
  tabs: readonly RecordTab[];
  open: string;
  label: string;
}): ReactNode {
  const [, setSearch] = useSearchParams();
  const strip = useRef<HTMLElement>(null);
  useKeys((event) => {
    const tab = isShortcut(event) ? tabs[Number(event.key) - 1] : undefined;
    if (tab) setSearch({ tab: tab.key }, { preventScrollReset: true });
  });
  // Where the strip is wider than the screen, the open tab is scrolled into view.
  useEffect(() => {
    const chosen = strip.current?.querySelector<HTMLElement>("[aria-current]");
    if (strip.current && chosen)
      strip.current.scrollLeft = chosen.offsetLeft - (strip.current.clientWidth - chosen.offsetWidth) / 2;
  }, [open]);
  return (
    <nav ref={strip} className={styles.tabs} aria-label={label}>
      {tabs.map(({ key, label: name, count }, index) => (
        <Link
          key={key}
          to={`?tab=${key}`}
          preventScrollReset
          aria-keyshortcuts={String(index + 1)}
          title={`Key ${index + 1}`}
          aria-current={key === open ? "page" : undefined}
        >
          {name}
          {count !== undefined && count > 0 && <span className={styles.count}>{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
