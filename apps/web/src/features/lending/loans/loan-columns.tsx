import { count, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { calls } from "../../../shared/api/calls.gen.ts";
import { type Column, columns } from "../../../shared/list/columns.tsx";
import type { RowOf } from "../../../shared/list/list-page.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";

export type LoanRow = RowOf<typeof calls.loans.listAll>;

/** Nothing is a quiet dash: what is late stands out. */
const orDash = (value: number, show: (value: number) => string): ReactNode =>
  value > 0 ? show(value) : <span className="muted">–</span>;

/** What the lists of loans have in common, whatever the borrower is to the reader. */
type AnyLoan = Omit<LoanRow, "customer" | "abilities">;
const person: Column<LoanRow> = {
  key: "_customer",
  header: "Person",
  render: (row) => row.customer.name,
  card: "title",
  width: 160,
};
/** The first column of every list of loans; the borrower stands beside it. */
export const loanReference: Column<AnyLoan> = { key: "reference", header: "Loan", card: "field", width: 200 };

/** The columns of the provider's lists. @param opens where a loan's outstanding amount leads, if anywhere */
export const loanColumns = (opens?: (row: AnyLoan) => string): readonly Column<LoanRow>[] => [
  loanReference,
  person,
  ...loanStanding(opens),
];

/** How a loan stands. @param opens see {@link loanColumns} */
export const loanStanding = (opens?: (row: AnyLoan) => string): readonly Column<AnyLoan>[] =>
  columns<AnyLoan>([
    { key: "status", header: "Status", kind: "badge", badge: "loan", card: "badge" },
    {
      key: "principal_kobo",
      header: "Amount",
      kind: "money",
      card: "field",
      ...(opens && { opens: (row) => (row.disbursed_on ? opens(row) : undefined) }),
    },
    {
      key: "outstanding_principal_kobo",
      header: "Principal owed",
      kind: "money",
      card: "field",
      ...(opens && { opens }),
    },
    {
      key: "overdue_kobo",
      header: "Overdue",
      kind: "money",
      render: (row) => orDash(row.overdue_kobo, naira),
      ...(opens && { opens: (row) => (row.overdue_kobo > 0 ? opens(row) : undefined) }),
    },
    {
      key: "days_past_due",
      header: "Days past due",
      kind: "number",
      width: 132,
      render: (row) => orDash(row.days_past_due, count),
    },
    { key: "next_due_on", header: "Next due", kind: "day" },
    { key: "created_at", header: "Asked", kind: "relative", card: "field" },
    { key: "product", header: "Product", isHidden: true },
    { key: "_marks", header: "Verified", width: 170, isHidden: true, render: (row) => <Marks row={row} /> },
    { key: "instalment_kobo", header: "Instalment", kind: "money", isHidden: true },
    { key: "instalment_count", header: "Instalments", kind: "number", isHidden: true },
    { key: "annual_rate_percent", header: "Rate a year", kind: "percent", isHidden: true },
    { key: "arrears_bucket", header: "Arrears", isHidden: true },
    { key: "disbursed_on", header: "Paid out", kind: "day", isHidden: true },
  ]);

/** What is asked for, and who has verified it. */
export const requestStanding: readonly Column<AnyLoan>[] = columns<AnyLoan>([
  { key: "status", header: "Status", kind: "badge", badge: "loan", card: "badge" },
  { key: "principal_kobo", header: "Amount", kind: "money", card: "field" },
  { key: "instalment_kobo", header: "Instalment", kind: "money" },
  { key: "instalment_count", header: "Instalments", kind: "number", width: 110 },
  { key: "annual_rate_percent", header: "Rate a year", kind: "percent" },
  { key: "_marks", header: "Verified", width: 190, render: (row) => <Marks row={row} />, card: "field" },
  { key: "product", header: "Product" },
  { key: "created_at", header: "Asked", kind: "relative", card: "field" },
]);

/** Columns of the provider's queue that waits for decisions. */
export const requestColumns: readonly Column<LoanRow>[] = [loanReference, person, ...requestStanding];

function Marks({ row }: { row: AnyLoan }): ReactNode {
  const done = [row.officer_verified_at && "Officer", row.operations_verified_at && "Operations"].filter(
    (name): name is string => Boolean(name),
  );
  if (done.length === 0) return <span className="muted">Not yet</span>;
  return (
    <span style={{ display: "inline-flex", gap: 4 }}>
      {done.map((name) => (
        <ToneBadge key={name} tone="success">
          {name}
        </ToneBadge>
      ))}
    </span>
  );
}
