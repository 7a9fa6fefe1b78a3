import { fileSize, sentence } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../shared/api/calls.gen.ts";
import { fetchFile, saveFile } from "../../shared/api/call.ts";
import { ActionButton } from "../../shared/form/action-button.tsx";
import { ToneBadge } from "../../shared/ui/badge.tsx";
import { Notice, When } from "../../shared/ui/kit.tsx";
import { type Document, documentTones, reasonNames, typeNames } from "./document-words.ts";
import { InvalidateDocument } from "./document-forms.tsx";
import styles from "./documents.module.css";
import { Loaded, type Person } from "./parts.tsx";
import personStyles from "./person.module.css";

const KEPT_MS = 5 * 60_000;

/** One document in place, with what is known of it and what can be done. */
export function DocumentViewer({ person, document }: { person: Person; document: Document }): ReactNode {
  const result = useQuery({
    queryKey: ["file", document.id],
    queryFn: ({ signal }) => fetchFile(calls.documents.file, { params: { id: document.id } }, { signal }),
    staleTime: Infinity,
    // Each view is recorded: coming back to it within minutes is the same look.
    gcTime: KEPT_MS,
  });
  const pages = document.page_count ? ` · ${document.page_count} ${document.page_count === 1 ? "page" : "pages"}` : "";
  return (
    <section className={styles.viewer} aria-label={document.title || typeNames[document.type]}>
      <div className={styles.head}>
        <div>
          <strong>{document.title || typeNames[document.type]}</strong> <ToneBadge tone={documentTones[document.status]}>{sentence(document.status)}</ToneBadge>
          <div className="small muted">
            {document.original_name} · {fileSize(document.byte_count)}
            {pages} · through {sentence(document.source).toLowerCase()}, <When at={document.created_at} />
          </div>
        </div>
        <div className={personStyles.acts}>
          {document.type === "bank_statement" && document.status === "received" && (
            <ActionButton call={calls.documents.confirmMbs} params={{ id: person.id }} body={{ document_id: document.id } as never} confirm={{ title: "Is this statement the bank's own?", body: "You have compared it with what the bank sent.", yes: "Confirm" }} done="The statement is confirmed.">
              Confirm
            </ActionButton>
          )}
          {document.status !== "invalidated" && <InvalidateDocument person={person} document={document} />}
          {result.data && (
            <Button size="sm" variant="default" onClick={() => saveFile(result.data.blob, document.original_name)}>
              Download
            </Button>
          )}
        </div>
      </div>
      {document.invalid_reason && (
        <Notice tone="danger">
          {reasonNames[document.invalid_reason]}. {document.invalid_note}
        </Notice>
      )}
      {document.confirmed_at && (
        <p className="small muted">
          Confirmed by {document.confirmed_by_name ?? "a colleague"}, <When at={document.confirmed_at} />
        </p>
      )}
      <Chain document={document} />
      {document.analysis?.status === "failed" && <Notice tone="warning">It could not be read as a statement: {document.analysis.failure}</Notice>}
      <Loaded result={result}>{({ blob }) => <Shown blob={blob} document={document} />}</Loaded>
    </section>
  );
}

/** What this one took the place of, and what took its place. */
const Chain = ({ document }: { document: Document }): ReactNode =>
  (document.replaces ?? document.replaced_by) && (
    <p className="small">
      {document.replaces && <Link to={`?tab=documents&document=${document.replaces}`} replace preventScrollReset>Sent in place of one that was not accepted</Link>}
      {document.replaces && document.replaced_by && " · "}
      {document.replaced_by && <Link to={`?tab=documents&document=${document.replaced_by}`} replace preventScrollReset>Another has come in its place</Link>}
    </p>
  );

function Shown({ blob, document }: { blob: Blob; document: Document }): ReactNode {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  if (!address) return null;
  if (document.media_type.startsWith("image/")) return <Picture address={address} name={document.original_name} />;
  if (document.media_type === "application/pdf") return <iframe className={styles.frame} src={`${address}#navpanes=0&view=FitH`} title={document.title || typeNames[document.type]} />;
  return <PlainText blob={blob} />;
}

const ZOOMS = [1, 1.5, 2, 3, 4] as const;

/** A picture that can be enlarged and turned; enlarged, it scrolls inside its frame. */
function Picture({ address, name }: { address: string; name: string }): ReactNode {
  const [zoom, setZoom] = useState(0);
  const [quarters, setQuarters] = useState(0);
  const isAside = quarters % 2 === 1;
  return (
    <>
      <div className={styles.tools} role="group" aria-label="View">
        <Button size="compact-sm" variant="default" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
          Smaller
        </Button>
        <span className="small" role="status">
          {Math.round((ZOOMS[zoom] ?? 1) * 100)}%
        </span>
        <Button size="compact-sm" variant="default" disabled={zoom === ZOOMS.length - 1} onClick={() => setZoom(zoom + 1)}>
          Larger
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setQuarters((quarters + 3) % 4)}>
          Turn left
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setQuarters((quarters + 1) % 4)}>
          Turn right
        </Button>
      </div>
      <div className={styles.picture} tabIndex={0} role="region" aria-label="Document, scrolls when enlarged">
        <div style={{ width: `${(ZOOMS[zoom] ?? 1) * 100}%` }} data-aside={isAside}>
          <img src={address} alt={name} style={{ rotate: `${quarters * 90}deg` }} />
        </div>
      </div>
    </>
  );
}

const SHOWN_BYTES = 64_000;

/** The beginning of a text file, such as a statement in CSV. */
function PlainText({ blob }: { blob: Blob }): ReactNode {
  const [text, setText] = useState("");
  useEffect(() => void blob.slice(0, SHOWN_BYTES).text().then(setText), [blob]);
  return (
    <>
      <pre className={styles.text} tabIndex={0} aria-label="Content of the file">
        {text}
      </pre>
      {blob.size > SHOWN_BYTES && <p className="small muted">The beginning of the file. Download it to see all.</p>}
    </>
  );
}
