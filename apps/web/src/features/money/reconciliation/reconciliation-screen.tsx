import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useBookedColumns } from "../../../shared/figures/booked.ts";
import { columns } from "../../../shared/list/columns.tsx";
import { ListPage } from "../../../shared/list/list-page.tsx";
import { DaySummary } from "./day-summary.tsx";
import { StatementActions } from "./statement-actions.tsx";
import { bookedAt, type Item, subjectName } from "./words.ts";

const shown = columns<Item>([
  { key: "reference", header: "Reference", card: "title", width: 190 },
  { key: "status", header: "Status", kind: "badge", badge: "reconciliation", card: "badge" },
  {
    key: "reason",
    header: "Why",
    render: (row) => <span title={row.reason}>{row.reason}</span>,
    card: "field",
    width: 300,
  },
  { key: "expected_kobo", header: "Expected", kind: "money", opens: bookedAt, card: "field" },
  { key: "actual_kobo", header: "On the statement", kind: "money", card: "field" },
  { key: "difference_kobo", header: "Difference", kind: "money" },
  { key: "direction", header: "Direction", render: (row) => (row.direction === "in" ? "In" : "Out") },
  { key: "subject_type", header: "What", render: (row) => subjectName(row.subject_type) },
  {
    key: "customer",
    header: "Customer",
    render: (row) => row.customer?.name ?? <span className="muted">–</span>,
    card: "field",
  },
  { key: "business_date", header: "Day", kind: "day" },
  { key: "decided_by", header: "Decided by", isHidden: true },
  { key: "decision_note", header: "Note", isHidden: true },
  { key: "updated_at", header: "Last change", kind: "relative", isHidden: true },
  { key: "id", header: "Id", kind: "id", isHidden: true },
]);

/** R104: our payouts and receipts against the bank's statement, day by day, each row with its reason. */
export default function ReconciliationScreen(): ReactNode {
  return (
    <ListPage
      call={calls.reconciliation.listAll}
      columns={useBookedColumns(shown)}
      href={(row) => `/admin/reconciliation/${row.id}`}
      slots={{
        lead: "Our payouts and receipts against the bank's statement. Open a row to decide; j and k lead to the next and previous.",
        actions: <StatementActions />,
        above: <DaySummary />,
        empty: {
          text: "Nothing to reconcile yet. Payouts and receipts appear here; the bank's statement is fetched at the close of each day.",
        },
      }}
    />
  );
}
