import type { ReactNode } from "react";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../../shared/list/list-page.tsx";

type Row = RowOf<typeof calls.peopleStatistics.identityVerifications>;

const shown = columns<Row>([
  column("last_name", { card: "title" }),
  column("status", { header: "Outcome", card: "badge" }),
  column("kind", {
    header: "Number",
    card: "field",
    render: ({ kind, number }) => (
      <>
        {kind.toUpperCase()} <code>{number}</code>
      </>
    ),
  }),
  column("attempts", { header: "Codes tried", kind: "number", card: "field" }),
  column("failure", { header: "What went wrong", width: 320 }),
  column("created_at", { header: "Begun", card: "field" }),
  column("decided_at"),
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
