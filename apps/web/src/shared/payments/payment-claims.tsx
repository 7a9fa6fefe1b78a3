/** What somebody says of a payment of theirs that went wrong, and each step of it. */
import { fullStop, naira } from "@manilla/contract/formats";
import {
  type PaymentClaim,
  type PaymentKind,
  claimSteps,
  paymentClaims,
  recallSteps,
} from "@manilla/contract/payments/refund-words";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Answer } from "../api/call.ts";
import { calls } from "../api/calls.gen.ts";
import { useRecord } from "../api/use-call.ts";
import { SelectField, TextAreaField } from "../form/more-fields.tsx";
import { SubmitButton } from "../form/submit-button.tsx";
import { Form, useCallForm } from "../form/use-call-form.tsx";
import { useMay } from "../session/session.ts";
import { StatusBadge } from "../ui/badge.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Panel, When } from "../ui/kit.tsx";
import { toast } from "../ui/toasts.tsx";

const { ofPayment, claim } = calls.refunds;
interface Props {
  kind: PaymentKind;
  id: string;
}
type Claim = Answer<typeof ofPayment>["claims"][number];

/** The claims about a payment of the person's own, and the way to make one. */
export function PaymentClaims({ kind, id }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const mayClaim = useMay(claim);
  const { data } = useRecord(ofPayment, { params: { kind, id } });
  if (!data) return null;
  return (
    <>
      {data.claims.map((each) => (
        <Panel key={each.id} title="What you told us">
          <Step claim={each} />
        </Panel>
      ))}
      {mayClaim && data.why_not === null && (
        <div className="buttons">
          <Button variant="default" onClick={() => setOpen(true)}>
            Something is wrong with it…
          </Button>
        </div>
      )}
      {isOpen && <ClaimDialog kind={kind} id={id} hours={data.answered_within_hours} onClose={() => setOpen(false)} />}
    </>
  );
}

const Step = ({
  claim: { claim: what, statement, status, refunded_kobo, decision_reason, recall, credited_kobo, ...at },
}: {
  claim: Claim;
}) => (
  <div className="stack">
    <span>
      {status !== "open" && <StatusBadge kind="refund_case" status={status} />} {claimSteps[status]}
      {status === "refunded" && `: ${naira(refunded_kobo)}`}.
      {status === "open" && (
        <>
          {" "}
          You have an answer by <When at={at.due_at} />.
        </>
      )}
    </span>
    {credited_kobo !== null && <p>{naira(credited_kobo)} is in the wallet for now, until it is decided.</p>}
    {recall && (
      <p>
        {fullStop(recallSteps[recall.status])}{" "}
        {(recall.answered_at ?? recall.asked_at) ? <When at={(recall.answered_at ?? recall.asked_at)!} /> : null}
      </p>
    )}
    {decision_reason && <p>{fullStop(decision_reason)}</p>}
    <p className="muted">
      <When at={at.created_at} />: {fullStop(paymentClaims[what])} {statement}
    </p>
  </div>
);

type Hours = Answer<typeof ofPayment>["answered_within_hours"];

function ClaimDialog({ kind, id, hours, onClose }: Props & { hours: Hours; onClose: () => void }): ReactNode {
  const form = useCallForm(claim, {
    initial: { claim: "", statement: "" },
    params: { kind, id },
    isGuarded: false,
    toBody: ({ claim: what, statement }) => ({ claim: what as PaymentClaim, statement }),
    onDone: () => (toast("We have it, and look into it."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title="What is wrong with this payment?">
      <Form form={form}>
        <SelectField
          name="claim"
          label="What is wrong"
          choices={Object.entries(paymentClaims).map(([value, label]) => ({ value, label }))}
        />
        <TextAreaField name="statement" label="What happened" hint="With what the receiver says" rows={4} />
        {form.values.claim !== "" && (
          <p className="muted">
            You have the money or an answer within {hours[form.values.claim as PaymentClaim]} hours.
          </p>
        )}
        <SubmitButton onCancel={onClose}>Tell us</SubmitButton>
      </Form>
    </Dialog>
  );
}
