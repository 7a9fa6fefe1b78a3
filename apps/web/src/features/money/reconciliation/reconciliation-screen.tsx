import { naira, shortReference, truncate } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useBookedColumns } from "../../../shared/figures/booked.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage } from "../../../shared/list/list-page.tsx";
import type { ReadyView } from "../../../shared/list/ready-views.tsx";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { BulkDecisions } from "./bulk-decisions.tsx";
import { DaySummary } from "./day-summary.tsx";
import { StatementActions } from "./statement-actions.tsx";
import { bookedAt, isOnlyTold, type Item, subjectName } from "./words.ts";

const shown = columns<Item>([
  column("reference", {
    card: "title",
    render: ({ reference }) => <span title={reference}>{truncate(shortReference(reference), 16)}</span>,
    width: 158,
  }),
  column("status", { badge: "reconciliation", card: "badge" }),
  column("reason", {
    header: "Why",
    render: (row) => {
      const told = isOnlyTold(row) && row.actual_kobo !== null ? ` The provider says ${naira(row.actual_kobo)}.` : "";
      return <span title={`${row.reason}${told}`}>{`${row.reason}${told}`}</span>;
    },
    card: "field",
    width: 152,
  }),
  column("expected_kobo", { opens: bookedAt, card: "field" }),
  // What only the payment provider said is no sum of the bank.
  column("actual_kobo", {
    header: "Bank",
    card: "field",
    render: (row) =>
      row.actual_kobo === null || isOnlyTold(row) ? <span className="muted">–</span> : naira(row.actual_kobo),
  }),
  column("_provider_kobo", {
    header: "Provider",
    kind: "money",
    isHidden: true,
    render: (row) => (row.actual_kobo !== null && isOnlyTold(row) ? naira(row.actual_kobo) : ""),
  }),
  column("difference_kobo"),
  column("customer", { header: "Who", card: "field", width: 112 }),
  column("business_date", { header: "Day" }),
  column("owner", { header: "With", width: 64 }),
  column("direction", { render: (row) => (row.direction === "in" ? "In" : "Out"), isHidden: true }),
  column("subject_type", { header: "What", render: (row) => subjectName(row.subject_type), isHidden: true }),
  column("decided_by", { isHidden: true }),
  column("decision_note", { header: "Note", isHidden: true }),
  column("updated_at", { header: "Last change", isHidden: true }),
  column("id", { isHidden: true }),
]);

/** What is not matched nor done with. */
const OPEN = "f.status=missing,over,short,mismatch";
const views: readonly ReadyView[] = [
  { name: "Open", address: OPEN, first: ["super_finance"], empty: "Nothing differs from the bank" },
  {
    name: "By value",
    address: `${OPEN}&sortColumn=difference_kobo&sortOrder=asc`,
    empty: "Nothing differs from the bank",
  },
  { name: "Mine", address: ({ me }) => `${OPEN}&f.owner_id=${me}`, empty: "No exception is yours" },
  {
    name: "Over 3 days",
    address: (facts) => `${OPEN}&f.business_date=..${facts.in(-4)}`,
    empty: "No exception is older than 3 days",
  },
];

const { match, voidItem, setAside, assign } = calls.reconciliation;
const rowActions = rowActionsOf([assign, match, voidItem, setAside]);

/** R104: our payouts and receipts against the bank's statement, day by day, each row with its reason. */
export default function ReconciliationScreen(): ReactNode {
  return (
    <ListPage
      call={calls.reconciliation.listAll}
      columns={useBookedColumns(shown)}
      href={(row) => `/admin/reconciliation/${row.id}`}
      lead="Our payouts and receipts against the bank's statement. Open a row to decide; j and k lead to the next and previous."
      rowActions={rowActions}
      views={views}
      bulkActions={(selection) => <BulkDecisions selection={selection} />}
      actions={<StatementActions />}
      above={<DaySummary />}
      empty="Nothing to reconcile yet. Payouts and receipts appear here; the bank's statement is fetched at the close of each day."
    />
  );
}
