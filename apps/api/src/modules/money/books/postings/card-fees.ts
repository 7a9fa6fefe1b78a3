/** Posting templates: what cards cost to make. */
import { type Posted, post } from "@manilla/ledger";
import { type Tx, queryable } from "../../../../db/database.ts";
import { accountOf } from "../chart.ts";
import { credit, debit, entry } from "./entry.ts";

/**
 * C8. The fee of a card, once for each card: its owner's wallet ↓, card fees ↑, VAT payable ↑.
 * @throws InsufficientFunds where the wallet does not have it
 */
export const postCardFee = (
  tx: Tx,
  fact: {
    id: string;
    card_id: string;
    wallet: { line: "company_wallet" | "cash_wallet"; owner_id: string };
    fee_kobo: bigint;
    vat_kobo: bigint;
    on: string;
    actor: string;
  },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `card-fee:${fact.card_id}`,
        kind: "card_fee",
        description: "Fee of a card",
        on: fact.on,
        actor: fact.actor,
        metadata: { card_id: fact.card_id },
      },
      [
        debit(accountOf(fact.wallet.line, fact.wallet.owner_id), fact.fee_kobo + fact.vat_kobo),
        credit("card_fee_income", fact.fee_kobo),
        credit("vat_payable", fact.vat_kobo),
      ],
    ),
  );
