import { count as digits } from "@manilla/contract/formats";
import type { ListDeclaration } from "@manilla/contract/page";
import { useQuery } from "@tanstack/react-query";
import { calls } from "../api/calls.gen.ts";
import { type Answer, send } from "../api/call.ts";
import type { FilterValue } from "./url-state.ts";

/** What is counted: a list, what narrows it, and the column that is added up. */
export interface Counted {
  call: { path: string };
  params?: unknown;
  filter?: Readonly<Record<string, FilterValue>>;
  sum?: string | undefined;
}
export type ViewFigure = NonNullable<Answer<typeof calls.savedViews.figures>["figures"][number]>;

const FRESH_MS = 60_000;

/** How many rows each of them has, in one request; nothing for what the person may not see. Asked again quietly. */
export function useViewFigures(of: readonly Counted[], enabled = true): readonly (ViewFigure | null)[] {
  const query = {
    of: JSON.stringify(
      of.map(({ call, params, filter, sum }) => ({
        list: call.path,
        ...(params !== undefined && { params }),
        ...(filter && { filter: JSON.stringify(filter) }),
        ...(sum !== undefined && { sum }),
      })),
    ),
  };
  const { data } = useQuery({
    queryKey: [calls.savedViews.figures.path, query.of],
    queryFn: ({ signal }) => send(calls.savedViews.figures, { query }, { signal }),
    enabled: enabled && of.length > 0,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });
  return data?.figures ?? [];
}

/** "12", or "99+" where no more were counted. */
export const tally = ({ count, is_more }: { count: number; is_more: boolean }): string =>
  `${digits(count)}${is_more ? "+" : ""}`;

/** Whether a view can be counted: it narrows the list by nothing but its filters. */
export const isCountable = (list: ListDeclaration, address: string): boolean =>
  [...new URLSearchParams(address).keys()].every(
    (name) => name === "sortColumn" || name === "sortOrder" || (name.startsWith("f.") && name.slice(2) in list.filters),
  );
