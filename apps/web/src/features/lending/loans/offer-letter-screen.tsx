import { counted, day, naira } from "@manilla/contract/formats";
import { Checkbox } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link, useLocation, useParams } from "react-router";
import { whyNot } from "../../../shared/actions/facts.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall, useRecord } from "../../../shared/api/use-call.ts";
import "../../../shared/ui/kit-styles.ts";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { QuoteCost } from "../../../shared/quote/quote-cost.tsx";
import { accountTypeOf } from "../../../shared/session/session.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Notice, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { LetterInPlace, type Loan } from "./loan-parts.tsx";
import styles from "./loans.module.css";

/** R035: the letter itself, its figures beside it, and the person's answer. */
export default function OfferLetterScreen(): ReactNode {
  const { loanId = "" } = useParams();
  const isStaff = accountTypeOf(useLocation().pathname) === "admin";
  const answer = useRecord(isStaff ? calls.loans.find : calls.loans.findOwn, { params: { id: loanId } });
  const loan = answer.data?.loan;
  return (
    <Page
      lead={
        loan && (
          <Link to={`/${isStaff ? "admin" : "customer"}/loans/${loanId}`}>
            {isStaff ? `${loan.customer.name}, ${loan.reference}` : loan.reference}
          </Link>
        )
      }
    >
      <Answered of={answer} height={420}>
        {({ loan }) => (
          <div className="beside">
            <div>
              {loan.offered_at ? (
                <LetterInPlace call={calls.loans.offerLetter} loanId={loanId} name={`offer-letter-${loan.reference}`} />
              ) : (
                <Notice tone="neutral">There is no offer yet: the request has not been decided.</Notice>
              )}
            </div>
            <div>
              {!isStaff && <Answer loan={loan} />}
              <Panel title="What it comes to" actions={<StatusBadge kind="loan" status={loan.status} />}>
                <Cost loan={loan} />
              </Panel>
            </div>
          </div>
        )}
      </Answered>
    </Page>
  );
}

function Cost({ loan }: { loan: Loan }): ReactNode {
  const answer = useCall(calls.loans.quote, { body: loan.terms });
  return (
    <Answered of={answer} height={240}>
      {(quote) => <QuoteCost quote={quote} terms={loan.terms} penalty={loan.penalty} />}
    </Answered>
  );
}

/** Accept, with the letter read; or reject, with or without a reason. What was answered stays to be seen. */
function Answer({ loan }: { loan: Loan }): ReactNode {
  const [hasRead, setRead] = useState(false);
  if (loan.status !== "offered") return loan.accepted_at ? <Accepted loan={loan} /> : null;
  const refused =
    whyNot(calls.loans.acceptOffer, loan) ?? (hasRead ? undefined : "Read the letter and tick the box first.");
  const target = { params: { id: loan.id } };
  return (
    <Panel title="Your answer">
      <div className={styles.stack}>
        {loan.offer_expires_on && (
          <p>The offer is valid until {day(loan.offer_expires_on)}. Nothing starts before you accept.</p>
        )}
        <Checkbox
          checked={hasRead}
          onChange={(event) => setRead(event.currentTarget.checked)}
          label="I have read and accept the offer letter: the amount, the cost and the dates."
        />
        <div className="buttons">
          <ActionButton
            call={calls.loans.acceptOffer}
            {...target}
            body={{ accepted_terms: true }}
            variant="primary"
            disabledBecause={refused}
            done="Accepted. The money is paid out next."
            confirm={{
              title: "Accept this offer?",
              facts: [
                { label: "Amount", kobo: loan.principal_kobo },
                { label: `Instalment, ${counted(loan.instalment_count, "time")}`, kobo: loan.instalment_kobo },
                { label: "Interest", kobo: loan.total_interest_kobo },
                { label: "Fees", kobo: loan.total_fees_kobo },
                { label: "Received", kobo: loan.received_kobo },
                { label: "Total repayment", kobo: loan.repaid_kobo },
              ],
              yes: "Accept the offer",
            }}
          >
            Accept
          </ActionButton>
          <ActionButton
            call={calls.loans.rejectOffer}
            {...target}
            disabledBecause={whyNot(calls.loans.rejectOffer, loan)}
            done="Rejected. Nothing is owed."
            confirm={{
              title: "Reject this offer?",
              body: "The offer ends. You can ask for another loan afterwards.",
              reason: "optional",
              yes: "Reject the offer",
              style: "danger",
            }}
          >
            Reject
          </ActionButton>
        </div>
      </div>
    </Panel>
  );
}

function Accepted({ loan }: { loan: Loan }): ReactNode {
  const isOut = loan.schedule.length > 0;
  return (
    <Panel title="You have accepted">
      <div className={styles.stack}>
        {isOut ? (
          <p>The money was paid out{loan.disbursed_on ? ` on ${day(loan.disbursed_on)}` : ""}.</p>
        ) : (
          <ol className={styles.missing}>
            <li>Two people at Manilla release {naira(loan.principal_kobo)} less the fees taken at once.</li>
            <li>The money goes to your bank account. We notify you when it has left, and when it has arrived.</li>
            <li>
              The first instalment of {naira(loan.instalment_kobo)} is planned for {day(loan.terms.first_due_on)}.
            </li>
          </ol>
        )}
        <Link to={`/customer/loans/${loan.id}`}>See your loan</Link>
      </div>
    </Panel>
  );
}
