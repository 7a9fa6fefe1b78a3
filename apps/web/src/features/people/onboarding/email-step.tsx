import { date } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { CodeField, TextField } from "../../../shared/form/fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { reloadSession } from "../../../shared/session/session.ts";
import { remember, remembered } from "../../../shared/ui/device.ts";
import { LinkButton, Panel } from "../../../shared/ui/kit.tsx";
import { Done, Onward, type StepProps } from "./step-parts.tsx";

/** The address at work, proved by a code (C311, C312). */
export function EmailStep({ state }: StepProps): ReactNode {
  const { official_email, work_email_verified_at } = state.person;
  const [sentTo, setSentTo] = useSentTo(state.person.id);
  const [isChanging, setChanging] = useState(false);
  if (work_email_verified_at && !isChanging) {
    return (
      <Panel>
        <Done title={`${official_email ?? ""} is verified`}>{date(work_email_verified_at)}</Done>
        <Onward state={state} from="work-email">
          <LinkButton onClick={() => setChanging(true)}>Use another address</LinkButton>
        </Onward>
      </Panel>
    );
  }
  return (
    <Panel>
      {sentTo === undefined ? (
        <AddressForm address={state.profile.trial_work_email ?? official_email ?? ""} onSent={setSentTo} />
      ) : (
        <CodeForm
          sentTo={sentTo}
          onOther={() => setSentTo(undefined)}
          onDone={() => (setSentTo(undefined), setChanging(false))}
        />
      )}
      {sentTo === undefined && <Onward state={state} from="work-email" isSkip />}
    </Panel>
  );
}

const WORKS_FOR_MS = 10 * 60_000;

/** Where the code went, as long as it works: reading it in the mail may cost a small phone this page. */
function useSentTo(userId: string): [string | undefined, (sentTo: string | undefined) => void] {
  const place = `draft.${userId}.work-email-code`;
  const [sentTo, setSentTo] = useState(() => {
    const kept = remembered<{ at: number; to: string } | undefined>(place, undefined);
    return kept && Date.now() - kept.at < WORKS_FOR_MS ? kept.to : undefined;
  });
  return [sentTo, (to) => (remember(place, to && { at: Date.now(), to }), setSentTo(to))];
}

function AddressForm({ address, onSent }: { address: string; onSent: (sentTo: string) => void }): ReactNode {
  const form = useCallForm(calls.onboarding.requestWorkEmailOtp, {
    initial: { email: address },
    onDone: ({ sent_to }) => onSent(sent_to),
  });
  return (
    <Form form={form}>
      <TextField
        name="email"
        label="E-mail at work"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="An address of your employer. Your employer learns nothing from us."
      />
      <SubmitButton>Send a code</SubmitButton>
    </Form>
  );
}

function CodeForm({ sentTo, onOther, onDone }: { sentTo: string; onOther: () => void; onDone: () => void }): ReactNode {
  const form = useCallForm(calls.onboarding.verifyWorkEmailOtp, {
    initial: { otp: "" },
    isGuarded: false,
    onDone: async () => {
      await reloadSession();
      onDone();
    },
  });
  return (
    <Form form={form}>
      <p>
        The code went to <strong>{sentTo}</strong>.
      </p>
      <CodeField name="otp" label="Code" autoFocus />
      <SubmitButton>Verify</SubmitButton>
      <div>
        <LinkButton onClick={onOther}>Use another address, or send it again</LinkButton>
      </div>
    </Form>
  );
}
