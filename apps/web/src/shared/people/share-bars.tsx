import { count } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./people.module.css";

export interface ShareRow {
  key: string;
  name: string;
  count: number;
  note?: string | undefined;
  href?: string | undefined;
}

/** Numbers of people beside each other as bars, each with its figure; nothing is only in the colour. */
export function ShareBars({ label, rows }: { label: string; rows: readonly ShareRow[] }): ReactNode {
  const largest = Math.max(1, ...rows.map((row) => row.count));
  return (
    <ul className={styles.bars} aria-label={label}>
      {rows.map((row) => (
        <li key={row.key}>
          <span>{row.href ? <Link to={row.href}>{row.name}</Link> : row.name}</span>
          <span className={styles.barFigure}>
            {count(row.count)} {row.note && <span className="small muted">{row.note}</span>}
          </span>
          <span className={styles.track} aria-hidden="true">
            <span style={{ width: `${(row.count / largest) * 100}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
