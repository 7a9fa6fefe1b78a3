import { naira, sentence } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import type { Answer } from "../../../../shared/api/call.ts";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { CallError } from "../../../../shared/api/errors.ts";
import { refreshEverything } from "../../../../shared/api/query-client.ts";
import { Question } from "../../../../shared/form/action-button.tsx";
import type { Repayment } from "../../../../shared/loans/owing.ts";
import { useMay } from "../../../../shared/session/session.ts";
import { useIsOnline } from "../../../../shared/ui/device.ts";
import { type Excess, excessChoices } from "../../../../shared/loans/receiving/excess.tsx";
import type { Pending } from "./pending.ts";
import styles from "./repayments.module.css";

interface Props {
  loan: Repayment["loan"];
  card: Answer<typeof calls.charges.listOwn>["cards"][number];
  /** Kobo; null while no proper amount is chosen. */
  amount: number | null;
  wholeLoan: boolean;
  excess: Excess | undefined;
  onPay: (body: Pending["body"]) => Promise<unknown>;
  /** Pressed without a valid amount: the field reports it. */
  onMissing: () => void;
}

const labelOf = (excess: Excess): string => excessChoices.find(({ value }) => value === excess)?.label ?? "";

/** While the bank takes its time the receipt may come by another way (its webhook). */
const LOOKED_AGAIN_MS = 4_000;

/** Paying with a saved card (C301): confirmed before, and its outcome shown. */
export function CardPayment({ loan, card, amount, wholeLoan, excess, onPay, onMissing }: Props): ReactNode {
  const isAllowed = useMay(calls.repayments.instantTransfer);
  const isOnline = useIsOnline();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (!isPending) return;
    const timer = setInterval(() => void refreshEverything(), LOOKED_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isPending]);
  if (!isAllowed) return null;
  const run = async (): Promise<void> => {
    if (amount === null || isPending) return;
    // Nothing is begun that could not be sent: the notice promises that payments wait.
    if (!isOnline) return setError(new CallError({ status: 0 }));
    setPending(true);
    setError(undefined);
    try {
      await onPay({ loan_id: loan.id, amount_kobo: amount, card_id: card.id, ...(excess && { excess }) });
      setAsking(false);
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <Button
        className={styles.payButton}
        size="md"
        onClick={() => (amount === null || amount <= 0 ? onMissing() : (setError(undefined), setAsking(true)))}
      >
        {amount === null || amount <= 0 ? "Pay" : `Pay ${naira(amount)}`}
      </Button>
      <Question
        opened={isAsking}
        isPending={isPending}
        error={error}
        onCancel={() => setAsking(false)}
        onYes={() => void run()}
        question={{
          title: "Pay now?",
          facts: [
            { label: "Amount", kobo: amount ?? 0 },
            { label: "From", value: `${sentence(card.brand)} •••• ${card.last4}` },
            { label: wholeLoan ? "Ends loan" : "For loan", value: loan.reference },
            ...(excess ? [{ label: "Beyond the next instalment", value: labelOf(excess) }] : []),
          ],
          yes: `Pay ${naira(amount ?? 0)}`,
        }}
      />
    </>
  );
}
