import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ImportStatus } from "../../../shared/imports/verdicts.tsx";
import { column } from "../../../shared/list/columns.tsx";
import { listPage } from "../../../shared/list/list-page.tsx";

/** Earlier imports; each leads to its rows. */
export default listPage(calls.imports.listAll, {
  columns: [
    column("file_name", { header: "File", card: "title", width: 260 }),
    column("status", { card: "badge", render: (row) => <ImportStatus status={row.status} /> }),
    column("total_count", { header: "Rows", card: "field" }),
    column("created_count", { header: "Created", card: "field" }),
    column("already_count", { header: "There already" }),
    column("refused_count", { header: "Refused", card: "field" }),
    column("created_by", { header: "By" }),
    column("created_at", { header: "Sent" }),
    column("finished_at", { isHidden: true }),
    column("id", { isHidden: true }),
  ],
  href: (row) => `/admin/users/imports/${row.id}`,
  actions: <Link to="/admin/users/new?way=file">Import a file</Link>,
  empty: "No file was imported yet.",
  emptyAction: <Link to="/admin/users/new?way=file">Import a file</Link>,
});
