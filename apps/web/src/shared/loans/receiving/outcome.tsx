import { naira, ordinal } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../api/calls.gen.ts";
import { addressOf } from "../../api/call.ts";
import { useBooked } from "../../figures/booked.ts";
import { PlainTable } from "../../figures/figures.tsx";
import { StatusBadge } from "../../ui/badge.tsx";
import dialogStyles from "../../ui/dialogs.module.css";
import { Facts, Notice } from "../../ui/kit.tsx";
import type { Receipt, Recorded } from "./receivable.ts";
import styles from "./receiving.module.css";

const parts = { penalty: "Penalty", fees: "Fees", interest: "Interest", principal: "Principal" };
/** The order in which money is taken. */
const order = Object.keys(parts);

/** What a receipt paid, line by line in the order in which money is taken. */
export function Allocations({ receipt }: { receipt: Receipt }): ReactNode {
  if (receipt.allocations.length === 0)
    return (
      <p className="muted small">
        {receipt.purpose === "plan_payment"
          ? "It paid a month of a company's plan."
          : "Nothing of it has been allocated: it is held as customer credit."}
      </p>
    );
  return (
    <div className={styles.box}>
      <PlainTable
        caption="What it paid"
        rows={receipt.allocations.toSorted(
          (left, right) => left.number - right.number || order.indexOf(left.component) - order.indexOf(right.component),
        )}
        keyOf={(row, index) => `${row.number}-${row.component}-${index}`}
        columns={[
          { key: "_instalment", render: (row) => ordinal(row.number), card: "title" },
          { key: "component", header: "Part", words: parts },
          { key: "amount_kobo", total: naira(receipt.allocations.reduce((sum, row) => sum + row.amount_kobo, 0)) },
        ]}
      />
    </div>
  );
}

/** Ways on from a receipt: its paper and its postings. */
export function ReceiptLinks({ receipt }: { receipt: Receipt }): ReactNode {
  const booked = useBooked()("receipt", receipt.id);
  return (
    <p className={styles.links}>
      {booked && <Link to={booked}>What was booked</Link>}
      <a
        href={addressOf(calls.repayments.receiptLetter, { params: { id: receipt.id } })}
        target="_blank"
        rel="noreferrer"
      >
        Receipt (PDF)
      </a>
    </p>
  );
}

/** What a payment did: what it paid, what is left, the loan's status. */
export function Outcome({ answer, onClose }: { answer: Recorded; onClose: () => void }): ReactNode {
  const { receipt, loan } = answer;
  return (
    <div className="stack-12">
      <Notice tone="success">
        <strong>{naira(receipt.amount_kobo)} received</strong> from {receipt.customer.name} as {receipt.reference}.
        {receipt.credit_kobo > 0 && ` ${naira(receipt.credit_kobo)} of it is held as customer credit.`}
      </Notice>
      <Allocations receipt={receipt} />
      {loan && (
        <Facts
          items={[
            { label: `Loan ${loan.reference}`, value: <StatusBadge kind="loan" status={loan.status} /> },
            { label: "Principal still owed", value: naira(loan.outstanding_principal_kobo), figure: true },
            { label: "Overdue now", value: naira(loan.overdue_kobo), figure: true },
            { label: "Due now", value: naira(loan.due_kobo), figure: true },
          ]}
        />
      )}
      <ReceiptLinks receipt={receipt} />
      <div className={dialogStyles.buttons}>
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  );
}

/** Nothing is booked before the second person agrees. */
export const AskedFor = ({ approval_id, onClose }: { approval_id: string; onClose: () => void }): ReactNode => (
  <div className="stack-12">
    <Notice tone="success">
      <strong>A second person confirms this.</strong> Nothing is booked before that.{" "}
      <Link to={`/admin/approvals/${approval_id}`}>See the request</Link>
    </Notice>
    <div className={dialogStyles.buttons}>
      <Button onClick={onClose}>Close</Button>
    </div>
  </div>
);
