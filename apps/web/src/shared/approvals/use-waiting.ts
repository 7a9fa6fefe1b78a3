/** Which request is shown to an approver who decides one by one, and how many are left. */
import type { Endpoint } from "@manilla/contract/endpoint";
import type { Page } from "@manilla/contract/page";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { CallInput } from "../api/call.ts";
import { keyOf } from "../api/use-call.ts";
import { type ListState, toQuery } from "../list/url-state.ts";
import { readPage } from "../list/read-page.ts";
import type { ListCall } from "../list/use-list.ts";

type Found = Page<{ id: string }>;

/** Reads the first pages together, as one: what others decide moves the rest forward, onto pages that were read before. */
function usePages(list: ListCall, state: ListState, pages: number): UseQueryResult<Found> {
  const inputOf = (page: number) => ({ query: toQuery({ ...state, page }, list.list) }) as CallInput<Endpoint>;
  const key = keyOf(list as Endpoint, inputOf(1));
  return useQuery<Found>({
    queryKey: pages === 1 ? key : [...key, "pages", pages],
    queryFn: async ({ signal }) => {
      const read = (page: number): Promise<Found> => readPage(list, inputOf(page), { signal });
      const found = await Promise.all(Array.from({ length: pages }, (_, index) => read(index + 1)));
      return { ...found[0]!, items: found.flatMap(({ items }) => items) };
    },
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
}

export function useWaiting(list: ListCall, state: ListState) {
  const [pages, setPages] = useState(1);
  const [at, setAt] = useState<string>();
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [later, setLater] = useState<ReadonlySet<string>>(new Set());
  // Of which answer the last one was put off.
  const [seenAt, setSeenAt] = useState(0);
  const answer = usePages(list, state, pages);
  const ids = [...new Set(answer.data?.items.map(({ id }) => id))];
  const { total_count: total = 0, meta } = answer.data ?? {};
  const totalPages = meta?.totalPages ?? 0;
  const next = ids.find((id) => !done.has(id) && !later.has(id));
  // What is shown stays until it is decided or put off, also when somebody else was quicker: a reason may be half typed.
  if (at === undefined && next !== undefined) setAt(next);
  const isAtEnd = at === undefined && next === undefined && !answer.isFetching && answer.data !== undefined;
  if (isAtEnd && pages < totalPages) setPages(pages + 1);
  // Before we say that nothing else waits, we look once more: the answer of which the last one was put off is old.
  const answeredAt = Math.max(answer.dataUpdatedAt, answer.errorUpdatedAt);
  const isOld = answeredAt <= seenAt;
  const looksAgain = isAtEnd && pages >= totalPages && isOld;
  const { refetch } = answer;
  useEffect(() => {
    if (looksAgain) void refetch();
  }, [looksAgain, refetch]);
  const isOver = isAtEnd && pages >= totalPages && !isOld;
  return {
    /** Whether more is there is not known when the last look failed. */
    answer: isOver && answer.error ? { ...answer, data: undefined } : answer,
    at,
    isFirst: done.size + later.size === 0,
    isOver,
    left: total - ids.filter((id) => done.has(id) || later.has(id)).length,
    /** Those that were put off and still wait. */
    putOff: ids.filter((id) => later.has(id)).length,
    onDone: (id: string): void => {
      setDone(new Set([...done, id]));
      setAt(undefined);
    },
    onLater: (id: string): void => {
      setLater(new Set([...later, id]));
      setSeenAt(answeredAt);
      setAt(undefined);
    },
    lookAtPutOff: (): void => setLater(new Set()),
  };
}
