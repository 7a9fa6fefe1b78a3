import { useCallback, useEffect, useRef } from "react";
import { useMatches, useNavigationType, useSearchParams, useLocation } from "react-router";
import { calls } from "../api/calls.gen.ts";
import { type Answer, send } from "../api/call.ts";
import { queryClient } from "../api/query-client.ts";
import { keyOf, useCall } from "../api/use-call.ts";
import { accountTypeOf } from "../session/session.ts";
import { remember, remembered } from "../ui/device.ts";
import type { ListCall } from "./use-list.ts";

type Kept = Answer<typeof calls.savedViews.listOf>;
export type SavedView = Kept["views"][number];
export type KeptMemory = NonNullable<Kept["memory"]>;

/** The screen's own path pattern and the call: what is remembered of a table belongs to both. */
export function useTableName(call: ListCall): string {
  const handle = useMatches().findLast((match) => match.handle !== undefined)?.handle as { path?: string } | undefined;
  return `${handle?.path ?? ""}${call.path}`;
}

/** The address without the page: a view begins at its beginning. */
export function viewAddress(query: URLSearchParams): string {
  const copy = new URLSearchParams(query);
  copy.delete("page");
  copy.sort();
  return copy.toString();
}

export interface Views {
  kept: Kept | undefined;
  save(view: { name: string; address: string; is_shared: boolean }): Promise<SavedView>;
  remove(id: string): Promise<void>;
  setDefault(id: string, role: string | null): Promise<void>;
  rememberTable(memory: KeptMemory | null): void;
}

const LATER_MS = 800;

/** A table's saved views, one's own and shared ones, and what one has made of its columns: kept by the server, so that they follow the person. */
export function useViews(table: string): Views {
  const area = accountTypeOf(useLocation().pathname) ?? "customer";
  const input = { query: { table, area } };
  const { data } = useCall(calls.savedViews.listOf, input);
  const key = keyOf(calls.savedViews.listOf, input);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const renew = (): Promise<void> => queryClient.invalidateQueries({ queryKey: key });
  return {
    kept: data,
    async save(view) {
      const { view: saved } = await send(calls.savedViews.save, { body: { table, area, ...view } });
      await renew();
      return saved;
    },
    async remove(id) {
      await send(calls.savedViews.remove, { params: { id } });
      await renew();
    },
    async setDefault(id, role) {
      await send(calls.savedViews.setDefault, { params: { id }, body: { role } });
      await renew();
    },
    rememberTable: useCallback(
      (memory) => {
        clearTimeout(timer.current);
        // Dragging an edge changes it many times a second. If it is lost, this device still remembers it.
        timer.current = setTimeout(
          () => void send(calls.savedViews.remember, { body: { table, memory } }).catch(() => undefined),
          LATER_MS,
        );
        queryClient.setQueryData<Kept>(key, (old) => old && { ...old, memory });
      },
      // The cache's key is made of the table.
      // oxlint-disable-next-line react-hooks/exhaustive-deps
      [table, area],
    ),
  };
}

/**
 * Somebody who comes to a list without any wish of their own sees the view that their role begins with. The address of the last
 * time is tried at once, so that the rows need not be fetched twice.
 * @returns whether that view is about to open: rows of another one are not shown before it, where somebody might press one of them
 */
export function useDefaultView(person: string, table: string, kept: Kept | undefined, ready = ""): boolean {
  const [query, setQuery] = useSearchParams();
  const type = useNavigationType();
  const { key } = useLocation();
  // Back to a list that was cleared on purpose leaves it cleared.
  const mayApply = useRef(query.size === 0 && (type !== "POP" || key === "default"));
  const isOpening = useRef(false);
  const memory = `first-view.${person}.${table}`;
  const address = kept
    ? (kept.views.find(({ id }) => id === kept.default_view_id)?.address ?? ready)
    : remembered(memory, ready);
  useEffect(() => {
    if (kept) remember(memory, address || undefined);
    if (!mayApply.current) return;
    if (address) {
      mayApply.current = false;
      setQuery(address, { replace: true });
    } else if (kept) mayApply.current = false;
  }, [kept, address, memory, setQuery]);
  // From the first render until the address has changed.
  if (query.size > 0) isOpening.current = false;
  else if (mayApply.current && address) isOpening.current = true;
  return isOpening.current;
}
