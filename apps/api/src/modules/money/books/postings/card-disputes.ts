/** Posting templates: disputes about card payments (C7). A credit card's line is repaid and drawn under the names that its bills count. */
import { type Posted, post } from "@manilla/ledger";
import { type Tx, queryable } from "../../../../db/database.ts";
import { accountOf } from "../chart.ts";
import { type GivenFact, type TakenFact, linesOf } from "./cards.ts";
import { credit, debit, entry } from "./entry.ts";

type OfDispute = { dispute_id: string };
const given = ({ overdrawn_kobo, owed_kobo, rest_kobo }: GivenFact): bigint => overdrawn_kobo + owed_kobo + rest_kobo;

/** C7. The holder has the money for now: what we claim ↑; the claim on the card ↓, then what is owed of a line ↓ with the promise ↑ on both sides, then the card's money ↑. Once for a dispute. */
export const postDisputeCredited = (
  tx: Tx,
  fact: GivenFact & OfDispute & { kind: "credit_dispute" | "repay_line" },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `dispute-credit:${fact.dispute_id}`,
        kind: fact.kind,
        description: `Dispute ${fact.reference}: credited for now`,
        on: fact.on,
        actor: fact.actor,
        metadata: { card_id: fact.card_id, dispute_id: fact.dispute_id },
      },
      [
        debit(linesOf(fact.currency).claims, given(fact)),
        credit(accountOf(linesOf(fact.currency).overdrawn, fact.card_id), fact.overdrawn_kobo),
        credit(fact.receivable, fact.owed_kobo),
        debit("committed_lines", fact.owed_kobo),
        credit(fact.account, fact.owed_kobo),
        credit(fact.rest_account, fact.rest_kobo),
      ],
    ),
  );

/**
 * C7. The issuer gives it back: what is owed to the issuer ↓; what we claim ↓, and what the holder was not credited before goes to them as a refund goes.
 * Once for a dispute.
 */
export const postDisputeWon = (
  tx: Tx,
  fact: GivenFact & OfDispute & { claims_kobo: bigint; kind: "win_dispute" | "repay_line" },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `dispute-won:${fact.dispute_id}`,
        kind: fact.kind,
        description: `Dispute ${fact.reference}: won`,
        on: fact.on,
        actor: fact.actor,
        metadata: { card_id: fact.card_id, dispute_id: fact.dispute_id },
      },
      [
        debit(linesOf(fact.currency).settlement, fact.claims_kobo + given(fact)),
        credit(linesOf(fact.currency).claims, fact.claims_kobo),
        credit(accountOf(linesOf(fact.currency).overdrawn, fact.card_id), fact.overdrawn_kobo),
        credit(fact.receivable, fact.owed_kobo),
        debit("committed_lines", fact.owed_kobo),
        credit(fact.account, fact.owed_kobo),
        credit(fact.rest_account, fact.rest_kobo),
      ],
    ),
  );

/** C7. The credit is taken back: the card's money ↓ (of a line: owed ↑, the promise ↓ on both sides), what is not there becomes a claim on the card ↑; what we claim ↓. Once for each taking. */
export const postDisputeTakenBack = (
  tx: Tx,
  fact: TakenFact & OfDispute & { kind: "take_back_dispute" | "draw_line" },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `dispute-taken-back:${fact.id}`,
        kind: fact.kind,
        description: `Dispute ${fact.reference}: credit taken back`,
        on: fact.on,
        actor: fact.actor,
        metadata: { card_id: fact.card_id, dispute_id: fact.dispute_id },
      },
      [
        debit(fact.account, fact.from_kobo),
        debit(fact.receivable, fact.drawn_kobo),
        credit("committed_lines", fact.drawn_kobo),
        debit(accountOf(linesOf(fact.currency).overdrawn, fact.card_id), fact.overdrawn_kobo),
        credit(linesOf(fact.currency).claims, fact.from_kobo + fact.overdrawn_kobo),
      ],
    ),
  );

/** C7. The shop gives back what was won too: the card's money ↓ as a credit is taken back; what we claim ↓, for it is the issuer's. Once for each refund. */
export const postDisputeWonTwice = (
  tx: Tx,
  fact: TakenFact & OfDispute & { kind: "win_dispute_twice" | "draw_line" },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `dispute-won-twice:${fact.id}`,
        kind: fact.kind,
        description: `Dispute ${fact.reference}: won, and given back by the shop too`,
        on: fact.on,
        actor: fact.actor,
        metadata: { card_id: fact.card_id, dispute_id: fact.dispute_id },
      },
      [
        debit(fact.account, fact.from_kobo),
        debit(fact.receivable, fact.drawn_kobo),
        credit("committed_lines", fact.drawn_kobo),
        debit(accountOf(linesOf(fact.currency).overdrawn, fact.card_id), fact.overdrawn_kobo),
        credit(linesOf(fact.currency).claims, fact.from_kobo + fact.overdrawn_kobo),
      ],
    ),
  );

/** C7. The issuer takes that refund back: what we claim ↑, and the holder has what was decided as before, as a credit is given. Once for each taking. */
export const postDisputeWonOnce = (
  tx: Tx,
  fact: GivenFact & OfDispute & { kind: "win_dispute_once" | "repay_line" },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `dispute-won-once:${fact.id}`,
        kind: fact.kind,
        description: `Dispute ${fact.reference}: the shop's refund taken back`,
        on: fact.on,
        actor: fact.actor,
        metadata: { card_id: fact.card_id, dispute_id: fact.dispute_id },
      },
      [
        debit(linesOf(fact.currency).claims, given(fact)),
        credit(accountOf(linesOf(fact.currency).overdrawn, fact.card_id), fact.overdrawn_kobo),
        credit(fact.receivable, fact.owed_kobo),
        debit("committed_lines", fact.owed_kobo),
        credit(fact.account, fact.owed_kobo),
        credit(fact.rest_account, fact.rest_kobo),
      ],
    ),
  );

interface LossFact extends OfDispute {
  id: string;
  reference: string;
  currency?: string;
  amount_kobo: bigint;
  on: string;
  actor: string;
}

/** C7. The holder keeps it although the dispute was lost: our loss ↑, what we claim ↓. Once for a dispute. */
export const postDisputeWrittenOff = (tx: Tx, fact: LossFact): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `dispute-written-off:${fact.dispute_id}`,
        kind: "write_off_dispute",
        description: `Dispute ${fact.reference}: written off`,
        on: fact.on,
        actor: fact.actor,
        metadata: { dispute_id: fact.dispute_id },
      },
      [debit(linesOf(fact.currency).losses, fact.amount_kobo), credit(linesOf(fact.currency).claims, fact.amount_kobo)],
    ),
  );

/** C7. The shop gives back what was written off: our loss ↓, what we claim ↑, which is then taken from what the shop gave. Once for each refund. */
export const postDisputeRecovered = (tx: Tx, fact: LossFact): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `dispute-recovered:${fact.id}`,
        kind: "recover_dispute",
        description: `Dispute ${fact.reference}: given back by the shop after it was written off`,
        on: fact.on,
        actor: fact.actor,
        metadata: { dispute_id: fact.dispute_id },
      },
      [debit(linesOf(fact.currency).claims, fact.amount_kobo), credit(linesOf(fact.currency).losses, fact.amount_kobo)],
    ),
  );

/** C7. That refund is taken back: our loss ↑ again, what we claim ↓. Once for each taking. */
export const postDisputeLostAgain = (tx: Tx, fact: LossFact): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `dispute-lost-again:${fact.id}`,
        kind: "lose_dispute_again",
        description: `Dispute ${fact.reference}: written off, and the shop's refund taken back`,
        on: fact.on,
        actor: fact.actor,
        metadata: { dispute_id: fact.dispute_id },
      },
      [debit(linesOf(fact.currency).losses, fact.amount_kobo), credit(linesOf(fact.currency).claims, fact.amount_kobo)],
    ),
  );
