import { sentence } from "@manilla/contract/formats";
import type { Tone } from "@manilla/contract/badges";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";

type Row = RowOf<typeof calls.imports.listAll>;
export const importTones: Record<Row["status"], Tone> = {
  pending: "warning",
  running: "info",
  done: "success",
  failed: "danger",
};

const shown = columns<Row>([
  { key: "file_name", header: "File", card: "title", width: 260 },
  {
    key: "status",
    header: "Status",
    card: "badge",
    render: (row) => <ToneBadge tone={importTones[row.status]}>{sentence(row.status)}</ToneBadge>,
  },
  { key: "total_count", header: "Rows", kind: "number", card: "field" },
  { key: "created_count", header: "Created", kind: "number", card: "field" },
  { key: "already_count", header: "There already", kind: "number" },
  { key: "refused_count", header: "Refused", kind: "number", card: "field" },
  { key: "created_by", header: "By" },
  { key: "created_at", header: "Sent", kind: "relative" },
  { key: "finished_at", header: "Finished", kind: "relative", isHidden: true },
  { key: "id", header: "Id", kind: "id", isHidden: true },
]);

/** Earlier imports; each leads to its rows. */
export default function ImportsScreen(): ReactNode {
  return (
    <ListPage
      call={calls.imports.listAll}
      columns={shown}
      href={(row) => `/admin/users/imports/${row.id}`}
      slots={{
        actions: <Link to="/admin/users/new?way=file">Import a file</Link>,
        empty: { text: "No file was imported yet.", action: <Link to="/admin/users/new?way=file">Import a file</Link> },
      }}
    />
  );
}
