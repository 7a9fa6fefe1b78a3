import type { Endpoint } from "@manilla/contract/endpoint";
import { counted, day, naira, percent, rateInWords } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { Booked } from "../../../shared/books/booked.tsx";
import { WorkBar } from "../../../shared/actions/work.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { Figures } from "../../../shared/figures/figures.tsx";
import { PersonDecisions } from "../../../shared/decisions/person-decisions.tsx";
import { methodInWords } from "../../../shared/quote/quote-cost.tsx";
import { maySend, useMay, useSession } from "../../../shared/session/session.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Copyable, Facts, LinkButton, Money, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { Identity, Phone } from "../../../shared/record/identity.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { type RecordTab, RecordTabs } from "../../../shared/record/tabs.tsx";
import { RecordTimeline } from "../../../shared/record/timeline.tsx";
import { feesInWords, LetterInPlace, type Loan, owedOn, rescheduledFacts, Schedule } from "./loan-parts.tsx";
import { LoanContacts, LoanPayments } from "./loan-tabs.tsx";
import { loanWork } from "./loan-work.tsx";
import { LoanSteps } from "./loan-steps.tsx";
import styles from "./loans.module.css";
import { PayoutLine } from "./payout-line.tsx";
import { StatementButton } from "./statement-button.tsx";

/** One loan as staff see it: status, actions, cost, history. */
export default function AdminLoanScreen(): ReactNode {
  return (
    <RecordPage call={calls.loans.find} title={({ loan }) => `Loan ${loan.reference}`} subject="loan" height={320}>
      {({ loan }) => <Details loan={loan} />}
    </RecordPage>
  );
}

interface Tab extends RecordTab {
  show: (loan: Loan) => ReactNode;
  /** Shown to those who may send it. */
  needs?: Endpoint;
  has?: (loan: Loan) => boolean;
}
const isOut = (loan: Loan): boolean => loan.schedule.length > 0;

const allTabs: readonly [Tab, ...Tab[]] = [
  { key: "overview", label: "Overview", show: (loan) => <Overview loan={loan} /> },
  {
    key: "schedule",
    label: "Schedule",
    show: (loan) => (
      <Panel title="Schedule" flush>
        <Schedule loan={loan} />
      </Panel>
    ),
  },
  {
    key: "payments",
    label: "Payments",
    needs: calls.repayments.listReceipts,
    has: isOut,
    show: (loan) => <LoanPayments loan={loan} />,
  },
  {
    key: "offer",
    label: "Offer",
    has: (loan) => loan.offered_at !== null || loan.disbursed_on !== null,
    show: (loan) => <Letters loan={loan} />,
  },
  {
    key: "contacts",
    label: "Contacts",
    needs: calls.assignments.contacts,
    show: (loan) => <LoanContacts loan={loan} />,
  },
  {
    key: "postings",
    label: "Postings",
    needs: calls.books.postings,
    has: isOut,
    show: (loan) => <Booked subject="loan" id={loan.id} />,
  },
  {
    key: "timeline",
    label: "Timeline",
    show: (loan) => (
      <Panel title="What happened" flush>
        <RecordTimeline call={calls.loans.timeline} id={loan.id} />
      </Panel>
    ),
  },
];

function Details({ loan }: { loan: Loan }): ReactNode {
  const session = useSession();
  const tabs = allTabs.filter(({ needs, has }) => (!needs || maySend(session, needs)) && (!has || has(loan)));
  const wanted = useSearchParams()[0].get("tab");
  const open = tabs.find(({ key }) => key === wanted) ?? tabs[0]!;
  return (
    <>
      <Identity
        sum={
          <>
            {naira(loan.principal_kobo)} <StatusBadge kind="loan" status={loan.status} />
          </>
        }
        who={
          <>
            <Link to={`/admin/users/${loan.customer.id}`}>{loan.customer.name}</Link>{" "}
            <span className="muted">
              · {loan.product}
              {loan.purpose && ` · ${loan.purpose}`}
            </span>
          </>
        }
        ids={
          <>
            <Copyable text={loan.reference} label="reference">
              {loan.reference}
            </Copyable>
            {loan.phone && <Phone number={loan.phone} />}
          </>
        }
      />
      <WorkBar of={loan} work={loanWork} label={`loan ${loan.reference}`} />
      {loan.is_non_performing && (
        <Notice tone="danger">Not performing: {counted(loan.days_past_due, "day")} past due.</Notice>
      )}
      {loan.decision_reason && ["declined", "rejected", "withdrawn"].includes(loan.status) && (
        <Notice tone="neutral">Reason: {loan.decision_reason}</Notice>
      )}
      <RecordTabs label="Parts of the loan" tabs={tabs} open={open.key} />
      {open.show(loan)}
    </>
  );
}

function Overview({ loan }: { loan: Loan }): ReactNode {
  const mayOpenPayouts = useMay(calls.disbursements.payout);
  const maySeeDecisions = useMay(calls.creditDecisions.ofPerson);
  // What the figures are made of: the postings behind this loan.
  const books = useMay(calls.books.postings) ? "?tab=postings" : undefined;
  const unpaid = loan.schedule.find(({ outstanding_kobo }) => outstanding_kobo > 0);
  return (
    <>
      {isOut(loan) && (
        <Figures
          items={[
            {
              label: "Total owed",
              value: <Money kobo={owedOn(loan)} href={books} />,
              note: `${naira(loan.outstanding_principal_kobo)} of it principal`,
            },
            {
              label: "Overdue",
              value: <Money kobo={loan.overdue_kobo} href={books} />,
              note:
                loan.overdue_kobo > 0
                  ? `${counted(loan.days_past_due, "day")} past due`
                  : loan.days_past_due > 0
                    ? `keeps the class of ${counted(loan.days_past_due, "day")}`
                    : "on time",
              tone: loan.overdue_kobo > 0 ? "danger" : undefined,
            },
            {
              label: "Paid so far",
              value: <Money kobo={loan.paid_kobo} href={books} />,
              note: loan.credit_balance_kobo > 0 ? `${naira(loan.credit_balance_kobo)} paid ahead` : undefined,
            },
            {
              label: loan.overdue_kobo > 0 ? "Unpaid since" : "Next due",
              value: unpaid ? day(unpaid.due_on) : "–",
              note: unpaid ? naira(unpaid.outstanding_kobo) : undefined,
            },
            {
              label: "Interest accrued",
              value: <Money kobo={loan.accrued_interest_kobo} href={books} />,
              note: loan.accrued_to ? `earned to ${day(loan.accrued_to)}, unpaid` : undefined,
            },
          ]}
        />
      )}
      <div className="beside">
        <div>
          {maySeeDecisions && ["requested", "pre_approved"].includes(loan.status) && (
            <PersonDecisions userId={loan.customer.id} loanId={loan.id} />
          )}
          <Terms loan={loan} />
        </div>
        <div>
          {!loan.brought_in_on && (
            <Panel title="Progress">
              <LoanSteps loan={loan} />
            </Panel>
          )}
          {loan.payout && (
            <Panel title="Payout">
              <PayoutLine payout={loan.payout} mayOpen={mayOpenPayouts} />
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}

/** A rate that is not the product's, or not the rules', says so. */
function whoPriced({ annual_rate_percent, product_rate_percent, rules, terms, brought_in_on }: Loan): string {
  if (brought_in_on) return ", as it was agreed in the other book";
  if (annual_rate_percent !== product_rate_percent)
    return `, by the credit rules; the product's is ${percent(product_rate_percent)}`;
  if (!rules?.annual_rate_percent || Number(rules.annual_rate_percent) === Number(annual_rate_percent)) return "";
  return terms.method === "flat"
    ? `, the product's; the credit rules price loans on a declining balance (${percent(rules.annual_rate_percent)})`
    : `, the product's and the most that was quoted; the credit rules say ${percent(rules.annual_rate_percent)}`;
}

function Terms({ loan }: { loan: Loan }): ReactNode {
  const isOther =
    loan.requested_principal_kobo !== loan.principal_kobo || loan.requested_instalments !== loan.instalment_count;
  return (
    <Panel title="Terms and cost">
      <Facts
        items={[
          { label: "Amount", value: naira(loan.principal_kobo) },
          isOther && {
            label: "Requested",
            value: `${naira(loan.requested_principal_kobo)} in ${loan.requested_instalments}`,
          },
          { label: "Instalments", value: `${loan.instalment_count} of ${naira(loan.instalment_kobo)}` },
          { label: "Interest", value: naira(loan.total_interest_kobo) },
          { label: "Fees", value: feesInWords(loan) },
          { label: "Received", value: naira(loan.received_kobo) },
          { label: "Total repayment", value: <strong>{naira(loan.repaid_kobo)}</strong> },
          {
            label: "Rate",
            value: `${rateInWords(loan.annual_rate_percent)} ${methodInWords(loan.terms.method)}${whoPriced(loan)}`,
          },
          loan.rules_say && { label: "The rules", value: loan.rules_say },
          loan.missing && { label: "Missing", value: loan.missing },
          loan.irr_percent && { label: "Yearly cost, all in", value: percent(loan.irr_percent) },
          { label: "Paid out", value: loan.disbursed_on ? day(loan.disbursed_on) : "Not yet" },
          loan.brought_in_on && {
            label: "Brought in",
            value: `${day(loan.brought_in_on)}, from another book, reference ${loan.brought_in_reference}`,
          },
          ...rescheduledFacts(loan),
          loan.matures_on && { label: "Ends", value: day(loan.matures_on) },
          { label: "If late", value: loan.penalty },
          loan.claim_kobo > 0 && {
            label: "Claim after the loss",
            value: loan.recovered_on
              ? `${naira(loan.claim_kobo)}, met on ${day(loan.recovered_on)}`
              : `${naira(loan.claim_kobo - loan.recovered_kobo)} left of ${naira(loan.claim_kobo)}`,
          },
          loan.global_standing_instruction_kobo > 0 && {
            label: "Mandate",
            value: `a standing instruction may take ${naira(loan.global_standing_instruction_kobo)}`,
          },
        ]}
      />
    </Panel>
  );
}

function Letters({ loan }: { loan: Loan }): ReactNode {
  const [shown, setShown] = useState<"offer" | "indebtedness">();
  const isOut = loan.disbursed_on !== null;
  if (!loan.offered_at && !isOut) return null;
  const isOffer = shown === "offer";
  return (
    <Panel title="Letters" actions={shown && <LinkButton onClick={() => setShown(undefined)}>Close</LinkButton>}>
      {shown ? (
        <LetterInPlace
          key={shown}
          call={isOffer ? calls.loans.offerLetter : calls.loans.letterOfIndebtedness}
          loanId={loan.id}
          name={`${isOffer ? "offer-letter" : "letter-of-indebtedness"}-${loan.reference}`}
        />
      ) : (
        <div className={styles.links}>
          {loan.offered_at && <LinkButton onClick={() => setShown("offer")}>Offer letter</LinkButton>}
          {isOut && (
            <LinkButton onClick={() => setShown("indebtedness")}>
              {owedOn(loan) > 0 ? "Letter of indebtedness" : "Letter of no indebtedness"}
            </LinkButton>
          )}
          {isOut && <StatementButton loan={loan} />}
        </div>
      )}
    </Panel>
  );
}
