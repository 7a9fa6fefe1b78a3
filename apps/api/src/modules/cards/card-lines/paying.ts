/** Every payment of a card's line: from the cash wallet by its owner or by itself, by a transfer, from the deposit behind it. */
import type { CardPaymentChannel } from "@manilla/contract/cards/card-payment-words";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict } from "../../../errors.ts";
import type { Actor } from "../../../request.ts";
import { countPaid, fullOf, repaymentOf } from "../../companies/line-statements/index.ts";
import {
  type CardPaymentFrom,
  cardLineBooks,
  newReference,
  openCredit,
  freeCash,
  postCardRepaid,
} from "../../money/books/index.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { recordPersonal } from "../../people/personal-wallets/index.ts";

/** Where the statements of cards are. */
export const ofCards = { table: "card_statements", key: "card_id", noun: "cardStatement" } as const;

export interface CardLine {
  card_id: string;
  user_id: string;
  limit_kobo: bigint;
  annual_rate_percent: string;
  automatic: string;
  transfer_kobo: bigint;
  debits_bank_card: boolean;
  granted_on: string;
  closed_on: string | null;
  replaced_by: string | null;
}

/** Locks a line and reads it; before the person, wherever both are locked. Undefined where there is none. */
export async function lockCardLine(tx: Tx, card_id: string): Promise<CardLine | undefined> {
  const { rows } = await sql<CardLine>`select * from card_lines where card_id = ${card_id} for update`.execute(tx);
  return rows[0];
}

type Books = Awaited<ReturnType<typeof cardLineBooks>>;
interface Paid {
  line: CardLine;
  amount_kobo: bigint;
  /** Of a receipt, what pays the line; the rest becomes credit. All that is owed where it is absent. */
  most_kobo?: bigint;
  channel: CardPaymentChannel;
  from: CardPaymentFrom;
  /** Of the money received for it. */
  receipt?: { id: string; reference: string };
  /** Of the posting. */
  id: string;
  on: string;
  actor: Actor;
}

/** Where what is paid back may be drawn again: the card itself, the one in its place, or nowhere once it is closed. */
const restoredOf = ({ card_id, closed_on, replaced_by }: CardLine): string | null =>
  replaced_by ?? (closed_on === null ? card_id : null);

/** What is promised again for what is paid back: nothing while more is owed and promised than the limit, because a payment was taken back. */
async function promisedFor(tx: Tx, line: CardLine, owed: Books, principal_kobo: bigint) {
  const restores_card_id = restoredOf(line);
  const isOther = restores_card_id !== null && restores_card_id !== line.card_id;
  const other = isOther ? await cardLineBooks(tx, restores_card_id) : { ...owed, drawn_kobo: 0n };
  const over_kobo = owed.drawn_kobo + other.drawn_kobo + other.available_kobo + other.held_kobo - line.limit_kobo;
  const kept_kobo = over_kobo < 0n ? 0n : over_kobo < principal_kobo ? over_kobo : principal_kobo;
  return { restores_card_id, restored_kobo: principal_kobo - kept_kobo };
}

/**
 * Pays a line that is locked; what a receipt brings beyond what is owed becomes the person's credit.
 * @returns what of it paid the line, in kobo
 * @throws Conflict for more than is owed; InsufficientFunds
 */
export async function payCardLine(
  tx: Tx,
  { line, amount_kobo, most_kobo, channel, from, receipt, ...fact }: Paid,
): Promise<bigint> {
  const { card_id, user_id } = line;
  const { id, on, actor } = fact;
  const owed = await cardLineBooks(tx, card_id);
  const bound_kobo = most_kobo ?? fullOf(owed);
  const paid_kobo = receipt && amount_kobo > bound_kobo ? bound_kobo : amount_kobo;
  const parts = repaymentOf(paid_kobo, owed);
  if (!parts) throw new Conflict("Less than that is owed.", "more_than_owed");
  const rest = amount_kobo > paid_kobo ? { user_id, amount_kobo: amount_kobo - paid_kobo } : undefined;
  if (rest) await openCredit(tx, user_id);
  const promised = await promisedFor(tx, line, owed, parts.principal_kobo);
  const posted = { id, card_id, on, actor: actor.name, from, ...promised, ...parts };
  await postCardRepaid(tx, { ...posted, ...(rest && { rest }) });
  if (paid_kobo === 0n) return 0n;
  const reference = receipt?.reference ?? newReference("CR", on);
  if (channel === "wallet" || channel === "automatic") {
    const moved = { user_id, kind: "card_bill", reference, ledger_transaction_id: id, actor, on } as const;
    await recordPersonal(tx, "cash", { ...moved, amount_kobo: -paid_kobo });
  }
  await tx
    .insertInto("card_payments")
    .values({
      id: uuidv7(),
      card_id,
      user_id,
      amount_kobo: paid_kobo,
      ...parts,
      channel,
      reference,
      receipt_id: receipt?.id ?? null,
      ledger_transaction_id: id,
      paid_on: on,
      created_at: clock.now(),
    })
    .execute();
  await countPaid(tx, ofCards, card_id, { amount_kobo: paid_kobo, actor });
  return paid_kobo;
}

/** Pays a line that is locked from its owner's cash wallet. @throws Conflict where the wallet has less, or less is owed */
export async function payFromWallet(
  tx: Tx,
  line: CardLine,
  { amount_kobo, channel, on, actor }: Pick<Paid, "amount_kobo" | "channel" | "on" | "actor">,
): Promise<void> {
  const { user_id } = line;
  await lockPerson(tx, user_id);
  if (amount_kobo > (await freeCash(tx, user_id)))
    throw new Conflict("Your cash wallet has less than that.", "insufficient_funds");
  const from = { line: "cash_wallet", owner_id: user_id } as const;
  await payCardLine(tx, { line, amount_kobo, channel, from, id: uuidv7(), on, actor });
}
