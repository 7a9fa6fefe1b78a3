import { useEffect, useMemo, useState } from "react";
import { rowId } from "./row-id.ts";
import type { List } from "./use-list.ts";

/** Which rows are meant: those ticked, or everything that the filter matches. */
export interface Selection {
  ids: readonly string[];
  isAllMatching: boolean;
  /** How many rows that is. */
  count: number;
  /** How many the filter matches. */
  total: number;
  /** The list's query, for acts on everything that matches. */
  query: Record<string, string | number>;
  has(id: string): boolean;
  toggle(id: string): void;
  togglePage(): void;
  isPageSelected: boolean;
  selectAllMatching(): void;
  clear(): void;
}

/** The selection of a list. It is dropped when the filter changes: nobody acts on rows that they no longer see. */
export function useSelection(
  rows: readonly (Record<string, unknown> & { id?: unknown })[],
  list: Pick<List<unknown>, "query" | "state">,
  total: number,
): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [isAllMatching, setAllMatching] = useState(false);
  const { filters, search, range } = list.state;
  const narrowing = JSON.stringify([filters, search, range]);
  useEffect(() => {
    setIds(new Set());
    setAllMatching(false);
  }, [narrowing]);
  return useMemo(() => {
    const page = rows.map(rowId);
    const isPageSelected = page.length > 0 && page.every((id) => ids.has(id));
    const choose = (next: Iterable<string>): void => {
      setIds(new Set(next));
      setAllMatching(false);
    };
    return {
      ids: [...ids],
      isAllMatching,
      total,
      query: list.query,
      isPageSelected,
      count: isAllMatching ? total : ids.size,
      has: (id) => isAllMatching || ids.has(id),
      toggle: (id) => choose(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]),
      togglePage: () => choose(isPageSelected ? [...ids].filter((id) => !page.includes(id)) : [...ids, ...page]),
      selectAllMatching: () => setAllMatching(true),
      clear: () => choose([]),
    };
  }, [rows, ids, isAllMatching, total, list.query]);
}
