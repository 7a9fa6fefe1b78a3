import { consentWordings } from "@manilla/contract/people/consents";
import { date } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { errorText } from "../../../shared/api/errors.ts";
import { refreshEverything } from "../../../shared/api/query-client.ts";
import { useAction } from "../../../shared/api/use-call.ts";
import { FieldRow, TextField } from "../../../shared/form/fields.tsx";
import { BankField, CheckboxField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Copyable, Notice } from "../../../shared/ui/kit.tsx";
import { IconExternalLink } from "../../../shared/ui/icons.ts";
import { FileField } from "../../../shared/form/file-field.tsx";
import styles from "./onboarding.module.css";
import type { OnboardingState } from "./steps.ts";

export type LinkedSource = "mono" | "okra" | "statement_source_3";
const connects = {
  mono: calls.onboarding.connectMono,
  okra: calls.onboarding.connectOkra,
  statement_source_3: calls.onboarding.connectThird,
} as const;
const fetches = {
  mono: calls.onboarding.fetchMonoStatement,
  okra: calls.onboarding.fetchOkraStatement,
  statement_source_3: calls.onboarding.fetchThirdStatement,
} as const;
const ASKED_AGAIN_MS = 4_000;

interface LinkedProps {
  source: LinkedSource;
  /** What the source calls itself. */
  name: string;
  /** What it gave on the way back. */
  code: string | undefined;
  onDone: () => void;
}

/** A source at which one signs in: it sends the browser back with a code (C321, C322, C323). */
export function LinkedPart({ source, name, code, onDone }: LinkedProps): ReactNode {
  const connect = useAction(connects[source]);
  const [hasCode, setHasCode] = useState(false);
  const leave = async (): Promise<void> => {
    const { connect_url } = await connect.run({
      body: { return_to: `/customer/settings/profile?step=statement&source=${source}` },
    });
    location.assign(connect_url);
  };
  if (code !== undefined || hasCode) return <FetchForm source={source} name={name} code={code} onDone={onDone} />;
  return (
    <div className="stack">
      {connect.error !== undefined && <Notice tone="danger">{errorText(connect.error)}</Notice>}
      <div className={styles.buttons} style={{ marginTop: 0 }}>
        <Button
          loading={connect.isPending}
          rightSection={<IconExternalLink size={16} />}
          onClick={() => void leave().catch(() => undefined)}
        >
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

function FetchForm({ source, name, code, onDone }: LinkedProps): ReactNode {
  const field = source === "okra" ? "record" : "code";
  const form = useCallForm(fetches[source] as typeof calls.onboarding.fetchMonoStatement, {
    initial: { [field]: code ?? "", consent: "" as boolean | "" },
    rules: { [field]: "required|max:200", consent: "required" },
    isGuarded: false,
    toBody: (values) => ({ [field]: values[field], consent: values.consent }) as never,
    onDone,
  });
  return (
    <Form form={form}>
      {code !== undefined && <Notice tone="success">Your bank account is connected. One more tap.</Notice>}
      {code === undefined && <TextField name={field} label={`Code from ${name}`} autoComplete="off" />}
      <CheckboxField name="consent" label="I agree" hint={consentWordings.statement} />
      <SubmitButton>Fetch my statement</SubmitButton>
    </Form>
  );
}

type AccountCall = typeof calls.onboarding.requestMbsStatement | typeof calls.onboarding.beginUssdStatement;

/** Which account, and the consent: the one of the salary unless another is named. */
function AccountForm({
  call,
  state,
  children,
}: {
  call: AccountCall;
  state: OnboardingState;
  children: ReactNode;
}): ReactNode {
  const { account_no, bank_name } = state.profile;
  const [isOther, setOther] = useState(account_no === null);
  const form = useCallForm(call as typeof calls.onboarding.requestMbsStatement, {
    initial: { account_no: "", bank_code: "", consent: "" as boolean | "" },
    rules: isOther
      ? { account_no: "required|number|length:10", bank_code: "required", consent: "required" }
      : { consent: "required" },
    isGuarded: false,
    toBody: (values) => ({
      ...(isOther && { account_no: values.account_no, bank_code: values.bank_code }),
      consent: values.consent,
    }),
  });
  return (
    <Form form={form}>
      {isOther ? (
        <FieldRow>
          <TextField name="account_no" label="Account number" digits={10} />
          <BankField name="bank_code" label="Bank" />
        </FieldRow>
      ) : (
        <p>
          From{" "}
          <strong>
            {bank_name} {account_no}
          </strong>
          , where your salary is paid.{" "}
          <Button variant="subtle" size="compact-sm" onClick={() => setOther(true)}>
            Another account
          </Button>
        </p>
      )}
      <CheckboxField name="consent" label="I agree" hint={consentWordings.statement} />
      <SubmitButton>{children}</SubmitButton>
    </Form>
  );
}

/** C318 and C319: the bank answers by SMS; the two numbers are typed in here, now or later, on this device or another. */
export function TicketPart({ state }: { state: OnboardingState }): ReactNode {
  const pull = state.statement_pull;
  const isWaiting = pull?.source === "mbs" && (pull.status === "waiting" || pull.status === "fetching");
  const [asksAgain, setAsksAgain] = useState(false);
  const form = useCallForm(calls.onboarding.confirmMbsStatement, {
    initial: { ticket: "", password: "" },
    rules: { ticket: "required|max:40", password: "required|max:40" },
    isGuarded: false,
  });
  if (!isWaiting || asksAgain)
    return (
      <AccountForm call={calls.onboarding.requestMbsStatement} state={state}>
        Ask my bank
      </AccountForm>
    );
  return (
    <Form form={form}>
      <Notice tone="info">
        {pull.bank_name ?? "Your bank"} has sent a ticket number and a password to the phone of your account{" "}
        {pull.account_no}. You can leave and come back with them within a day.
      </Notice>
      <TextField name="ticket" label="Ticket number" autoComplete="off" />
      <TextField name="password" label="Password from the message" inputMode="numeric" autoComplete="one-time-code" />
      <div className={styles.buttons} style={{ marginTop: 0 }}>
        <SubmitButton>Fetch my statement</SubmitButton>
        <Button variant="subtle" size="sm" onClick={() => setAsksAgain(true)}>
          No message came
        </Button>
      </div>
    </Form>
  );
}

/** C324: a code to dial; what it released is looked for while the page is open. */
export function UssdPart({ state }: { state: OnboardingState }): ReactNode {
  const pull = state.statement_pull;
  const isWaiting =
    pull?.source === "ussd" && pull.dial !== null && (pull.status === "waiting" || pull.status === "fetching");
  const look = useAction(calls.onboarding.checkUssdStatement);
  const { run } = look;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void run({ body: {} }).then(refreshEverything, () => undefined), ASKED_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isWaiting, run]);
  if (!isWaiting || pull.dial === null)
    return (
      <AccountForm call={calls.onboarding.beginUssdStatement} state={state}>
        Show the code to dial
      </AccountForm>
    );
  return (
    <div className="stack">
      <p>Dial this from the phone of your account {pull.account_no}, and agree with your PIN:</p>
      <p className={styles.dial}>
        <Copyable text={pull.dial}>{pull.dial}</Copyable>
      </p>
      <p className="muted" role="status">
        Waiting for your phone, until {date(pull.expires_at)}. You can leave; the statement comes by itself.
      </p>
      {look.error !== undefined && <Notice tone="warning">{errorText(look.error)}</Notice>}
    </div>
  );
}

/** C320: the bank's app gives a share code, or exports a file. */
export function AppPart({ onDone }: { onDone: () => void }): ReactNode {
  const [isFile, setFile] = useState(false);
  const call = calls.onboarding.shareMobileStatement;
  const form = useCallForm(call, {
    initial: { share_code: "", document: null as File | null, consent: "" as boolean | "" },
    rules: isFile
      ? { document: "required", consent: "required" }
      : { share_code: "required|max:60", consent: "required" },
    isGuarded: false,
    toBody: (values) => ({ ...(isFile ? {} : { share_code: values.share_code }), consent: values.consent }),
    onDone: () => {
      form.setMany({ share_code: "", document: null, consent: "" });
      onDone();
    },
  });
  return (
    <Form form={form}>
      <p className="muted">In your bank’s app, open Statements and share twelve months. You get a code, or a file.</p>
      {isFile ? (
        <FileField name="document" label="File from the app" of={call} />
      ) : (
        <TextField name="share_code" label="Share code" autoComplete="off" />
      )}
      <CheckboxField name="consent" label="I agree" hint={consentWordings.statement} />
      <div className={styles.buttons} style={{ marginTop: 0 }}>
        <SubmitButton>{isFile ? "Send the file" : "Fetch my statement"}</SubmitButton>
        <Button variant="subtle" size="sm" onClick={() => setFile(!isFile)}>
          {isFile ? "I have a share code" : "I have a file"}
        </Button>
      </div>
    </Form>
  );
}
