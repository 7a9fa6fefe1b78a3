import type { ReactNode } from "react";
import { useParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { OutcomeBadge, outcomeWords } from "../../../shared/decisions/decision-view.tsx";
import { columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";

type Row = RowOf<typeof calls.ruleSets.backtestRows>;

const shown = columns<Row>([
  { key: "last_name", header: "Name", card: "title", width: 200, render: (row) => `${row.name} ${row.last_name}` },
  {
    key: "before",
    header: "Was",
    card: "field",
    words: outcomeWords,
    render: (row) => <OutcomeBadge outcome={row.before} />,
  },
  {
    key: "after",
    header: "Would be",
    card: "badge",
    words: outcomeWords,
    render: (row) => <OutcomeBadge outcome={row.after} />,
  },
  { key: "reason", header: "Because", width: 300, card: "field" },
  { key: "limit_before_kobo", header: "Limit was", kind: "money" },
  { key: "limit_after_kobo", header: "Limit would be", kind: "money", card: "field" },
  {
    key: "loan_status",
    header: "Loan since",
    render: (row) =>
      row.loan_status ? <StatusBadge kind="loan" status={row.loan_status} /> : <span className="muted">none</span>,
  },
  { key: "principal_kobo", header: "Lent", kind: "money" },
  { key: "decided_at", header: "Decided", kind: "relative" },
]);

/** The decisions that another version would have made otherwise. */
export default function ChangedScreen(): ReactNode {
  const { id = "" } = useParams();
  return (
    <ListPage
      call={calls.ruleSets.backtestRows}
      params={{ id }}
      columns={shown}
      href={(row) => `/admin/users/${row.user_id}`}
      slots={{
        lead: "Each past decision that would be otherwise under the tested rules.",
        empty: { text: "No decision would have been otherwise." },
      }}
    />
  );
}
