import { day, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { MoneyField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import styles from "./loans.module.css";

export type Standing = Answer<typeof calls.limits.findOwn>;
type Request = Standing["requests"][number];

/** The outcome of a request for a limit, in a sentence. */
export function requestWords(request: Request): string {
  const asked = `On ${day(request.created_at)} you asked for ${naira(request.requested_kobo)}.`;
  if (request.status === "pending") return `${asked} We are looking at it and write to you.`;
  if (request.granted_kobo !== null)
    return `${asked} You were given ${naira(request.granted_kobo)} on ${day(request.decided_at)}.`;
  const answer =
    request.status === "rejected" || request.status === "declined"
      ? `It was not granted${request.decided_at ? ` on ${day(request.decided_at)}` : ""}`
      : "It was looked at, and your limit stays as it is";
  const reason = request.decision_reason ? `: ${request.decision_reason.replace(/[.!?]?$/, ".")}` : ".";
  return `${asked} ${answer}${reason}`;
}

/** One's limit: what it is, what of it is used and left, the last request, and the way to ask for a first or a higher one. */
export function LimitPanel({ standing }: { standing: Standing }): ReactNode {
  const { limit_kobo, used_kobo, available_kobo, requests } = standing;
  const [last] = requests;
  const isOpen = last?.status === "pending";
  return (
    <Panel title="Your limit" actions={!isOpen && <AskForLimit limit_kobo={limit_kobo} />}>
      <div className={styles.stack}>
        {limit_kobo === null ? (
          <p>You have no personal limit yet. Each plan says how much it lends.</p>
        ) : (
          <div className={styles.progress}>
            <p className={styles.limit}>
              <strong className={styles.sum}>{naira(available_kobo ?? 0)}</strong>{" "}
              <span className="muted">left of {naira(limit_kobo)}</span>
            </p>
            <div role="img" aria-label={`${naira(used_kobo)} of ${naira(limit_kobo)} used`}>
              <span style={{ width: `${limit_kobo > 0 ? Math.min(100, (used_kobo / limit_kobo) * 100) : 0}%` }} />
            </div>
            <p className="muted small">
              {used_kobo > 0 ? `${naira(used_kobo)} used by what you owe and have requested` : "Nothing of it is used"}
            </p>
          </div>
        )}
        {last && <p className="small">{requestWords(last)}</p>}
      </div>
    </Panel>
  );
}

function AskForLimit({ limit_kobo }: { limit_kobo: number | null }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const words = limit_kobo === null ? "Ask for a limit" : "Ask for more";
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {words}
      </Button>
      <Dialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={limit_kobo === null ? "Ask for a limit" : "Ask for a higher limit"}
      >
        {isAsking && <LimitForm limit_kobo={limit_kobo} onDone={() => setAsking(false)} />}
      </Dialog>
    </>
  );
}

function LimitForm({ limit_kobo, onDone }: { limit_kobo: number | null; onDone: () => void }): ReactNode {
  const form = useCallForm(calls.limits.apply, {
    initial: { requested_kobo: null as number | string | null, purpose: "" },
    isGuarded: false,
    toBody: ({ requested_kobo, purpose }) => ({ requested_kobo: Number(requested_kobo), purpose: purpose.trim() }),
    onDone: () => {
      toast("Your request is with us.");
      onDone();
    },
  });
  return (
    <Form form={form}>
      <p className="muted">The limit is the most that you can owe us at a time. Asking binds you to nothing.</p>
      <MoneyField
        name="requested_kobo"
        label="How much would you like to be able to borrow?"
        hint={limit_kobo === null ? undefined : `More than ${naira(limit_kobo)}, your limit now`}
      />
      <TextAreaField name="purpose" label="What is it for?" rows={2} />
      <SubmitButton>Ask</SubmitButton>
    </Form>
  );
}
