import { badge } from "@manilla/contract/badges";
import { sentence, shortDay } from "@manilla/contract/formats";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { FilterDeclaration } from "../../../shared/list/declaration.ts";
import { describeFilter } from "../../../shared/list/filter-chip.tsx";
import type { FilterValue } from "../../../shared/list/url-state.ts";
import type { Segment } from "../../../shared/messages/preview.tsx";

/** An address that was cut off or typed by hand narrows nothing. */
function filtersIn(segment: Segment): Readonly<Record<string, FilterValue>> {
  try {
    return segment.filter ? (JSON.parse(segment.filter) as Record<string, FilterValue>) : {};
  } catch {
    return {};
  }
}

/** What narrows the queue, in words. */
export function narrowingOf(segment: Segment): string[] {
  const declared: Readonly<Record<string, FilterDeclaration>> = calls.people.listByStatus.list.filters;
  const filters = Object.entries(filtersIn(segment)).map(
    ([name, value]) =>
      `${declared[name]?.label ?? sentence(name)}: ${describeFilter(declared[name]?.kind ?? "text", value, (choice) => badge("person", choice).label)}`,
  );
  const dates =
    (segment.rangeStart ?? segment.rangeEnd)
      ? [
          `${segment.rangeStart ? shortDay(segment.rangeStart) : "…"} – ${segment.rangeEnd ? shortDay(segment.rangeEnd) : "…"}`,
        ]
      : [];
  return [...filters, ...(segment.search ? [`“${segment.search}”`] : []), ...dates];
}
