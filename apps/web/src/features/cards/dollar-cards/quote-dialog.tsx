import { day, dollars, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { serverNow } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { errorText } from "../../../shared/api/errors.ts";
import { useAction } from "../../../shared/api/use-call.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import dialogStyles from "../../../shared/ui/dialogs.module.css";
import { Facts, Notice } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { Quote } from "./own-screen.tsx";

/** How many seconds are left until a moment of the server's clock. */
function useSecondsUntil(moment: string): number {
  const ends = Date.parse(moment);
  const [left, setLeft] = useState(ends - serverNow());
  useEffect(() => {
    const timer = setInterval(() => setLeft(ends - serverNow()), 1_000);
    return () => clearInterval(timer);
  }, [ends]);
  return Math.max(0, Math.ceil(left / 1_000));
}

/** What an amount costs or brings, for as long as the quote holds. */
export function QuoteDialog({
  quote,
  onClose,
  onDone,
}: {
  quote: Quote;
  onClose: () => void;
  onDone: () => void;
}): ReactNode {
  const { id, kind, amount_cents, amount_kobo, margin_kobo, rate, mid_rate, rated_on, valid_until } = quote;
  const left = useSecondsUntil(valid_until);
  const { run, isPending, error } = useAction(calls.dollarCards.accept);
  const isBuying = kind === "buy";
  const accept = (): void =>
    void run({ params: { id } })
      .then(() => {
        toast(isBuying ? `${dollars(amount_cents)} are on your card.` : `${naira(amount_kobo)} are in your wallet.`);
        onDone();
      })
      .catch(() => undefined);
  return (
    <Dialog
      opened
      isLocked={isPending}
      onClose={onClose}
      title={isBuying ? `Buy ${dollars(amount_cents)}?` : `Take ${dollars(amount_cents)} back?`}
    >
      <div className="stack">
        <Facts
          items={[
            {
              label: isBuying ? "Your cash wallet pays" : "Your cash wallet gets",
              value: naira(amount_kobo),
              figure: true,
            },
            { label: "Rate", value: `₦${rate} for a dollar` },
            { label: "Published rate", value: `₦${mid_rate}, of ${day(rated_on)}` },
            { label: "Of it our margin", value: naira(margin_kobo) },
          ]}
        />
        {left > 0 ? (
          <p role="timer">
            This rate holds for {Math.floor(left / 60)}:{String(left % 60).padStart(2, "0")}.
          </p>
        ) : (
          <Notice tone="warning">This rate has ended. Nothing was exchanged. See the rate again.</Notice>
        )}
        {error !== undefined && <Notice tone="danger">{errorText(error)}</Notice>}
        <div className={dialogStyles.buttons}>
          <Button variant="default" onClick={onClose}>
            {left > 0 ? "Not now" : "Close"}
          </Button>
          <Button loading={isPending} disabled={left === 0} onClick={accept}>
            {isBuying ? "Buy them" : "Take them back"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
