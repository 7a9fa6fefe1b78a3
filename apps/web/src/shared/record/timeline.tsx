import type { Endpoint } from "@manilla/contract/endpoint";
import { type TimelineKind, timelineKindNames, timelineKinds } from "@manilla/contract/timeline-kinds";
import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { type Answer, type CallInput, send } from "../api/call.ts";
import type { calls } from "../api/calls.gen.ts";
import { keyOf } from "../api/use-call.ts";
import { withParameter } from "../list/url-state.ts";
import { Empty, Failure, Skeleton, When } from "../ui/kit.tsx";
import styles from "./record.module.css";

interface Entry {
  id: string;
  kind: TimelineKind;
  words: string;
  detail: string | null;
  who: string | null;
  happened_at: string;
  link?: string | null;
  changes?: readonly { field: string; before: string | null; after: string }[];
}

/** What happened to a record, the newest first; one may choose what it is about. */
export function Timeline({ entries }: { entries: readonly Entry[] }): ReactNode {
  const [kind, setKind] = useState<TimelineKind>();
  const kinds = timelineKinds.filter((name) => entries.some((entry) => entry.kind === name));
  return (
    <>
      <Kinds kinds={kinds} chosen={kind} choose={setKind} />
      <Entries entries={entries.filter((entry) => kind === undefined || entry.kind === kind)} />
    </>
  );
}

type Page = Answer<typeof calls.people.activity>;

/** The same of a record whose timeline is read a page at a time; which kind is shown stays in the address. */
export function RecordTimeline({ call, id }: { call: Endpoint; id: string }): ReactNode {
  const [search, setSearch] = useSearchParams();
  const chosen = timelineKinds.find((kind) => kind === search.get("kind"));
  const input = (before: string) =>
    ({ params: { id }, query: { ...(chosen && { kind: chosen }), ...(before && { before }) } }) as CallInput<Endpoint>;
  const { data, error, isPending, refetch, ...more } = useInfiniteQuery({
    queryKey: [...keyOf(call, input("")), "pages"],
    // Each call of a timeline answers the same.
    queryFn: ({ pageParam, signal }) => send(call, input(pageParam), { signal }) as unknown as Promise<Page>,
    initialPageParam: "",
    getNextPageParam: (last) => last.next ?? undefined,
    staleTime: 0,
  });
  const entries = (data?.pages ?? []).flatMap((page) => page.entries);
  const choose = (kind?: TimelineKind): void =>
    setSearch((now) => withParameter(now, "kind", kind ?? ""), { replace: true, preventScrollReset: true });
  return (
    <>
      <Kinds
        kinds={timelineKinds.filter((kind) => data?.pages[0]?.kinds.includes(kind) || kind === chosen)}
        chosen={chosen}
        choose={choose}
      />
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={160} />}
      {data && entries.length === 0 && <Empty title={chosen ? "Nothing of this kind" : "Nothing has happened yet"} />}
      <Entries entries={entries} />
      {more.hasNextPage && (
        <Button
          variant="default"
          size="sm"
          m="md"
          loading={more.isFetchingNextPage}
          onClick={() => void more.fetchNextPage()}
        >
          Older entries
        </Button>
      )}
    </>
  );
}

const Kinds = ({
  kinds,
  chosen,
  choose,
}: {
  kinds: readonly TimelineKind[];
  chosen: TimelineKind | undefined;
  choose: (kind?: TimelineKind) => void;
}): ReactNode => (
  <div className={styles.kinds} role="group" aria-label="What to show">
    {[undefined, ...kinds].map((name) => (
      <button key={name ?? "all"} type="button" aria-pressed={chosen === name} onClick={() => choose(name)}>
        {name ? timelineKindNames[name] : "All"}
      </button>
    ))}
  </div>
);

const Entries = ({ entries }: { entries: readonly Entry[] }): ReactNode => (
  <ol className={`list ${styles.timeline}`}>
    {entries.map(({ id, words, who, happened_at, detail, link, changes }) => (
      <li key={id}>
        <strong>{link ? <Link to={link}>{words}</Link> : words}</strong>
        <span>{who}</span>
        <span className="small muted">
          <When at={happened_at} />
        </span>
        {detail && <q>{detail}</q>}
        {changes?.map((change) => (
          <span key={change.field} className={styles.change}>
            {change.field}:{" "}
            {change.before !== null && (
              <>
                <s>{change.before}</s> →{" "}
              </>
            )}
            {change.after}
          </span>
        ))}
      </li>
    ))}
  </ol>
);
