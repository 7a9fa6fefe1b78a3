import { day } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { columns } from "../../../shared/list/columns.tsx";
import type { RowOf } from "../../../shared/list/list-page.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";

export type Repayment = RowOf<typeof calls.repayments.listAll>;
export type Receipt = Answer<typeof calls.repayments.settle>["receipt"];

/** Repayments of which nothing can be taken any more. */
const closed = new Set(["paid", "waived", "superseded", "written_off"]);
/** Why nothing can be received on a repayment; null when something can. */
export const whyNotPayable = (row: Repayment): string | null =>
  closed.has(row.status) || row.outstanding_kobo === 0 ? `It is ${row.status.replaceAll("_", " ")}.` : null;

/** What became of collecting it, and what comes next. */
function collection(row: Repayment): ReactNode {
  if (whyNotPayable(row)) return row.paid_on ? `Paid on ${day(row.paid_on)}` : "–";
  if (row.last_failure)
    return (
      <span title={row.last_failure}>
        {row.next_attempt_on
          ? `Tried ${row.collection_attempts}×, again ${day(row.next_attempt_on)}`
          : `Tried ${row.collection_attempts}×`}
        : {row.last_failure}
      </span>
    );
  if (!row.has_card) return <span className="muted">No card</span>;
  return row.next_attempt_on ? `Card, ${day(row.next_attempt_on)}` : "Card, when it falls due";
}

export const repaymentColumns = columns<Repayment>([
  { key: "customer", header: "Customer", render: (row) => row.customer.name, card: "title" },
  {
    key: "_loan",
    header: "Loan",
    render: (row) => (
      <>
        <code>{row.loan.reference}</code> · {row.number}
      </>
    ),
  },
  { key: "due_on", header: "Due", kind: "day", card: "field" },
  { key: "status", header: "Status", kind: "badge", badge: "repayment", card: "badge" },
  { key: "days_past_due", header: "Days late", kind: "number", card: "field" },
  { key: "total_kobo", header: "Instalment", kind: "money" },
  {
    key: "paid_kobo",
    header: "Paid",
    kind: "money",
    opens: (row) => (row.paid_kobo > 0 ? `/admin/books/repayment/${row.id}` : undefined),
  },
  {
    key: "outstanding_kobo",
    header: "Still owed",
    kind: "money",
    card: "field",
    opens: (row) => `/admin/books/loan/${row.loan.id}`,
  },
  { key: "_collection", header: "Collection", render: collection, width: 240, card: "field" },
  { key: "principal_kobo", header: "Principal", kind: "money", isHidden: true },
  { key: "interest_kobo", header: "Interest", kind: "money", isHidden: true },
  { key: "fees_kobo", header: "Fees", kind: "money", isHidden: true },
  { key: "penalty_kobo", header: "Penalty", kind: "money", isHidden: true },
  {
    key: "_loan_status",
    header: "Loan is",
    render: (row) => <StatusBadge kind="loan" status={row.loan.status} />,
    isHidden: true,
  },
  { key: "has_card", header: "Has a card", kind: "boolean", isHidden: true },
  { key: "id", header: "Id", kind: "id", isHidden: true },
]);

const channels: Record<Receipt["channel"], string> = {
  card: "Card",
  direct_debit: "Direct debit",
  bank_transfer: "Bank transfer",
  staff: "Recorded by staff",
  credit_balance: "Credit balance",
  import: "Import",
};
/** How money came in. */
export const channelName = (channel: string): string => channels[channel as Receipt["channel"]] ?? channel;
