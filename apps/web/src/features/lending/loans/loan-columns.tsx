import { count, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns, type Column } from "../../../shared/list/columns.tsx";
import type { RowOf } from "../../../shared/list/list-page.tsx";
import { outcomeWords } from "../../../shared/decisions/outcomes.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";

export type LoanRow = RowOf<typeof calls.loans.listAll>;

/** Zero is a quiet dash, so that arrears are noticed. */
const orDash = (value: number, show: (value: number) => string): ReactNode =>
  value > 0 ? show(value) : <span className="muted">–</span>;

/** What the lists of loans have in common, whatever the borrower is to the reader. */
type AnyLoan = Omit<LoanRow, "customer" | "missing" | "rules_say" | "assigned_to" | "abilities">;
const person: Column<LoanRow> = column("_customer", {
  header: "Person",
  render: (row) => row.customer.name,
  card: "title",
  width: 180,
});
/** The first column of every list of loans, beside the borrower. */
export const loanReference: Column<AnyLoan> = column("reference", { header: "Loan", card: "field", width: 176 });

/** The columns of the provider's lists. @param opens where a loan's outstanding amount leads, if anywhere */
export const loanColumns = (opens?: (row: AnyLoan) => string): readonly Column<LoanRow>[] => [
  person,
  loanReference,
  ...loanStanding(opens),
];

/** A loan's status. @param opens see {@link loanColumns} */
export const loanStanding = (opens?: (row: AnyLoan) => string): readonly Column<AnyLoan>[] =>
  columns<AnyLoan>([
    column("status", { badge: "loan", card: "badge" }),
    column("principal_kobo", {
      header: "Amount",
      card: "field",
      ...(opens && { opens: (row) => (row.disbursed_on ? opens(row) : undefined) }),
    }),
    column("outstanding_principal_kobo", {
      kind: "money",
      card: "field",
      render: (row) => (row.disbursed_on ? naira(row.outstanding_principal_kobo) : <span className="muted">–</span>),
      ...(opens && { opens: (row) => (row.disbursed_on ? opens(row) : undefined) }),
    }),
    column("overdue_kobo", {
      kind: "money",
      render: (row) => orDash(row.overdue_kobo, naira),
      ...(opens && { opens: (row) => (row.overdue_kobo > 0 ? opens(row) : undefined) }),
    }),
    column("days_past_due", { header: "Late", kind: "number", render: (row) => orDash(row.days_past_due, count) }),
    column("next_due_on"),
    column("created_at", { header: "Requested", card: "field", isHidden: true }),
    column("product", { isHidden: true }),
    column("_marks", { header: "Verified", width: 170, isHidden: true, render: (row) => <Marks row={row} /> }),
    column("instalment_kobo", { isHidden: true }),
    column("instalment_count", { isHidden: true }),
    column("annual_rate_percent", { isHidden: true }),
    column("arrears_bucket", {
      words: {
        current: "On time",
        "1-30": "1–30 days",
        "31-60": "31–60 days",
        "61-90": "61–90 days",
        "91+": "91+ days",
      },
      isHidden: true,
    }),
    column("disbursed_on", { header: "Paid out", isHidden: true }),
  ]);

const MARKS = {
  header: "Verified",
  width: 180,
  words: { none: "By nobody", officer: "By the officer", operations: "By operations", both: "By both" },
  card: "field",
} as const;

/** What is requested, and who has verified it. */
export const requestStanding: readonly Column<AnyLoan>[] = columns<AnyLoan>([
  column("status", { badge: "loan", card: "badge" }),
  column("principal_kobo", { header: "Amount", card: "field" }),
  column("instalment_kobo"),
  column("instalment_count", { header: "In", isHidden: true }),
  column("annual_rate_percent", { isHidden: true }),
  column("_marks", { ...MARKS, render: (row) => <Marks row={row} /> }),
  column("product", { isHidden: true }),
  column("created_at", { header: "Requested", card: "field" }),
]);

/** Columns of the provider's queue that waits for decisions. */
export const requestColumns: readonly Column<LoanRow>[] = [
  person,
  loanReference,
  ...columns<LoanRow>([
    column("principal_kobo", { header: "Asked", card: "field" }),
    column("instalment_kobo", { isHidden: true }),
    column("rules_say", { header: "Rules say", words: outcomeWords, card: "field", width: 146 }),
    column("_marks", { ...MARKS, render: (row) => <Marks row={row} /> }),
    column("missing", { width: 190, isHidden: true, render: (row) => row.missing ?? <span className="muted">–</span> }),
    column("assigned_to", { header: "With", kind: "person", width: 130 }),
    column("created_at", { header: "Waits", kind: "waiting", card: "field", width: 118 }),
    column("status", { badge: "loan", isHidden: true }),
    column("instalment_count", { header: "In", isHidden: true }),
    column("annual_rate_percent", { isHidden: true }),
    column("product", { isHidden: true }),
  ]),
];

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
