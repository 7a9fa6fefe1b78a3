import { naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { errorText } from "../../../shared/api/errors.ts";
import { useAction } from "../../../shared/api/use-call.ts";
import { MoneyField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { LinkButton, Notice } from "../../../shared/ui/kit.tsx";

/** Money into the wallet by card, on the payment provider's page. */
export function CardDialog({ onClose }: { onClose: () => void }): ReactNode {
  const form = useCallForm(calls.wallets.payByCard, {
    initial: { amount_kobo: null as number | null },
    isGuarded: false,
    onDone: ({ authorization_url }) => window.location.assign(authorization_url),
  });
  return (
    <Dialog opened onClose={onClose} title="Pay in by card">
      <Form form={form}>
        <MoneyField name="amount_kobo" label="Amount" />
        <p className="small muted">
          The payment provider’s page opens. What is paid there is the company’s, and the card is not kept.
        </p>
        <SubmitButton onCancel={onClose}>Go to the card page</SubmitButton>
      </Form>
    </Dialog>
  );
}

type Outcome = Answer<typeof calls.wallets.confirmCard>;
const ASK_AGAIN_MS = 5_000;
const MAX_ATTEMPTS = 24;

/** Back from the card page: how the payment ended, asked until it is known. Nothing is claimed before. */
export function CardBack(): ReactNode {
  const [query, setQuery] = useSearchParams();
  const reference = query.get("reference");
  const { run } = useAction(calls.wallets.confirmCard);
  const [state, setState] = useState<{ outcome?: Outcome; error?: unknown; attempt: number }>({ attempt: 0 });
  const { attempt, outcome, error } = state;
  const isKnown = outcome !== undefined && outcome.status !== "pending";
  useEffect(() => {
    if (!reference || isKnown || attempt >= MAX_ATTEMPTS) return;
    let isGone = false;
    const ask = () =>
      run({ body: { reference } }).then(
        (answer) => !isGone && setState({ outcome: answer, attempt: attempt + 1 }),
        (failure: unknown) => !isGone && setState({ error: failure, attempt: MAX_ATTEMPTS }),
      );
    const timer = setTimeout(() => void ask(), attempt === 0 ? 0 : ASK_AGAIN_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
    // `run` is rebuilt on every rendering and always does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt, isKnown, reference]);
  if (!reference) return null;
  const close = <LinkButton onClick={() => setQuery({}, { replace: true })}>Close</LinkButton>;
  if (outcome?.status === "success")
    return (
      <Notice tone="success" action={close}>
        Paid in. The wallet has {naira(outcome.available_kobo)} available.
      </Notice>
    );
  if (outcome?.status === "failed")
    return (
      <Notice tone="danger" action={close}>
        The card was not charged, and nothing came in. You can try again.
      </Notice>
    );
  if (error !== undefined)
    return (
      <Notice tone="danger" action={close}>
        {errorText(error)}
      </Notice>
    );
  return (
    <Notice
      tone="info"
      action={
        attempt >= MAX_ATTEMPTS && (
          <Button size="xs" variant="default" onClick={() => setState({ attempt: 0 })}>
            Ask again
          </Button>
        )
      }
    >
      We are asking the payment provider whether the card was charged.
    </Notice>
  );
}
