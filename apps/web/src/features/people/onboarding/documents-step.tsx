import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { Panel } from "../../../shared/ui/kit.tsx";
import { DocumentRow, Refused } from "./document-row.tsx";
import styles from "./onboarding.module.css";
import { Onward, type StepProps } from "./step-parts.tsx";
import { isStatement, isType, refusedOf, stepsOf, validOf } from "./steps.ts";
import { UploadForm } from "./upload-form.tsx";

const kinds = {
  govt_id: {
    title: "Government id",
    call: calls.onboarding.uploadGovernmentId,
    hint: "Passport, driver’s licence, voter’s card or NIN slip",
  },
  work_id: { title: "Work id", call: calls.onboarding.uploadWorkId, hint: "Staff card or letter of employment" },
} as const;

/** Proofs of who one is and where one works (C316, C317). */
export function DocumentsStep({ state }: StepProps): ReactNode {
  const isDone = stepsOf(state).find(({ key }) => key === "documents")?.status === "done";
  const isEmployed = state.profile.employment_status === "employed";
  const others = state.documents.filter(
    (document) => !isType("govt_id")(document) && !isType("work_id")(document) && !isStatement(document),
  );
  return (
    <div className="stack">
      {!isDone && isEmployed && <p className="muted">One of the two is enough.</p>}
      <Kind state={state} kind="govt_id" isWanted={!isDone} />
      {(isEmployed || validOf(state.documents, isType("work_id")).length > 0) && (
        <Kind state={state} kind="work_id" isWanted={false} />
      )}
      {others.length > 0 && (
        <Panel title="Others">
          <ul className={styles.documents}>
            {others.map((document) => (
              <li key={document.id}>
                <DocumentRow document={document} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {isDone && <Onward state={state} from="documents" />}
    </div>
  );
}

function Kind({
  state,
  kind,
  isWanted,
}: {
  state: StepProps["state"];
  kind: keyof typeof kinds;
  isWanted: boolean;
}): ReactNode {
  const { title, call, hint } = kinds[kind];
  const sent = validOf(state.documents, isType(kind));
  const refused = refusedOf(state.documents, isType(kind));
  const [isSending, setSending] = useState(false);
  const isOpen = isSending || refused !== undefined || (isWanted && sent.length === 0);
  return (
    <Panel title={title}>
      <div className="stack">
        {refused && <Refused document={refused} />}
        {sent.map((document) => (
          <DocumentRow key={document.id} document={document} />
        ))}
        {isOpen ? (
          <UploadForm
            call={call}
            label={sent.length > 0 ? `Another ${title.toLowerCase()}` : "Picture or PDF"}
            hint={hint}
            onDone={() => setSending(false)}
          />
        ) : (
          <div>
            <Button variant="default" size="sm" onClick={() => setSending(true)}>
              {sent.length > 0 ? "Send another" : `Send a ${title.toLowerCase()}`}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}
