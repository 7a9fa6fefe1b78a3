import { day, naira } from "@manilla/contract/formats";
import type { Tone } from "@manilla/contract/badges";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Answer } from "../api/call.ts";
import { calls } from "../api/calls.gen.ts";
import { useRecord } from "../api/use-call.ts";
import { RadioField } from "../form/choices.tsx";
import { DateField, MoneyField, TextAreaField } from "../form/more-fields.tsx";
import { SubmitButton } from "../form/submit-button.tsx";
import { Form, useCallForm } from "../form/use-call-form.tsx";
import { useMay } from "../session/session.ts";
import { ToneBadge } from "../ui/badge.tsx";
import { Panel } from "../ui/kit.tsx";
import { toast } from "../ui/toasts.tsx";

type Request = Answer<typeof calls.timeRequests.ofLoan>["requests"][number];
const WORDS: Record<Request["status"], { tone: Tone; text: string }> = {
  pending: { tone: "info", text: "Being looked at" },
  approved: { tone: "success", text: "Agreed" },
  declined: { tone: "danger", text: "Not agreed" },
  expired: { tone: "neutral", text: "Ended" },
};
/** One object for the same kind: the form asks for it on each change. */
const RULES = {
  promise: { kind: "required", promised_on: "required", promised_kobo: "nullable", text: "required|min:10|max:1000" },
  reschedule: { kind: "required", text: "required|min:10|max:1000" },
};

const askedFor = ({ kind, promised_on, promised_kobo }: Request): string =>
  kind === "promise"
    ? `You promised ${promised_kobo === null ? "to pay" : naira(promised_kobo)} by ${day(promised_on)}`
    : "You asked for another plan";

/** On the borrower's page of a loan: ask for time, and what was answered. Nothing where nothing falls due. */
export function TimeRequests({ loan_id }: { loan_id: string }): ReactNode {
  const may = useMay(calls.timeRequests.ask);
  return may ? <Requests loan_id={loan_id} /> : null;
}

function Requests({ loan_id }: { loan_id: string }): ReactNode {
  const { data } = useRecord(calls.timeRequests.ofLoan, { params: { id: loan_id } });
  const [isOpen, setOpen] = useState(false);
  if (!data || (data.why_not !== null && data.requests.length === 0)) return null;
  return (
    <Panel title="Cannot pay in time?">
      <div className="stack-12">
        {data.why_not === null && !isOpen && (
          <div>
            <p className="muted">Tell us before the day. A person reads it and answers.</p>
            <Button variant="default" size="sm" mt={8} onClick={() => setOpen(true)}>
              Ask for time
            </Button>
          </div>
        )}
        {data.why_not === null && isOpen && <Ask loan_id={loan_id} until={data.until} onClose={() => setOpen(false)} />}
        <ul className="list" aria-label="Your requests for time">
          {data.requests.map((request) => (
            <li key={request.id}>
              <ToneBadge tone={WORDS[request.status].tone}>{WORDS[request.status].text}</ToneBadge>{" "}
              <strong>{askedFor(request)}</strong> <span className="muted small">on {day(request.created_at)}</span>
              {request.decision_reason && <p className="small">{request.decision_reason}</p>}
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

function Ask({ loan_id, until, onClose }: { loan_id: string; until: string; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.timeRequests.ask, {
    initial: {
      kind: "promise" as "promise" | "reschedule",
      promised_on: "",
      promised_kobo: null as number | null,
      text: "",
    },
    params: { id: loan_id },
    isGuarded: "draft",
    rules: ({ kind }) => RULES[kind as keyof typeof RULES],
    toBody: ({ kind, promised_on, promised_kobo, text }) => ({
      kind,
      text,
      ...(kind === "promise" && { promised_on, ...(promised_kobo !== null && { promised_kobo }) }),
    }),
    onDone: () => (toast("We have it. A person answers you."), onClose()),
  });
  return (
    <Form form={form}>
      <RadioField
        name="kind"
        legend="What would help"
        choices={[
          { value: "promise", label: "I can pay by a later day" },
          { value: "reschedule", label: "I need another plan", hint: "Smaller instalments, or a pause" },
        ]}
      />
      {form.values.kind === "promise" && (
        <>
          <DateField name="promised_on" label="I pay by" hint={`At the latest ${day(until)}`} />
          <MoneyField name="promised_kobo" label="Amount" hint="Empty: all that is due by then" />
        </>
      )}
      <TextAreaField name="text" label="What happened" hint="At least 10 characters" rows={3} />
      <SubmitButton onCancel={onClose}>Ask for time</SubmitButton>
    </Form>
  );
}
