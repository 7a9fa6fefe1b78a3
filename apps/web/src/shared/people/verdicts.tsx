import { count } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { type Inverse, takeBack } from "../form/action-button.tsx";
import { ToneBadge } from "../ui/badge.tsx";
import { Dialog } from "../ui/dialog.tsx";
import dialogStyles from "../ui/dialogs.module.css";
import { Notice } from "../ui/kit.tsx";
import styles from "./people.module.css";

export interface Verdict {
  user_id: string;
  is_done: boolean;
  /** Why it was refused. */
  reason: string | null;
  /** What the person is now, or who has them. */
  now?: string | undefined;
}

/** The outcome of an act on several people: each has an own verdict, the refused ones first. */
export function Verdicts({
  verdicts,
  nameOf,
  undo,
  onClose,
}: {
  verdicts: readonly Verdict[];
  /** The inverse of those that were done, for acts that can be taken back. */
  undo?: Inverse | undefined;
  nameOf: (id: string) => string;
  onClose: () => void;
}): ReactNode {
  const done = verdicts.filter((verdict) => verdict.is_done).length;
  return (
    <Dialog opened onClose={onClose} title="Outcome" size="lg">
      <Notice tone={done === verdicts.length ? "success" : "warning"}>
        {count(done)} of {count(verdicts.length)} done
        {done < verdicts.length && `, ${count(verdicts.length - done)} refused`}.
      </Notice>
      <ul className={styles.verdicts}>
        {verdicts
          .toSorted((left, right) => Number(left.is_done) - Number(right.is_done))
          .map((verdict) => (
            <li key={verdict.user_id}>
              <span>{nameOf(verdict.user_id)}</span>
              <ToneBadge tone={verdict.is_done ? "success" : "danger"}>
                {verdict.is_done ? (verdict.now ?? "Done") : "Refused"}
              </ToneBadge>
              {verdict.reason && <span className="small muted">{verdict.reason}</span>}
            </li>
          ))}
      </ul>
      <div className={dialogStyles.buttons}>
        {undo && (
          <Button variant="default" onClick={() => (onClose(), takeBack(undo))}>
            Undo
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
