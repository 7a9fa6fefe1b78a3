import { naira, sentence } from "@manilla/contract/formats";
import { type BillProvider, billProviders } from "@manilla/contract/payments/bill-kinds";
import { paymentClaims, paymentKinds, recallSteps } from "@manilla/contract/payments/refund-words";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { WorkBar } from "../../../shared/actions/work.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { BookedLines } from "../../../shared/books/booked-lines.tsx";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { Timeline } from "../../../shared/record/timeline.tsx";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Panel, When } from "../../../shared/ui/kit.tsx";
import { type Case, caseWork } from "./case-work.tsx";

const { find } = calls.refunds;

const nameOf = (provider: string): string => billProviders[provider as BillProvider] ?? sentence(provider);

/** One payment that may have to be paid back: what is known from each side, and what can be done. */
export default function CaseScreen(): ReactNode {
  return (
    <RecordPage
      call={find}
      width="text"
      title={({ amount_kobo, what }) => `${naira(amount_kobo)} to ${what}`}
      actions={(found) => found && <StatusBadge kind="refund_case" status={found.status} />}
    >
      {(found) => (
        <>
          <WorkBar of={found} work={caseWork} label={`the refund of ${found.reference}`} />
          {found.statement && (
            <Panel title="What the payer says">
              <p>
                <strong>{found.claim && paymentClaims[found.claim]}</strong>
              </p>
              <p style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{found.statement}</p>
            </Panel>
          )}
          <Recall recall={found.recall} />
          <Details found={found} />
          <Answers found={found} />
          <BookedLines lines={found.postings} />
          <Panel title="What happened" flush>
            <Timeline entries={found.timeline} />
          </Panel>
        </>
      )}
    </RecordPage>
  );
}

/** What the receiving bank was asked to do, and its answer. */
const Recall = ({ recall }: Pick<Case, "recall">): ReactNode =>
  recall && (
    <Panel title="Recall from the receiving bank">
      <Facts
        items={[
          { label: "Where it is", value: recallSteps[recall.status] },
          { label: "Reference", value: recall.reference },
          recall.words !== null && { label: "Its words", value: recall.words },
          recall.asked_at !== null && { label: "Asked", value: <When at={recall.asked_at} /> },
          recall.answered_at !== null && { label: "Answered", value: <When at={recall.answered_at} /> },
        ]}
      />
    </Panel>
  );

const Details = ({ found }: { found: Case }): ReactNode => {
  const { payment, kind } = found;
  const page =
    kind === "bill" ? `/admin/bills-transactions/${found.payment_id}` : `/admin/transfers/${found.payment_id}`;
  return (
    <Panel title="What we sent">
      <Facts
        items={[
          { label: "Person", value: <Link to={`/admin/users/${found.user_id}`}>{found.person}</Link> },
          { label: paymentKinds[kind], value: <Link to={page}>{found.reference}</Link> },
          { label: "State", value: <StatusBadge kind={kind} status={payment.status} /> },
          payment.provider !== null && {
            label: kind === "bill" ? "Provider" : "Bank",
            value: nameOf(payment.provider),
          },
          payment.number !== null && { label: kind === "bill" ? "Number" : "Account", value: payment.number },
          { label: "Amount", value: naira(payment.amount_kobo), figure: true },
          payment.fee_kobo > 0 && { label: "Fee", value: naira(payment.fee_kobo), figure: true },
          payment.vat_kobo > 0 && { label: "VAT", value: naira(payment.vat_kobo), figure: true },
          payment.stamp_duty_kobo > 0 && { label: "Stamp duty", value: naira(payment.stamp_duty_kobo), figure: true },
          { label: "Paid", value: naira(payment.total_kobo), figure: true },
          payment.refunded_kobo > 0 && { label: "Paid back", value: naira(payment.refunded_kobo), figure: true },
          { label: "When", value: <When at={found.paid_at} /> },
          payment.sent_at !== null && { label: "Sent", value: <When at={payment.sent_at} /> },
          payment.asked_times > 0 && { label: "Asked", value: `${payment.asked_times} times` },
          payment.next_question_at !== null && { label: "Asked again", value: <When at={payment.next_question_at} /> },
          payment.provider_reference !== null && { label: "Their reference", value: payment.provider_reference },
          payment.failure !== null && { label: "Last word", value: payment.failure },
          {
            label: "Answer by",
            value: (
              <>
                <When at={found.due_at} /> {found.is_late && <ToneBadge tone="danger">Late</ToneBadge>}
              </>
            ),
          },
          found.credited_kobo !== null && {
            label: "The payer has for now",
            value: naira(found.credited_kobo),
            figure: true,
          },
          found.slip_id !== null && {
            label: "Evidence",
            value: (
              <a href={`/api/admin/slips/${found.slip_id}/file`} target="_blank" rel="noopener noreferrer">
                Open the file
              </a>
            ),
          },
        ]}
      />
    </Panel>
  );
};

const Answers = ({ found: { answers } }: { found: Case }): ReactNode =>
  answers.length > 0 && (
    <Panel title="What was answered" flush>
      <PlainTable
        caption="What was answered"
        rows={answers.map(({ question, outcome, provider, ...answer }) => ({
          ...answer,
          outcome: sentence(outcome),
          question: `${question === "send" ? "Sent to" : "Asked"} ${nameOf(provider)}`,
        }))}
        columns={[
          { key: "question", header: "We", card: "title" },
          { key: "outcome", header: "Answer", card: "field" },
          { key: "words", header: "In its words" },
          { key: "answered_at", header: "When", card: "field" },
        ]}
      />
    </Panel>
  );
