import { date } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Copyable, Facts, Notice } from "../../../shared/ui/kit.tsx";
import type { Loan } from "./loan-parts.tsx";
import styles from "./loans.module.css";

type Payout = NonNullable<Loan["payout"]>;
const clock = (at: string | null): string => (at ? ` Last asked ${date(at)}.` : "");

/** Where the money is, as far as it is known; nothing is claimed that the bank has not said. */
function told({ status, asked_at, failure }: Payout): string {
  switch (status) {
    case "created":
      return "Being prepared. Nothing has been sent.";
    case "awaiting_approval":
      return "Waits for a second person. Nothing has been sent.";
    case "approved":
      return "Agreed by a second person; it is sent next.";
    case "sent":
      return `Sent to the bank; the bank has not said yet whether it arrived.${clock(asked_at)}`;
    case "unknown":
      return `The bank gave no clear answer. We are asking the bank again until it does, and never send the money twice.${clock(asked_at)}`;
    case "success":
      return "The bank has confirmed that the money arrived.";
    case "failed":
      return `It failed${failure ? `: ${failure}` : ""}. The money has not left.`;
    case "returning":
      return "It is on its way back: the bank's statement must show it. The loan is not paid out again before that.";
    case "reversed":
      return "It was taken back; the loan can be paid out again.";
    default:
      return failure ?? "";
  }
}

/** The payout of a loan: its state in words, the account, the reference. */
export function PayoutLine({ payout, mayOpen = false }: { payout: Payout; mayOpen?: boolean }): ReactNode {
  const tone = ["unknown", "returning"].includes(payout.status)
    ? "warning"
    : payout.status === "failed"
      ? "danger"
      : undefined;
  return (
    <div className={styles.stack}>
      <StatusBadge kind="payout" status={payout.status} />
      {tone ? <Notice tone={tone}>{told(payout)}</Notice> : <p>{told(payout)}</p>}
      <Facts
        items={[
          { label: "To", value: `${payout.bank_name} ${payout.account_no ?? ""}` },
          {
            label: "Reference",
            value: (
              <Copyable text={payout.reference} label="reference">
                <code>{payout.reference}</code>
              </Copyable>
            ),
          },
        ]}
      />
      {mayOpen && <Link to={`/admin/payments/${payout.id}`}>Open the payout</Link>}
    </div>
  );
}
