import { consentWordings } from "@manilla/contract/people/consents";
import { date, day, fullName } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { CallError, errorText } from "../../../shared/api/errors.ts";
import { refreshEverything } from "../../../shared/api/query-client.ts";
import { useAction } from "../../../shared/api/use-call.ts";
import { CodeField, PhoneField, TextField } from "../../../shared/form/fields.tsx";
import { CheckboxField, DateField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { reloadSession } from "../../../shared/session/session.ts";
import { Facts, LinkButton, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { NinPart } from "./nin-part.tsx";
import { Choices } from "../../../shared/form/choices.tsx";
import styles from "./onboarding.module.css";
import { Done, Onward, type StepProps } from "./step-parts.tsx";

/** The BVN: the number, the way by which the code comes, the code. Taken up again wherever it was left. */
export function IdentityStep({ state }: StepProps): ReactNode {
  const { person, profile, open_verification: open } = state;
  const [wantsOther, setWantsOther] = useState(false);
  const [wantsOtherWay, setWantsOtherWay] = useState(false);
  const [mismatch, setMismatch] = useState<string>();
  const verifiedAt = person.bvn_verified_at ?? person.bvn_bypassed_at;
  if (verifiedAt) {
    return (
      <div className="stack">
        <Panel>
          <Done title={person.bvn_verified_at ? "Your BVN is verified" : "Our staff accepted your identity"}>
            {date(verifiedAt)}
          </Done>
          <div style={{ marginTop: 16 }}>
            <Facts
              items={[
                { label: "BVN", value: profile.bvn ?? "–" },
                { label: "Date of birth", value: day(profile.date_of_birth) },
                { label: "NIN", value: profile.nin ?? "Not given" },
              ]}
            />
          </div>
          <Onward state={state} from="identity" />
        </Panel>
        <NinPart state={state} />
      </div>
    );
  }
  const bvnOpen = open?.kind === "bvn" && !wantsOther ? open : undefined;
  return (
    <div className="stack">
      {mismatch && <Mismatch text={mismatch} name={fullName(person)} />}
      <Panel>
        {!bvnOpen && (
          <NumberForm
            state={state}
            onDone={() => (setWantsOther(false), setWantsOtherWay(true), setMismatch(undefined))}
          />
        )}
        {bvnOpen && (bvnOpen.sent_to === null || wantsOtherWay) && (
          <WayForm open={bvnOpen} onDone={() => setWantsOtherWay(false)} onOther={() => setWantsOther(true)} />
        )}
        {bvnOpen && bvnOpen.sent_to !== null && !wantsOtherWay && (
          <CodeForm
            sentTo={bvnOpen.sent_to}
            number={bvnOpen.number}
            onOtherWay={() => setWantsOtherWay(true)}
            onOther={() => setWantsOther(true)}
            onMismatch={setMismatch}
          />
        )}
      </Panel>
      <NinPart state={state} />
    </div>
  );
}

function NumberForm({ state, onDone }: { state: StepProps["state"]; onDone: () => void }): ReactNode {
  const form = useCallForm(calls.onboarding.verifyIdentity, {
    initial: { bvn: "", date_of_birth: state.profile.date_of_birth ?? "", consent: "" as boolean | "" },
    rules: { bvn: "required|number|length:11", date_of_birth: "required", consent: "required" },
    toBody: ({ bvn, date_of_birth, consent }) => ({ bvn, date_of_birth, consent: consent as true }),
    onDone,
  });
  return (
    <Form form={form}>
      <TextField
        name="bvn"
        label="BVN"
        digits={11}
        hint="11 digits. Dial *565*0# on your registered phone to see it."
      />
      <DateField name="date_of_birth" label="Date of birth" hint="As your bank has it" />
      <CheckboxField name="consent" label="I agree" hint={consentWordings.bvn} />
      <SubmitButton>Continue</SubmitButton>
      <p className="muted small">We compare it with your bank’s records. It cannot be used to move your money.</p>
    </Form>
  );
}

type Open = NonNullable<StepProps["state"]["open_verification"]>;

function WayForm({ open, onDone, onOther }: { open: Open; onDone: () => void; onOther: () => void }): ReactNode {
  const [method, setMethod] = useState(open.methods[0]?.method ?? "phone");
  const isOtherPhone = method === "alternate_phone";
  const form = useCallForm(calls.onboarding.requestIdentityOtp, {
    initial: { phone_number: "" },
    rules: { phone_number: isOtherPhone ? "required|phone" : "nullable" },
    isGuarded: false,
    toBody: ({ phone_number }) => ({ method, ...(isOtherPhone && { phone_number }) }),
    onDone,
  });
  return (
    <Form form={form}>
      <p className="muted">BVN {open.number}. Your bank sends a code, so that nobody else can use your number.</p>
      <Choices
        legend="Where should the code go?"
        value={method}
        onChange={setMethod}
        choices={open.methods.map((each) => ({ value: each.method, ...words(each) }))}
      />
      {isOtherPhone && <PhoneField name="phone_number" label="Your other phone" />}
      <SubmitButton>Send the code</SubmitButton>
      <div>
        <LinkButton onClick={onOther}>Use another BVN</LinkButton>
      </div>
    </Form>
  );
}

const ways: Record<string, string> = {
  phone: "My phone, by SMS",
  phone_1: "My other phone, by SMS",
  alternate_phone: "Another phone",
  email: "My e-mail",
};
const words = ({ method, hint }: Open["methods"][number]): { label: string; hint: string } => ({
  label: ways[method] ?? hint,
  hint: ways[method] ? hint : "",
});

/** The code was right and the records differ, through no fault of the person. */
const Mismatch = ({ text, name }: { text: string; name: string }): ReactNode => (
  <div role="alert">
    <Notice tone="warning">
      <strong>Your bank’s records say something else.</strong> {text} You told us <strong>{name}</strong>. This happens
      with married names and old records; everything that you have given stays.
    </Notice>
  </div>
);

interface CodeProps {
  sentTo: string;
  number: string;
  onOtherWay: () => void;
  onOther: () => void;
  onMismatch: (text: string) => void;
}

function CodeForm({ sentTo, number, onOtherWay, onOther, onMismatch }: CodeProps): ReactNode {
  const resend = useAction(calls.onboarding.requestIdentityOtp);
  const sendAgain = async (): Promise<void> => {
    await resend.run({ body: {} });
    form.discardDraft();
    toast("A new code is on its way.");
  };
  const form = useCallForm(calls.onboarding.verifyIdentityOtp, {
    initial: { otp: "" },
    isGuarded: false,
    onDone: () => void reloadSession(),
    onError: (error) => {
      if (!(error instanceof CallError) || !("bvn" in error.fields)) return;
      onMismatch(errorText(error));
      void refreshEverything();
    },
  });
  return (
    <Form form={form}>
      {/* Banks answer with a sentence of their own; others with a number. */}
      <p>{sentTo.includes(" ") ? sentTo : `The code went to ${sentTo}.`}</p>
      <p className="muted small">BVN {number}</p>
      <CodeField name="otp" label="Code" autoFocus />
      <SubmitButton>Verify</SubmitButton>
      <div className={styles.buttons} style={{ marginTop: 0 }}>
        <Button
          variant="default"
          size="sm"
          loading={resend.isPending}
          onClick={() => void sendAgain().catch(() => undefined)}
        >
          Send it again
        </Button>
        <LinkButton onClick={onOtherWay}>Another way</LinkButton>
        <LinkButton onClick={onOther}>Another BVN</LinkButton>
      </div>
      {resend.error !== undefined && <Notice tone="danger">{errorText(resend.error)}</Notice>}
      <details className={styles.help}>
        <summary>No code comes?</summary>
        <p>
          It can take a minute. If that phone is no longer yours, choose another way; your bank can correct the number
          in its records.
        </p>
      </details>
    </Form>
  );
}
