import { type DocumentQueue, documentQueues } from "@manilla/contract/people/document-queues";
import { sentence } from "@manilla/contract/formats";
import { type ReactNode, useMemo } from "react";
import { useLocation } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { documentTones, reasonNames, typeNames } from "../../../shared/documents/document-words.ts";
import { type Column, column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { ReadyView } from "../../../shared/list/ready-views.tsx";
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

type Look = Pick<Column<Row>, "card" | "width" | "isHidden">;
const rejection = (look: Look): Column<Row> =>
  column<Row>("invalid_reason", { header: "Reason", words: reasonNames, kind: "text", ...look });
const loanRequest = (look: Look): Column<Row> => column<Row>("loan_reference", { header: "Loan request", ...look });
/** A queue's extra columns are visible there and optional elsewhere. */
const columnsOf = (queue: DocumentQueue) =>
  columns<Row>([
    column("last_name", { header: "Person", card: "title", width: 200 }),
    column("type", {
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
    }),
    column("status", {
      card: "badge",
      render: (row) => <ToneBadge tone={documentTones[row.status]}>{sentence(row.status)}</ToneBadge>,
    }),
    column("created_at", { header: "Age", kind: "waiting", card: "field" }),
    column("looked_at", { header: "Looked at by", width: 180, card: "field", render: lookedAt }),
    ...(queue === "rejected" ? [rejection({ card: "field", width: 200 })] : []),
    ...(queue === "loan" ? [loanRequest({ card: "field" })] : []),
    column("source"),
    column("page_count"),
    column("analysis_status", { header: "Read", kind: "word" }),
    column("title", { width: 220, isHidden: true }),
    column("original_name", { header: "File", width: 220, isHidden: true }),
    ...(queue === "rejected" ? [] : [rejection({ isHidden: true })]),
    ...(queue === "loan" ? [] : [loanRequest({ isHidden: true })]),
  ]);

const hrefOf = (row: Row): string => `/admin/documents/${row.id}`;

/** What the menu counts comes first, the longest waiting of it on top. */
const toDecide: readonly ReadyView[] = [
  {
    name: "To decide",
    address: "f.status=received&sortColumn=created_at&sortOrder=asc",
    first: true,
    empty: "Every document is decided",
  },
];
const rooms: Record<string, { queue: DocumentQueue; empty: string; views?: readonly ReadyView[] }> = {
  "doc-processor": { queue: "all", empty: "No documents yet.", views: toDecide },
  "new-docs": { queue: "new", empty: "Nothing new has come." },
  "rejected-docs": { queue: "rejected", empty: "Nothing that was rejected waits for a new one." },
  loan: { queue: "loan", empty: "No document belongs to an open loan request." },
};

/** R100 to R103: the document queues, as contract/documents.ts declares them. */
export default function DocumentsScreen(): ReactNode {
  const name = useLocation().pathname.replace(/\/$/, "").split("/").at(-1) ?? "";
  const { queue, empty, views } = rooms[name] ?? { queue: "all", empty: "" };
  const shown = useMemo(() => columnsOf(queue), [queue]);
  return (
    <ListPage
      key={queue}
      call={calls.documents.listAll}
      params={{ queue }}
      columns={shown}
      href={hrefOf}
      {...(views && { views })}
      lead={documentQueues[queue].description}
      empty={empty}
    />
  );
}
