import { naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { lateWords, owedWords, type Owing } from "../../../../shared/loans/owing.ts";
import { useIsPhone } from "../../../../shared/ui/device.ts";
import styles from "./repayments.module.css";

/** One loan: what is owed now or next, and the ways to pay it. @param isNamed several loans are shown, so each says its reference */
export function OwingPanel({
  owing,
  today,
  isNamed,
  mayPay,
}: {
  owing: Owing;
  today: string;
  isNamed: boolean;
  mayPay: boolean;
}): ReactNode {
  const { loan, due_kobo, days_late, next, left_kobo } = owing;
  const isPhone = useIsPhone();
  const isDue = due_kobo > 0;
  const size = isPhone ? "md" : "sm";
  return (
    <section className={styles.owing} data-late={days_late > 0} aria-label={`Loan ${loan.reference}`}>
      <p className="small muted">
        {isDue ? "Due now" : "Next instalment"}
        {isNamed && ` · ${loan.reference}`}
      </p>
      <p className={styles.amount}>{naira(isDue ? due_kobo : (next?.outstanding_kobo ?? 0))}</p>
      {days_late > 0 ? <p className={styles.late}>{lateWords(days_late)}</p> : <p>{owedWords(owing, today)}</p>}
      <p className="small muted">{naira(left_kobo)} left in total</p>
      {mayPay && (
        <div className={styles.buttons}>
          <Button component={Link} to={`/customer/repayments/pay/${loan.id}`} size={size} variant="filled">
            {isDue ? `Pay ${naira(due_kobo)}` : "Pay early"}
          </Button>
          <Button component={Link} to={`/customer/repayments/pay/${loan.id}?what=all`} size={size} variant="default">
            Settle early
          </Button>
        </div>
      )}
    </section>
  );
}
