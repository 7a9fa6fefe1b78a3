/** Small parts that every screen shares. */
import { date, exactTime, naira, relativeTime } from "@manilla/contract/formats";
import type { Tone } from "@manilla/contract/badges";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import { CallError, errorText } from "../api/errors.ts";
import { IconCheck, IconCopy, IconInbox } from "./icons.ts";
import styles from "./kit.module.css";
import { announce } from "./toasts.tsx";

/** A bordered part of a page. @param flush the body has no padding: for tables */
export function Panel({
  title,
  actions,
  flush,
  isSmall,
  children,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  flush?: boolean;
  /** It has one figure, so that two of them fit beside each other in a home's column. */
  isSmall?: boolean | undefined;
  children: ReactNode;
}): ReactNode {
  return (
    <section className={styles.panel} data-small={isSmall}>
      {title !== undefined && (
        <div className={styles.panelHead}>
          <h2>{title}</h2>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      <div className={styles.panelBody} data-flush={flush ?? false}>
        {children}
      </div>
    </section>
  );
}

/** A remark in a tone, in the flow of the page. */
export const Notice = ({
  tone = "info",
  action,
  children,
}: {
  tone?: Tone;
  action?: ReactNode;
  children: ReactNode;
}): ReactNode => (
  <div className={styles.notice} data-tone={tone}>
    <div className={styles.noticeText}>{children}</div>
    {action}
  </div>
);

/** An item that is there only under a condition: `owed > 0 && { … }`. */
export type Maybe<Item> = Item | false | null | undefined | 0 | "";
export const present = <Item,>(items: readonly Maybe<Item>[]): Item[] => items.filter((item): item is Item => !!item);

/** Label and value pairs. `figure` aligns a value as an amount. */
export function Facts({
  items,
}: {
  items: readonly Maybe<{ label: string; value: ReactNode; figure?: boolean }>[];
}): ReactNode {
  return (
    <dl className={styles.facts}>
      {items.map((item, place) =>
        item ? (
          // By its place: labels may be the same.
          <div key={place} style={{ display: "contents" }}>
            <dt>{item.label}</dt>
            <dd data-figure={item.figure ?? false}>{item.value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

/** Says that there is nothing, why, and what comes next. */
export const Empty = ({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}): ReactNode => (
  <div className={styles.empty}>
    <IconInbox className={styles.emptyMark} stroke={1.3} aria-hidden="true" />
    <h2>{title}</h2>
    {children && <p>{children}</p>}
    {action}
  </div>
);

/** An answer that did not come: what happened, a retry, and the id that support asks for. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }): ReactNode {
  const requestId = error instanceof CallError ? error.requestId : undefined;
  // An invalid or unknown id: trying again changes nothing.
  if (error instanceof CallError && (error.status === 404 || error.status === 422)) {
    return (
      <div className={styles.empty} role="alert">
        <h2>There is nothing here</h2>
        <p>What this address leads to does not exist, or is not yours to see.</p>
      </div>
    );
  }
  return (
    <div className={styles.empty} role="alert">
      <h2>This could not be loaded</h2>
      <p>{errorText(error)}</p>
      {onRetry && (
        <button type="button" className={styles.link} onClick={onRetry}>
          Try again
        </button>
      )}
      {requestId && (
        <p className="small">
          Request <Copyable text={requestId}>{requestId}</Copyable>
        </p>
      )}
    </div>
  );
}

/** A grey bar in the place of something that is coming; appears after 150 ms, so that quick answers do not flicker. */
export function Skeleton({ width = "100%", height = 14 }: { width?: string | number; height?: number }): ReactNode {
  const isDue = useDelay(150);
  return (
    <span
      className={isDue ? styles.skeleton : undefined}
      style={{ width, height, display: "block" }}
      aria-hidden="true"
    />
  );
}

/** Becomes true after a while. */
export function useDelay(ms: number): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isDue;
}

/** A text with a button that copies it and says so. */
export function Copyable({ text, label, children }: { text: string; label?: string; children: ReactNode }): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    announce(`${label ?? "Value"} copied`);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <span className={styles.copy}>
      {children}
      <button
        type="button"
        className={`${styles.copyButton} reaches-further`}
        aria-label={`Copy ${label ?? text}`}
        onClick={(event) => (event.stopPropagation(), void copy())}
      >
        {isCopied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      </button>
    </span>
  );
}

/** A moment as people say it, with the exact one and its zone on hover. */
export function When({ at }: { at: string }): ReactNode {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(at, new Date())}
    </time>
  );
}

/** When figures were counted, said quietly: those that take long to count are kept for a while. */
export function AsAt({ at }: { at: string }): ReactNode {
  return (
    <span className="small muted">
      As at{" "}
      <time dateTime={at} title={exactTime(at)}>
        {date(at)}
      </time>
    </span>
  );
}

/** An amount of naira; with `href` it opens what it is made of. */
export const Money = ({ kobo, href }: { kobo: number | bigint; href?: string | undefined }): ReactNode =>
  href ? <Link to={href}>{naira(kobo)}</Link> : <span>{naira(kobo)}</span>;

export const LinkButton = ({
  onClick,
  label,
  children,
}: {
  onClick: () => void;
  /** For a screen reader, where several say the same. */
  label?: string;
  children: ReactNode;
}): ReactNode => (
  <button type="button" className={`${styles.link} reaches-further`} onClick={onClick} aria-label={label}>
    {children}
  </button>
);
