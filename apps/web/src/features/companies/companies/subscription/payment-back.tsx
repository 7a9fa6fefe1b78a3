import { Button } from "@mantine/core";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { calls } from "../../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../../shared/api/call.ts";
import { errorText } from "../../../../shared/api/errors.ts";
import { useAction } from "../../../../shared/api/use-call.ts";
import { reloadSession } from "../../../../shared/session/session.ts";
import { LinkButton, Notice } from "../../../../shared/ui/kit.tsx";

type Outcome = Answer<typeof calls.companies.confirmPlan>["status"];
const ASK_AGAIN_MS = 5_000;
const MAX_ATTEMPTS = 24;

/** Back from the payment provider: the outcome of the payment, asked until it is known. Nothing is claimed before. */
export function PaymentBack({ reference }: { reference: string }): ReactNode {
  const [, setQuery] = useSearchParams();
  const { run } = useAction(calls.companies.confirmPlan);
  const [state, setState] = useState<{ outcome?: Outcome; error?: unknown; attempt: number }>({ attempt: 0 });
  const leave = useCallback(() => setQuery({}, { replace: true }), [setQuery]);
  const { attempt, outcome, error } = state;
  useEffect(() => {
    if (attempt >= MAX_ATTEMPTS || outcome === "success" || outcome === "failed") return;
    let isGone = false;
    const ask = async (): Promise<void> => {
      try {
        const answer = await run({ body: { reference } });
        if (answer.status === "success") await reloadSession();
        if (!isGone) setState({ outcome: answer.status, attempt: attempt + 1 });
      } catch (failure) {
        if (!isGone) setState({ error: failure, attempt: MAX_ATTEMPTS });
      }
    };
    const timer = setTimeout(() => void ask(), attempt === 0 ? 0 : ASK_AGAIN_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
    // `run` is rebuilt on every rendering and always does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt, outcome, reference]);
  const again = (
    <Button size="xs" variant="default" onClick={() => setState({ attempt: 0 })}>
      Ask again
    </Button>
  );
  if (outcome === "success")
    return (
      <Said tone="success" action={<LinkButton onClick={leave}>Close</LinkButton>}>
        Paid. Your receipt is below and in your mail.
      </Said>
    );
  if (outcome === "failed")
    return (
      <Said tone="danger" action={<LinkButton onClick={leave}>Close</LinkButton>}>
        The payment failed. Nothing was taken; you can choose a plan again.
      </Said>
    );
  if (error)
    return (
      <Said tone="warning" action={again}>
        We could not ask for the outcome of the payment: {errorText(error)} If it was taken, it is not lost: ask again,
        and do not pay a second time.
      </Said>
    );
  if (outcome === "pending")
    return (
      <Said tone="info" action={attempt >= MAX_ATTEMPTS ? again : undefined}>
        The payment has not arrived yet. If you paid, do not pay again: your plan begins as soon as the payment arrives,
        also when you close this page. If you left the payment page, you can choose a plan again. Reference: {reference}
      </Said>
    );
  return <Said tone="info">Asking the payment provider for the outcome of your payment… Please do not pay again.</Said>;
}

const Said = ({
  tone,
  action,
  children,
}: {
  tone: "success" | "danger" | "warning" | "info";
  action?: ReactNode;
  children: ReactNode;
}): ReactNode => (
  <div role="status">
    <Notice tone={tone} action={action}>
      {children}
    </Notice>
  </div>
);
