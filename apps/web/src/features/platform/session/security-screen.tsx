import { Button, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { CodeField, PasswordField } from "../../../shared/form/fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { reloadSession, useSession } from "../../../shared/session/session.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Copyable, Failure, Panel, Skeleton, When } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { deviceName } from "../../../shared/session/device-name.ts";
import { Passkeys } from "./passkeys-panel.tsx";
import styles from "./session.module.css";

/** Where one is signed in, with what, and the second factor. */
export default function SecurityScreen(): ReactNode {
  return (
    <Page width="text" lead="Where you are signed in, and what opens your account besides your password.">
      <Sessions />
      <Passkeys />
      <SecondFactor />
    </Page>
  );
}

function Sessions(): ReactNode {
  const { data, error, refetch } = useRecord(calls.session.sessions, {});
  return (
    <Panel title="Sessions" flush>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      <ul className={`list ${styles.list}`}>
        {!data && !error && (
          <li>
            <Skeleton width="60%" />
          </li>
        )}
        {data?.sessions.map((session) => (
          <li key={session.id}>
            <div>
              <span title={session.device}>{deviceName(session.device)}</span>{" "}
              {session.is_current && <ToneBadge tone="success">This one</ToneBadge>}
              <div className="small muted">
                {session.network_address} · last seen <When at={session.last_seen_at} /> · signed in{" "}
                <When at={session.created_at} />
              </div>
            </div>
            {!session.is_current && (
              <ActionButton
                call={calls.session.revoke}
                params={{ id: session.id }}
                confirm={{ title: "Sign this place out?", body: deviceName(session.device), yes: "Sign out" }}
                done="That place is signed out."
              >
                Sign out
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function SecondFactor(): ReactNode {
  const { user } = useSession();
  const [setUp, setSetUp] = useState<{ secret: string; otpauth_url: string }>();
  return (
    <Panel
      title="Authenticator application"
      actions={
        <ToneBadge tone={user.has_second_factor ? "success" : "neutral"}>
          {user.has_second_factor ? "On" : "Off"}
        </ToneBadge>
      }
    >
      {user.has_second_factor ? (
        <RemoveFactor />
      ) : setUp ? (
        <ConfirmFactor {...setUp} onDone={() => setSetUp(undefined)} />
      ) : (
        <StartFactor onStarted={setSetUp} />
      )}
    </Panel>
  );
}

function StartFactor({
  onStarted,
}: {
  onStarted: (setUp: { secret: string; otpauth_url: string }) => void;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const form = useCallForm(calls.session.startSecondFactor, {
    initial: { password: "" },
    isGuarded: false,
    onDone: onStarted,
  });
  if (!isOpen) {
    return (
      <>
        <p className="muted" style={{ marginBottom: 12 }}>
          A code from your phone is asked when you sign in and before sensitive acts: a stolen password alone opens
          nothing.
        </p>
        <Button variant="default" size="sm" onClick={() => setOpen(true)}>
          Set up
        </Button>
      </>
    );
  }
  return (
    <Form form={form}>
      <PasswordField name="password" label="Your password, to begin" autoComplete="current-password" autoFocus />
      <SubmitButton>Continue</SubmitButton>
    </Form>
  );
}

function ConfirmFactor({
  secret,
  otpauth_url,
  onDone,
}: {
  secret: string;
  otpauth_url: string;
  onDone: () => void;
}): ReactNode {
  const form = useCallForm(calls.session.confirmSecondFactor, {
    initial: { code: "" },
    isGuarded: false,
    onDone: async () => {
      toast("The authenticator is on.");
      await reloadSession();
      onDone();
    },
  });
  return (
    <Form form={form}>
      <div className={styles.secret}>
        <p>
          Enter this key in your authenticator application, or <a href={otpauth_url}>open it on this device</a>:
        </p>
        <Copyable text={secret} label="key">
          <code>{secret.replace(/(.{4})/g, "$1 ").trim()}</code>
        </Copyable>
      </div>
      <CodeField name="code" label="The code that it shows" autoFocus />
      <SubmitButton>Switch on</SubmitButton>
    </Form>
  );
}

function RemoveFactor(): ReactNode {
  const [code, setCode] = useState("");
  return (
    <div style={{ display: "flex", gap: 12, alignItems: "flex-end", flexWrap: "wrap" }}>
      <TextInput
        label="Code of your authenticator"
        inputMode="numeric"
        maxLength={6}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value.replace(/\D/g, ""))}
      />
      <ActionButton
        call={calls.session.removeSecondFactor}
        body={{ code }}
        variant="danger"
        disabledBecause={code.length === 6 ? undefined : "Enter the six digits that your authenticator shows."}
        confirm={{
          title: "Switch the authenticator off?",
          body: "From then on your password alone opens this account.",
          yes: "Switch off",
          style: "danger",
        }}
        done={() => (void reloadSession(), toast("The authenticator is off."))}
      >
        Switch off
      </ActionButton>
    </div>
  );
}
