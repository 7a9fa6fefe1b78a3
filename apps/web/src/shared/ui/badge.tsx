import { type BadgeKind, badge, type Tone } from "@manilla/contract/badges";
import type { ReactNode } from "react";
import styles from "./kit.module.css";

/** A status as a word in its tone. @param kind whose status it is */
export function StatusBadge({ kind, status }: { kind: BadgeKind; status: string }): ReactNode {
  const { label, tone } = badge(kind, status);
  return <ToneBadge tone={tone}>{label}</ToneBadge>;
}

/** A word in a tone. */
export const ToneBadge = ({ tone, children }: { tone: Tone; children: ReactNode }): ReactNode => (
  <span className={styles.badge} data-tone={tone}>
    {children}
  </span>
);
