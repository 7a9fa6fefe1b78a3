/** Posting templates: credit cards that a partner funds. What it has paid for and not got back is owed to it, card by card. */
import { type Posted, post } from "@manilla/ledger";
import { type Tx, queryable } from "../../../../db/database.ts";
import { accountOf, openOwned } from "../chart.ts";
import { credit, debit, entry } from "./entry.ts";

interface PartnerFact {
  reference: string;
  on: string;
  actor: string;
}
/** What is passed on of one card. */
export interface PassedOn {
  card_id: string;
  principal_kobo: bigint;
  interest_kobo: bigint;
}
const sumOf = <Item>(items: readonly Item[], of: (item: Item) => bigint): bigint =>
  items.reduce((total, item) => total + of(item), 0n);

/** A partner has agreed to fund what its cards have drawn: due from partners ↑, owed to it for each card ↑. Once for a funding. */
export async function postPartnerFunds(
  tx: Tx,
  fact: PartnerFact & { funding_id: string; lines: readonly { card_id: string; amount_kobo: bigint }[] },
): Promise<Posted> {
  for (const { card_id } of fact.lines) await openOwned(queryable(tx), "partner_funding", card_id);
  return post(
    queryable(tx),
    entry(
      {
        key: `partner-funds:${fact.funding_id}`,
        kind: "partner_funds",
        description: `Funding ${fact.reference} by a partner`,
        on: fact.on,
        actor: fact.actor,
        metadata: { funding_id: fact.funding_id },
      },
      [
        debit(
          "partner_receivables",
          sumOf(fact.lines, ({ amount_kobo }) => amount_kobo),
        ),
        ...fact.lines.map(({ card_id, amount_kobo }) => credit(accountOf("partner_funding", card_id), amount_kobo)),
      ],
    ),
  );
}

type PaymentFact = PartnerFact & { payout_id: string };

/** What holders repaid is on its way to the partner: owed to it for each card ↓, interest passed on ↑, payouts on their way ↑. @throws InsufficientFunds */
export const postPassedOn = (tx: Tx, fact: PaymentFact & { lines: readonly PassedOn[] }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `pass-on:${fact.payout_id}`,
        kind: "pass_on_to_partner",
        description: `Payment ${fact.reference} to a partner`,
        on: fact.on,
        actor: fact.actor,
        metadata: { payout_id: fact.payout_id },
      },
      [
        ...fact.lines.map(({ card_id, principal_kobo }) =>
          debit(accountOf("partner_funding", card_id), principal_kobo),
        ),
        debit(
          "partner_interest",
          sumOf(fact.lines, ({ interest_kobo }) => interest_kobo),
        ),
        credit(
          "payouts_in_transit",
          sumOf(fact.lines, ({ principal_kobo, interest_kobo }) => principal_kobo + interest_kobo),
        ),
      ],
    ),
  );

/** It arrived: payouts on their way ↓, bank ↓. */
export const postPartnerPaid = (tx: Tx, fact: PaymentFact & { amount_kobo: bigint }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `partner-paid:${fact.payout_id}`,
        kind: "partner_paid",
        description: `Payment ${fact.reference} to a partner arrived`,
        on: fact.on,
        actor: fact.actor,
        metadata: { payout_id: fact.payout_id },
      },
      [debit("payouts_in_transit", fact.amount_kobo), credit("bank_operating", fact.amount_kobo)],
    ),
  );

/** It did not arrive, or the bank sent it back: all is owed to the partner again. */
export const postPartnerUnpaid = (
  tx: Tx,
  fact: PaymentFact & { lines: readonly PassedOn[]; wasPaid: boolean },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `partner-unpaid:${fact.payout_id}`,
        kind: "partner_unpaid",
        description: `Payment ${fact.reference} to a partner came back`,
        on: fact.on,
        actor: fact.actor,
        metadata: { payout_id: fact.payout_id },
      },
      [
        debit(
          fact.wasPaid ? "bank_operating" : "payouts_in_transit",
          sumOf(fact.lines, ({ principal_kobo, interest_kobo }) => principal_kobo + interest_kobo),
        ),
        credit(
          "partner_interest",
          sumOf(fact.lines, ({ interest_kobo }) => interest_kobo),
        ),
        ...fact.lines.map(({ card_id, principal_kobo }) =>
          credit(accountOf("partner_funding", card_id), principal_kobo),
        ),
      ],
    ),
  );
