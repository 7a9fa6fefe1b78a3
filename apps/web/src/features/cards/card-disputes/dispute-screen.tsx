import { LIVE_DISPUTES, disputeReasons, disputeSteps } from "@manilla/contract/cards/card-dispute-words";
import { badge } from "@manilla/contract/badges";
import { channelWords } from "@manilla/contract/cards/decline-reasons";
import { cardEnding, money, sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { isPossible } from "../../../shared/actions/facts.ts";
import { WorkBar } from "../../../shared/actions/work.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { FileField } from "../../../shared/form/file-field.tsx";
import { TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { History } from "../../../shared/record/history.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { accountTypeOf, useMay } from "../../../shared/session/session.ts";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { type Dispute, disputeWork } from "./dispute-work.ts";

const { find, addEvidence } = calls.cardDisputes;

/** One dispute: what comes next, its money and its clock, evidence of both sides, and each step. */
export default function DisputeScreen(): ReactNode {
  return (
    <RecordPage
      call={find}
      width="text"
      title={({ merchant, amount_kobo, card_currency }) => `${money(amount_kobo, card_currency)} at ${merchant}`}
      actions={(dispute) => dispute && <StatusBadge kind="card_dispute" status={dispute.status} />}
    >
      {(dispute) => <Details dispute={dispute} />}
    </RecordPage>
  );
}

function Details({ dispute }: { dispute: Dispute }): ReactNode {
  const type = accountTypeOf(location.pathname) ?? "customer";
  const isDesk = type === "admin";
  const { status, decision_reason, steps } = dispute;
  const isExplained = decision_reason !== null && (status === "declined" || status === "lost");
  return (
    <>
      <WorkBar of={dispute} work={disputeWork(isDesk ? undefined : disputeSteps[status])} label={dispute.merchant} />
      {isExplained && <Notice tone="warning">{decision_reason}</Notice>}
      <Panel title="Dispute">
        <Facts items={factsOf(dispute, type)} />
      </Panel>
      {(dispute.is_own || isDesk) && <Evidence dispute={dispute} />}
      {isPossible(addEvidence, dispute) && (dispute.is_own || isDesk) && <AddEvidence dispute={dispute} />}
      <Panel title="Timeline">
        <History
          entries={steps.map(({ status: step, ...entry }) => ({
            ...entry,
            title: isDesk ? badge("card_dispute", step).label : disputeSteps[step],
            reason: null,
          }))}
        />
      </Panel>
    </>
  );
}

const factsOf = (dispute: Dispute, type: string) => [
  { label: "Disputed", value: money(dispute.amount_kobo, dispute.card_currency) },
  { label: "Why", value: disputeReasons[dispute.reason] },
  { label: "The shop took", value: money(dispute.captured_kobo, dispute.card_currency) },
  {
    label: "Paid",
    value: dispute.payment_id ? (
      <Link to={`/${type}/cards/transaction/${dispute.payment_id}`}>
        <When at={dispute.captured_at} />
      </Link>
    ) : (
      <When at={dispute.captured_at} />
    ),
  },
  LIVE_DISPUTES.includes(dispute.status) && {
    label: "Answer by",
    value: (
      <>
        <When at={dispute.due_at} /> {dispute.is_late && <ToneBadge tone="danger">Late</ToneBadge>}
      </>
    ),
  },
  dispute.credited_kobo > 0 && {
    label: "Credited for now",
    value: money(dispute.credited_kobo, dispute.card_currency),
  },
  dispute.won_kobo > 0 && { label: "Won", value: money(dispute.won_kobo, dispute.card_currency) },
  dispute.won_twice_kobo > 0 && {
    label: "Given back by the shop too",
    value: `${money(dispute.won_twice_kobo, dispute.card_currency)}, which is the issuer's`,
  },
  dispute.written_off_kobo > 0 && {
    label: "Left with the holder",
    value: money(dispute.written_off_kobo, dispute.card_currency),
  },
  type !== "customer" && { label: "Holder", value: dispute.person.name },
  dispute.company && type !== "corporate" && { label: "Company", value: dispute.company.name },
  { label: "Card", value: `${cardEnding(dispute.card.last4)} ${dispute.card.label ?? ""}`.trim() },
  { label: "Where", value: sentence(channelWords[dispute.channel]) },
  { label: "Reference", value: dispute.reference },
  dispute.issuer_dispute_id && { label: "Issuer's reference", value: dispute.issuer_dispute_id },
  dispute.issuer_says && { label: "The issuer says", value: dispute.issuer_says },
];

const fileOf = (id: string, evidenceId: string): string => `/api/cards/disputes/${id}/evidence/${evidenceId}`;

function Evidence({ dispute }: { dispute: Dispute }): ReactNode {
  const { id, text, person, created_at, evidence } = dispute;
  const mayOpen = useMay(calls.cardDisputes.evidenceDocument);
  const first = { id: "first", by: person.name, text, has_file: false, at: created_at };
  return (
    <Panel title="What both sides say">
      <ul className="list stack-8">
        {[first, ...evidence].map((piece) => (
          <li key={piece.id}>
            <strong>{piece.by}</strong>{" "}
            <span className="muted small">
              <When at={piece.at} />
            </span>
            <p style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{piece.text}</p>
            {piece.has_file && mayOpen && (
              <a href={fileOf(id, piece.id)} target="_blank" rel="noopener noreferrer">
                Open the file
              </a>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function AddEvidence({ dispute: { id, is_own } }: { dispute: Dispute }): ReactNode {
  const form = useCallForm(addEvidence, {
    initial: { text: "", document: null as File | null },
    params: { id },
    isGuarded: "draft",
    toBody: ({ text }) => ({ text }),
    onDone: () => {
      form.discardDraft();
      toast(is_own ? "We have it." : "Added. The holder has a message.");
    },
  });
  return (
    <Panel title="Add something">
      <Form form={form}>
        <TextAreaField
          name="text"
          label={is_own ? "What else we should know" : "What the holder should know"}
          rows={3}
        />
        <FileField name="document" label="A picture or paper" of={addEvidence} />
        <SubmitButton isQuiet>Add it</SubmitButton>
      </Form>
    </Panel>
  );
}
