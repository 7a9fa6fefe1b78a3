import type { Tone } from "@manilla/contract/badges";
import { day } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { type Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { FileButton } from "../../../shared/form/file-button.tsx";
import { SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Failure, Panel } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import styles from "./onboarding.module.css";

type Request = Answer<typeof calls.dataProtection.findOwn>["requests"][number];

const asked: Record<Request["kind"], string> = {
  export: "A copy of your data",
  erasure: "To be forgotten",
  correction: "A correction",
};
const states: Record<Request["status"], { tone: Tone; text: string }> = {
  open: { tone: "info", text: "Being looked at" },
  done: { tone: "success", text: "Done" },
  refused: { tone: "danger", text: "Not possible" },
};

/** What is kept about oneself: as a file at once; a correction or being forgotten as a request with its last day. */
export function DataPanel(): ReactNode {
  const { data, error, refetch } = useCall(calls.dataProtection.findOwn, {});
  return (
    <Panel title="Your data">
      <div className="stack">
        <TakeEverything />
        {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
        {data && data.requests.length > 0 && (
          <ul className={styles.requests} aria-label="What you asked about your data">
            {data.requests.map((request) => (
              <li key={request.id}>
                <div className={styles.requestHead}>
                  <strong>{asked[request.kind]}</strong>
                  <ToneBadge tone={states[request.status].tone}>{states[request.status].text}</ToneBadge>
                </div>
                {request.text && <p>{request.text}</p>}
                <p className="muted small">
                  Requested on {day(request.created_at)}.{" "}
                  {request.answered_at
                    ? `Answered on ${day(request.answered_at)}: ${request.answer ?? ""}`
                    : `We answer by ${day(request.due_on)}.`}
                </p>
              </li>
            ))}
          </ul>
        )}
        <Ask />
      </div>
    </Panel>
  );
}

const TakeEverything = (): ReactNode => (
  <>
    <p className="muted">Everything that we keep about you, in one file that other programs can read.</p>
    <div>
      <FileButton
        call={calls.dataProtection.exportOwn}
        input={{}}
        name="manilla-data.json"
        done="Your data is in your downloads."
      >
        Download my data
      </FileButton>
    </div>
  </>
);

const choices = [
  { value: "correction", label: "Correct something" },
  { value: "erasure", label: "Forget me" },
] as const;

function Ask(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const form = useCallForm(calls.dataProtection.ask, {
    initial: { kind: "" as string, text: "" },
    rules: { kind: "required", text: "required|min:10|max:1000" },
    isGuarded: false,
    toBody: ({ kind, text }) => ({ kind: kind as Request["kind"], text: text.trim() }),
    onDone: () => {
      form.discardDraft();
      setOpen(false);
      toast("Your request is with us.");
    },
  });
  return (
    <details className={styles.help} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Ask us to correct or erase something</summary>
      <div style={{ marginTop: 12 }}>
        <Form form={form}>
          <SelectField name="kind" label="What should we do?" choices={choices} />
          <TextAreaField
            name="text"
            label="What is it about?"
            rows={3}
            hint={
              form.values.kind === "erasure"
                ? "What the law makes us keep, such as the books of a loan, stays as long as it says."
                : undefined
            }
          />
          <SubmitButton>Send the request</SubmitButton>
        </Form>
      </div>
    </details>
  );
}
