import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column } from "../../../shared/list/columns.tsx";
import { listPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";

type Row = RowOf<typeof calls.employmentClaims.listAll>;

const acts = rowActionsOf([calls.employmentClaims.confirm, calls.employmentClaims.refuse]);
const actionsOf = (row: Row): readonly RowAction[] => [
  ...(row.status === "confirmed" ? [{ label: "Open the employee", to: `/corporate/users/${row.user_id}` }] : []),
  ...acts(row),
];

/** People who said at registration that they work for this company (C008). */
export default listPage(calls.employmentClaims.listAll, {
  columns: [
    column("last_name", { card: "title" }),
    column("status", { header: "Request", card: "badge" }),
    column("email", { width: 260, card: "field" }),
    column("phone_end", { header: "Phone ends in", card: "field" }),
    column("created_at", { header: "Requested", card: "field" }),
    column("decided_by", { header: "Answered by" }),
    column("decided_at", { header: "Answered" }),
    column("decision_reason", { header: "Reason", width: 220, isHidden: true }),
  ],
  rowActions: actionsOf,
  views: [{ name: "To answer", address: "f.status=pending", empty: "Everybody is answered" }],
  lead: "People who say that they work for you. Only those whom you confirm become your employees here.",
  empty: "No requests to confirm.",
});
