import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ImportStatus } from "../../../shared/imports/verdicts.tsx";
import { column } from "../../../shared/list/columns.tsx";
import { listPage } from "../../../shared/list/list-page.tsx";

/** Files of loans of another book; each leads to its rows. */
export default listPage(calls.loanImports.listAll, {
  columns: [
    column("file_name", { header: "File", card: "title", width: 260 }),
    column("status", { card: "badge", render: (row) => <ImportStatus status={row.status} /> }),
    column("total_count", { header: "Rows", card: "field" }),
    column("created_count", { header: "Brought in", card: "field" }),
    column("already_count", { header: "There already" }),
    column("refused_count", { header: "Refused", card: "field" }),
    column("outstanding_principal_kobo", { card: "field" }),
    column("overdue_kobo", { header: "Overdue" }),
    column("created_by", { header: "By" }),
    column("created_at", { header: "Sent" }),
    column("finished_at", { isHidden: true }),
    column("principal_kobo", { isHidden: true }),
    column("accrued_interest_kobo", { isHidden: true }),
    column("failure", { isHidden: true }),
    column("done_count", { isHidden: true }),
    column("id", { isHidden: true }),
  ],
  href: (row) => `/admin/loans/imports/${row.id}`,
  actions: <Link to="/admin/loans/imports/new">Bring in loans</Link>,
  empty: "No loan was brought in from another book yet.",
  emptyAction: <Link to="/admin/loans/imports/new">Bring in loans</Link>,
});
