/** The deposit of a secure card: two people find it among the bank's lines that nobody has claimed; with it the card is ordered. */
import { naira } from "@manilla/contract/formats";
import { type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import type { DB } from "../../../db/types.gen.ts";
import { Conflict, InvalidFields, NotAllowed, NotFound } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import type { ReceiptPurpose } from "../../../house/purposes.ts";
import { postDeposit } from "../../money/books/index.ts";
import { factsOfMoney, giveClaimed, isGiven } from "../../money/reconciliation/index.ts";
import { requestApproval, unlessIn } from "../../platform/approvals/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { addCard } from "../cards/index.ts";
import { paid } from "./messages.ts";

export type SecureCard = Selectable<DB["secure_cards"]>;

async function lockSecure(tx: Tx, id: string): Promise<SecureCard | undefined> {
  return tx.selectFrom("secure_cards").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

/** The money behind a row of the reconciliation has to be the deposit, to the kobo. @throws InvalidFields */
async function requireSum(tx: Tx, item_id: string, deposit_kobo: bigint): Promise<void> {
  const { rows } = await sql<{ amount_kobo: bigint }>`
    select m.amount_kobo
    from reconciliation_items i
    join unidentified_receipts m on i.subject_type = 'unidentified_receipt' and m.id = i.subject_id
    where i.id = ${item_id} and m.receipt_id is null
  `.execute(tx);
  if (rows[0]?.amount_kobo !== deposit_kobo)
    throw new InvalidFields({ item_id: [`choose a line of ${naira(deposit_kobo)} that nobody has claimed`] });
}

interface Asked {
  secure_card_id: string;
  user_id: string;
  item_id: string;
  reason: string;
}

/** The maker's half. @throws InvalidFields, Conflict while the same line, or this deposit, is before a second person */
export async function askToMark(
  tx: Tx,
  context: Context,
  { id, user_id, deposit_kobo }: SecureCard,
  { item_id, reason }: { item_id: string; reason: string },
): Promise<string> {
  await requireSum(tx, item_id, deposit_kobo);
  const approval_id = await requestApproval(tx, context, {
    kind: "mark_deposit_paid",
    title: `The deposit of ${naira(deposit_kobo)} for a secure card of {person} came`,
    whose: user_id,
    payload: { secure_card_id: id, user_id, item_id, reason },
    once: ["item_id"],
    amount_kobo: deposit_kobo,
    reason,
  });
  await changeRows(tx, "secure_cards", id, { approval_id });
  return approval_id;
}

/** The checker's half. */
export const markDepositPaid: ApprovalKind<Asked> = {
  permission: "provider:can_reconcile",
  over: sql`${unlessIn("secure_cards", "secure_card_id", ["requested"])} or ${isGiven("item_id")}`,
  async shows({ db }, { payload: { secure_card_id, item_id } }) {
    const { document_id, reference } = await getRow(db, "secure_cards", secure_card_id, ["document_id", "reference"]);
    const { original_name } = await getRow(db, "documents", document_id, ["original_name"]);
    const link = `/api/admin/personal/secure-cards/show-receipt-file/${secure_card_id}`;
    return {
      facts: [{ label: "Request", value: reference }, ...(await factsOfMoney(db, item_id))],
      papers: [{ label: "Receipt", name: original_name ?? "Receipt", link }],
    };
  },
  async execute(tx, context, { id: approval_id, maker_id, payload }) {
    const { secure_card_id: subject_id, user_id, item_id, reason } = payload;
    if (user_id === context.session.user_id)
      throw new NotAllowed("Nobody decides about their own deposit.", "own_request");
    const secure = await lockSecure(tx, subject_id);
    if (!secure) throw new NotFound("This secure card");
    if (secure.status !== "requested") throw new Conflict("This was decided already.", "already_decided");
    await requireSum(tx, item_id, secure.deposit_kobo).catch(() => {
      throw new Conflict("This money was given to somebody else by now.", "already_decided");
    });
    const given = { payload: { id: item_id, user_id, note: reason }, approval_id, maker_id };
    await giveClaimed(tx, context, given, { purpose: "card_deposit", subject_id });
    return undefined;
  },
  async release(tx, _, { payload: { secure_card_id: id } }) {
    await changeRows(tx, "secure_cards", { id, status: "requested" }, { approval_id: null });
  },
};

/** Money received for a deposit: the card is ordered, and the deposit is held for it. */
export const cardDeposit: ReceiptPurpose<SecureCard> = {
  called: "This secure card",
  at: 96,
  claim: async () => null,
  subjectOf: async (tx, receipt_id) => (await findRow(tx, "secure_cards", { receipt_id }, ["id"]))?.id ?? null,
  load: lockSecure,
  measures: async () => [],
  ownerOf: ({ user_id }) => user_id,
  async receive(tx, means, money, receipt_id, secure, write) {
    const { source, amount_kobo, on, actor } = money;
    if (source === "customer_credit" || secure.status !== "requested" || amount_kobo !== secure.deposit_kobo)
      throw new Conflict("Only the deposit itself is received for a secure card.", "not_possible");
    const { user_id, form, delivery_address, delivery_state } = secure;
    const card = {
      kind: "secure",
      currency: "NGN",
      company_id: null,
      is_single_use: false,
      limit_kobo: amount_kobo,
    } as const;
    const asked = { user_id, form, delivery_address, delivery_state, requested_by: user_id };
    const card_id = await addCard(tx, { ...card, ...asked, status: "approved" }, actor);
    const id = uuidv7();
    await write({ ledger_transaction_id: id, credit_kobo: 0n, released_kobo: 0n });
    await postDeposit(tx, { id, receipt_id, card_id, source, amount_kobo, on, actor: actor.name });
    const held = { receipt_id, card_id, used_card_id: card_id, paid_on: on };
    await changeRows(tx, "secure_cards", secure.id, held);
    await changeState(tx, { noun: "secureCard", id: secure.id, from: secure.status, action: "mark_as_paid", actor });
    await means.queue.send(tx, "make-card", { card_id });
    await tell(tx, means, user_id, paid(secure));
  },
  // A deposit that was given away would leave the card's credit without what secures it.
  takeBack: () =>
    Promise.reject(new Conflict("A card is made on this deposit: it goes back by closing the card.", "not_possible")),
  takeBackCredit: async () => undefined,
};
