import { count } from "@manilla/contract/formats";
import { type ReactNode, useCallback, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { errorText } from "../api/errors.ts";
import { isShortcut, useKeys } from "../ui/keys.ts";
import { toast } from "../ui/toasts.tsx";
import styles from "./list.module.css";

interface Queue {
  /** The list and its filter. */
  path: string;
  search: string;
  hrefs: readonly string[];
  page: number;
  pages: number;
  /** Number of rows on earlier pages. */
  first: number;
  /** In words: it may be an estimate. */
  total: string;
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

/** The next page of a queue whose records leave it while one works: what moved up onto this page first, then the page after it. */
async function pageAfter(
  now: Queue,
  reader: NonNullable<typeof readPage>,
): Promise<Pick<Queue, "page" | "hrefs"> | undefined> {
  for (const page of [now.page, now.page + 1]) {
    if (page > Math.max(now.pages, 1)) return undefined;
    const hrefs = (await reader(page)).filter((href) => !now.hrefs.includes(href));
    if (hrefs.length > 0) return { page, hrefs };
  }
  return undefined;
}

interface RecordSteps {
  queue: Queue | undefined;
  /** The place of this record on its page of the list; -1 when it was not opened from a list. */
  at: number;
  isTurning: boolean;
  /** Goes to the next or the previous record. @returns false when there is none */
  step: (by: 1 | -1) => Promise<boolean>;
}

/** The records around this one in the list that it was opened from, over the list's pages. */
export function useRecordSteps(): RecordSteps {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [isTurning, setTurning] = useState(false);
  const queue = readQueue();
  const at = queue?.hrefs.indexOf(pathname) ?? -1;
  const step = useCallback(
    async (by: 1 | -1): Promise<boolean> => {
      const now = readQueue();
      const here = now?.hrefs.indexOf(pathname) ?? -1;
      if (!now || here < 0) return false;
      const neighbour = now.hrefs[here + by];
      if (neighbour) {
        await navigate(neighbour);
        return true;
      }
      if (by === -1 && now.page === 1) return false;
      if (!readPage) {
        await navigate(addressOf(now, Math.min(Math.max(now.page + by, 1), now.pages)));
        return true;
      }
      setTurning(true);
      try {
        const found =
          by === 1 ? await pageAfter(now, readPage) : { page: now.page - 1, hrefs: await readPage(now.page - 1) };
        const target = by === 1 ? found?.hrefs[0] : found?.hrefs.at(-1);
        if (!found || !target) return false;
        keep({
          ...now,
          ...found,
          first: by === 1 ? now.first + now.hrefs.length : Math.max(0, now.first - found.hrefs.length),
        });
        await navigate(target);
        return true;
      } catch (error) {
        toast(errorText(error), { tone: "danger" });
        return true;
      } finally {
        setTurning(false);
      }
    },
    [pathname, navigate],
  );
  return { queue, at, isTurning, step };
}

/** On a record's page: previous and next of the list that it was opened from, with its filter, over its pages; keys `n` or `j`, `p` or `k`. */
export function RecordQueue(): ReactNode {
  const { queue, at, isTurning, step } = useRecordSteps();
  useKeys((event) => {
    if (at < 0 || !isShortcut(event)) return;
    if (event.key === "j" || event.key === "n") void step(1);
    if (event.key === "k" || event.key === "p") void step(-1);
  });
  if (!queue || at < 0) return null;
  const neighbour = (by: 1 | -1, label: string): ReactNode => {
    const href = queue.hrefs[at + by];
    if (href)
      return (
        <Link className="reaches-further" to={href}>
          {label}
        </Link>
      );
    const page = queue.page + by;
    if (page < 1 || page > queue.pages) return <span className="muted">{label}</span>;
    return (
      <button
        type="button"
        className={`${styles.turn} reaches-further`}
        disabled={isTurning}
        onClick={() => void step(by)}
      >
        {label}
      </button>
    );
  };
  return (
    <nav className={styles.queue} aria-label="Records of the list">
      <Link className="reaches-further" to={addressOf(queue, queue.page)}>
        Back to the list
      </Link>
      <span className="muted">
        {count(queue.first + at + 1)} of {queue.total}
      </span>
      {neighbour(-1, "Previous")}
      {neighbour(1, "Next")}
    </nav>
  );
}
