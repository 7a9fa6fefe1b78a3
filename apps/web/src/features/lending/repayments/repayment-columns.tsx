import { day } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import type { RowOf } from "../../../shared/list/list-page.tsx";
import { type Receipt, whyNotPayable } from "../../../shared/loans/receiving/receivable.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";

export type Repayment = RowOf<typeof calls.repayments.listAll>;
/** The outcome of collecting it, and what comes next. */
function collection(row: Repayment): ReactNode {
  if (whyNotPayable(row)) return row.paid_on ? `Paid on ${day(row.paid_on)}` : "–";
  if (row.last_failure)
    return (
      <span title={row.last_failure}>
        {row.next_attempt_on
          ? `${row.collection_attempts}×, again ${day(row.next_attempt_on)}`
          : `Tried ${row.collection_attempts}×`}
        : {row.last_failure}
      </span>
    );
  if (!row.has_card) return <span className="muted">No card</span>;
  return row.next_attempt_on ? `Card, ${day(row.next_attempt_on)}` : "Card, when it falls due";
}

export const repaymentColumns = columns<Repayment>([
  column("customer", { card: "title", width: 180 }),
  column("_loan", {
    render: (row) => (
      <>
        <code>{row.loan.reference}</code> · {row.number}
      </>
    ),
  }),
  column("due_on", { card: "field" }),
  column("status", { badge: "repayment", card: "badge" }),
  column("days_past_due", { header: "Late", card: "field" }),
  column("total_kobo", { header: "Instalment" }),
  column("paid_kobo", { opens: (row) => (row.paid_kobo > 0 ? `/admin/books/repayment/${row.id}` : undefined) }),
  column("outstanding_kobo", {
    header: "Still owed",
    card: "field",
    opens: (row) => `/admin/books/loan/${row.loan.id}`,
  }),
  column("_collection", { render: collection, width: 180, card: "field" }),
  column("principal_kobo", { isHidden: true }),
  column("interest_kobo", { isHidden: true }),
  column("fees_kobo", { isHidden: true }),
  column("penalty_kobo", { isHidden: true }),
  column("_loan_status", {
    header: "Loan status",
    render: (row) => <StatusBadge kind="loan" status={row.loan.status} />,
    isHidden: true,
  }),
  column("has_card", { header: "Has a card", isHidden: true }),
  column("id", { isHidden: true }),
]);

const channels: Record<Receipt["channel"], string> = {
  card: "Card",
  direct_debit: "Direct debit",
  bank_transfer: "Bank transfer",
  staff: "Recorded by staff",
  credit_balance: "Credit balance",
  import: "Import",
  salary_deduction: "Salary deduction",
};
/** How money came in. */
export const channelName = (channel: string): string => channels[channel as Receipt["channel"]] ?? channel;
