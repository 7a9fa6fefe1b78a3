import { naira } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { addressOf } from "../../../shared/api/call.ts";
import { columns } from "../../../shared/list/columns.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts, Notice, When } from "../../../shared/ui/kit.tsx";
import { Allocations, ReceiptLinks } from "./outcome.tsx";
import { channelName, type Receipt } from "./repayment-columns.tsx";
import styles from "./repayments.module.css";

export const receiptColumns = columns<Receipt>([
  { key: "reference", header: "Receipt", card: "title" },
  {
    key: "customer",
    header: "Customer",
    render: (row) => <Link to={`/admin/repayments/wallet/${row.customer.id}`}>{row.customer.name}</Link>,
    card: "field",
  },
  {
    key: "_state",
    header: "State",
    render: (row) =>
      row.reversed_at ? <ToneBadge tone="neutral">Reversed</ToneBadge> : <ToneBadge tone="success">Received</ToneBadge>,
    card: "badge",
  },
  {
    key: "amount_kobo",
    header: "Amount",
    kind: "money",
    opens: (row) => `/admin/books/receipt/${row.id}`,
    card: "field",
  },
  {
    key: "credit_kobo",
    header: "To credit",
    kind: "money",
    opens: (row) => (row.credit_kobo > 0 ? `/admin/books/receipt/${row.id}` : undefined),
  },
  { key: "channel", header: "Channel", render: (row) => channelName(row.channel), card: "field" },
  { key: "received_on", header: "Received", kind: "day", card: "field" },
  {
    key: "_loan",
    header: "Loan",
    render: (row) =>
      row.loan ? (
        <Link to={`/admin/loans/${row.loan.id}`}>{row.loan.reference}</Link>
      ) : (
        <span className="muted">None yet</span>
      ),
  },
  { key: "recorded_by", header: "Recorded by" },
  { key: "note", header: "Note", isHidden: true },
  { key: "received_at", header: "Exact time", kind: "date", isHidden: true },
  { key: "id", header: "Id", kind: "id", isHidden: true },
]);

/** What can be done with a receipt. @param look shows what it paid */
export function receiptActions(row: Receipt, booked: string | undefined, look: (row: Receipt) => void): RowAction[] {
  return [
    { label: "What it paid", run: () => look(row) },
    ...(booked ? [{ label: "What was booked", to: booked }] : []),
    {
      label: "Receipt (PDF)",
      run: () =>
        void window.open(addressOf(calls.repayments.receiptLetter, { params: { id: row.id } }), "_blank", "noopener"),
    },
    ...(row.reversed_at
      ? []
      : [
          {
            label: "Reverse…",
            call: calls.repayments.reverseReceipt,
            input: { params: { id: row.id } },
            done: "Asked. A second person decides; nothing has been reversed yet.",
            confirm: {
              title: "Ask to reverse this receipt?",
              facts: [
                { label: "Receipt", value: row.reference },
                { label: "Customer", value: row.customer.name },
                { label: "Amount", kobo: row.amount_kobo },
              ],
              body: "A second person has to agree. Then what it paid is owed again, and the mirror image is booked.",
              reason: "required" as const,
              yes: "Ask to reverse",
              style: "danger" as const,
            },
          },
        ]),
  ];
}

/** One receipt: what it paid, who recorded it, whether it was reversed. */
export function useReceiptDialog(): { look: (row: Receipt) => void; dialog: ReactNode } {
  const [receipt, setReceipt] = useState<Receipt>();
  const dialog = (
    <Dialog
      opened={receipt !== undefined}
      onClose={() => setReceipt(undefined)}
      title={receipt && `Receipt ${receipt.reference}`}
      size="lg"
    >
      {receipt && (
        <div className={styles.stack}>
          {receipt.reversed_at && (
            <Notice tone="neutral">
              Reversed <When at={receipt.reversed_at} />. {receipt.reversal_reason}
            </Notice>
          )}
          <Facts
            items={[
              { label: "Customer", value: receipt.customer.name },
              { label: "Amount", value: naira(receipt.amount_kobo), figure: true },
              ...(receipt.credit_kobo > 0
                ? [{ label: "To their credit", value: naira(receipt.credit_kobo), figure: true }]
                : []),
              { label: "Channel", value: channelName(receipt.channel) },
              { label: "Received", value: <When at={receipt.received_at} /> },
              ...(receipt.recorded_by ? [{ label: "Recorded by", value: receipt.recorded_by }] : []),
              ...(receipt.note ? [{ label: "Note", value: receipt.note }] : []),
            ]}
          />
          <Allocations receipt={receipt} />
          <ReceiptLinks receipt={receipt} />
        </div>
      )}
    </Dialog>
  );
  return { look: setReceipt, dialog };
}
