import type { QueueName } from "@manilla/contract/people/queues";
import type { Selection } from "../list/selection.ts";

const MAX_IDS = 100;

/** Where a message to the selected people is written: those chosen, or everybody whom the list's filters leave. */
export function segmentAddress(
  queue: QueueName,
  selection: Pick<Selection, "ids" | "isAllMatching" | "query">,
): string {
  const { filter, search, rangeStart, rangeEnd } = selection.query;
  const narrowing =
    selection.isAllMatching || selection.ids.length > MAX_IDS
      ? { filter, search, rangeStart, rangeEnd }
      : { user_ids: selection.ids.join(",") };
  const query = new URLSearchParams({ queue });
  for (const [name, value] of Object.entries(narrowing)) if (value) query.set(name, String(value));
  return `/admin/communications/new?${query.toString()}`;
}
