import { count } from "@manilla/contract/formats";
import { queueNames, queues, type QueueName } from "@manilla/contract/people/queues";
import { NativeSelect } from "@mantine/core";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { errorText } from "../../../shared/api/errors.ts";
import type { Values } from "../../../shared/form/use-call-form.tsx";
import type { Category, Channel } from "../../../shared/messages/message-words.tsx";
import type { Segment } from "../../../shared/messages/preview.tsx";
import { pageOfQueue } from "../../../shared/people/queue-pages.ts";
import { Facts, LinkButton, Panel } from "../../../shared/ui/kit.tsx";
import { narrowingOf } from "./segment-words.ts";

/** The segment of the address: a queue with its list's filters, or chosen people. */
export function segmentOf(search: URLSearchParams, usual: QueueName): Segment {
  const queue = queueNames.find((name) => name === search.get("queue")) ?? usual;
  const ids = search.get("user_ids")?.split(",").filter(Boolean);
  if (ids && ids.length > 0) return { queue, user_ids: ids.slice(0, 100) };
  const narrowing = (["filter", "search", "rangeStart", "rangeEnd"] as const).flatMap((name) =>
    search.get(name) ? [[name, search.get(name) ?? ""] as const] : [],
  );
  return { queue, ...Object.fromEntries(narrowing) };
}

/** Who is written to, and before anything is sent: how many that is and how many of them it reaches. */
export function SegmentPanel({ segment, values }: { segment: Segment; values: Values }): ReactNode {
  const [, setSearch] = useSearchParams();
  const narrowing = narrowingOf(segment);
  const choose = (queue: string): void => setSearch({ queue }, { replace: true, preventScrollReset: true });
  return (
    <Panel title="Who">
      {segment.user_ids ? (
        <p>
          {count(segment.user_ids.length)} chosen {segment.user_ids.length === 1 ? "person" : "people"}.{" "}
          <LinkButton onClick={() => choose(segment.queue)}>Write to a queue instead</LinkButton>
        </p>
      ) : (
        <>
          <NativeSelect
            label="Queue"
            description={queues[segment.queue].description}
            value={segment.queue}
            data={queueNames.map((name) => ({ value: name, label: queues[name].name }))}
            onChange={(event) => choose(event.currentTarget.value)}
          />
          <p className="small" style={{ marginTop: 8 }}>
            {narrowing.length > 0 ? (
              <>
                Only {narrowing.join("; ")}.{" "}
                <LinkButton onClick={() => choose(segment.queue)}>Everybody of the queue</LinkButton>
              </>
            ) : (
              <span className="muted">
                Filters are chosen in <Link to={pageOfQueue(segment.queue)}>the queue</Link>: select all that match,
                then “Write to them”.
              </span>
            )}
          </p>
        </>
      )}
      <Reach segment={segment} values={values} />
    </Panel>
  );
}

function Reach({ segment, values }: { segment: Segment; values: Values }): ReactNode {
  const [channel, category] = [values["channel"] as Channel | "", values["category"] as Category | ""];
  const { data, error } = useRecord(
    calls.communications.countSegment,
    { body: { channel, category, segment } as never },
    { enabled: channel !== "" && category !== "", keep: true },
  );
  if (error) return <p role="alert">{errorText(error)}</p>;
  if (!data) return null;
  return (
    <div role="status" aria-label="Reach" style={{ marginTop: 12 }}>
      <Facts
        items={[
          { label: "In the segment", value: count(data.people), figure: true },
          { label: "Want no offers this way", value: count(data.opted_out), figure: true },
          { label: "Cannot be reached", value: count(data.unreachable), figure: true },
          {
            label: "Written to",
            value: <strong>{count(Math.max(0, data.people - data.opted_out - data.unreachable))}</strong>,
            figure: true,
          },
        ]}
      />
    </div>
  );
}
