/** Posting templates: naira that become dollars of a card, and back. Two currencies in one transaction, each balanced by itself. */
import { type Posted, post } from "@manilla/ledger";
import { type Tx, queryable } from "../../../../db/database.ts";
import { accountOf, openOwned } from "../chart.ts";
import { credit, debit, entry } from "./entry.ts";

export interface ExchangedFact {
  id: string;
  quote_id: string;
  user_id: string;
  reference: string;
  /** Taken from, or given to, the cash wallet. */
  amount_kobo: bigint;
  amount_cents: bigint;
  /** Of the naira, what is ours beside the middle rate; never negative. */
  margin_kobo: bigint;
  on: string;
  actor: string;
}

/** Opens the account of a person's dollars; safe to repeat. */
export const openDollarPurse = (tx: Tx, user_id: string): Promise<string> =>
  openOwned(queryable(tx), "dollar_purse", user_id);

const facts = ({ id, quote_id, on, actor, user_id }: ExchangedFact, kind: string) => ({
  id,
  key: `dollars:${quote_id}`,
  kind,
  on,
  actor,
  metadata: { quote_id, user_id },
});

/** C10. A card is funded: the cash wallet ↓, the position in naira and our margin; the position in dollars, the person's dollars ↑. Once for a quote. */
export const postDollarsBought = (tx: Tx, fact: ExchangedFact): Promise<Posted> =>
  post(
    queryable(tx),
    entry({ ...facts(fact, "buy_dollars"), description: `Dollars for a card, ${fact.reference}` }, [
      debit(accountOf("cash_wallet", fact.user_id), fact.amount_kobo),
      credit("fx_position", fact.amount_kobo - fact.margin_kobo),
      credit("fx_income", fact.margin_kobo),
      debit("fx_position_usd", fact.amount_cents),
      credit(accountOf("dollar_purse", fact.user_id), fact.amount_cents),
    ]),
  );

/** C10, back. The person's dollars ↓, the position in dollars; the position in naira, the cash wallet ↑ and our margin. Once for a quote. */
export const postDollarsSold = (tx: Tx, fact: ExchangedFact): Promise<Posted> =>
  post(
    queryable(tx),
    entry({ ...facts(fact, "sell_dollars"), description: `Dollars of a card taken back, ${fact.reference}` }, [
      debit(accountOf("dollar_purse", fact.user_id), fact.amount_cents),
      credit("fx_position_usd", fact.amount_cents),
      debit("fx_position", fact.amount_kobo + fact.margin_kobo),
      credit("fx_income", fact.margin_kobo),
      credit(accountOf("cash_wallet", fact.user_id), fact.amount_kobo),
    ]),
  );

/** C4. What a card took beyond its dollars and nobody pays: losses in dollars ↑, the claim on the card ↓. Once for a request. */
export const postOwedDollarsWrittenOff = (
  tx: Tx,
  fact: { id: string; request_id: string; card_id: string; amount_cents: bigint; on: string; actor: string },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `owed-dollars-written-off:${fact.request_id}`,
        kind: "write_off_owed_dollars",
        description: "Owed dollars of a card written off",
        on: fact.on,
        actor: fact.actor,
        metadata: { card_id: fact.card_id },
      },
      [
        debit("card_losses_usd", fact.amount_cents),
        credit(accountOf("dollar_overdrawn", fact.card_id), fact.amount_cents),
      ],
    ),
  );
