import { naira, shortReference } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { addressOf } from "../../../shared/api/call.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts, Notice, When } from "../../../shared/ui/kit.tsx";
import { Allocations, ReceiptLinks } from "../../../shared/loans/receiving/outcome.tsx";
import type { Receipt } from "../../../shared/loans/receiving/receivable.ts";
import { channelName } from "./repayment-columns.tsx";

export const receiptColumns = columns<Receipt>([
  column("reference", { header: "Receipt", card: "title", width: 160, render: (row) => shortReference(row.reference) }),
  column("customer", {
    render: (row) => <Link to={`/admin/repayments/wallet/${row.customer.id}`}>{row.customer.name}</Link>,
    card: "field",
    width: 160,
  }),
  column("_state", {
    render: (row) =>
      row.reversed_at ? <ToneBadge tone="neutral">Reversed</ToneBadge> : <ToneBadge tone="success">Received</ToneBadge>,
    card: "badge",
  }),
  column("amount_kobo", { opens: (row) => `/admin/books/receipt/${row.id}`, card: "field" }),
  column("credit_kobo", {
    header: "To credit",
    isHidden: true,
    opens: (row) => (row.credit_kobo > 0 ? `/admin/books/receipt/${row.id}` : undefined),
  }),
  column("channel", { width: 132, render: (row) => channelName(row.channel), card: "field" }),
  column("received_on", { card: "field" }),
  column("_loan", {
    render: (row) =>
      row.loan ? (
        <Link to={`/admin/loans/${row.loan.id}`}>{row.loan.reference}</Link>
      ) : (
        <span className="muted">{row.purpose === "plan_payment" ? "Company plan" : "None yet"}</span>
      ),
  }),
  column("recorded_by", { width: 128 }),
  column("note", { isHidden: true }),
  column("received_at", { header: "Exact time", kind: "date", isHidden: true }),
  column("id", { isHidden: true }),
]);

/** What can be done with a receipt. @param look shows what it paid */
export function receiptActions(row: Receipt, booked: string | undefined, look: (row: Receipt) => void): RowAction[] {
  return [
    { label: "What it paid", run: () => look(row) },
    ...(row.slip_id
      ? [
          {
            label: "Slip",
            run: () =>
              void window.open(
                addressOf(calls.slips.slipFile, { params: { id: row.slip_id ?? "" } }),
                "_blank",
                "noopener",
              ),
          },
        ]
      : []),
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
            done: "Requested. A second person decides; nothing has been reversed yet.",
            confirm: {
              title: "Ask to reverse this receipt?",
              facts: [
                { label: "Receipt", value: shortReference(row.reference) },
                { label: "Customer", value: row.customer.name },
                { label: "Amount", kobo: row.amount_kobo },
              ],
              body: "A second person has to agree. Then what it paid is owed again, and the posting is reversed.",
              reason: "required" as const,
              paper: "What shows that it was wrong: the bank's notice, the payer's letter",
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
      title={receipt && `Receipt ${shortReference(receipt.reference)}`}
      size="lg"
    >
      {receipt && (
        <div className="stack-12">
          {receipt.reversed_at && (
            <Notice tone="neutral">
              Reversed <When at={receipt.reversed_at} />. {receipt.reversal_reason}
            </Notice>
          )}
          <Facts
            items={[
              { label: "Customer", value: receipt.customer.name },
              { label: "Amount", value: naira(receipt.amount_kobo), figure: true },
              receipt.credit_kobo > 0 && { label: "To their credit", value: naira(receipt.credit_kobo), figure: true },
              { label: "Channel", value: channelName(receipt.channel) },
              { label: "Received", value: <When at={receipt.received_at} /> },
              receipt.recorded_by && { label: "Recorded by", value: receipt.recorded_by },
              receipt.note && { label: "Note", value: receipt.note },
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
