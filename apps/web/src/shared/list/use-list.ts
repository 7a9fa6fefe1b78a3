import type { Endpoint } from "@manilla/contract/endpoint";
import { isoDay } from "@manilla/contract/formats";
import type { ListDeclaration, Page } from "@manilla/contract/page";
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { type CallInput, send, serverNow } from "../api/call.ts";
import { errorText } from "../api/errors.ts";
import { keyOf } from "../api/use-call.ts";
import { toast } from "../ui/toasts.tsx";
import { readPage } from "./read-page.ts";
import { isCounted } from "./total-in-words.ts";
import { type FilterValue, type ListState, parseState, toQuery, writeState } from "./url-state.ts";

export type ListCall = Endpoint & { kind: "list"; list: ListDeclaration };

export interface List<Row> {
  state: ListState;
  /** Changes the address; anything but a change of page goes back to page 1. `replace` adds no step to the history. */
  change(change: Partial<ListState>, options?: { replace?: boolean }): void;
  query: Record<string, string | number>;
  /** Conditions that the screen sets. */
  fixed: Readonly<Record<string, FilterValue>> | undefined;
  input: CallInput<Endpoint>;
  result: UseQueryResult<Page<Row>>;
  declaration: ListDeclaration;
  call: ListCall;
  /** A row was opened: what is still to come of a typed search must not call its opener back. */
  isLeaving: RefObject<boolean>;
  /** Other pages of the same list, for going through its records. */
  readPage(page: number): Promise<readonly Row[]>;
  /** Fetches what is probably wanted next: another page, another order. */
  fetchAhead(changes: Partial<ListState>): void;
}

/** K024: the first request waits a moment, so that a quick second change costs nothing. */
const FIRST_DELAY_MS = 10;
/** A page that was fetched counts as new for so long. */
const FRESH_MS = 30_000;
/** When a total is still being counted, look again after this. */
const RECOUNT_MS = 2_000;

/** After a page has appeared, what it needs itself goes first. */
const READING_MS = 50;

/** A list's state in the address, and its page of rows. */
export function useList<Row>(
  call: ListCall,
  params: unknown,
  fixed: Readonly<Record<string, FilterValue>> | undefined,
  /** Another address is about to take the place of this one: nothing is asked and nothing shown until then. */
  isOpening = false,
): List<Row> {
  const [search, setSearch] = useSearchParams();
  const declaration = call.list;
  const state = useMemo(() => parseState(search, declaration), [search, declaration]);
  const today = isoDay(new Date(serverNow()));
  const query = useMemo(() => toQuery(state, declaration, fixed, today), [state, declaration, fixed, today]);
  const input = { ...(params !== undefined && { params }), query } as CallInput<Endpoint>;
  const change = useCallback(
    (changes: Partial<ListState>, options?: { replace?: boolean }) =>
      setSearch(
        (now) =>
          writeState(
            { ...parseState(now, declaration), ...("page" in changes ? {} : { page: 1 }), ...changes },
            declaration,
            now,
          ),
        { replace: options?.replace ?? false, preventScrollReset: true },
      ),
    [setSearch, declaration],
  );
  const isFirst = useRef(true);
  const result = useQuery<Page<Row>>({
    // A key without rows: those of the present address may be there already.
    queryKey: isOpening ? [call.path, "opening"] : keyOf(call as Endpoint, input),
    queryFn: async ({ signal }) => {
      if (isFirst.current) await new Promise((resolve) => setTimeout(resolve, FIRST_DELAY_MS));
      isFirst.current = false;
      return readPage<Row>(call, input, { signal });
    },
    enabled: !isOpening,
    placeholderData: (previous) => previous,
    staleTime: FRESH_MS,
    refetchInterval: ({ state: { data } }) => (!data || isCounted(data) ? false : RECOUNT_MS),
  });
  useEffect(() => {
    // Without rows the page itself says it.
    if (result.error && result.data) toast(errorText(result.error), { tone: "danger" });
  }, [result.error, result.data]);
  const isLeaving = useRef(false);
  const rowsOf = async (page: number): Promise<readonly Row[]> =>
    (await readPage<Row>(call, { ...input, query: { ...query, page } } as CallInput<Endpoint>)).items;
  const client = useQueryClient();
  const fetchAhead = (changes: Partial<ListState>): void => {
    const ahead = {
      ...input,
      query: toQuery({ ...state, ...changes }, declaration, fixed, today),
    } as CallInput<Endpoint>;
    void client.prefetchQuery({
      queryKey: keyOf(call as Endpoint, ahead),
      queryFn: ({ signal }) => send(call as Endpoint, ahead, { signal }),
      staleTime: FRESH_MS,
    });
  };
  useNextPage(result.isPlaceholderData ? undefined : result.data?.meta, fetchAhead);
  return { state, change, query, fixed, input, result, declaration, call, isLeaving, readPage: rowsOf, fetchAhead };
}

/** Somebody who goes on to the next page mostly goes on to the one after it: it is fetched while they read. */
function useNextPage(
  meta: { page: number; totalPages: number } | undefined,
  fetchAhead: (changes: Partial<ListState>) => void,
): void {
  const last = useRef<number>(undefined);
  const ahead = useRef(fetchAhead);
  ahead.current = fetchAhead;
  const [page, pages] = [meta?.page, meta?.totalPages ?? 0];
  useEffect(() => {
    if (page === undefined) return;
    const isGoingOn = last.current !== undefined && page === last.current + 1;
    last.current = page;
    if (!isGoingOn || page >= pages) return;
    const timer = setTimeout(() => ahead.current({ page: page + 1 }), READING_MS);
    return () => clearTimeout(timer);
  }, [page, pages]);
}
