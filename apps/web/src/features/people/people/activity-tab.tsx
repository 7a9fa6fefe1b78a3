import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { type Answer, send } from "../../../shared/api/call.ts";
import { keyOf } from "../../../shared/api/use-call.ts";
import { withParameter } from "../../../shared/list/url-state.ts";
import { Empty, Failure, Panel, Skeleton, When } from "../../../shared/ui/kit.tsx";
import type { Person } from "./parts.tsx";
import styles from "./person.module.css";

type Item = Answer<typeof calls.people.activity>["items"][number];
const kinds = {
  state: "Decisions",
  audit: "Staff",
  activity: "Activities",
  document: "Documents",
  verification: "Verifications",
  comment: "Comments",
  loan: "Loans",
} as const satisfies Record<Item["kind"], string>;
const kindNames = Object.keys(kinds) as Item["kind"][];

/** Everything that happened, newest first; which kinds are shown stays in the address. */
export function ActivityTab({ person }: { person: Person }): ReactNode {
  const [search, setSearch] = useSearchParams();
  const chosen = kindNames.filter((kind) => search.get("kinds")?.split(",").includes(kind));
  const result = useInfiniteQuery({
    queryKey: [...keyOf(calls.people.activity, { params: { id: person.id } }), "pages"],
    queryFn: ({ pageParam, signal }) =>
      send(
        calls.people.activity,
        { params: { id: person.id }, query: pageParam ? { before: pageParam } : {} },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: (last) => (last.has_more ? last.items.at(-1)?.happened_at : undefined),
    staleTime: 0,
  });
  const items = (result.data?.pages ?? []).flatMap((page) => page.items);
  const shown = chosen.length === 0 ? items : items.filter(({ kind }) => chosen.includes(kind));
  const toggle = (kind: Item["kind"]): void => {
    const next = chosen.includes(kind) ? chosen.filter((other) => other !== kind) : [...chosen, kind];
    setSearch((now) => withParameter(now, "kinds", next.join(",")), { replace: true, preventScrollReset: true });
  };
  return (
    <Panel title="Activity" flush>
      <div className={styles.chips} role="group" aria-label="Show only">
        {kindNames.map((kind) => (
          <button key={kind} type="button" aria-pressed={chosen.includes(kind)} onClick={() => toggle(kind)}>
            {kinds[kind]}
          </button>
        ))}
      </div>
      {result.error && items.length === 0 && <Failure error={result.error} onRetry={() => void result.refetch()} />}
      {result.isPending && (
        <div className={styles.padded}>
          <Skeleton height={96} />
        </div>
      )}
      {result.data && shown.length === 0 && (
        <Empty title="Nothing of this kind">{result.hasNextPage ? "Older entries may have some." : undefined}</Empty>
      )}
      <ol className={styles.timeline}>
        {shown.map((item) => (
          <li key={item.id} data-kind={item.kind}>
            <div>
              <strong>{item.title}</strong>
              {item.detail && <div className="small">{item.detail}</div>}
              {item.changes.map((change) => (
                <div key={change.field} className="small muted">
                  {change.field}:{" "}
                  {change.before !== null && (
                    <>
                      <s>{change.before}</s> →{" "}
                    </>
                  )}
                  {change.after}
                </div>
              ))}
              <div className="small muted">
                {item.actor_name} · {kinds[item.kind]}
              </div>
            </div>
            <span className="small muted">
              <When at={item.happened_at} />
            </span>
          </li>
        ))}
      </ol>
      {result.hasNextPage && (
        <div className={styles.padded}>
          <Button
            variant="default"
            size="sm"
            loading={result.isFetchingNextPage}
            onClick={() => void result.fetchNextPage()}
          >
            Older entries
          </Button>
        </div>
      )}
    </Panel>
  );
}
