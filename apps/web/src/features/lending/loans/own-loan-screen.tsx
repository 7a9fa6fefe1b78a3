import { counted, day, naira, percent, rateInWords } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { Actions } from "../../../shared/actions/actions.tsx";
import { Way } from "../../../shared/actions/way.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { methodInWords } from "../../../shared/quote/quote-cost.tsx";
import { SalaryDeduction } from "../../../shared/loans/salary-deduction.tsx";
import { TimeRequests } from "../../../shared/loans/time-request.tsx";
import { useSession } from "../../../shared/session/session.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Copyable, Facts, LinkButton, Panel } from "../../../shared/ui/kit.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { feesInWords, LetterInPlace, type Loan, owedOn, rescheduledFacts, Schedule } from "./loan-parts.tsx";
import { LoanSteps } from "./loan-steps.tsx";
import styles from "./loans.module.css";
import { StatementButton } from "./statement-button.tsx";
import { PayoutLine } from "./payout-line.tsx";

/** One's own loan: what do I owe, when, how do I pay. Everything else comes after. */
export default function OwnLoanScreen(): ReactNode {
  return (
    <RecordPage
      call={calls.loans.findOwn}
      width="text"
      title={({ loan }) => loan.product}
      lead={(data) =>
        data && (
          <Copyable text={data.loan.reference} label="reference">
            {data.loan.reference}
          </Copyable>
        )
      }
    >
      {({ loan }) => <Details loan={loan} />}
    </RecordPage>
  );
}

function Details({ loan }: { loan: Loan }): ReactNode {
  const isOut = loan.schedule.length > 0;
  return (
    <>
      {isOut ? <Owing loan={loan} /> : <Waiting loan={loan} />}
      <Panel title={isOut ? "Your instalments" : "Planned instalments"} flush>
        <Schedule loan={loan} />
      </Panel>
      {isOut && <TimeRequests loan_id={loan.id} />}
      <SalaryDeduction loan_id={loan.id} />
      <Letters loan={loan} />
      <Panel title="Your loan">
        <Facts
          items={[
            { label: "Amount", value: naira(loan.principal_kobo) },
            { label: "Interest", value: naira(loan.total_interest_kobo) },
            { label: "Fees", value: feesInWords(loan) },
            { label: "Received", value: naira(loan.received_kobo) },
            { label: "Total repayment", value: naira(loan.repaid_kobo) },
            { label: "Rate", value: `${rateInWords(loan.annual_rate_percent)} ${methodInWords(loan.terms.method)}` },
            ...rescheduledFacts(loan),
            loan.irr_percent && { label: "Yearly cost, all in", value: percent(loan.irr_percent) },
            { label: "If you pay late", value: loan.penalty },
            loan.purpose && { label: "For", value: loan.purpose },
          ]}
        />
      </Panel>
    </>
  );
}

/** `, in 4 days`, counted by the calendar and not by the hour. */
function inDays(due_on: string, today: string): string {
  const days = Math.round((Date.parse(due_on) - Date.parse(today)) / 86_400_000);
  return days < 0 ? "" : days === 0 ? ", today" : days === 1 ? ", tomorrow" : `, in ${days} days`;
}

/** Paid out: what is next, how much is left, how to pay. */
function Owing({ loan }: { loan: Loan }): ReactNode {
  const { permissions, configuration } = useSession();
  const today = String(configuration["business_date"] ?? "");
  const owed = owedOn(loan);
  const next = loan.schedule.find(({ outstanding_kobo }) => outstanding_kobo > 0);
  const late = loan.schedule
    .filter(({ days_past_due, outstanding_kobo }) => days_past_due > 0 && outstanding_kobo > 0)
    .reduce((sum, row) => sum + row.outstanding_kobo, 0);
  const share = loan.paid_kobo + owed > 0 ? Math.floor((loan.paid_kobo / (loan.paid_kobo + owed)) * 100) : 100;
  if (!next) {
    return (
      <section className={styles.hero} aria-label="What you owe">
        <div className={styles.due}>
          <div className="large-sum">Nothing owed</div>
          <p className="muted">
            {loan.settled_on ? `Paid back in full on ${day(loan.settled_on)}. Thank you.` : "This loan is over."}
          </p>
        </div>
        <div className="buttons">
          <Way to="/customer/credit-application" isQuiet>
            Apply again
          </Way>
        </div>
      </section>
    );
  }
  return (
    <section className={styles.hero} data-tone={late > 0 ? "danger" : undefined} aria-label="What you owe">
      <div className={styles.due}>
        <span className="muted">{late > 0 ? "Overdue" : "Your next payment"}</span>
        <div className="large-sum">
          {naira(late > 0 ? late : next.outstanding_kobo)} {late > 0 && <StatusBadge kind="loan" status="past_due" />}
        </div>
        <span>
          {late > 0
            ? `Since ${day(next.due_on)}, ${counted(next.days_past_due, "day")}`
            : `Due on ${day(next.due_on)}${inDays(next.due_on, today)}`}
        </span>
      </div>
      <div className={styles.progress}>
        <div aria-hidden="true">
          <span style={{ width: `${share}%` }} />
        </div>
        <span className="small">
          <strong>{naira(owed)}</strong> still to pay, <span className="muted">{naira(loan.paid_kobo)} paid</span>
        </span>
      </div>
      <div className="buttons">
        {permissions.includes("personal:can_pay_repayments") && (
          <Way to={`/customer/repayments/pay/${loan.id}`}>
            {late > 0 ? "Pay what is overdue" : next.due_on > today ? "Pay early" : "Pay now"}
          </Way>
        )}
        {permissions.includes("personal:can_view_repayments") && (
          <Way to="/customer/repayments" isQuiet>
            All repayments
          </Way>
        )}
      </div>
      {late > 0 && (
        <p className="small">
          Cannot pay all of it? Pay what you can: every naira counts against the oldest instalment first. Being late
          costs: {loan.penalty}
        </p>
      )}
    </section>
  );
}

const waitingWords: Partial<Record<Loan["status"], string>> = {
  requested: "We are looking at your request. We notify you as soon as it is decided.",
  pre_approved: "Your employer agrees. We are looking at your request.",
  pre_declined: "Your employer has declined this request.",
  approved: "It is approved. Your offer letter is being made.",
  accepted: "You have accepted. The money is paid to your bank account next; we notify you when it leaves.",
  declined: "We could not agree to this request.",
  withdrawn: "You withdrew this request. Nothing is owed.",
  rejected: "The offer was not taken. Nothing is owed.",
  stop_requested: "This loan is on hold while somebody looks at it.",
  terminated: "This loan was stopped before it began. Nothing is owed.",
};

/** Not disbursed yet, or never: its stage and the next step. */
function Waiting({ loan }: { loan: Loan }): ReactNode {
  return (
    <section className={styles.hero} aria-label="Progress">
      <div className={styles.due}>
        <div className="large-sum">
          {naira(loan.principal_kobo)} <StatusBadge kind="loan" status={loan.status} />
        </div>
        {loan.status === "offered" && loan.offer_expires_on && (
          <p>Your offer is ready. It is valid until {day(loan.offer_expires_on)}; nothing starts before you accept.</p>
        )}
        {waitingWords[loan.status] && <p>{waitingWords[loan.status]}</p>}
        {loan.status === "declined" && loan.decision_reason && <p className="muted">Reason: {loan.decision_reason}</p>}
      </div>
      {loan.status === "offered" && (
        <div className="buttons">
          <Way to={`/customer/offer-letter/${loan.id}`}>Read your offer</Way>
        </div>
      )}
      {loan.status === "disbursing" && loan.payout && <PayoutLine payout={loan.payout} />}
      {!loan.brought_in_on && <LoanSteps loan={loan} isOwn />}
      <div className="buttons">
        <Actions of={loan} calls={[calls.loans.withdraw]} />
      </div>
    </section>
  );
}

function Letters({ loan }: { loan: Loan }): ReactNode {
  const [isShown, setShown] = useState(false);
  const isOut = loan.schedule.length > 0;
  if (!loan.offered_at && !isOut) return null;
  const name = owedOn(loan) > 0 ? "letter-of-indebtedness" : "letter-of-no-indebtedness";
  return (
    <Panel title="Letters" actions={isShown && <LinkButton onClick={() => setShown(false)}>Close</LinkButton>}>
      {isShown ? (
        <LetterInPlace call={calls.loans.letterOfIndebtedness} loanId={loan.id} name={`${name}-${loan.reference}`} />
      ) : (
        <div className="buttons">
          {loan.offered_at && (
            <Way to={`/customer/offer-letter/${loan.id}`} isQuiet>
              Offer letter
            </Way>
          )}
          {isOut && (
            <LinkButton onClick={() => setShown(true)}>
              {name === "letter-of-indebtedness" ? "Letter of indebtedness" : "Letter of no indebtedness"}
            </LinkButton>
          )}
          {isOut && <StatementButton loan={loan} />}
        </div>
      )}
    </Panel>
  );
}
