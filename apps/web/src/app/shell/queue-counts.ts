import { count } from "@manilla/contract/formats";
import type { QueueName } from "@manilla/contract/queues";
import { useQuery } from "@tanstack/react-query";
import { calls } from "../../shared/api/calls.gen.ts";
import { send } from "../../shared/api/call.ts";
import { keyOf } from "../../shared/api/use-call.ts";
import { pageOfQueue } from "../../shared/people/queue-pages.ts";
import { maySend, type Session } from "../../shared/session/session.ts";

const FRESH_MS = 60_000;
/** Lists of everybody: their size is no work to be done. */
const uncounted: readonly QueueName[] = ["all", "verification-method"];

/** How many stand in each queue, by the address of its page: one question for the whole sidebar, asked again quietly. */
export function useQueueCounts(session: Session, isStaff: boolean): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: keyOf(calls.people.queueCounts, {}),
    queryFn: ({ signal }) => send(calls.people.queueCounts, {}, { signal }),
    enabled: isStaff && maySend(session, calls.people.queueCounts),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });
  return new Map(data?.queues.filter(({ queue }) => !uncounted.includes(queue)).map((row) => [pageOfQueue(row.queue), `${count(row.count)}${row.is_more ? "+" : ""}`]));
}
