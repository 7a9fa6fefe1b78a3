/** Posting templates: lines of cards, what is drawn by them, paid back and charged; and the deposits behind secure cards. */
import { type NewTransaction, type Posted, balancesOf, post } from "@manilla/ledger";
import { type Database, type Tx, queryable } from "../../../../db/database.ts";
import type { MoneySource } from "../../../../house/purposes.ts";
import { accountOf, openOwned } from "../chart.ts";
import { credit, debit, entry } from "./entry.ts";

interface Fact {
  /** Of the posting. */
  id: string;
  on: string;
  actor: string;
}
interface CardFact extends Fact {
  card_id: string;
}

/** Opens the accounts of a card's line; safe to repeat. */
export async function openCardLine(tx: Tx, card_id: string): Promise<void> {
  for (const line of ["card_receivable", "card_interest", "card_penalty"] as const)
    await openOwned(queryable(tx), line, card_id);
  await openOwned(queryable(tx), "undrawn_line", card_id, "card");
}

/** W3. A card's line is granted: committed ↑, undrawn ↑; lowered, the mirror (a negative amount). @throws InsufficientFunds below what is drawn or held */
export const postCardLineGranted = (tx: Tx, fact: CardFact & { amount_kobo: bigint }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `card-line:${fact.id}`,
        kind: "grant_line",
        description: fact.amount_kobo > 0n ? "Line of a card granted" : "Line of a card lowered",
        on: fact.on,
        actor: fact.actor,
        metadata: { card_id: fact.card_id },
      },
      [debit("committed_lines", fact.amount_kobo), credit(accountOf("undrawn_line", fact.card_id), fact.amount_kobo)],
    ),
  );

/** What is left of a card's line goes to the card that takes its place: undrawn ↓, the other's undrawn ↑. @throws InsufficientFunds */
export const postCardLineMoved = (
  tx: Tx,
  fact: CardFact & { to_card_id: string; amount_kobo: bigint },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `card-line-moved:${fact.id}`,
        kind: "move_line",
        description: "Line of a card that was replaced",
        on: fact.on,
        actor: fact.actor,
        metadata: { card_id: fact.card_id },
      },
      [
        debit(accountOf("undrawn_line", fact.card_id), fact.amount_kobo),
        credit(accountOf("undrawn_line", fact.to_card_id), fact.amount_kobo),
      ],
    ),
  );

/** What is paid back may be drawn again, where the card has not been closed. */
const promised = (card_id: string | null, amount_kobo: bigint) =>
  card_id ? [debit("committed_lines", amount_kobo), credit(accountOf("undrawn_line", card_id), amount_kobo)] : [];

interface Parts {
  penalty_kobo: bigint;
  interest_kobo: bigint;
  principal_kobo: bigint;
}

/** Where a payment on a card comes from. */
export type CardPaymentFrom =
  | { line: "cash_wallet"; owner_id: string }
  | { line: "secure_deposit"; owner_id: string }
  | { source: Exclude<MoneySource, "customer_credit"> };

/**
 * W6. A card is paid: where the money is ↓, penalty ↓, interest ↓, receivable ↓, and the promise ↑ on both sides for the principal; what is more than is owed
 * becomes the person's credit.
 * @throws InsufficientFunds
 */
export const postCardRepaid = (
  tx: Tx,
  fact: CardFact &
    Parts & {
      from: CardPaymentFrom;
      restores_card_id: string | null;
      /** Of the principal, what may be drawn again. */
      restored_kobo: bigint;
      rest?: { user_id: string; amount_kobo: bigint };
    },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `repay-card:${fact.id}`,
        kind: "repay_line",
        description: "Credit card paid",
        on: fact.on,
        actor: fact.actor,
        metadata: { card_id: fact.card_id },
      },
      [
        debit(
          "source" in fact.from ? fact.from.source : accountOf(fact.from.line, fact.from.owner_id),
          fact.penalty_kobo + fact.interest_kobo + fact.principal_kobo + (fact.rest?.amount_kobo ?? 0n),
        ),
        credit(accountOf("card_penalty", fact.card_id), fact.penalty_kobo),
        credit(accountOf("card_interest", fact.card_id), fact.interest_kobo),
        credit(accountOf("card_receivable", fact.card_id), fact.principal_kobo),
        ...(fact.rest ? [credit(accountOf("customer_credit", fact.rest.user_id), fact.rest.amount_kobo)] : []),
        ...promised(fact.restores_card_id, fact.restored_kobo),
      ],
    ),
  );

/** Opens the account of a person's credit, which takes what is paid beyond what is owed. */
export const openCredit = (tx: Tx, user_id: string): Promise<string> =>
  openOwned(queryable(tx), "customer_credit", user_id);

/** Interest of a day on what a card has drawn: receivable ↑, income ↑. Once for a card and a day. */
export const cardInterestEntry = (fact: { card_id: string; amount_kobo: bigint; on: string }): NewTransaction =>
  entry(
    {
      key: `card-interest:${fact.card_id}:${fact.on}`,
      kind: "accrue_line",
      description: "Interest on a card",
      on: fact.on,
      actor: "close of business",
      metadata: { card_id: fact.card_id },
    },
    [debit(accountOf("card_interest", fact.card_id), fact.amount_kobo), credit("interest_income", fact.amount_kobo)],
  );

/** A penalty on what is overdue of a card: receivable ↑, income ↑. Once for a statement and a day. */
export const postCardPenalty = (
  tx: Tx,
  fact: { statement_id: string; card_id: string; amount_kobo: bigint; on: string },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `card-penalty:${fact.statement_id}:${fact.on}`,
        kind: "line_penalty",
        description: "Penalty on a card",
        on: fact.on,
        actor: "close of business",
        metadata: { card_id: fact.card_id },
      },
      [debit(accountOf("card_penalty", fact.card_id), fact.amount_kobo), credit("penalty_income", fact.amount_kobo)],
    ),
  );

/** C9. The deposit of a secure card has come: where the money is ↓ or ↑, the deposit ↑. Once for a receipt. */
export async function postDeposit(
  tx: Tx,
  fact: CardFact & { receipt_id: string; source: Exclude<MoneySource, "customer_credit">; amount_kobo: bigint },
): Promise<Posted> {
  const account = await openOwned(queryable(tx), "secure_deposit", fact.card_id);
  return post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `deposit:${fact.receipt_id}`,
        kind: "take_deposit",
        description: "Deposit of a secure card",
        on: fact.on,
        actor: fact.actor,
        metadata: { card_id: fact.card_id, receipt_id: fact.receipt_id },
      },
      [debit(fact.source, fact.amount_kobo), credit(account, fact.amount_kobo)],
    ),
  );
}

/** C9. What is left of a deposit when its card is closed and paid: deposit ↓, the person's cash wallet ↑. Once for a card. */
export async function postDepositReturned(
  tx: Tx,
  fact: CardFact & { user_id: string; amount_kobo: bigint },
): Promise<Posted> {
  const wallet = await openOwned(queryable(tx), "cash_wallet", fact.user_id);
  return post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `deposit-returned:${fact.card_id}`,
        kind: "return_deposit",
        description: "Deposit of a secure card returned",
        on: fact.on,
        actor: fact.actor,
        metadata: { card_id: fact.card_id },
      },
      [debit(accountOf("secure_deposit", fact.card_id), fact.amount_kobo), credit(wallet, fact.amount_kobo)],
    ),
  );
}

/** The accounts of what is owed on a card, by their codes. */
export const cardCodes = (card_id: string) => ({
  principal: accountOf("card_receivable", card_id),
  interest: accountOf("card_interest", card_id),
  penalty: accountOf("card_penalty", card_id),
});

/** What the books say of a card's line and deposit, in kobo; `held_kobo` is set aside for payments that are not captured yet. */
export async function cardLineBooks(db: Tx | Database, card_id: string) {
  const { principal, interest, penalty } = cardCodes(card_id);
  const [undrawn, deposit] = [accountOf("undrawn_line", card_id), accountOf("secure_deposit", card_id)];
  const balances = await balancesOf(queryable(db), [principal, interest, penalty, undrawn, deposit]);
  const of = (code: string) => balances.find((balance) => balance.code === code);
  const natural = (code: string): bigint => of(code)?.natural_kobo ?? 0n;
  const held_kobo = of(undrawn)?.held_kobo ?? 0n;
  return {
    drawn_kobo: natural(principal),
    interest_kobo: natural(interest),
    penalty_kobo: natural(penalty),
    available_kobo: natural(undrawn) - held_kobo,
    held_kobo,
    deposit_kobo: natural(deposit),
  };
}
