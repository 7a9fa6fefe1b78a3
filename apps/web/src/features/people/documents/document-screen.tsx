import { personBadge } from "@manilla/contract/badges";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { titleOf } from "../../../shared/documents/document-words.ts";
import { DocumentViewer } from "../../../shared/documents/document-viewer.tsx";
import { GoOnSwitch, useGoOn } from "../../../shared/list/go-on.tsx";
import { useRecordSteps } from "../../../shared/list/record-queue.tsx";
import { fullName } from "../../../shared/people/names.ts";
import { useMay } from "../../../shared/session/session.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Panel, When } from "../../../shared/ui/kit.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import styles from "./document-screen.module.css";

type Found = Answer<typeof calls.documents.find>;

/** One document of the document processor's rooms, with its neighbours of the list that it was opened from. */
export default function DocumentScreen(): ReactNode {
  return (
    <RecordPage
      call={calls.documents.find}
      title={({ document, person }) => `${titleOf(document)} of ${fullName(person)}`}
      subject="document"
      height={320}
    >
      {(found) => <Found found={found} />}
    </RecordPage>
  );
}

function Found({ found }: { found: Found }): ReactNode {
  const goOn = useGoOn("document");
  const { document, person, withheld } = found;
  return (
    <div className={styles.columns}>
      <DocumentViewer
        owner={person}
        document={document}
        withheld={withheld}
        hrefOf={(id) => `/admin/documents/${id}`}
        onDecided={goOn}
        hasKeys
      />
      <Beside found={found} />
    </div>
  );
}

function Beside({ found: { document, person, looks, withheld } }: { found: Found }): ReactNode {
  const mayDecide = useMay(calls.documents.accept) && withheld === null;
  const { at } = useRecordSteps();
  const { label, tone } = personBadge(person.status, person.profile_status);
  return (
    <aside className={styles.aside} aria-label="About the document">
      <Panel title="Whose it is">
        <Facts
          items={[
            {
              label: "Person",
              value: (
                <Link to={`/admin/users/${person.id}?tab=documents&document=${document.id}`}>{fullName(person)}</Link>
              ),
            },
            { label: "Case", value: <ToneBadge tone={tone}>{label}</ToneBadge> },
            { label: "Employer", value: person.employer ?? <span className="muted">–</span> },
            { label: "Loan request", value: person.loan_reference ?? <span className="muted">None open</span> },
          ]}
        />
        {mayDecide && at >= 0 && <GoOnSwitch noun="document" />}
        <p className={`small muted ${styles.keys}`}>
          {mayDecide && (
            <>
              <kbd>a</kbd> accept, <kbd>x</kbd> invalidate,{" "}
            </>
          )}
          <kbd>n</kbd> next, <kbd>p</kbd> previous, <kbd>?</kbd> all keys
        </p>
      </Panel>
      <Panel title="Who has looked" flush>
        {looks.length === 0 ? (
          <p className={`small muted ${styles.padded}`}>Nobody but you.</p>
        ) : (
          <ul className={styles.looks}>
            {looks.map((look) => (
              <li key={`${look.name} ${look.first_at}`}>
                <span>{look.name}</span>
                <span className="small muted">
                  <When at={look.last_at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </aside>
  );
}
