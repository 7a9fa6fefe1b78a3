import { count } from "@manilla/contract/formats";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { errorText } from "../api/errors.ts";
import { toast } from "../ui/toasts.tsx";
import styles from "./list.module.css";

interface Queue {
  /** The list and its filter. */
  path: string;
  search: string;
  hrefs: readonly string[];
  page: number;
  pages: number;
  /** How many rows stand on the pages before. */
  first: number;
  total: number;
}
const KEY = "manilla.queue";

/** Fetches another page of the list; gone after a reload, and then the list itself is the way on. */
let readPage: ((page: number) => Promise<readonly string[]>) | undefined;

function keep(queue: Queue): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(queue));
  } catch {
    // Then the record simply has no neighbours.
  }
}

/** Remembers the rows of the list from which a record is opened, in their order, and how its other pages are had. */
export function rememberQueue(queue: Queue, reader: (page: number) => Promise<readonly string[]>): void {
  readPage = reader;
  keep(queue);
}

function readQueue(): Queue | undefined {
  try {
    const queue = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Queue | null;
    return queue?.path === undefined ? undefined : queue;
  } catch {
    return undefined;
  }
}

const addressOf = ({ path, search }: Queue, page: number): string => {
  const query = new URLSearchParams(search);
  if (page > 1) query.set("page", String(page));
  else query.delete("page");
  return query.size > 0 ? `${path}?${query.toString()}` : path;
};

const isTyping = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.closest("input, textarea, select, dialog, [popover]") !== null;

/** On a record's page: previous and next of the list that it was opened from, with its filter, over its pages; keys `k` and `j`. */
export function RecordQueue(): ReactNode {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [isTurning, setTurning] = useState(false);
  const queue = readQueue();
  const at = queue?.hrefs.indexOf(pathname) ?? -1;
  const step = useCallback(
    async (by: 1 | -1): Promise<void> => {
      const now = readQueue();
      const here = now?.hrefs.indexOf(pathname) ?? -1;
      if (!now || here < 0) return;
      const neighbour = now.hrefs[here + by];
      if (neighbour) return void navigate(neighbour);
      const page = now.page + by;
      if (page < 1 || page > now.pages) return;
      if (!readPage) return void navigate(addressOf(now, page));
      setTurning(true);
      try {
        const hrefs = await readPage(page);
        const target = by === 1 ? hrefs[0] : hrefs.at(-1);
        keep({ ...now, page, hrefs, first: by === 1 ? now.first + now.hrefs.length : Math.max(0, now.first - hrefs.length) });
        if (target) await navigate(target);
      } catch (error) {
        toast(errorText(error), { tone: "danger" });
      } finally {
        setTurning(false);
      }
    },
    [pathname, navigate],
  );
  useEffect(() => {
    if (at < 0) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === "j") void step(1);
      if (event.key === "k") void step(-1);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [at, step]);
  if (!queue || at < 0) return null;
  const neighbour = (by: 1 | -1, label: string): ReactNode => {
    const href = queue.hrefs[at + by];
    if (href) return <Link to={href}>{label}</Link>;
    const page = queue.page + by;
    if (page < 1 || page > queue.pages) return <span className="muted">{label}</span>;
    return (
      <button type="button" className={styles.turn} disabled={isTurning} onClick={() => void step(by)}>
        {label}
      </button>
    );
  };
  return (
    <nav className={styles.queue} aria-label="Records of the list">
      <Link to={addressOf(queue, queue.page)}>Back to the list</Link>
      <span className="muted">
        {count(queue.first + at + 1)} of {count(queue.total)}
      </span>
      {neighbour(-1, "Previous")}
      {neighbour(1, "Next")}
    </nav>
  );
}
