import { sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { When } from "../ui/kit.tsx";
import styles from "./record.module.css";

interface Entry {
  /** Where the record's trail has one; else the entries never change their places. */
  id?: string;
  title: string;
  /** Null for what the system did. */
  by: string | null;
  reason: string | null;
  at: string;
}

/** What was done to a record, from its audit trail, the newest first. @param empty said where nothing was */
export const History = ({ entries, empty }: { entries: readonly Entry[]; empty?: string }): ReactNode =>
  entries.length === 0 && empty ? (
    <p className="muted">{empty}</p>
  ) : (
    <ol className={`list ${styles.timeline} ${styles.history}`}>
      {entries.map(({ id, title, by, reason, at }, place) => (
        <li key={id ?? place}>
          <strong>{sentence(title)}</strong>
          <span>{by ?? "The system"}</span>
          <span className="small muted">
            <When at={at} />
          </span>
          {reason && <q>{reason}</q>}
        </li>
      ))}
    </ol>
  );
