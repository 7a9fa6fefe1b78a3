import { naira, sentence } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../../shared/api/call.ts";
import type { calls } from "../../../../shared/api/calls.gen.ts";
import { lateWords, owedWords, type Owing } from "../../../../shared/loans/owing.ts";
import { useIsPhone } from "../../../../shared/ui/device.ts";
import styles from "./home.module.css";
import type { OwnLoan } from "./offers.tsx";

type Cards = Answer<typeof calls.charges.listOwn>["cards"];

/** How it is paid when nobody does anything. */
function ByItself({ cards }: { cards: Cards }): ReactNode {
  const card = cards.find(({ is_default, is_expired }) => is_default && !is_expired);
  if (card)
    return (
      <p className="muted">
        Debited from your {sentence(card.brand)} •••• {card.last4} on the day.
      </p>
    );
  return (
    <p className="muted">
      You pay it yourself, or <Link to="/customer/repayment-cards">add a card</Link> and it is debited on the day.
    </p>
  );
}

/** What is owed on one loan, in one figure, with when and how. */
export function Owed({
  owing,
  today,
  isNamed,
  mayPay,
  cards,
  after_kobo,
}: {
  owing: Owing;
  today: string;
  isNamed: boolean;
  mayPay: boolean;
  cards: Cards | undefined;
  /** What could be borrowed once this is paid back in time, where it is more than now. */
  after_kobo: number | undefined;
}): ReactNode {
  const { loan, due_kobo, days_late, late_charge_kobo, next, left_kobo } = owing;
  const size = useIsPhone() ? "md" : "sm";
  const isDue = due_kobo > 0;
  return (
    <section
      className={styles.hero}
      data-late={days_late > 0}
      aria-label={isNamed ? `What you owe on ${loan.reference}` : "What you owe"}
    >
      <p className={styles.label}>
        {isDue ? "You owe now" : "You owe next"}
        {isNamed && ` · ${loan.reference}`}
      </p>
      <p className={styles.amount}>{naira(isDue ? due_kobo : (next?.outstanding_kobo ?? 0))}</p>
      {days_late > 0 ? (
        <p className={styles.late}>{lateWords(days_late)}</p>
      ) : (
        <p className={styles.when}>{owedWords(owing, today)}</p>
      )}
      {late_charge_kobo > 0 && <p className="muted">With a late charge of {naira(late_charge_kobo)}</p>}
      {!isDue && (cards ? <ByItself cards={cards} /> : <p aria-hidden="true">&nbsp;</p>)}
      {isDue && mayPay && <p className="muted">Pay by card or by bank transfer. A part helps too.</p>}
      {mayPay && (
        <div className={styles.buttons}>
          <Button component={Link} to={`/customer/repayments/pay/${loan.id}`} size={size} variant="filled">
            {isDue ? `Pay ${naira(due_kobo)}` : "Pay early"}
          </Button>
        </div>
      )}
      <p className="muted small" style={{ marginTop: 8 }}>
        {naira(left_kobo)} left in total
      </p>
      {!isNamed && days_late === 0 && after_kobo !== undefined && (
        <p className="muted small">Paid back in time, your next loan could be up to {naira(after_kobo)}.</p>
      )}
    </section>
  );
}

type State = Answer<typeof calls.onboarding.find>;

/** Nothing owed: what one could do instead, as far as one may. @param estimate_kobo what the rules and one's limit let pass now */
export function NothingOwed({
  loans,
  onboarding,
  estimate_kobo,
}: {
  loans: readonly OwnLoan[];
  onboarding: State | undefined;
  estimate_kobo: number | undefined;
}): ReactNode {
  const isWaiting = loans.some(({ status }) =>
    ["requested", "pre_approved", "approved", "offered", "accepted", "disbursing"].includes(status),
  );
  const mayBorrow = onboarding?.profile.status === "activated" && !isWaiting;
  const isOnTheWay = onboarding && !["activated", "declined", "deactivated"].includes(onboarding.profile.status);
  return (
    <section className={styles.hero} aria-label="What you owe">
      <p className={styles.label}>You owe</p>
      <p className={styles.amount}>{naira(0)}</p>
      <p className={styles.when}>
        {loans.some(({ status }) => status === "settled")
          ? "Your loan is paid in full. Thank you."
          : isWaiting
            ? "Nothing is owed before the money reaches you."
            : "You have no loan."}
      </p>
      {mayBorrow && !!estimate_kobo && <p className="muted">You could borrow up to about {naira(estimate_kobo)}.</p>}
      {isOnTheWay && !!estimate_kobo && (
        <p className="muted">
          By what we know so far you could borrow up to about {naira(estimate_kobo)}, once everything is confirmed.
        </p>
      )}
      {mayBorrow && (
        <div className={styles.buttons}>
          <Button component={Link} to="/customer/credit-application" variant="filled">
            Ask for a loan
          </Button>
        </div>
      )}
    </section>
  );
}
