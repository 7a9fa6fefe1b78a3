import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column } from "../../../shared/list/columns.tsx";
import { listPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";

type Row = RowOf<typeof calls.appeals.listAll>;

const acts = rowActionsOf([calls.appeals.approve, calls.appeals.decline]);
const actionsOf = (row: Row): readonly RowAction[] => [
  { label: "Open the case", to: `/admin/users/${row.user_id}` },
  ...acts(row),
];

/** R086: declined people who ask to be looked at again. */
export default listPage(calls.appeals.listAll, {
  columns: [
    column("last_name", { card: "title", width: 200 }),
    column("status", { header: "Appeal", card: "badge" }),
    column("text", { header: "What they say", width: 380, card: "field" }),
    column("decline_reason", { header: "Declined because", width: 260, card: "field" }),
    column("profile_status", { header: "Profile", badge: "person" }),
    column("created_at", { header: "Appealed", card: "field" }),
    column("decision_reason", { header: "Answer", width: 240, isHidden: true }),
    column("decided_by", { header: "Answered by", isHidden: true }),
    column("decided_at", { header: "Answered", isHidden: true }),
  ],
  href: (row) => `/admin/users/${row.user_id}`,
  rowActions: actionsOf,
  lead: "Declined people who ask to be looked at again, with the reason they were given.",
  empty: "Nobody appeals.",
});
