import type { ReactNode } from "react";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { fullName } from "../../../shared/people/names.ts";
import { Toned } from "../../../shared/people/toned.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";

type Row = RowOf<typeof calls.appeals.listAll>;

const shown = columns<Row>([
  { key: "last_name", header: "Name", card: "title", width: 200, render: fullName },
  { key: "status", header: "Appeal", card: "badge", render: (row) => <Toned status={row.status} /> },
  { key: "text", header: "What they say", width: 380, card: "field" },
  { key: "decline_reason", header: "Declined because", width: 260, card: "field" },
  {
    key: "profile_status",
    header: "Profile",
    render: (row) => <StatusBadge kind="person" status={row.profile_status} />,
  },
  { key: "created_at", header: "Appealed", kind: "relative", card: "field" },
  { key: "decision_reason", header: "Answer", width: 240, isHidden: true },
  { key: "decided_by", header: "Answered by", isHidden: true },
  { key: "decided_at", header: "Answered", kind: "relative", isHidden: true },
]);

const acts = rowActionsOf([calls.appeals.approve, calls.appeals.decline]);
const actionsOf = (row: Row): readonly RowAction[] => [
  { label: "Open the case", to: `/admin/users/${row.user_id}` },
  ...acts(row),
];

/** R086: declined people who ask to be looked at again. */
export default (): ReactNode => (
  <ListPage
    call={calls.appeals.listAll}
    columns={shown}
    href={(row) => `/admin/users/${row.user_id}`}
    rowActions={actionsOf}
    slots={{
      lead: "Declined people who ask to be looked at again, with the reason they were given.",
      empty: { text: "Nobody appeals." },
    }}
  />
);
