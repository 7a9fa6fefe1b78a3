import { day, naira, ordinal } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { dueWords, lateWords, type Repayment } from "../../../../shared/loans/owing.ts";
import { StatusBadge } from "../../../../shared/ui/badge.tsx";
import { IconChevronDown } from "../../../../shared/ui/icons.ts";
import { Facts } from "../../../../shared/ui/kit.tsx";
import styles from "./repayments.module.css";

/** One instalment; opened, it says what it is made of. */
export function Instalment({ row, today, isNamed }: { row: Repayment; today: string; isNamed: boolean }): ReactNode {
  const isPaid = row.status === "paid";
  const when = isPaid
    ? `Paid on ${day(row.paid_on)}`
    : row.days_past_due > 0
      ? `Was due ${day(row.due_on)}, ${lateWords(row.days_past_due)}`
      : `Due ${dueWords(row.due_on, today)}`;
  const isPart = !isPaid && row.paid_kobo > 0;
  const wantsWord = row.status !== "scheduled";
  const parts = [
    { label: "Principal", value: row.principal_kobo },
    { label: "Interest", value: row.interest_kobo },
    { label: "Fees", value: row.fees_kobo },
    { label: "Late charge", value: row.penalty_kobo },
  ].filter(({ value }) => value > 0);
  return (
    <li>
      <details className={styles.item}>
        <summary className={styles.row}>
          <div>
            <strong>{ordinal(row.number)} instalment</strong>{" "}
            {wantsWord && <StatusBadge kind="repayment" status={row.status} />}
            <div className="muted small">
              {when}
              {isNamed && ` · ${row.loan.reference}`}
            </div>
            {isPart && (
              <div className={styles.meter} aria-hidden="true">
                <span style={{ width: `${Math.round((row.paid_kobo / row.total_kobo) * 100)}%` }} />
              </div>
            )}
          </div>
          <div className={styles.figure}>
            {naira(isPaid ? row.total_kobo : row.outstanding_kobo)}
            {isPart && <div className="muted small">of {naira(row.total_kobo)}</div>}
          </div>
          <IconChevronDown size={16} aria-hidden="true" />
        </summary>
        <div className={styles.inside}>
          <Facts
            items={[
              ...parts.map(({ label, value }) => ({ label, value: naira(value), figure: true })),
              { label: "Together", value: naira(row.total_kobo), figure: true },
              row.paid_kobo > 0 && { label: "Paid", value: naira(row.paid_kobo), figure: true },
            ]}
          />
          {!isPaid && row.last_failure && (
            <p className="small" style={{ marginTop: 8 }}>
              The last debit did not go through: {row.last_failure.replace(/[^.!?]$/, "$&.")}
              {row.next_attempt_on && ` We try again on ${day(row.next_attempt_on)}.`}
            </p>
          )}
        </div>
      </details>
    </li>
  );
}
