import { counted, fileSize, sentence } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Link } from "react-router";
import { Actions } from "../actions/actions.tsx";
import { isPossible } from "../actions/facts.ts";
import { fetchFile, saveFile } from "../api/call.ts";
import { calls } from "../api/calls.gen.ts";
import { ToneBadge } from "../ui/badge.tsx";
import { Failure, Notice, Skeleton, When } from "../ui/kit.tsx";
import { type Document, documentTones, type Owner, reasonNames, titleOf } from "./document-words.ts";
import { InvalidateDocument } from "./invalidate-document.tsx";
import { Picture } from "./picture.tsx";
import styles from "./documents.module.css";

const CACHE_MS = 5 * 60_000;
/** The reader of PDFs is large: it comes with the first one that is looked at. */
const PdfPages = lazy(() => import("./pdf-pages.tsx"));

interface Props {
  owner: Owner;
  document: Document;
  /** Why the reader may not see it: then they do not decide about it either. */
  withheld?: string | null;
  /** Where another document of the same chain is. */
  hrefOf: (id: string) => string;
  /** After it was accepted or invalidated. */
  onDecided?: () => void;
  /** Whether the letters of its acts are heard; not where others have the same. */
  hasKeys?: boolean;
}

/** One document in place, with what is known of it and what can be done. */
export function DocumentViewer({ owner, document, withheld, hrefOf, onDecided, hasKeys = false }: Props): ReactNode {
  const result = useQuery({
    queryKey: ["file", document.id],
    queryFn: ({ signal }) => fetchFile(calls.documents.file, { params: { id: document.id } }, { signal }),
    enabled: !withheld,
    staleTime: Infinity,
    // Each view is recorded: coming back to it within minutes is the same look.
    gcTime: CACHE_MS,
  });
  const pages = document.page_count ? ` · ${counted(document.page_count, "page")}` : "";
  return (
    <section className={styles.viewer} aria-label={titleOf(document)}>
      <div className={styles.head}>
        <div>
          <strong>{titleOf(document)}</strong>{" "}
          <ToneBadge tone={documentTones[document.status]}>{sentence(document.status)}</ToneBadge>
          <div className="small muted">
            {document.original_name} · {fileSize(document.byte_count)}
            {pages} · through {sentence(document.source).toLowerCase()}, <When at={document.created_at} />
          </div>
        </div>
        <div className="buttons">
          {!withheld && <Acts owner={owner} document={document} onDecided={onDecided} hasKeys={hasKeys} />}
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
          Accepted by {document.confirmed_by_name ?? "a colleague"}, <When at={document.confirmed_at} />
        </p>
      )}
      <Chain document={document} hrefOf={hrefOf} />
      {document.analysis?.status === "failed" && (
        <Notice tone="warning">It could not be read as a statement: {document.analysis.failure}</Notice>
      )}
      {withheld ? (
        <Notice tone="info">{withheld}</Notice>
      ) : result.data ? (
        <Shown blob={result.data.blob} document={document} />
      ) : result.error ? (
        <Failure error={result.error} onRetry={() => void result.refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </section>
  );
}

function Acts({
  owner,
  document,
  onDecided,
  hasKeys,
}: Pick<Props, "owner" | "document"> & { onDecided: (() => void) | undefined; hasKeys: boolean }): ReactNode {
  const params = { id: owner.id, docId: document.id };
  const record = { ...document, title: titleOf(document), person: owner };
  const { confirmMbs, accept, reopen, invalidate } = calls.documents;
  return (
    <>
      <Actions
        of={record}
        calls={[document.type === "bank_statement" ? confirmMbs : accept]}
        params={params}
        hasKeys={hasKeys}
        undo={() => ({ call: reopen, input: { params } })}
        onDone={() => onDecided?.()}
      />
      {isPossible(invalidate, record) && (
        <InvalidateDocument owner={owner} document={document} onDone={onDecided} shortcut={hasKeys ? "x" : undefined} />
      )}
    </>
  );
}

/** What this one took the place of, and what took its place. */
const Chain = ({ document, hrefOf }: Pick<Props, "document" | "hrefOf">): ReactNode =>
  (document.replaces ?? document.replaced_by) && (
    <p className="small">
      {document.replaces && (
        <Link to={hrefOf(document.replaces)} replace preventScrollReset>
          Sent in place of one that was not accepted
        </Link>
      )}
      {document.replaces && document.replaced_by && " · "}
      {document.replaced_by && (
        <Link to={hrefOf(document.replaced_by)} replace preventScrollReset>
          Another has come in its place
        </Link>
      )}
    </p>
  );

function Shown({ blob, document }: { blob: Blob; document: Document }): ReactNode {
  if (document.media_type.startsWith("image/")) return <Picture blob={blob} name={document.original_name} />;
  if (document.media_type !== "application/pdf") return <PlainText blob={blob} />;
  return (
    <Suspense fallback={<Skeleton height={320} />}>
      <PdfPages blob={blob} name={document.original_name} />
    </Suspense>
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
