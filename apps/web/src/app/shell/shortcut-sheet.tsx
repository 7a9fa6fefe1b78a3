import type { AccountType } from "@manilla/contract/accounts";
import type { ReactNode } from "react";
import type { Session } from "../../shared/session/session.ts";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { destinationsOf } from "./menu.ts";
import styles from "./palette.module.css";

const general: readonly (readonly [string, string])[] = [
  ["Ctrl K", "Search screens, records and actions (⌘K on a Mac)"],
  ["/", "Search on this page"],
  ["?", "This list"],
  ["Esc", "Close what is open"],
];
const tables: readonly (readonly [string, string])[] = [
  ["j", "Next row"],
  ["k", "Previous row"],
  ["x", "Select the row"],
  ["Enter", "Open the row"],
  ["Space", "Show everything that is known of the row"],
  ["Shift ←", "Narrower, on a column's name"],
  ["Shift →", "Wider, on a column's name"],
];
const records: readonly (readonly [string, string])[] = [
  ["n", "Next record of the list, also j"],
  ["p", "Previous record of the list, also k"],
];
const cases: readonly (readonly [string, string])[] = [
  ["1", "First part of the case; 2 to 9 and 0 the others"],
  ["d", "To the decision"],
  ["v", "Verify"],
  ["r", "Pre-approve"],
  ["a", "Activate"],
  ["u", "Mark uncertain"],
  ["x", "Decline"],
  ["Ctrl Enter", "Yes, in the question that opens"],
];

const documents: readonly (readonly [string, string])[] = [
  ["a", "Accept, in the document rooms"],
  ["x", "Invalidate, in the document rooms"],
  ["+", "Larger; - smaller"],
  ["]", "Turn right; [ left"],
  ["PageDown", "Next page of a PDF; PageUp the page before"],
  [".", "Next document of a case; , the one before"],
];

const Rows = ({ rows }: { rows: readonly (readonly [string, string])[] }): ReactNode => (
  <dl className={styles.keys}>
    {rows.map(([keys, meaning]) => (
      <div key={keys}>
        <dt>
          {keys.split(" ").map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </dt>
        <dd>{meaning}</dd>
      </div>
    ))}
  </dl>
);

/** The sheet of all shortcuts, opened by `?`. */
export default function ShortcutSheet({
  session,
  type,
  onClose,
}: {
  session: Session;
  type: AccountType;
  onClose: () => void;
}): ReactNode {
  const screens = destinationsOf(session, type).flatMap(({ key, label }) =>
    key ? [[`g ${key}`, label] as const] : [],
  );
  return (
    <Dialog opened onClose={onClose} title="Keyboard shortcuts" size="md">
      <h3>Everywhere</h3>
      <Rows rows={general} />
      <h3>In tables</h3>
      <Rows rows={tables} />
      <h3>On a record</h3>
      <Rows rows={records} />
      {type === "admin" && <h3>On a person's case</h3>}
      {type === "admin" && <Rows rows={cases} />}
      {type === "admin" && <h3>On a document</h3>}
      {type === "admin" && <Rows rows={documents} />}
      {screens.length > 0 && <h3>Go to</h3>}
      <Rows rows={screens} />
      <p className="small muted">They rest while you type.</p>
    </Dialog>
  );
}
