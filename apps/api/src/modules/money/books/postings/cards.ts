/** Posting templates: what is paid with cards, what comes back, and what the issuer settles. */
import { type Posted, balancesOf, post } from "@manilla/ledger";
import { type Database, type Tx, queryable } from "../../../../db/database.ts";
import { accountOf, openOwned } from "../chart.ts";
import { credit, debit, entry } from "./entry.ts";

interface CardFact {
  id: string;
  card_id: string;
  reference: string;
  /** Of the card: all of its amounts are kobo, or cents. */
  currency?: string;
  /** Where the card's money is: a purse, a cash wallet, or a line that may still be drawn. */
  account: string;
  on: string;
  actor: string;
}
export interface TakenFact extends CardFact {
  /** Of what was free on the account. */
  from_kobo: bigint;
  /** The same again where the account is a line: it is owed from now on. */
  drawn_kobo: bigint;
  /** Beyond what was there: a claim on the card, never a negative wallet. */
  overdrawn_kobo: bigint;
  /** What is owed where a line is drawn. */
  receivable: string;
}
export interface GivenFact extends CardFact {
  /** Pays back what was taken beyond the money. */
  overdrawn_kobo: bigint;
  /** Pays back what was drawn of a line, which may be drawn again. */
  owed_kobo: bigint;
  receivable: string;
  /** What is then left, and where it goes. */
  rest_kobo: bigint;
  rest_account: string;
}

/** The lines of the books that a card's currency has. */
export function linesOf(currency: string | undefined) {
  return currency === "USD"
    ? ({
        overdrawn: "dollar_overdrawn",
        settlement: "issuer_settlement_usd",
        float: "issuer_float_usd",
        interchange: "interchange_income_usd",
        charges: "provider_charges_usd",
        differences: "rounding_usd",
        claims: "dispute_claims_usd",
        losses: "dispute_losses_usd",
      } as const)
    : ({
        overdrawn: "card_overdrawn",
        settlement: "issuer_settlement",
        float: "issuer_float",
        interchange: "interchange_income",
        charges: "provider_charges",
        differences: "rounding",
        claims: "dispute_claims",
        losses: "dispute_losses",
      } as const);
}

const total = ({ from_kobo, overdrawn_kobo }: TakenFact): bigint => from_kobo + overdrawn_kobo;
const given = ({ overdrawn_kobo, owed_kobo, rest_kobo }: GivenFact): bigint => overdrawn_kobo + owed_kobo + rest_kobo;

/** Opens the accounts of a card's own; safe to repeat. */
export async function openCardAccounts(tx: Tx, card_id: string, currency?: string): Promise<void> {
  const lines = currency === "USD" ? (["dollar_overdrawn"] as const) : (["card_overdrawn", "card_receivable"] as const);
  for (const line of lines) await openOwned(queryable(tx), line, card_id);
}

/** Opens the account of a person's cash; safe to repeat. */
export const openCashAccount = (tx: Tx, user_id: string): Promise<string> =>
  openOwned(queryable(tx), "cash_wallet", user_id);

/**
 * C3, C4, W5. A payment is captured: the card's money ↓, what is owed to the issuer ↑; of a line: owed ↑, and the promise ↓ on both sides; beyond what is there:
 * a claim on the card ↑. Once for the issuer's transaction.
 */
export const postCardCaptured = (
  tx: Tx,
  fact: TakenFact & { capture_id: string; kind: CaptureKind },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `card-capture:${fact.capture_id}`,
        kind: fact.kind,
        description: `Card payment ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
        metadata: { card_id: fact.card_id },
      },
      [
        debit(fact.account, fact.from_kobo),
        debit(fact.receivable, fact.drawn_kobo),
        credit("committed_lines", fact.drawn_kobo),
        debit(accountOf(linesOf(fact.currency).overdrawn, fact.card_id), fact.overdrawn_kobo),
        credit(linesOf(fact.currency).settlement, total(fact)),
      ],
    ),
  );

/** Statements of lines add up what was drawn and what was paid back by these names. */
export type CaptureKind = "card_capture" | "draw_line";
export type RefundKind = "card_refund" | "repay_line";

/** C4. Money that came in pays first what was taken beyond it: the card's money ↓, the claim on the card ↓. Once for each repayment. */
export const postOverdrawnRepaid = (
  tx: Tx,
  fact: Omit<TakenFact, "overdrawn_kobo"> & { kind: "repay_overdrawn" | "draw_line" },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `card-overdrawn:${fact.id}`,
        kind: fact.kind,
        description: `Taken beyond the money, ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
        metadata: { card_id: fact.card_id },
      },
      [
        debit(fact.account, fact.from_kobo),
        debit(fact.receivable, fact.drawn_kobo),
        credit("committed_lines", fact.drawn_kobo),
        credit(accountOf(linesOf(fact.currency).overdrawn, fact.card_id), fact.from_kobo),
      ],
    ),
  );

/**
 * C5. A shop gives money back: what is owed to the issuer ↓; the claim on the card ↓, then what is owed of a line ↓ with the promise ↑ on both sides, then the
 * card's money ↑. Once for the issuer's transaction.
 */
export const postCardRefunded = (tx: Tx, fact: GivenFact & { capture_id: string; kind: RefundKind }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `card-refund:${fact.capture_id}`,
        kind: fact.kind,
        description: `Card refund ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
        metadata: { card_id: fact.card_id },
      },
      [
        debit(linesOf(fact.currency).settlement, given(fact)),
        credit(accountOf(linesOf(fact.currency).overdrawn, fact.card_id), fact.overdrawn_kobo),
        credit(fact.receivable, fact.owed_kobo),
        debit("committed_lines", fact.owed_kobo),
        credit(fact.account, fact.owed_kobo),
        credit(fact.rest_account, fact.rest_kobo),
      ],
    ),
  );

/** What may be spent of an account (balance less what is held), and what a card owes, in kobo; nothing where an account was never opened. */
export async function cardBooks(
  db: Tx | Database,
  codes: { account: string; receivable: string; card_id: string; currency?: string },
): Promise<{ free_kobo: bigint; owed_kobo: bigint; overdrawn_kobo: bigint }> {
  const overdrawn = accountOf(linesOf(codes.currency).overdrawn, codes.card_id);
  const found = await balancesOf(queryable(db), [codes.account, codes.receivable, overdrawn]);
  const of = (code: string) => found.find((each) => each.code === code);
  const account = of(codes.account);
  return {
    free_kobo: account ? account.natural_kobo - account.held_kobo : 0n,
    owed_kobo: of(codes.receivable)?.natural_kobo ?? 0n,
    overdrawn_kobo: of(overdrawn)?.natural_kobo ?? 0n,
  };
}

/**
 * C6. The issuer settles a day in one currency: what is owed to it ↓, its charges ↑, our part of what shops pay ↑, our account with it ↓. Once for a day, and
 * once for a line whose currency was said afterwards.
 * @param fact.settled_kobo what shops took less what they gave back; negative on a day of refunds
 */
export const postCardsSettled = (
  tx: Tx,
  fact: {
    id: string;
    day: string;
    /** Of the line whose currency was said afterwards. */
    line_id?: string;
    currency: string;
    settled_kobo: bigint;
    interchange_kobo: bigint;
    charges_kobo: bigint;
    on: string;
  },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: fact.line_id
          ? `card-settlement-said:${fact.line_id}`
          : `card-settlement:${fact.day}${fact.currency === "NGN" ? "" : `:${fact.currency}`}`,
        kind: "settle_cards",
        description: `Card payments of ${fact.day} settled`,
        on: fact.on,
        actor: "issuer's settlement",
        metadata: { day: fact.day },
      },
      [
        debit(linesOf(fact.currency).settlement, fact.settled_kobo),
        debit(linesOf(fact.currency).charges, fact.charges_kobo),
        credit(linesOf(fact.currency).interchange, fact.interchange_kobo),
        credit(linesOf(fact.currency).float, fact.settled_kobo + fact.charges_kobo - fact.interchange_kobo),
      ],
    ),
  );

/** C6. Our account with the issuer is topped up: it ↑, the bank ↓; where it was for dollars, both sides of the position ↓ and our dollars ↑. Once for a line of the bank's statement. */
export const postFloatToppedUp = (
  tx: Tx,
  fact: {
    id: string;
    line_id: string;
    reference: string;
    amount_kobo: bigint;
    amount_cents?: bigint | null;
    on: string;
    actor: string;
  },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `float-topped-up:${fact.line_id}:${fact.id}`,
        kind: "top_up_float",
        description: `Issuer's account topped up, ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
        metadata: { line_id: fact.line_id },
      },
      [
        debit(fact.amount_cents ? "fx_position" : "issuer_float", fact.amount_kobo),
        credit("bank_operating", fact.amount_kobo),
        debit("issuer_float_usd", fact.amount_cents ?? 0n),
        credit("fx_position_usd", fact.amount_cents ?? 0n),
      ],
    ),
  );

/** What the issuer took beyond our books (or less, negative) and never corrects: differences ↑, what is owed to it ↑. Once for a line. */
export const postSettlementWrittenOff = (
  tx: Tx,
  fact: { id: string; line_id: string; currency?: string; difference_kobo: bigint; on: string; actor: string },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `card-settlement-written-off:${fact.line_id}`,
        kind: "write_off_settlement",
        description: "Difference of the issuer's settlement written off",
        on: fact.on,
        actor: fact.actor,
        metadata: { line_id: fact.line_id },
      },
      [
        debit(linesOf(fact.currency).differences, fact.difference_kobo),
        credit(linesOf(fact.currency).settlement, fact.difference_kobo),
      ],
    ),
  );
