import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { DayInput } from "../list/date-range.tsx";
import { withParameter } from "../list/url-state.ts";
import styles from "./figures.module.css";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
export interface DayRangeQuery {
  rangeStart?: string;
  rangeEnd?: string;
}

/** The days of the address, as a call's query. */
export function useDayRange(): DayRangeQuery {
  const [search] = useSearchParams();
  const [start, end] = [search.get("rangeStart") ?? "", search.get("rangeEnd") ?? ""];
  return { ...(DAY.test(start) && { rangeStart: start }), ...(DAY.test(end) && { rangeEnd: end }) };
}

/** From and to, kept in the address. @param props.from what the answer was about where nothing is chosen */
export function DayRange({
  from,
  to,
  usual,
}: {
  from: string | undefined;
  to: string | undefined;
  usual: string;
}): ReactNode {
  const [, setSearch] = useSearchParams();
  const chosen = useDayRange();
  const set = (name: keyof DayRangeQuery, value: string | undefined): void =>
    setSearch((now) => withParameter(now, name, value));
  return (
    <div className={styles.controls}>
      <DayInput label="From" value={chosen.rangeStart ?? from} onChange={(value) => set("rangeStart", value)} />
      <DayInput label="To" value={chosen.rangeEnd ?? to} onChange={(value) => set("rangeEnd", value)} />
      {(chosen.rangeStart ?? chosen.rangeEnd) && (
        <Button variant="default" size="sm" onClick={() => setSearch({})}>
          {usual}
        </Button>
      )}
    </div>
  );
}
