/** Posting templates: transfers that come in at the partner bank, and what of them is held. */
import { type Posted, post, reverse } from "@manilla/ledger";
import { type Tx, queryable } from "../../../../db/database.ts";
import type { MoneySource } from "../../../../house/purposes.ts";
import { openOwned } from "../chart.ts";
import { credit, debit, entry } from "./entry.ts";

interface InboundFact {
  /** The ledger's transaction, where the receipt names it before. */
  id?: string;
  receipt_id: string;
  reference: string;
  amount_kobo: bigint;
  on: string;
  actor: string;
}
type Source = Exclude<MoneySource, "customer_credit">;
/** Whose wallet. */
export type WalletOwner = { user_id: string } | { company_id: string };

const walletOf = (tx: Tx, owner: WalletOwner): Promise<string> =>
  "user_id" in owner
    ? openOwned(queryable(tx), "cash_wallet", owner.user_id)
    : openOwned(queryable(tx), "company_wallet", owner.company_id);

/** I1. A transfer for a person's cash wallet: bank ↑, cash wallet ↑. Once for a receipt. */
export async function postCashFunded(tx: Tx, fact: InboundFact & { user_id: string; source: Source }): Promise<Posted> {
  const { id, receipt_id, user_id, reference, source, amount_kobo, on, actor } = fact;
  const wallet = await walletOf(tx, { user_id });
  return post(
    queryable(tx),
    entry(
      {
        ...(id && { id }),
        key: `repay:${receipt_id}`,
        kind: "fund_cash",
        description: `Transfer ${reference} received`,
        on,
        actor,
        metadata: { receipt_id, user_id },
      },
      [debit(source, amount_kobo), credit(wallet, amount_kobo)],
    ),
  );
}

/** I2. A transfer that a wallet may not take: bank ↑, held receipts ↑. Once for a receipt. */
export const postInboundHeld = (tx: Tx, fact: InboundFact & { source: Source }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        ...(fact.id && { id: fact.id }),
        key: `repay:${fact.receipt_id}`,
        kind: "hold_inbound",
        description: `Transfer ${fact.reference} held`,
        on: fact.on,
        actor: fact.actor,
        metadata: { receipt_id: fact.receipt_id },
      },
      [debit(fact.source, fact.amount_kobo), credit("held_receipts", fact.amount_kobo)],
    ),
  );

/** I2. The wallet may take it now: held receipts ↓, wallet ↑. Once for a receipt. */
export async function postHeldReleased(tx: Tx, fact: InboundFact & { owner: WalletOwner }): Promise<Posted> {
  const wallet = await walletOf(tx, fact.owner);
  return post(
    queryable(tx),
    entry(
      {
        ...(fact.id && { id: fact.id }),
        key: `release-held:${fact.receipt_id}`,
        kind: "release_held",
        description: `Transfer ${fact.reference} released`,
        on: fact.on,
        actor: fact.actor,
        metadata: { receipt_id: fact.receipt_id, ...fact.owner },
      },
      [debit("held_receipts", fact.amount_kobo), credit(wallet, fact.amount_kobo)],
    ),
  );
}

/** A release whose receipt was reversed: its mirror image. @throws InsufficientFunds where the money was spent */
export const postReleaseBack = (
  tx: Tx,
  fact: { transaction_id: string; receipt_id: string; on: string; actor: string; reason: string },
): Promise<Posted> =>
  reverse(queryable(tx), {
    transaction_id: fact.transaction_id,
    key: `release-back:${fact.receipt_id}`,
    effective_on: fact.on,
    actor: fact.actor,
    reason: fact.reason,
  });

interface BackFact {
  payout_id: string;
  reference: string;
  amount_kobo: bigint;
  on: string;
  actor: string;
}
const factsOf = ({ on, actor, payout_id }: BackFact) => ({ on, actor, metadata: { payout_id } });

/** I2. Held money is on its way back to its sender: held receipts ↓, transfers on their way ↑. */
export const postHeldSending = (tx: Tx, fact: BackFact): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        ...factsOf(fact),
        key: `send-back-held:${fact.payout_id}`,
        kind: "send_back_held",
        description: `Held transfer goes back by ${fact.reference}`,
      },
      [debit("held_receipts", fact.amount_kobo), credit("transfers_in_transit", fact.amount_kobo)],
    ),
  );

/** It arrived: transfers on their way ↓, bank ↓. */
export const postHeldSentBack = (tx: Tx, fact: BackFact): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        ...factsOf(fact),
        key: `held-sent-back:${fact.payout_id}`,
        kind: "held_sent_back",
        description: `Held transfer sent back by ${fact.reference}`,
      },
      [debit("transfers_in_transit", fact.amount_kobo), credit("bank_operating", fact.amount_kobo)],
    ),
  );

/** It did not arrive, or the bank returned it: held receipts ↑. */
export const postHeldAgain = (tx: Tx, fact: BackFact & { wasPaid: boolean }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        ...factsOf(fact),
        key: `held-again:${fact.payout_id}`,
        kind: "hold_again",
        description: `Transfer ${fact.reference} came back and is held`,
      },
      [
        debit(fact.wasPaid ? "bank_operating" : "transfers_in_transit", fact.amount_kobo),
        credit("held_receipts", fact.amount_kobo),
      ],
    ),
  );
