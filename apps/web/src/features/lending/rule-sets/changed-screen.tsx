import type { ReactNode } from "react";
import { useParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { OutcomeBadge, outcomeWords } from "../../../shared/decisions/decision-view.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";

type Row = RowOf<typeof calls.ruleSets.backtestRows>;

const shown = columns<Row>([
  column("last_name", { card: "title", width: 200 }),
  column("before", {
    header: "Was",
    words: outcomeWords,
    card: "field",
    render: (row) => <OutcomeBadge outcome={row.before} />,
  }),
  column("after", {
    header: "Would be",
    words: outcomeWords,
    card: "badge",
    render: (row) => <OutcomeBadge outcome={row.after} />,
  }),
  column("reason", { header: "Because", width: 300, card: "field" }),
  column("limit_before_kobo", { header: "Limit was" }),
  column("limit_after_kobo", { header: "Limit would be", card: "field" }),
  column("loan_status", {
    header: "Loan since",
    render: (row) =>
      row.loan_status ? <StatusBadge kind="loan" status={row.loan_status} /> : <span className="muted">none</span>,
  }),
  column("principal_kobo", { header: "Lent" }),
  column("decided_at"),
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
