import { type ReactNode, useEffect } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import styles from "./list.module.css";

interface Queue {
  /** The list with its filter. */
  from: string;
  hrefs: readonly string[];
}
const KEY = "manilla.queue";

/** Remembers the rows of the list from which a record is opened, in their order. */
export function rememberQueue(queue: Queue): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(queue));
  } catch {
    // Then the record simply has no neighbours.
  }
}

function readQueue(): Queue | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Queue | undefined;
  } catch {
    return undefined;
  }
}

const isTyping = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.closest("input, textarea, select, dialog, [popover]") !== null;

/** On a record's page: previous and next of the list that it was opened from, with its filter; keys `k` and `j`. */
export function RecordQueue(): ReactNode {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const queue = readQueue();
  const at = queue?.hrefs.indexOf(pathname) ?? -1;
  const [previous, next] = [queue?.hrefs[at - 1], queue?.hrefs[at + 1]];
  useEffect(() => {
    if (at < 0) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const target = event.key === "j" ? next : event.key === "k" ? previous : undefined;
      if (target) void navigate(target);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [at, previous, next, navigate]);
  if (!queue || at < 0) return null;
  return (
    <nav className={styles.queue} aria-label="Records of the list">
      <Link to={queue.from}>Back to the list</Link>
      <span className="muted">
        {at + 1} of {queue.hrefs.length}
      </span>
      {previous ? <Link to={previous}>Previous</Link> : <span className="muted">Previous</span>}
      {next ? <Link to={next}>Next</Link> : <span className="muted">Next</span>}
    </nav>
  );
}
