import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { type Answer, send } from "../../../shared/api/call.ts";
import { errorText } from "../../../shared/api/errors.ts";
import { useAction, useRecord } from "../../../shared/api/use-call.ts";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { TextField } from "../../../shared/form/fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { deviceName } from "../../../shared/session/device-name.ts";
import { canUsePasskeys, makePasskey } from "../../../shared/session/passkeys.ts";
import { reloadSession } from "../../../shared/session/session.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Failure, Notice, Panel, Skeleton, When } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import styles from "./session.module.css";

type Passkey = Answer<typeof calls.passkeys.listOwn>["passkeys"][number];

/** One's own passkeys: added on this device, renamed, removed. */
export function Passkeys(): ReactNode {
  const { data, error, refetch } = useRecord(calls.passkeys.listOwn, {});
  return (
    <Panel title="Passkeys" flush>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      <ul className={`list ${styles.list}`}>
        {!data && !error && (
          <li>
            <Skeleton width="60%" />
          </li>
        )}
        {data?.passkeys.map((passkey) => (
          <Row key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      {data && <Add isFull={data.passkeys.length >= data.max_count} count={data.passkeys.length} />}
    </Panel>
  );
}

function Row({ passkey }: { passkey: Passkey }): ReactNode {
  const [isNaming, setNaming] = useState(false);
  return (
    <li className={styles.passkey}>
      <div>
        {passkey.name} <ToneBadge tone="neutral">{passkey.is_synced ? "Synced" : "One device"}</ToneBadge>
        <div className="small muted">
          Added <When at={passkey.created_at} /> ·{" "}
          {passkey.last_used_at ? (
            <>
              last used <When at={passkey.last_used_at} />
            </>
          ) : (
            "not used yet"
          )}
        </div>
      </div>
      <div className={styles.acts}>
        <Button variant="default" size="sm" onClick={() => setNaming(true)}>
          Rename
        </Button>
        <ActionButton
          call={calls.passkeys.remove}
          params={{ id: passkey.id }}
          variant="danger"
          confirm={{
            title: "Remove this passkey?",
            body: `“${passkey.name}” no longer opens your account. Your device may still offer it: delete it there, too.`,
            yes: "Remove",
            style: "danger",
          }}
          done={() => (void reloadSession(), toast("The passkey is removed."))}
        >
          Remove
        </ActionButton>
      </div>
      <Dialog opened={isNaming} onClose={() => setNaming(false)} title="Rename the passkey" size="sm">
        {isNaming && <Naming passkey={passkey} onDone={() => setNaming(false)} />}
      </Dialog>
    </li>
  );
}

function Naming({ passkey, onDone }: { passkey: Passkey; onDone: () => void }): ReactNode {
  const form = useCallForm(calls.passkeys.rename, {
    params: { id: passkey.id },
    initial: { name: passkey.name },
    isGuarded: false,
    onDone,
  });
  return (
    <Form form={form}>
      <TextField name="name" label="Name" autoFocus />
      <SubmitButton>Rename</SubmitButton>
    </Form>
  );
}

const MAX_NAME = 60;

function Add({ isFull, count }: { isFull: boolean; count: number }): ReactNode {
  const adding = useAction(calls.passkeys.add);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const add = async (): Promise<void> => {
    setPending(true);
    setError(undefined);
    try {
      const { options } = await send(calls.passkeys.beginAdding, {});
      const name = deviceName(navigator.userAgent).slice(0, MAX_NAME);
      await adding.run({ body: { name, credential: await makePasskey(options) } });
      await reloadSession();
      toast(`The passkey “${name}” is added.`);
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  return (
    <div className={styles.add}>
      <p className="muted">
        {canUsePasskeys()
          ? "With a passkey you sign in by fingerprint, face or the PIN of your device. It never leaves your device or your password manager, and works for this site alone."
          : "Here no passkey can be added: the address of this page is a number, or the browser is too old."}
      </p>
      {error !== undefined && (
        <div role="alert">
          <Notice tone="danger">{errorText(error)}</Notice>
        </div>
      )}
      {isFull && <p className="muted">You have {count} passkeys. Remove one that you no longer use to add another.</p>}
      {canUsePasskeys() && !isFull && (
        <Button variant="default" size="sm" loading={isPending} onClick={() => void add()}>
          Add a passkey
        </Button>
      )}
    </div>
  );
}
