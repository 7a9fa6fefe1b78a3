/**
 * A payment by card from the press of the button to its answer. It is kept on the device with its key before anything is sent:
 * when the answer gets lost or the page is closed, the same payment is asked about, never another one made.
 */
import { useState } from "react";
import { type Answer, send } from "../../../../shared/api/call.ts";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { CallError, isUndecided } from "../../../../shared/api/errors.ts";
import { refreshEverything } from "../../../../shared/api/query-client.ts";
import type { Receipt } from "../../../../shared/loans/owing.ts";
import { remember, remembered } from "../../../../shared/ui/device.ts";
import type { Excess } from "../../../../shared/loans/receiving/excess.tsx";

export type Charge = Answer<typeof calls.repayments.instantTransfer>;

export interface Pending {
  at: number;
  /** The idempotency key of this one intent. */
  key: string;
  body: { loan_id: string; amount_kobo: number; card_id: string; excess?: Excess };
  /** Receipts that were there before. */
  known: readonly string[];
  /** The server said that it is at work on it: asking again can start nothing new. */
  hasReached?: boolean;
  /** Absent until an answer came. */
  charge?: Charge;
}

const REFRESHED_WITHIN_MS = 1_000;
const RETENTION_MS = 24 * 3_600_000;
const placeOf = (userId: string, loanId: string): string => `payment.${userId}.${loanId}`;

/** The receipt of a payment, once it is there. */
export const receiptOf = ({ charge, body, known }: Pending, receipts: readonly Receipt[]): Receipt | undefined =>
  receipts.find((receipt) =>
    charge
      ? receipt.id === charge.receipt_id || receipt.reference === charge.reference
      : !known.includes(receipt.id) &&
        receipt.channel === "card" &&
        receipt.loan?.id === body.loan_id &&
        receipt.amount_kobo === body.amount_kobo,
  );

export interface Payment {
  pending: Pending | undefined;
  /** Pays. @throws CallError when it was refused, or when no answer came (then it stays pending) */
  pay(body: Pending["body"], known: readonly string[]): Promise<Charge>;
  /** Asks for its outcome: of the charge if one is known, else by sending the very same request again. */
  ask(): Promise<void>;
  /** Done with it: another payment may begin. */
  forget(): void;
  /** It went well: the device need not remember it. */
  settled(): void;
}

export function usePayment(userId: string, loanId: string): Payment {
  const place = placeOf(userId, loanId);
  const [pending, setPending] = useState<Pending | undefined>(() => {
    const kept = remembered<Pending | undefined>(place, undefined);
    return kept && Date.now() - kept.at < RETENTION_MS ? kept : undefined;
  });
  const keep = (next: Pending | undefined): void => {
    // A final answer need not survive the page.
    remember(place, next && next.charge?.status !== "success" && next.charge?.status !== "failed" ? next : undefined);
    setPending(next);
  };
  const ship = async (intent: Pending): Promise<Charge> => {
    try {
      const charge = await send(
        calls.repayments.instantTransfer,
        { body: intent.body },
        { idempotencyKey: intent.key },
      );
      keep({ ...intent, charge });
      return charge;
    } catch (error) {
      if (error instanceof CallError && error.code === "in_flight") keep({ ...intent, hasReached: true });
      else if (!isUndecided(error)) keep(undefined);
      throw error;
    } finally {
      // The outcome is shown even when the lists cannot be refreshed.
      await Promise.race([refreshEverything(), new Promise((resolve) => setTimeout(resolve, REFRESHED_WITHIN_MS))]);
    }
  };
  return {
    pending,
    pay: (body, known) => {
      const intent: Pending = { at: Date.now(), key: crypto.randomUUID(), body, known };
      keep(intent);
      return ship(intent);
    },
    ask: async () => {
      if (!pending) return;
      if (!pending.charge) return void (await ship(pending));
      const charge = await send(calls.repayments.askPayment, { params: { id: pending.charge.charge_id } });
      keep({ ...pending, charge });
      if (charge.status !== "unknown") await refreshEverything();
    },
    forget: () => keep(undefined),
    settled: () => remember(place, undefined),
  };
}
