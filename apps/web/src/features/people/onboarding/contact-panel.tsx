import { Checkbox } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { errorText } from "../../../shared/api/errors.ts";
import { useAction, useCall } from "../../../shared/api/use-call.ts";
import { Failure, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { announce } from "../../../shared/ui/toasts.tsx";
import styles from "./onboarding.module.css";

const ways = {
  mail: "E-mail",
  sms: "SMS",
  push: "Push messages on the phone",
  in_app: "Messages in the application",
} as const;

/** By which ways offers may come; each is kept as soon as it is pressed. */
export function ContactPanel(): ReactNode {
  const { data, error, refetch } = useCall(calls.communications.findPreferences, {});
  const save = useAction(calls.communications.updatePreferences);
  // What was just pressed shows at once, and falls back to what is kept when it could not be saved.
  const [pressed, setPressed] = useState<{ channel: keyof typeof ways; is_allowed: boolean }>();
  const change = async (channel: keyof typeof ways, is_allowed: boolean): Promise<void> => {
    setPressed({ channel, is_allowed });
    await save.run({ body: { preferences: [{ channel, is_allowed }] } }).then(
      () => announce(`${ways[channel]}: ${is_allowed ? "allowed" : "not allowed"}. Saved.`),
      () => undefined,
    );
    setPressed(undefined);
  };
  return (
    <Panel title="Offers and news">
      <div className="stack">
        <p className="muted">
          How may we tell you about offers? Messages about your own loan and your money always come.
        </p>
        {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
        {data && (
          <fieldset className={styles.ways} disabled={save.isPending}>
            <legend className="visually-hidden">Offers may come by</legend>
            {data.preferences.map(({ channel, is_allowed }) => (
              <Checkbox
                key={channel}
                label={ways[channel]}
                checked={pressed?.channel === channel ? pressed.is_allowed : is_allowed}
                onChange={(event) => void change(channel, event.currentTarget.checked)}
              />
            ))}
          </fieldset>
        )}
        {save.error !== undefined && (
          <div role="alert">
            <Notice tone="danger">{errorText(save.error)}</Notice>
          </div>
        )}
      </div>
    </Panel>
  );
}
