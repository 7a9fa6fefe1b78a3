import type { Page } from "@manilla/contract/page";
import { useEffect, useState } from "react";
import type { Endpoint } from "@manilla/contract/endpoint";
import { type CallInput, send } from "../api/call.ts";
import { queryClient } from "../api/query-client.ts";
import { keyOf } from "../api/use-call.ts";
import type { RowOf } from "../list/list-page.tsx";
import type { Selection } from "../list/selection.ts";

/** As many as the server takes in one batch. */
export const MAX_BATCH = 500;
const PAGE = 100;

type Known = Record<string, unknown> & { id: string };

/** Rows of this list that were fetched before, by id. */
function fetchedRows(call: Endpoint): Map<string, Known> {
  const pages = queryClient.getQueriesData<Page<Known>>({
    queryKey: keyOf(call, {} as CallInput<Endpoint>).slice(0, 3),
  });
  return new Map(pages.flatMap(([, page]) => page?.items ?? []).map((row) => [row.id, row]));
}

async function readAll(call: Endpoint, query: Selection["query"]): Promise<{ rows: Known[]; total: number }> {
  const rows: Known[] = [];
  for (let page = 1; rows.length < MAX_BATCH; page += 1) {
    const answer = (await send(call, {
      query: { ...query, page, limit: PAGE },
    } as CallInput<Endpoint>)) as unknown as Page<Known>;
    rows.push(...answer.items);
    if (page >= answer.meta.totalPages) return { rows, total: rows.length };
  }
  return { rows, total: rows.length + 1 };
}

export interface Chosen<Row> {
  rows: readonly Row[];
  /** More match than one batch takes. */
  isTooMany: boolean;
  /** Rows were chosen that are no longer to be found. */
  lost: number;
}

/**
 * The rows behind a selection, so that a question can restate their count and sum before anything is asked of the server.
 * @returns nothing yet while rows are on their way
 */
export function useChosenRows<E extends Endpoint>(
  call: E,
  selection: Selection,
): { chosen: Chosen<RowOf<E>> | undefined; error: unknown } {
  const [state, setState] = useState<{ chosen?: Chosen<RowOf<E>>; error?: unknown }>({});
  useEffect(() => {
    let isGone = false;
    const read = async (): Promise<Chosen<Known>> => {
      if (selection.isAllMatching) {
        const { rows, total } = await readAll(call, selection.query);
        return { rows: rows.slice(0, MAX_BATCH), isTooMany: total > MAX_BATCH, lost: 0 };
      }
      const known = fetchedRows(call);
      const rows = selection.ids.flatMap((id) => known.get(id) ?? []);
      return { rows, isTooMany: rows.length > MAX_BATCH, lost: selection.ids.length - rows.length };
    };
    read().then(
      (chosen) => isGone || setState({ chosen: chosen as unknown as Chosen<RowOf<E>> }),
      (error: unknown) => isGone || setState({ error }),
    );
    return () => void (isGone = true);
    // What was chosen when the question was opened is what is meant.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [call]);
  return { chosen: state.chosen, error: state.error };
}

/** Everything of a list that meets a condition, as a selection: it is fetched, wherever one comes from. */
export const selectionWhere = (query: Selection["query"]): Selection => ({
  ...selectionOf(""),
  isAllMatching: true,
  query,
});

/** A selection of rows that are at hand: for the menu of one row. */
export const selectionOf = (id: string): Selection => ({
  ids: [id],
  isAllMatching: false,
  count: 1,
  total: 1,
  query: {},
  isPageSelected: false,
  has: (other) => other === id,
  toggle: () => undefined,
  togglePage: () => undefined,
  selectAllMatching: () => undefined,
  clear: () => undefined,
});
