import { sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { calls } from "../../shared/api/calls.gen.ts";
import { columns } from "../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../shared/list/list-page.tsx";
import { fullName } from "../../shared/people/names.ts";
import { ToneBadge } from "../../shared/ui/badge.tsx";

type Row = RowOf<typeof calls.documents.listAll>;

const tones = { received: "info", confirmed: "success", invalidated: "danger" } as const;

const shown = columns<Row>([
  { key: "last_name", header: "Person", card: "title", width: 200, render: fullName },
  { key: "type", header: "Kind", card: "field", render: (row) => <>{sentence(row.type)}{row.is_resubmission && <span className="muted"> · sent again</span>}</> },
  { key: "status", header: "Status", card: "badge", render: (row) => <ToneBadge tone={tones[row.status]}>{sentence(row.status)}</ToneBadge> },
  { key: "title", header: "Title", width: 220, card: "field" },
  { key: "source", header: "Came through", render: (row) => sentence(row.source) },
  { key: "page_count", header: "Pages", kind: "number" },
  { key: "analysis_status", header: "Read", render: (row) => (row.analysis_status ? sentence(row.analysis_status) : "") },
  { key: "invalid_reason", header: "Reason", card: "field", render: (row) => (row.invalid_reason ? sentence(row.invalid_reason) : "") },
  { key: "loan_reference", header: "Loan request", render: (row) => row.loan_reference ?? "" },
  { key: "created_at", header: "Came", kind: "relative" },
]);

const hrefOf = (row: Row): string => `/admin/users/${row.user_id}?tab=documents&document=${row.id}`;

const rooms = {
  "new-docs": { queue: "new", lead: "What came and nobody has confirmed or rejected yet.", empty: "Nothing new has come." },
  "rejected-docs": { queue: "rejected", lead: "What was not accepted, and nothing has come in its place yet.", empty: "Nothing that was rejected waits for a new one." },
  loan: { queue: "loan", lead: "Documents of people whose loan request waits for us.", empty: "No document belongs to an open loan request." },
} as const;
const isRoom = (name: string): name is keyof typeof rooms => Object.hasOwn(rooms, name);

/** R101, R102 and R103: the rooms of the document processor. */
export default function DocumentsScreen(): ReactNode {
  const name = useLocation().pathname.replace(/\/$/, "").split("/").at(-1) ?? "";
  const { queue, lead, empty } = rooms[isRoom(name) ? name : "new-docs"];
  return <ListPage key={queue} call={calls.documents.listAll} params={{ queue }} columns={shown} href={hrefOf} slots={{ lead, empty: { text: empty } }} />;
}
