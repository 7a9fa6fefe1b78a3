import { type ReactNode, useState } from "react";
import { When } from "../ui/kit.tsx";
import styles from "./record.module.css";

const kindNames = {
  money: "Money",
  messages: "Messages",
  attempts: "Attempts",
  calls: "Calls",
  decisions: "Decisions",
  changes: "Changes",
} as const;
type Kind = keyof typeof kindNames;

interface Entry {
  id: string;
  kind: Kind;
  words: string;
  detail: string | null;
  who: string | null;
  happened_at: string;
}

/** What happened to a record, the newest first; one may choose what it is about. */
export function Timeline({ entries }: { entries: readonly Entry[] }): ReactNode {
  const [kind, setKind] = useState<Kind>();
  const kinds = (Object.keys(kindNames) as Kind[]).filter((name) => entries.some((entry) => entry.kind === name));
  return (
    <>
      <div className={styles.kinds} role="group" aria-label="What to show">
        {[undefined, ...kinds].map((name) => (
          <button key={name ?? "all"} type="button" aria-pressed={kind === name} onClick={() => setKind(name)}>
            {name ? kindNames[name] : "All"}
          </button>
        ))}
      </div>
      <ol className={`list ${styles.timeline}`}>
        {entries
          .filter((entry) => kind === undefined || entry.kind === kind)
          .map((entry) => (
            <li key={entry.id}>
              <strong>{entry.words}</strong>
              <span>{entry.who}</span>
              <span className="small muted">
                <When at={entry.happened_at} />
              </span>
              {entry.detail && <q>{entry.detail}</q>}
            </li>
          ))}
      </ol>
    </>
  );
}
