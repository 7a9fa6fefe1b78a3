import { type ReactNode, useEffect, useRef } from "react";
import { useMatches } from "react-router";
import styles from "./kit.module.css";

/** What a route knows of itself: its row in the table of screens. */
export interface ScreenHandle {
  title: string;
  /** What the way to it calls it, where that is not the title. */
  crumb?: string | undefined;
  path: string;
}
const isHandle = (value: unknown): value is ScreenHandle =>
  typeof value === "object" && value !== null && "title" in value && "path" in value;

function useHandle(): ScreenHandle {
  const handle = useMatches().findLast((match) => isHandle(match.handle))?.handle;
  return isHandle(handle) ? handle : { title: "Manilla", path: "/" };
}

export const useScreenTitle = (): string => useHandle().title;

/** Its word in the way to it. */
export function useScreenCrumb(): string {
  const { title, crumb = title } = useHandle();
  return crumb;
}

let isFirstPage = true;

/**
 * A page: its title (from the table of screens unless given), a lead, actions on the right. The heading takes the focus
 * when one arrives from another page, so that a screen reader starts there.
 * @param props.fill the page fills the window and one of its parts scrolls: for lists
 */
export function Page(props: {
  title?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  width?: "form" | "text" | "full";
  fill?: boolean;
  children: ReactNode;
}): ReactNode {
  const screenTitle = useScreenTitle();
  const title = props.title ?? screenTitle;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Manilla`;
  }, [title]);
  useEffect(() => {
    if (!isFirstPage && !document.activeElement?.matches("input, textarea, select"))
      heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return (
    <div className={styles.page} data-width={props.width ?? "full"} data-fill={props.fill ?? false}>
      <div className={styles.head}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {props.lead && <div className={styles.lead}>{props.lead}</div>}
        </div>
        {props.actions && <div className={styles.actions}>{props.actions}</div>}
      </div>
      {props.children}
    </div>
  );
}
