import { sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Empty, Panel, When } from "../../../shared/ui/kit.tsx";
import { isShortcut, useKeys } from "../../../shared/ui/keys.ts";
import { type Document, documentTones, typeNames } from "../../../shared/documents/document-words.ts";
import { AddDocument, RequestDocuments } from "./document-forms.tsx";
import { DocumentViewer } from "../../../shared/documents/document-viewer.tsx";
import styles from "../../../shared/documents/documents.module.css";
import { Lines } from "./lines.tsx";
import type { Person } from "./parts.tsx";

/** What the person sent, looked at in place: the list on the left, the document beside it. */
export function DocumentsTab({ person }: { person: Person }): ReactNode {
  const [search, setSearch] = useSearchParams();
  const { documents } = person;
  const open = documents.find(({ id }) => id === search.get("document")) ?? documents[0];
  const at = documents.findIndex(({ id }) => id === open?.id);
  const [before, after] = [documents[at - 1]?.id, documents[at + 1]?.id];
  useKeys((event) => {
    const target = event.key === "," ? before : event.key === "." ? after : undefined;
    if (target === undefined || !isShortcut(event)) return;
    event.preventDefault();
    setSearch({ tab: "documents", document: target }, { replace: true, preventScrollReset: true });
  });
  return (
    <>
      <div className="buttons">
        <AddDocument person={person} />
        <RequestDocuments person={person} />
      </div>
      {documents.length === 0 ? (
        <Panel title="Documents">
          <Empty title="No document yet">Ask the person for what is missing, or add what you were given.</Empty>
        </Panel>
      ) : (
        <div className={styles.documents}>
          <ul className={styles.list} aria-label="Documents">
            {documents.map((document) => (
              <li key={document.id}>
                <Choice document={document} isOpen={document.id === open?.id} />
              </li>
            ))}
          </ul>
          {open && (
            <DocumentViewer
              key={open.id}
              owner={person}
              document={open}
              hrefOf={(id) => `?tab=documents&document=${id}`}
            />
          )}
        </div>
      )}
      <Events id={person.id} />
    </>
  );
}

function Choice({ document, isOpen }: { document: Document; isOpen: boolean }): ReactNode {
  return (
    <Link
      to={`?tab=documents&document=${document.id}`}
      preventScrollReset
      replace
      className={styles.choice}
      aria-current={isOpen ? "true" : undefined}
    >
      <strong>{document.title || typeNames[document.type]}</strong>
      <span className="small muted">
        {document.title && document.title !== typeNames[document.type] && `${typeNames[document.type]} · `}
        <When at={document.created_at} />
      </span>
      {document.status !== "received" && (
        <ToneBadge tone={documentTones[document.status]}>{sentence(document.status)}</ToneBadge>
      )}
    </Link>
  );
}

function Events({ id }: { id: string }): ReactNode {
  const result = useRecord(calls.documents.events, { params: { id } });
  return (
    <Panel title="What happened to the documents" flush>
      <Answered of={result} height={96}>
        {({ events }) => (
          <Lines rows={events} empty="Nothing yet" at={({ happened_at }) => happened_at}>
            {(event) => (
              <>
                {event.document_id ? (
                  <Link to={`?tab=documents&document=${event.document_id}`} preventScrollReset>
                    {sentence(event.event)}
                  </Link>
                ) : (
                  sentence(event.event)
                )}
                <div className="small muted">
                  {event.actor_name}
                  {event.detail && ` · ${event.detail}`}
                </div>
              </>
            )}
          </Lines>
        )}
      </Answered>
    </Panel>
  );
}
