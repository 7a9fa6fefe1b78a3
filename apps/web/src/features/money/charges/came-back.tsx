import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { errorText } from "../../../shared/api/errors.ts";
import { useAction } from "../../../shared/api/use-call.ts";
import { LinkButton, Notice } from "../../../shared/ui/kit.tsx";

type Confirmation = Answer<typeof calls.charges.confirmSetUp>;
const tones = { success: "success", failed: "danger", pending: "warning" } as const;

/** Asks for the outcome of adding a card, once, when the person is back from the card page. @param charge the id that the address brought back */
export function CameBack({ charge, onClose }: { charge: string; onClose: () => void }): ReactNode {
  const confirm = useAction(calls.charges.confirmSetUp);
  const [answer, setAnswer] = useState<Confirmation>();
  const asked = useRef<string>(undefined);
  const ask = (): void => void confirm.run({ params: { id: charge } }).then(setAnswer, () => undefined);
  useEffect(() => {
    if (asked.current === charge) return;
    asked.current = charge;
    ask();
  });
  if (confirm.isPending) {
    return (
      <div role="status">
        <Notice tone="info">Asking the card company…</Notice>
      </div>
    );
  }
  if (confirm.error !== undefined) {
    return (
      <div role="alert">
        <Notice tone="danger" action={<LinkButton onClick={ask}>Ask again</LinkButton>}>
          {errorText(confirm.error)}
        </Notice>
      </div>
    );
  }
  if (!answer) return null;
  return (
    <div role="status">
      <Notice
        tone={tones[answer.status]}
        action={
          answer.status === "pending" ? (
            <LinkButton onClick={ask}>Ask again</LinkButton>
          ) : (
            <LinkButton onClick={onClose}>Close</LinkButton>
          )
        }
      >
        {answer.message}
      </Notice>
    </div>
  );
}
