import { count, counted } from "@manilla/contract/formats";
import type { ReactNode } from "react";

/** "the 31 days before": as many as from one day to another, both counted. */
export const daysBefore = (from: string, to: string): string =>
  from === to
    ? "the day before"
    : `the ${counted(Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1, "day")} before`;

/** "12% more than in the fortnight before"; nothing where there was nothing. @param than the period before, as in a sentence */
export function Compared({ now, before, than }: { now: number; before: number; than: string }): ReactNode {
  if (before <= 0) return null;
  const change = Math.round((now / before - 1) * 100);
  const words =
    change === 0
      ? "As much as"
      : // Beyond ten times nobody reads per cent.
        change >= 900
        ? `${count(Math.round(now / before))} times as much as`
        : `${Math.abs(change)}% ${change > 0 ? "more" : "less"} than`;
  return <span className="small muted">{`${words} ${than}`}</span>;
}
