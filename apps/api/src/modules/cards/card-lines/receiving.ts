/** Money that comes in for a card: the next transfer of a person who has said so, up to what they said; a debit of their bank card. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { Because, Receipt, ReceiptPurpose } from "../../../house/purposes.ts";
import { lastStatement } from "../../companies/line-statements/index.ts";
import { cardLineBooks, postCardLineGranted } from "../../money/books/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { type CardLine, lockCardLine, ofCards, payCardLine } from "./paying.ts";

async function lineExpecting(tx: Tx, user_id: string): Promise<string | null> {
  const { rows } = await sql<{ card_id: string }>`
    select card_id from card_lines where user_id = ${user_id} and transfer_kobo > 0 order by granted_on, card_id limit 1
  `.execute(tx);
  return rows[0]?.card_id ?? null;
}

/** What it paid is owed again: the statement that it met waits for money again. */
async function uncount(tx: Tx, card_id: string, amount_kobo: bigint, reason: string): Promise<void> {
  const last = await lastStatement(tx, ofCards, card_id);
  if (!last) return;
  const paid_kobo = last.paid_kobo > amount_kobo ? last.paid_kobo - amount_kobo : 0n;
  await changeRows(tx, "card_statements", last.id, { paid_kobo });
  if (["met", "settled"].includes(last.status) && paid_kobo < last.minimum_kobo) {
    const actor = { user_id: null, name: "system" };
    await changeState(tx, { noun: ofCards.noun, id: last.id, from: last.status, action: "reopen", actor, reason });
  }
}

/**
 * What a payment gave back of a line may be drawn again, or its card closed, when the bank takes the money back: then it is owed beyond the limit. The promise
 * that its mirror image takes is made for it; what is paid next makes none ({@link payCardLine}).
 */
async function makeRoom(tx: Tx, { ledger_transaction_id }: Receipt, { on, actor }: Because): Promise<void> {
  const { rows } = await sql<{ card_id: string; kobo: bigint }>`
    select a.owner_id as card_id, -p.amount_kobo as kobo
    from ledger.postings p
    join ledger.accounts a on a.id = p.account_id and a.chart_code = 'undrawn_line'
    where p.transaction_id = ${ledger_transaction_id}
  `.execute(tx);
  for (const { card_id, kobo } of rows) {
    const amount_kobo = kobo - (await cardLineBooks(tx, card_id)).available_kobo;
    if (amount_kobo > 0n) await postCardLineGranted(tx, { id: uuidv7(), card_id, on, actor: actor.name, amount_kobo });
  }
}

export const cardRepayment: ReceiptPurpose<CardLine> = {
  called: "This card",
  at: 5,
  claim: lineExpecting,
  subjectOf: async (tx, receipt_id) => (await getRow(tx, "card_payments", { receipt_id }, ["card_id"])).card_id,
  load: lockCardLine,
  async measures(tx, card_id) {
    const { drawn_kobo, interest_kobo, penalty_kobo } = await cardLineBooks(tx, card_id);
    return [{ label: "Owed on the card", value: drawn_kobo + interest_kobo + penalty_kobo }];
  },
  ownerOf: ({ user_id }) => user_id,
  async receive(tx, _means, money, receipt_id, line, write) {
    const { source, amount_kobo, reference, on, actor } = money;
    if (source === "customer_credit") throw new Conflict("A card is not paid from credit.", "not_possible");
    const { drawn_kobo, interest_kobo, penalty_kobo } = await cardLineBooks(tx, line.card_id);
    const owed_kobo = drawn_kobo + interest_kobo + penalty_kobo;
    const id = uuidv7();
    const isDebit = money.channel === "direct_debit";
    // A transfer pays what its owner said, and no more of it: the rest is their credit.
    const most_kobo = isDebit || line.transfer_kobo > owed_kobo ? owed_kobo : line.transfer_kobo;
    const credit_kobo = amount_kobo > most_kobo ? amount_kobo - most_kobo : 0n;
    await write({ ledger_transaction_id: id, credit_kobo, released_kobo: 0n });
    const receipt = { id: receipt_id, reference };
    const channel = isDebit ? "bank_card" : "transfer";
    const paid = { line, amount_kobo, most_kobo, channel, from: { source }, receipt, id, on, actor } as const;
    const paid_kobo = await payCardLine(tx, paid);
    if (isDebit) return;
    await changeRows(tx, "card_lines", { card_id: line.card_id }, { transfer_kobo: line.transfer_kobo - paid_kobo });
  },
  makeRoom,
  async takeBack(tx, _means, receipt, { card_id }, { on, reason }) {
    const payment = await findRow(tx, "card_payments", { receipt_id: receipt.id }, ["id", "amount_kobo"]);
    if (!payment) return;
    await changeRows(tx, "card_payments", payment.id, { taken_back_on: on });
    await uncount(tx, card_id, payment.amount_kobo, reason);
  },
  takeBackCredit: async () => undefined,
};
