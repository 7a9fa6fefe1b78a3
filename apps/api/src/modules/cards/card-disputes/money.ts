/** The money of a dispute: each move is one posting under its own key. Card and dispute are locked, the card first. */
import { type CardCurrency, isCreditCard } from "@manilla/contract/cards/card-states";
import { type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import type { DB } from "../../../db/types.gen.ts";
import type { Actor, App } from "../../../house/app.ts";
import {
  newReference,
  postDisputeCredited,
  postDisputeLostAgain,
  postDisputeRecovered,
  postDisputeTakenBack,
  postDisputeWon,
  postDisputeWonOnce,
  postDisputeWonTwice,
  postDisputeWrittenOff,
} from "../../money/books/index.ts";
import { keepReturned } from "../../companies/expenses/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { giveTo, openOwner, recordOnWallet, returnToExpense, takeFrom } from "../card-authorisations/index.ts";
import { type Card, lockCard } from "../card-records/index.ts";
import { splitAward } from "./rules.ts";

/** Its amounts are kobo, or cents where its card is in dollars. */
export type Dispute = Selectable<DB["card_disputes"]> & { merchant: string; card_currency: CardCurrency };
type Moving = Pick<App, "encryption">;

/** Locks a dispute, after its card; undefined where there is none within the scope. */
export async function lockDispute(tx: Tx, id: string, scope = sql`true`): Promise<Dispute | undefined> {
  const { rows: found } = await sql<{ card_id: string }>`
    select d.card_id from card_disputes d where d.id = ${id} and ${scope}
  `.execute(tx);
  if (!found[0]) return undefined;
  await lockCard(tx, found[0].card_id);
  const { rows } = await sql<Dispute>`
    select d.*, m.merchant, c.currency as card_currency
    from card_disputes d
    join card_captures m on m.id = d.capture_id
    join cards c on c.id = d.card_id
    where d.id = ${id}
    for update of d
  `.execute(tx);
  return rows[0];
}

/** The card of a dispute that is locked. */
export const cardOf = async (tx: Tx, { card_id }: Pick<Dispute, "card_id">): Promise<Card> =>
  (await lockCard(tx, card_id))!;

const factOf = (dispute: Dispute, id: string, on: string, actor: string) => ({
  id,
  dispute_id: dispute.id,
  card_id: dispute.card_id,
  reference: dispute.reference,
  on,
  actor,
});

/** C7. Gives the holder all that is disputed, for now. Once for a dispute. */
export async function creditHolder(tx: Tx, app: Moving, dispute: Dispute, actor: Actor): Promise<void> {
  const [card, on, id] = [await cardOf(tx, dispute), await businessDate(tx), uuidv7()];
  const { amount_kobo, reference } = dispute;
  const kind = isCreditCard(card.kind) ? "repay_line" : "credit_dispute";
  const { rest_kobo, owner } = await giveTo(tx, card, amount_kobo, (parts) =>
    postDisputeCredited(tx, { ...factOf(dispute, id, on, actor.name), ...parts, kind }),
  );
  const moved = { id, kind: "card_refunded", amount_kobo: rest_kobo, reference, on } as const;
  await recordOnWallet(tx, card, moved, { app, owner });
  await changeRows(tx, "card_disputes", dispute.id, { credited_kobo: amount_kobo, credited_at: clock.now() });
}

type TakenBack = Omit<Parameters<typeof postDisputeTakenBack>[1], "kind">;

/** What of a refund is in the wallet of who owns a line: it is taken before the line is drawn again. */
export interface InWallet {
  kobo: bigint;
}

/** Takes from the holder what we claim then, or owe the issuer; what is not there any more becomes a claim on the card. */
async function takeForClaims(
  tx: Tx,
  app: Moving,
  dispute: Dispute,
  amount_kobo: bigint,
  by: { actor: Actor; posts: (fact: TakenBack, isDrawn: boolean) => Promise<unknown>; there?: InWallet | undefined },
): Promise<void> {
  const [card, on] = [await cardOf(tx, dispute), await businessDate(tx)];
  const isCredit = isCreditCard(card.kind);
  // What a closed card was given went to its owner.
  const owner = await openOwner(tx, card, amount_kobo);
  const there = by.there ?? { kobo: 0n };
  const wallet_kobo = !isCredit || amount_kobo < there.kobo ? amount_kobo : there.kobo;
  const takes = async (kobo: bigint, isDrawn: boolean) => {
    if (kobo === 0n) return;
    const id = uuidv7();
    const posts = (taken: Awaited<ReturnType<typeof takeFrom>>) =>
      by.posts({ ...factOf(dispute, id, on, by.actor.name), ...taken }, isDrawn);
    const { from_kobo } = await takeFrom(tx, card, kobo, posts, isDrawn ? owner.line_account : owner.account, isDrawn);
    const moved = { id, kind: "card_refunded", amount_kobo: -from_kobo, reference: dispute.reference, on } as const;
    if (!isDrawn) await recordOnWallet(tx, card, moved, { app, owner });
  };
  await takes(wallet_kobo, false);
  await takes(amount_kobo - wallet_kobo, true);
  if (isCredit) there.kobo -= wallet_kobo;
}

/** C7. Takes a provisional credit back, or a part of it. */
export async function takeCreditBack(
  tx: Tx,
  app: Moving,
  dispute: Dispute,
  amount_kobo: bigint,
  actor: Actor,
  there?: InWallet,
): Promise<void> {
  if (amount_kobo === 0n) return;
  const posts = (fact: TakenBack, isDrawn: boolean) =>
    postDisputeTakenBack(tx, { ...fact, kind: isDrawn ? "draw_line" : "take_back_dispute" });
  await takeForClaims(tx, app, dispute, amount_kobo, { actor, posts, there });
  await changeRows(tx, "card_disputes", dispute.id, { credited_kobo: dispute.credited_kobo - amount_kobo });
}

/**
 * C7. The issuer gives it back, which its file of the day names.
 * @returns what was won, and what of a provisional credit is left beyond it, in kobo
 */
export async function winBack(
  tx: Tx,
  app: Moving,
  dispute: Dispute,
  award: { amount_kobo: bigint; transaction_id: string },
): Promise<{ won_kobo: bigint; standing_kobo: bigint }> {
  const { won_kobo, claims_kobo, rest_kobo: more_kobo, standing_kobo } = splitAward(award.amount_kobo, dispute);
  const [card, on, id] = [await cardOf(tx, dispute), await businessDate(tx), uuidv7()];
  const reference = newReference("CW", on);
  const kind = isCreditCard(card.kind) && more_kobo > 0n ? "repay_line" : "win_dispute";
  const { rest_kobo, owner } = await giveTo(tx, card, more_kobo, (parts) =>
    postDisputeWon(tx, { ...factOf(dispute, id, on, SYSTEM.name), ...parts, claims_kobo, kind }),
  );
  await recordOnWallet(tx, card, { id, kind: "card_refunded", amount_kobo: rest_kobo, reference, on }, { app, owner });
  const now = clock.now();
  await sql`
    insert into card_captures (
      id, card_id, user_id, company_id, kind, issuer_transaction_id, issuer_authorisation_id, authorisation_id, reference,
      merchant, mcc, category, amount_kobo, ledger_transaction_id, business_date, happened_at, created_at
    )
    select ${uuidv7()}, card_id, user_id, company_id, 'dispute_won', ${award.transaction_id}, issuer_authorisation_id,
      authorisation_id, ${reference}, merchant, mcc, category, ${won_kobo}, ${id}, ${on}, ${now}, ${now}
    from card_captures
    where id = ${dispute.capture_id}
  `.execute(tx);
  await changeRows(tx, "card_disputes", dispute.id, { won_kobo, credited_kobo: standing_kobo });
  const columns = ["issuer_authorisation_id", "expense_id"] as const;
  const { issuer_authorisation_id, expense_id } = await getRow(tx, "card_captures", dispute.capture_id, columns);
  await returnToExpense(tx, issuer_authorisation_id);
  // Taken without an authorisation, it is all that its expense is of.
  if (issuer_authorisation_id === null && expense_id) {
    const { rows } = await sql<{ kobo: bigint }>`
      select sum(won_kobo)::bigint as kobo from card_disputes where capture_id = ${dispute.capture_id}
    `.execute(tx);
    await keepReturned(tx, [expense_id], rows[0]!.kobo);
  }
  return { won_kobo, standing_kobo };
}

const lossOf = async (tx: Tx, dispute: Dispute, amount_kobo: bigint, actor: Actor) => {
  const { id: dispute_id, reference, card_currency: currency } = dispute;
  return { id: uuidv7(), dispute_id, reference, currency, amount_kobo, on: await businessDate(tx), actor: actor.name };
};

/** C7. The holder keeps the credit of a lost dispute: it is our loss. */
export async function writeCreditOff(tx: Tx, dispute: Dispute, actor: Actor): Promise<void> {
  const { id, credited_kobo: amount_kobo } = dispute;
  await postDisputeWrittenOff(tx, await lossOf(tx, dispute, amount_kobo, actor));
  await changeRows(tx, "card_disputes", id, { credited_kobo: 0n, written_off_kobo: amount_kobo });
}

/** The shop gives back what the holder was let keep at our cost: it pays our loss, and the holder has it once. */
export async function recoverLoss(
  tx: Tx,
  app: Moving,
  dispute: Dispute,
  amount_kobo: bigint,
  there: InWallet,
): Promise<void> {
  await postDisputeRecovered(tx, await lossOf(tx, dispute, amount_kobo, SYSTEM));
  await takeCreditBack(tx, app, { ...dispute, credited_kobo: amount_kobo }, amount_kobo, SYSTEM, there);
  await changeRows(tx, "card_disputes", dispute.id, {
    written_off_kobo: dispute.written_off_kobo - amount_kobo,
    recovered_kobo: dispute.recovered_kobo + amount_kobo,
  });
}

/** C7. The shop gives back what was won too: that is the issuer's, and the holder has it once. */
export async function passOn(
  tx: Tx,
  app: Moving,
  dispute: Dispute,
  amount_kobo: bigint,
  there: InWallet,
): Promise<void> {
  const posts = (fact: TakenBack, isDrawn: boolean) =>
    postDisputeWonTwice(tx, { ...fact, kind: isDrawn ? "draw_line" : "win_dispute_twice" });
  await takeForClaims(tx, app, dispute, amount_kobo, { actor: SYSTEM, posts, there });
  await changeRows(tx, "card_disputes", dispute.id, { won_twice_kobo: dispute.won_twice_kobo + amount_kobo });
}

/** C7. The issuer has taken that refund back from the holder: what was won, or what they were let keep at our cost, is theirs as before. */
export async function leaveAsDecided(
  tx: Tx,
  app: Moving,
  dispute: Dispute,
  { won_kobo, lost_kobo }: { won_kobo: bigint; lost_kobo: bigint },
): Promise<void> {
  const amount_kobo = won_kobo + lost_kobo;
  const [card, on, id] = [await cardOf(tx, dispute), await businessDate(tx), uuidv7()];
  const { reference } = dispute;
  const kind = isCreditCard(card.kind) ? "repay_line" : "win_dispute_once";
  const { rest_kobo, owner } = await giveTo(tx, card, amount_kobo, (parts) =>
    postDisputeWonOnce(tx, { ...factOf(dispute, id, on, SYSTEM.name), ...parts, kind }),
  );
  const moved = { id, kind: "card_refunded", amount_kobo: rest_kobo, reference, on } as const;
  await recordOnWallet(tx, card, moved, { app, owner });
  if (lost_kobo > 0n) await postDisputeLostAgain(tx, await lossOf(tx, dispute, lost_kobo, SYSTEM));
  await changeRows(tx, "card_disputes", dispute.id, {
    won_twice_kobo: dispute.won_twice_kobo - won_kobo,
    written_off_kobo: dispute.written_off_kobo + lost_kobo,
    recovered_kobo: dispute.recovered_kobo - lost_kobo,
  });
}
