import { consentWordings } from "@manilla/contract/people/consents";
import { date } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { CodeField, TextField } from "../../../shared/form/fields.tsx";
import { CheckboxField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { LinkButton, Panel } from "../../../shared/ui/kit.tsx";
import styles from "./onboarding.module.css";
import { Done, type StepProps } from "./step-parts.tsx";

/** The NIN, optional: it replaces an identity document. */
export function NinPart({ state }: Pick<StepProps, "state">): ReactNode {
  const { person, profile, open_verification: open } = state;
  const [isAgain, setAgain] = useState(false);
  const verifiedAt = person.nin_verified_at ?? person.nin_bypassed_at;
  const isOpen = open?.kind === "nin" && open.sent_to !== null && !isAgain;
  return (
    <Panel title="NIN (optional)">
      {verifiedAt && <Done title={`NIN ${profile.nin ?? ""} is verified`}>{date(verifiedAt)}</Done>}
      {!verifiedAt && isOpen && <NinCode sentTo={open.sent_to ?? ""} onAgain={() => setAgain(true)} />}
      {!verifiedAt && !isOpen && (
        <details className={styles.help} open={isAgain}>
          <summary>Verify your NIN</summary>
          <div style={{ marginTop: 12 }}>
            <NinNumber onDone={() => setAgain(false)} />
          </div>
        </details>
      )}
    </Panel>
  );
}

function NinNumber({ onDone }: { onDone: () => void }): ReactNode {
  const form = useCallForm(calls.onboarding.requestNinOtp, {
    initial: { nin: "", consent: "" as boolean | "" },
    rules: { nin: "required|number|length:11", consent: "required" },
    isGuarded: false,
    toBody: ({ nin, consent }) => ({ nin, consent: consent as true }),
    onDone,
  });
  return (
    <Form form={form}>
      <TextField name="nin" label="NIN" digits={11} hint="11 digits. Dial *346# to see it." />
      <CheckboxField name="consent" label="I agree" hint={consentWordings.nin} />
      <SubmitButton>Send the code</SubmitButton>
    </Form>
  );
}

function NinCode({ sentTo, onAgain }: { sentTo: string; onAgain: () => void }): ReactNode {
  const form = useCallForm(calls.onboarding.verifyNinOtp, { initial: { otp: "" }, isGuarded: false });
  return (
    <Form form={form}>
      <p>
        The code went to <strong>{sentTo}</strong>.
      </p>
      <CodeField name="otp" label="Code" />
      <SubmitButton>Verify</SubmitButton>
      <div>
        <LinkButton onClick={onAgain}>Begin again</LinkButton>
      </div>
    </Form>
  );
}
