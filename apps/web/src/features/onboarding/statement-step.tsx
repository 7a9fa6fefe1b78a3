import { consentWordings } from "@manilla/contract/consents";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { calls } from "../../shared/api/calls.gen.ts";
import { errorText } from "../../shared/api/errors.ts";
import { refreshEverything } from "../../shared/api/query-client.ts";
import { useAction } from "../../shared/api/use-call.ts";
import { TextField } from "../../shared/form/fields.tsx";
import { CheckboxField } from "../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../shared/form/use-call-form.tsx";
import { Notice, Panel } from "../../shared/ui/kit.tsx";
import { IconExternalLink } from "../../shared/ui/icons.ts";
import { DocumentRow, Refused } from "./document-row.tsx";
import styles from "./onboarding.module.css";
import { Choices, Onward, type StepProps } from "./step-parts.tsx";
import { isStatement, refusedOf, validOf } from "./steps.ts";
import { UploadForm } from "./upload-form.tsx";

/** Where Mono sends the browser, with its code. */
const RETURN_TO = "/customer/settings/profile?step=statement";
const ASKED_AGAIN_MS = 3_000;
const ways = [
  { value: "mono", label: "Connect my bank", hint: "Quickest. You sign in at Mono; we never see your password." },
  { value: "file", label: "Send a file", hint: "PDF or CSV from your bank’s app, the last six months or more" },
] as const;
type Way = (typeof ways)[number]["value"];

/** Where the salary comes from and goes: from the bank itself, or as a file (C315, C321). @param code what Mono gave on the way back */
export function StatementStep({ state, code, onCodeUsed }: StepProps & { code: string | undefined; onCodeUsed: () => void }): ReactNode {
  const sent = validOf(state.documents, isStatement);
  const refused = refusedOf(state.documents, isStatement);
  const [way, setWay] = useState<Way>("mono");
  const [wantsMore, setWantsMore] = useState(false);
  const isReading = sent.some(({ analysis }) => analysis?.status === "pending");
  useEffect(() => {
    if (!isReading) return;
    const timer = setInterval(() => void refreshEverything(), ASKED_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isReading]);
  const failed = sent[0]?.analysis?.status === "failed" ? sent[0] : undefined;
  const isOpen = sent.length === 0 || wantsMore || failed !== undefined || code !== undefined;
  return (
    <div className={styles.parts}>
      {(sent.length > 0 || refused) && (
        <Panel title="What we have">
          <div className={styles.parts}>
            {refused && <Refused document={refused} />}
            {sent.map((document) => (
              <DocumentRow key={document.id} document={document} />
            ))}
            {isReading && <p className="muted" role="status">We are reading it. You can go on meanwhile.</p>}
            {failed && <Notice tone="warning">We could not read the newest one{failed.analysis?.failure ? `: ${failed.analysis.failure}` : "."} A PDF with text, or a CSV, will do better than a picture.</Notice>}
          </div>
          {!failed && (
            <Onward state={state} from="statement">
              {!isOpen && (
                <Button variant="default" onClick={() => setWantsMore(true)}>
                  Add another
                </Button>
              )}
            </Onward>
          )}
        </Panel>
      )}
      {isOpen && (
        <Panel>
          <div className={styles.parts}>
            {code === undefined && <Choices legend="How do you want to send it?" choices={ways} value={way} onChange={setWay} />}
            {way === "mono" || code !== undefined ? <MonoPart code={code} onDone={() => (onCodeUsed(), setWantsMore(false))} /> : <UploadForm call={calls.onboarding.uploadBankStatement} label="Statement" onDone={() => setWantsMore(false)} />}
          </div>
        </Panel>
      )}
    </div>
  );
}

function MonoPart({ code, onDone }: { code: string | undefined; onDone: () => void }): ReactNode {
  const connect = useAction(calls.onboarding.connectMono);
  const [hasCode, setHasCode] = useState(false);
  const leave = async (): Promise<void> => {
    const { connect_url } = await connect.run({ body: { return_to: RETURN_TO } });
    location.assign(connect_url);
  };
  if (code !== undefined || hasCode) return <FetchForm code={code} onDone={onDone} />;
  return (
    <div className={styles.parts}>
      {connect.error !== undefined && <Notice tone="danger">{errorText(connect.error)}</Notice>}
      <div className={styles.buttons} style={{ marginTop: 0 }}>
        <Button loading={connect.isPending} rightSection={<IconExternalLink size={16} />} onClick={() => void leave().catch(() => undefined)}>
          Connect my bank
        </Button>
        <Button variant="subtle" size="sm" onClick={() => setHasCode(true)}>
          I have a code
        </Button>
      </div>
      <p className="muted small">You come back here by yourself.</p>
    </div>
  );
}

function FetchForm({ code, onDone }: { code: string | undefined; onDone: () => void }): ReactNode {
  const form = useCallForm(calls.onboarding.fetchMonoStatement, {
    initial: { code: code ?? "", consent: "" as boolean | "" },
    rules: { code: "required|max:200", consent: "required" },
    isGuarded: false,
    toBody: (values) => ({ code: values.code, consent: values.consent as true }),
    onDone,
  });
  return (
    <Form form={form}>
      {code !== undefined && <Notice tone="success">Your bank account is connected. One more tap.</Notice>}
      {code === undefined && <TextField name="code" label="Code from Mono" autoComplete="off" />}
      <CheckboxField name="consent" label="I agree" hint={consentWordings.statement} />
      <SubmitButton>Fetch my statement</SubmitButton>
    </Form>
  );
}
