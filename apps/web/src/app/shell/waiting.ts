import type { AccountType } from "@manilla/contract/accounts";
import { useQuery } from "@tanstack/react-query";
import { useViewFigures } from "../../shared/list/view-figures.ts";
import { maySend, type Session } from "../../shared/session/session.ts";

/** How much waits, by the path of its screen: one request for all that this person works on. The lists come after the menu, without their calls (scripts/generate-of-calls.ts). */
export function useWaiting(
  session: Session,
  type: AccountType,
): ReadonlyMap<string, { count: number; is_more: boolean }> {
  const isOpen = type === "admin" || (session.guards.company_profile_updated && session.guards.company_subscribed);
  const { data: all } = useQuery({
    queryKey: ["lists in which work waits"],
    queryFn: async () => (await import("./waiting.gen.ts")).waiting,
    staleTime: Infinity,
  });
  const mine = (all?.[type] ?? []).filter(([, list, , act]) => maySend(session, act) && maySend(session, list));
  const figures = useViewFigures(
    mine.map(([, call, filter]) => ({ call, ...(filter && { filter }) })),
    isOpen,
  );
  const found = new Map<string, { count: number; is_more: boolean }>();
  mine.forEach(([path], place) => {
    const figure = figures[place];
    if (!figure || figure.count === 0) return;
    const before = found.get(`/${type}${path}`);
    found.set(`/${type}${path}`, {
      count: figure.count + (before?.count ?? 0),
      is_more: figure.is_more || (before?.is_more ?? false),
    });
  });
  return found;
}

/** Of an entry with its tabs. */
export function waitingIn(
  found: ReadonlyMap<string, { count: number; is_more: boolean }>,
  paths: readonly string[],
): { count: number; is_more: boolean } | undefined {
  const parts = [...new Set(paths)].flatMap((path) => found.get(path) ?? []);
  if (parts.length === 0) return undefined;
  return { count: parts.reduce((sum, { count }) => sum + count, 0), is_more: parts.some(({ is_more }) => is_more) };
}
