/** The dialogs that any part of the application may call for. Loaded when the first one is wanted. */
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../api/calls.gen.ts";
import { useAction } from "../api/use-call.ts";
import { CallError, errorText } from "../api/errors.ts";
import { Form, useCallForm } from "../form/use-call-form.tsx";
import { CodeField, PasswordField } from "../form/fields.tsx";
import { SubmitButton } from "../form/submit-button.tsx";
import { PasskeyButton } from "../session/passkey-button.tsx";
import { reloadSession, useMaybeSession } from "../session/session.ts";
import { type AlertStyle, alerts, closeAlert, proofs } from "./alert.ts";
import { Dialog } from "./dialog.tsx";
import { LinkButton } from "./kit.tsx";
import styles from "./dialogs.module.css";
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from "./icons.ts";

const marks = { error: IconCircleX, success: IconCircleCheck, warning: IconAlertTriangle, alert: IconInfoCircle };
const colours: Record<AlertStyle | "quiet", { variant: string; color?: string }> = {
  error: { variant: "filled", color: "red.9" },
  success: { variant: "filled", color: "green.9" },
  warning: { variant: "filled" },
  alert: { variant: "filled" },
  quiet: { variant: "default" },
};

function Alerts(): ReactNode {
  return alerts.use().map((alert) => {
    const Mark = marks[alert.style];
    return (
      <Dialog
        key={alert.id}
        opened={alert.isOpen}
        onClose={() => closeAlert(alert.id)}
        size="sm"
        title={alert.title}
        role="alertdialog"
      >
        <div className={styles.body} data-style={alert.style}>
          <Mark size={24} aria-hidden="true" />
          <div>
            <div>{alert.body}</div>
            {alert.sub_body && <div className={styles.sub}>{alert.sub_body}</div>}
          </div>
        </div>
        <div className={styles.buttons}>
          {alert.buttons.map((button, index) => (
            <Button
              key={button.value}
              {...colours[button.style ?? alert.style]}
              onClick={() => closeAlert(alert.id, button.value)}
              data-autofocus={index === alert.buttons.length - 1 || undefined}
            >
              {button.label}
            </Button>
          ))}
        </div>
      </Dialog>
    );
  });
}

function Proof(): ReactNode {
  const proof = proofs.use();
  return (
    <Dialog
      opened={proof !== undefined}
      onClose={() => proof?.answer(false)}
      title={proof?.reason === "sign_in" ? "Sign in again" : "Confirm that it is you"}
      size="sm"
    >
      {proof?.reason === "sign_in" && <SignInAgain message={proof.message} onDone={() => proof.answer(true)} />}
      {proof?.reason === "step_up" && <StepUp message={proof.message} onDone={() => proof.answer(true)} />}
    </Dialog>
  );
}

function StepUp({ message, onDone }: { message: string; onDone: () => void }): ReactNode {
  const session = useMaybeSession();
  const form = useCallForm(calls.session.stepUp, { initial: { password: "", code: "" }, isGuarded: false, onDone });
  return (
    <Form form={form}>
      <p className="muted">{message}</p>
      <PasswordField name="password" label="Password" autoComplete="current-password" autoFocus />
      {session?.step_up_wants_code && (
        <>
          <CodeField
            name="code"
            label={
              session.user.has_second_factor
                ? "Code of your authenticator, or one that we send you"
                : "The code that we send you"
            }
          />
          <SendCode />
        </>
      )}
      <SubmitButton>Confirm</SubmitButton>
      {session?.step_up_takes_passkey && (
        <PasskeyButton purpose="step_up" onDone={onDone}>
          Confirm with a passkey
        </PasskeyButton>
      )}
    </Form>
  );
}

/** Sends a one-time code to the person's phone or mail, and says where it went. */
function SendCode(): ReactNode {
  const { run, isPending, error } = useAction(calls.session.requestOtp);
  const [sentTo, setSentTo] = useState<string>();
  const ask = (): void =>
    void run({ body: { purpose: "step_up" } }).then(
      ({ sent_to }) => setSentTo(sent_to),
      () => undefined,
    );
  return (
    <p className="small muted" role="status">
      {error ? `${errorText(error)} ` : sentTo && `A code is on its way to ${sentTo}. `}
      <LinkButton onClick={() => (isPending ? undefined : ask())}>
        {sentTo ? "Send another one" : "Send me a code"}
      </LinkButton>
    </p>
  );
}

function SignInAgain({ message, onDone }: { message: string; onDone: () => void }): ReactNode {
  const session = useMaybeSession();
  const [needsCode, setNeedsCode] = useState(session?.user.has_second_factor ?? false);
  const form = useCallForm(calls.session.logIn, {
    initial: { email: session?.user.email ?? "", password: "", code: "" },
    isGuarded: false,
    onError: (error) =>
      error instanceof CallError &&
      (error.code === "second_factor_required" || "code" in error.fields) &&
      setNeedsCode(true),
    onDone: () => goOn(),
  });
  const goOn = async (): Promise<void> => {
    const now = await reloadSession();
    // A passkey may be of another person, who does not go on with what this one was doing.
    if (session && now?.user.id !== session.user.id) location.assign("/");
    else onDone();
  };
  return (
    <Form form={form}>
      <p className="muted">
        {message} You stay on this page as <strong>{session?.user.email}</strong>, and nothing that you have typed is
        lost.
      </p>
      <PasswordField name="password" label="Password" autoComplete="current-password" autoFocus />
      {needsCode && <CodeField name="code" label="Code of your authenticator" />}
      <SubmitButton>Sign in</SubmitButton>
      {session?.step_up_takes_passkey && (
        <PasskeyButton purpose="sign_in" onDone={goOn}>
          Sign in with a passkey
        </PasskeyButton>
      )}
    </Form>
  );
}

/** Everything that opens over the page by itself. */
export default function Dialogs(): ReactNode {
  return (
    <>
      <Alerts />
      <Proof />
    </>
  );
}

/**
 * A modal that a person closes once and for all: the server remembers its name (C002).
 * @param name letters, digits and hyphens
 * @public for the screens that have something to say once
 */
export function RememberedModal({
  name,
  title,
  children,
}: {
  name: string;
  title: string;
  children: ReactNode;
}): ReactNode {
  const session = useMaybeSession();
  const [isClosed, setClosed] = useState(false);
  const remember = useAction(calls.session.closeModal);
  if (!session || session.closed_modals.includes(name)) return null;
  const close = (): void => {
    setClosed(true);
    // If it is not remembered it shows again next time, which does no harm.
    remember.run({ params: { modal: name } }).then(reloadSession, (error: unknown) => console.warn(errorText(error)));
  };
  return (
    <Dialog opened={!isClosed} onClose={close} title={title} size="md">
      {children}
    </Dialog>
  );
}
