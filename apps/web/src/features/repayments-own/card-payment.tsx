import { naira, sentence } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Answer } from "../../shared/api/call.ts";
import { calls } from "../../shared/api/calls.gen.ts";
import { useAction } from "../../shared/api/use-call.ts";
import { Question } from "../../shared/form/action-button.tsx";
import type { Repayment } from "../../shared/loans/owing.ts";
import { useMay, useSession } from "../../shared/session/session.ts";
import { rememberPending } from "./pending.ts";
import styles from "./repayments.module.css";

interface Props {
  loan: Repayment["loan"];
  card: Answer<typeof calls.repaymentCards.listOwn>["cards"][number];
  /** Kobo; null while no proper amount is chosen. */
  amount: number | null;
  wholeLoan: boolean;
  onCharged: (charge: Answer<typeof calls.repayments.instantTransfer>) => void;
}

/** Paying with a saved card (C301): everything is said once more before, and the answer is shown as it is. */
export function CardPayment({ loan, card, amount, wholeLoan, onCharged }: Props): ReactNode {
  const { user } = useSession();
  const isAllowed = useMay(calls.repayments.instantTransfer);
  const pay = useAction(calls.repayments.instantTransfer);
  const [isAsking, setAsking] = useState(false);
  if (!isAllowed) return null;
  const name = `${sentence(card.brand)} •••• ${card.last4}`;
  const run = async (): Promise<void> => {
    if (amount === null) return;
    const charge = await pay.run({ body: { loan_id: loan.id, amount_kobo: amount, card_id: card.id } });
    if (charge.status === "unknown") rememberPending(user.id, loan.id, charge);
    setAsking(false);
    onCharged(charge);
  };
  return (
    <>
      <Button className={styles.payButton} size="md" disabled={amount === null || amount <= 0} onClick={() => (pay.reset(), setAsking(true))}>
        {amount === null || amount <= 0 ? "Pay" : `Pay ${naira(amount)}`}
      </Button>
      <Question
        opened={isAsking} isPending={pay.isPending} error={pay.error} onCancel={() => setAsking(false)} onYes={() => void run().catch(() => undefined)}
        question={{
          title: "Pay now?",
          facts: [
            { label: "Amount", kobo: amount ?? 0 },
            { label: "From", value: name },
            { label: wholeLoan ? "Ends loan" : "For loan", value: loan.reference },
          ],
          yes: `Pay ${naira(amount ?? 0)}`,
        }}
      />
    </>
  );
}
