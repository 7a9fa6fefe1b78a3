/** What changed since 17:00 of the day before (C130), as a line below a block's figures or a figure. */
import { count } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import styles from "./dashboard.module.css";

export type Daily = Answer<typeof calls.dailyStatistics.daily>;
/** The figures that came and left. */
export type MovedFigure = {
  [Name in keyof Daily]: Daily[Name] extends { came: number; left: number } | null ? Name : never;
}[keyof Daily];

export const SINCE = "since 17:00 yesterday";
export const useDaily = (): Daily | undefined => useRecord(calls.dailyStatistics.daily, {}).data;

export function movedWords({ came, left }: { came: number; left: number }): string {
  if (came + left === 0) return `No change ${SINCE}`;
  const parts = [came > 0 && `${count(came)} more`, left > 0 && `${count(left)} fewer`].filter(
    (part) => part !== false,
  );
  return `${parts.join(", ")} ${SINCE}`;
}

/** "3 more, 1 fewer since 17:00 yesterday". */
export function Since({ figure }: { figure: MovedFigure }): ReactNode {
  const moved = useDaily()?.[figure];
  return moved ? <Moved of={moved} /> : null;
}

export const Moved = ({ of }: { of: { came: number; left: number } }): ReactNode => (
  <p className={styles.since}>{movedWords(of)}</p>
);

/** Of a count of seven days: how many since. */
export const recentNote = (since: number): string => (since === 0 ? `none ${SINCE}` : `${count(since)} ${SINCE}`);
