import { day } from "@manilla/contract/formats";
import type { Tone } from "@manilla/contract/badges";
import type { ReactNode } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { useSession } from "../../../shared/session/session.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Failure, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import styles from "./session.module.css";

type Appeal = Answer<typeof calls.appeals.findOwn>["appeals"][number];

const words: Record<Appeal["status"], { tone: Tone; text: string }> = {
  pending: { tone: "info", text: "Being looked at" },
  approved: { tone: "success", text: "Granted" },
  declined: { tone: "danger", text: "Not granted" },
};

/** A declined person's appeal and the outcome of earlier ones. Nothing without a cause to appeal. */
export function AppealPanel(): ReactNode {
  const { user } = useSession();
  const { data, error, refetch } = useRecord(calls.appeals.findOwn, {});
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data || (user.profile_status !== "declined" && data.appeals.length === 0)) return null;
  return (
    <Panel title={data.may_appeal ? "Ask us to look again" : "Your appeal"}>
      <div className={styles.stack}>
        {data.may_appeal && <AppealForm />}
        {!data.may_appeal && user.profile_status === "declined" && data.why_not && <Notice>{data.why_not}</Notice>}
        {data.appeals.length > 0 && (
          <ul className={styles.appeals} aria-label="Your appeals">
            {data.appeals.map((appeal) => (
              <li key={appeal.id}>
                <div className={styles.appealHead}>
                  <span className="muted small">Sent on {day(appeal.created_at)}</span>
                  <ToneBadge tone={words[appeal.status].tone}>{words[appeal.status].text}</ToneBadge>
                </div>
                <p>{appeal.text}</p>
                {appeal.decided_at && (
                  <p className="muted">
                    Our answer on {day(appeal.decided_at)}:{" "}
                    {appeal.decision_reason ??
                      (appeal.status === "approved"
                        ? "your profile is being looked at again."
                        : "we stay with our decision.")}
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

function AppealForm(): ReactNode {
  const form = useCallForm(calls.appeals.appealOwn, {
    initial: { text: "" },
    onDone: () => void toast("Your appeal is with us."),
  });
  return (
    <Form form={form}>
      <p>If something was wrong or has changed since, tell us in your own words. A person reads it and writes back.</p>
      <TextAreaField name="text" label="What should we know?" hint="At least 20 characters" rows={5} />
      <SubmitButton>Send the appeal</SubmitButton>
    </Form>
  );
}
