import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../api/calls.gen.ts";
import { send } from "../api/call.ts";
import { errorText } from "../api/errors.ts";
import { IconFingerprint } from "../ui/icons.ts";
import { Notice } from "../ui/kit.tsx";
import styles from "./passkey-button.module.css";
import { canUsePasskeys, provePasskey } from "./passkeys.ts";

const proofs = {
  sign_in: { begin: calls.passkeys.beginSignIn, finish: calls.passkeys.signIn },
  step_up: { begin: calls.passkeys.beginStepUp, finish: calls.passkeys.stepUp },
} as const;

/** Proves by fingerprint, face or PIN of the device who is sitting here; beside a password, and absent where the page cannot use passkeys. */
export function PasskeyButton({
  purpose,
  onDone,
  children,
}: {
  purpose: keyof typeof proofs;
  onDone: () => unknown;
  children: ReactNode;
}): ReactNode {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  if (!canUsePasskeys()) return null;
  const prove = async (): Promise<void> => {
    const { begin, finish } = proofs[purpose];
    setPending(true);
    setError(undefined);
    try {
      const { options } = await send(begin, {});
      await send(finish, { body: { credential: await provePasskey(options) } });
      await onDone();
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  return (
    <div className={styles.beside}>
      <span className={styles.or}>or</span>
      <Button
        variant="default"
        fullWidth
        loading={isPending}
        leftSection={<IconFingerprint size={18} aria-hidden="true" />}
        onClick={() => void prove()}
      >
        {children}
      </Button>
      {error !== undefined && (
        <div role="alert">
          <Notice tone="danger">{errorText(error)}</Notice>
        </div>
      )}
    </div>
  );
}
