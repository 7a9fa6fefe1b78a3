import { type DocumentQueue, documentQueues } from "@manilla/contract/people/document-queues";
import { sentence } from "@manilla/contract/formats";
import { type ReactNode, useMemo } from "react";
import { useLocation } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { documentTones, reasonNames, typeNames } from "../../../shared/documents/document-words.ts";
import { columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { fullName } from "../../../shared/people/names.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";

type Row = RowOf<typeof calls.documents.listAll>;

/** Who has looked, the newest first; a colleague's name, and how many others. */
const lookedAt = (row: Row): ReactNode => {
  const [first, ...others] = row.looked_by;
  if (!first) return <span className="muted">Nobody yet</span>;
  return (
    <span title={row.looked_by.join(", ")}>
      {first}
      {others.length > 0 && <span className="muted"> and {others.length} more</span>}
    </span>
  );
};

/** What a room adds stands in sight there and can be chosen elsewhere. */
const columnsOf = (queue: DocumentQueue) =>
  columns<Row>([
    { key: "last_name", header: "Person", card: "title", width: 200, render: fullName },
    {
      key: "type",
      header: "Kind",
      card: "field",
      width: 180,
      render: (row) => (
        <>
          {typeNames[row.type]}
          {row.is_resubmission && <span className="muted"> · sent again</span>}
          {row.is_waited_for && <span className="muted"> · waited for</span>}
        </>
      ),
    },
    {
      key: "status",
      header: "Status",
      card: "badge",
      render: (row) => <ToneBadge tone={documentTones[row.status]}>{sentence(row.status)}</ToneBadge>,
    },
    { key: "created_at", header: "Age", kind: "relative", card: "field" },
    { key: "looked_at", header: "Looked at by", width: 180, card: "field", render: lookedAt },
    ...(queue === "rejected"
      ? [
          {
            key: "invalid_reason",
            header: "Reason",
            card: "field",
            width: 200,
            render: (row: Row) => (row.invalid_reason ? reasonNames[row.invalid_reason] : ""),
          } as const,
        ]
      : []),
    ...(queue === "loan"
      ? [
          {
            key: "loan_reference",
            header: "Loan request",
            card: "field",
            render: (row: Row) => row.loan_reference ?? "",
          } as const,
        ]
      : []),
    { key: "source", header: "Came through", render: (row) => sentence(row.source) },
    { key: "page_count", header: "Pages", kind: "number" },
    {
      key: "analysis_status",
      header: "Read",
      render: (row) => (row.analysis_status ? sentence(row.analysis_status) : ""),
    },
    { key: "title", header: "Title", width: 220, isHidden: true },
    { key: "original_name", header: "File", width: 220, isHidden: true },
    ...(queue === "rejected"
      ? []
      : [
          {
            key: "invalid_reason",
            header: "Reason",
            isHidden: true,
            render: (row: Row) => (row.invalid_reason ? reasonNames[row.invalid_reason] : ""),
          } as const,
        ]),
    ...(queue === "loan"
      ? []
      : [
          {
            key: "loan_reference",
            header: "Loan request",
            isHidden: true,
            render: (row: Row) => row.loan_reference ?? "",
          } as const,
        ]),
  ]);

const hrefOf = (row: Row): string => `/admin/documents/${row.id}`;

const rooms: Record<string, { queue: DocumentQueue; empty: string }> = {
  "doc-processor": { queue: "all", empty: "Nobody has sent a document yet." },
  "new-docs": { queue: "new", empty: "Nothing new has come." },
  "rejected-docs": { queue: "rejected", empty: "Nothing that was rejected waits for a new one." },
  loan: { queue: "loan", empty: "No document belongs to an open loan request." },
};

/** R100 to R103: the rooms of the document processor. Which documents stand where is said by contract/documents.ts. */
export default function DocumentsScreen(): ReactNode {
  const name = useLocation().pathname.replace(/\/$/, "").split("/").at(-1) ?? "";
  const { queue, empty } = rooms[name] ?? { queue: "all", empty: "" };
  const shown = useMemo(() => columnsOf(queue), [queue]);
  return (
    <ListPage
      key={queue}
      call={calls.documents.listAll}
      params={{ queue }}
      columns={shown}
      href={hrefOf}
      slots={{ lead: documentQueues[queue].description, empty: { text: empty } }}
    />
  );
}
