import type { ReactNode } from "react";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { columns } from "../../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../../shared/list/list-page.tsx";
import { fullName } from "../../../../shared/people/names.ts";
import { Toned } from "../../../../shared/people/toned.tsx";

type Row = RowOf<typeof calls.peopleStatistics.identityVerifications>;

const shown = columns<Row>([
  { key: "last_name", header: "Name", card: "title", width: 220, render: fullName },
  { key: "status", header: "Outcome", card: "badge", render: ({ status }) => <Toned status={status} /> },
  {
    key: "kind",
    header: "Number",
    card: "field",
    render: ({ kind, number }) => (
      <>
        {kind.toUpperCase()} <code>{number}</code>
      </>
    ),
  },
  { key: "attempts", header: "Codes tried", kind: "number", card: "field" },
  { key: "failure", header: "What went wrong", width: 320 },
  { key: "created_at", header: "Begun", kind: "relative", card: "field" },
  { key: "decided_at", header: "Decided", kind: "relative" },
]);

/** R034: every attempt to verify a BVN or NIN. */
export default (): ReactNode => (
  <ListPage
    call={calls.peopleStatistics.identityVerifications}
    columns={shown}
    href={(row) => `/admin/users/${row.user_id}?tab=identity`}
    slots={{
      lead: "Every attempt to verify a BVN or NIN, whatever became of it.",
      empty: { text: "Nobody has begun to verify a number yet." },
    }}
  />
);
