/** An approved request is paid out of the wallet: into the requester's purse at once, or to their bank account by the engine of payouts. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Context } from "../../../house/app.ts";
import type { Because, Payout, PayoutPurpose } from "../../../house/purposes.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { inScopeOf } from "../../../db/scope.ts";
import type { Actor } from "../../../request.ts";
import { Conflict } from "../../../errors.ts";
import { newReference, postTransferArrived, postTransferReturned, postTransferSent } from "../../money/books/index.ts";
import { PAYOUT_FIELD, readPerson } from "../../money/payouts/index.ts";
import { SYSTEM, actorOf } from "../../platform/audit/index.ts";
import { note, tell } from "../../platform/notifications/index.ts";
import { businessDate, changeState, recordBeginning } from "../../platform/states/index.ts";
import {
  type Wallet,
  findWallet,
  movePurse,
  openPurse,
  openWallet,
  ownCompany,
  recordMovement,
  requireEmployee,
  senderRefusal,
  whyNotOut,
} from "../wallet-movements/index.ts";
import { requireOther } from "./other-payer.ts";
import { recordLines } from "./submitting.ts";
import * as messages from "./messages.ts";

interface Paying {
  id: string;
  kind: string;
  user_id: string;
  purpose: string;
  amount_kobo: bigint;
  has_left: boolean;
}
type Way = "purse" | "account";

/** What both ways begin with. @throws Conflict, NotAllowed */
async function begin(tx: Tx, context: Context, request: Paying, way: Way): Promise<Wallet> {
  const company = await ownCompany(tx, context);
  await requireOther(tx, context, company.id, request);
  if (way === "purse") await requireEmployee(tx, context, request.user_id);
  const wallet = await openWallet(tx, context, company.id);
  const purse = way === "purse" ? await openPurse(tx, company.id, request.user_id) : undefined;
  const { amount_kobo } = request;
  const payer = { company_id: company.id, user_id: context.session.user_id };
  const refusal =
    (await whyNotOut(tx, wallet, { amount_kobo, ...(purse && { purse }) })) ??
    (await senderRefusal(tx, payer, { total_kobo: amount_kobo }, await businessDate(tx)));
  if (refusal) throw new Conflict(`Not enough room: ${refusal}.`, "no_room");
  return wallet;
}

/** With its payment a request's expenses can no longer be deleted. */
async function keepPayment(
  tx: Tx,
  context: Context,
  request: Paying,
  way: Way | "otherwise",
  reference: string,
): Promise<void> {
  const paid_by = context.session.user_id;
  const payment = { paid_into: way, paid_by, paid_at: clock.now(), payment_reference: reference };
  await changeRows(tx, "expense_requests", request.id, payment);
  await changeRows(tx, "expenses", { request_id: request.id }, { money_reference: reference });
}

/** The purse pays for it later: that is the expense, and no longer what was agreed to before purchases waited for that. */
async function leaveToPurse(tx: Tx, request_id: string): Promise<void> {
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status from expenses where request_id = ${request_id} and status <> 'deleted' order by id for update
  `.execute(tx);
  const reason = "Its money went into the purse: what the purse pays is the expense.";
  for (const { id, status: from } of rows)
    await changeState(tx, { noun: "expense", id, from, action: "fund", actor: SYSTEM, reason });
}

/** Wallet ↓, purse ↑, at once. @throws Conflict, NotAllowed */
export async function payIntoPurse(tx: Tx, context: Context, request: Paying) {
  const wallet = await begin(tx, context, request, "purse");
  const { amount_kobo, user_id, purpose } = request;
  const reference = await movePurse(tx, context, wallet, { user_id, amount_kobo, why: purpose });
  if (request.kind === "purchase") await leaveToPurse(tx, request.id);
  await keepPayment(tx, context, request, "purse", reference);
  return { after: { status: "paid", amount_kobo, reference } };
}

/** The requester buys it with money of their own account: its lines are the expenses. Once, though the money may come back and be sent again. */
async function recordBought(tx: Tx, id: string, actor: Actor): Promise<void> {
  const request = await getRow(tx, "expense_requests", id, ["id", "kind", "user_id", "company_id", "department_id"]);
  const { rows } = await sql`select 1 from expenses where request_id = ${id} and status <> 'deleted' limit 1`.execute(
    tx,
  );
  if (rows.length === 0) await recordLines(tx, request, { actor, reason: null }, null);
}

/** The money leaves the wallet now, and goes the way of every payout. @throws Conflict, NotAllowed */
export async function payToAccount(tx: Tx, context: Context, request: Paying) {
  const { id: request_id, amount_kobo, user_id, purpose } = request;
  const wallet = await begin(tx, context, request, "account");
  const read = () => readPerson(tx, context.encryption, user_id);
  // A former employee is a customer like any other: the account is the one that they have verified for themselves, which no company can choose for them.
  const person = request.has_left ? await inScopeOf(tx, user_id, read) : await read();
  if (!person.account || person.bank_account_status !== "verified")
    throw new Conflict(
      request.has_left
        ? `${person.name} has left and has no verified bank account with us: they can give one, or you say how you paid them.`
        : `${person.name} has no verified bank account. Pay into their purse.`,
      "no_account",
    );
  const { company_id } = wallet;
  const [on, actor] = [await businessDate(tx), actorOf(context)];
  const [id, payout_id, reference] = [uuidv7(), uuidv7(), newReference("PO", on)];
  const { account_no, ...account } = person.account;
  const account_no_encrypted = context.encryption.encrypt(user_id, person.data_key, PAYOUT_FIELD, account_no);
  await tx
    .insertInto("payouts")
    .values({
      id: payout_id,
      purpose: "expense_request",
      subject_id: request_id,
      user_id,
      company_id,
      amount_kobo,
      ...account,
      account_no_encrypted,
      reference,
      status: "approved",
      created_by: actor.user_id,
      business_date: on,
    })
    .execute();
  await recordBeginning(tx, "payout", payout_id, "approved", actor);
  await postTransferSent(tx, { id, payout_id, company_id, reference, amount_kobo, on, actor: actor.name });
  const moved = { id, company_id, kind: "request_paid" as const, user_id, amount_kobo: -amount_kobo, reference };
  await recordMovement(tx, wallet, { ...moved, note: purpose, actor, on });
  if (request.kind === "purchase") await recordBought(tx, request.id, actor);
  await keepPayment(tx, context, request, "account", reference);
  await note(tx, user_id, messages.onItsWay(request, account.bank_name));
  await context.queue.send(tx, "send-payout", { payout_id });
  return { after: { status: "paying", amount_kobo, reference } };
}

/** Of who has left: paid outside the wallet, with their last salary for example. Their lines stay expenses, and are in no journal of the wallet. @throws Conflict, NotAllowed */
export async function payOtherwise(
  tx: Tx,
  context: Context,
  request: Paying,
  { body: { reason } }: { body: { reason: string } },
) {
  const { id: company_id, name } = await ownCompany(tx, context);
  await requireOther(tx, context, company_id, request);
  const reference = newReference("EX", await businessDate(tx));
  await keepPayment(tx, context, request, "otherwise", reference);
  const { user_id } = request;
  await inScopeOf(tx, user_id, () => tell(tx, context, user_id, messages.paidOtherwise(request, name, reason)));
  return { after: { status: "paid", amount_kobo: request.amount_kobo, reference } };
}

async function paidRequest(tx: Tx, id: string): Promise<Paying & { status: string }> {
  const { rows } = await sql<Paying & { status: string }>`
    select id, kind, user_id, purpose, amount_kobo, status, has_left(company_id, user_id) as has_left
    from expense_requests
    where id = ${id}
    for update
  `.execute(tx);
  return rows[0]!;
}

/** It did not arrive, or came back: the wallet has it again, and the request can be paid again. */
async function giveBack(tx: Tx, payout: Payout, because: Because, action: "fail" | "come_back"): Promise<void> {
  const { reason, on } = because;
  const request = await paidRequest(tx, payout.subject_id);
  const wallet = (await findWallet(tx, payout.company_id!, true))!;
  const { company_id } = wallet;
  const { id: payout_id, user_id, amount_kobo, reference } = payout;
  const id = uuidv7();
  const wasPaid = action === "come_back";
  const fact = { id, payout_id, company_id, reference, amount_kobo, wasPaid, on, actor: because.actor.name };
  await postTransferReturned(tx, fact);
  const moved = { id, company_id, kind: "request_returned" as const, user_id, amount_kobo, reference };
  await recordMovement(tx, wallet, { ...moved, note: request.purpose, actor: because.actor, on });
  await changeState(tx, { noun: "expenseRequest", id: request.id, from: request.status, action, ...because });
  const empty = { paid_into: null, paid_by: null, paid_at: null, payment_reference: null };
  await changeRows(tx, "expense_requests", request.id, empty);
  await changeRows(tx, "expenses", { request_id: request.id }, { money_reference: null });
  await note(tx, user_id, messages.notArrived(request));
  if (payout.created_by) await note(tx, payout.created_by, messages.cameBack(request, reason));
}

/** What a payout of a request does. */
export const expenseRequestPayout: PayoutPurpose = {
  narration: "Expenses",
  async lock(tx, { subject_id }) {
    await paidRequest(tx, subject_id);
  },
  async succeed(tx, means, payout, on) {
    const request = await paidRequest(tx, payout.subject_id);
    const { id: payout_id, reference, amount_kobo } = payout;
    const posted = await postTransferArrived(tx, { payout_id, reference, amount_kobo, on, actor: SYSTEM.name });
    const { id, status: from } = request;
    await changeState(tx, { noun: "expenseRequest", id, from, action: "arrive", actor: SYSTEM, business_date: on });
    await tell(tx, means, request.user_id, messages.arrived(request));
    return posted.transaction_id;
  },
  fail: (tx, _means, payout, because) => giveBack(tx, payout, because, "fail"),
  mayReturn: async () => true,
  returned: (tx, _means, payout, because) => giveBack(tx, payout, because, "come_back"),
};
