/** What two colleagues do by hand: take money out of a cash wallet (C179), and say that a transfer without an answer arrived (C183). */
import { naira } from "@manilla/contract/formats";
import { type CashDebit, cashDebits } from "@manilla/contract/people/wallet-kinds";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import { Conflict, InvalidFields, NotAllowed, NotFound } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { freeCash, newReference, personalBalances, postCashDebited } from "../../money/books/index.ts";
import { lockPayoutInOrder, succeed } from "../../money/payouts/index.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { requireSlip, slipShown } from "../../money/slips/index.ts";
import { isDeleted, requestApproval, unlessIn } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { tellSoon } from "../../platform/notifications/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { requireCustomer } from "../people/index.ts";
import { payeesOf } from "../people/profiles/index.ts";
import { recordPersonal } from "../personal-wallets/index.ts";
import { debited } from "./messages.ts";

const PERMISSION = "provider:can_fund_debit_wallet";
const OWN = "Nobody decides about their own money.";

interface Debit {
  user_id: string;
  amount_kobo: bigint;
  cause: CashDebit;
  slip_id: string;
  reason: string;
}

async function requireThere(tx: Tx, user_id: string, amount_kobo: bigint): Promise<void> {
  const free_kobo = await freeCash(tx, user_id);
  if (amount_kobo > free_kobo)
    throw new InvalidFields({ amount_kobo: [`${naira(free_kobo)} of the wallet is free at the moment`] });
}

/** The maker's half of a debit. @throws NotFound, NotAllowed for oneself, InvalidFields, Conflict while one waits */
export async function askToDebit(tx: Tx, context: Context, debit: Debit): Promise<string> {
  const { user_id, amount_kobo, cause, reason } = debit;
  await requireCustomer(tx, user_id);
  if (user_id === context.session.user_id) throw new NotAllowed(OWN, "own_money");
  await requireThere(tx, user_id, amount_kobo);
  const slip_id = await requireSlip(tx, context, debit);
  return requestApproval(tx, context, {
    kind: "debit_cash",
    title: `Take ${naira(amount_kobo)} out of the cash wallet of {person}`,
    whose: user_id,
    payload: { user_id, amount_kobo: String(amount_kobo), cause, slip_id, reason },
    once: ["user_id"],
    amount_kobo,
    reason,
  });
}

/** Where it goes in the books: back to what was given wrongly. */
const INTO = { reward: "cashback_expense", refund: "refund_losses" } as const;

/** The checker's half of a debit. */
export const debitCash: ApprovalKind<Omit<Debit, "amount_kobo"> & { amount_kobo: string }> = {
  permission: PERMISSION,
  over: isDeleted,
  async shows({ db }, { id, payload }) {
    const { papers, facts } = await slipShown(db, payload.slip_id, id);
    return { papers, facts: [{ label: "Because", value: cashDebits[payload.cause] }, ...facts] };
  },
  measures: async (tx, _, { payload }) => [
    { label: "Cash wallet", value: (await personalBalances(tx, payload.user_id)).cash_kobo },
  ],
  async execute(tx, context, { id: approval_id, payload }) {
    const { user_id, cause, slip_id, reason } = payload;
    const amount_kobo = BigInt(payload.amount_kobo);
    if (user_id === context.session.user_id) throw new NotAllowed(OWN, "own_money");
    await lockPerson(tx, user_id);
    await requireThere(tx, user_id, amount_kobo).catch(() => {
      throw new Conflict("The wallet holds less by now.", "insufficient_funds");
    });
    const [id, on, actor] = [uuidv7(), await businessDate(tx), actorOf(context)];
    const fact = { id, approval_id, user_id, amount_kobo, into: INTO[cause], on, actor: actor.name };
    await postCashDebited(tx, fact);
    const reference = newReference("CD", on);
    const moved = { user_id, kind: "debited", reference, note: cashDebits[cause], slip_id, actor, on } as const;
    await recordPersonal(tx, "cash", { ...moved, amount_kobo: -amount_kobo, ledger_transaction_id: id });
    await recordAudit(tx, context, "cash_debited", ["user", user_id], {
      after: { amount_kobo, reference, cause },
      reason,
    });
    await tellSoon(tx, user_id, debited({ amount_kobo, cause }));
    return undefined;
  },
};

interface Marked {
  payout_id: string;
  user_id: string;
  slip_id: string;
  reason: string;
}

/** The maker's half of marking a transfer as arrived. @throws InvalidFields without evidence of one's own, Conflict while one waits */
export async function askToMark(
  tx: Tx,
  context: Context,
  {
    id,
    user_id,
    amount_kobo,
    account_name,
  }: { id: string; user_id: string; amount_kobo: bigint; account_name: string },
  body: { slip_id: string; reason: string },
): Promise<string> {
  const slip_id = await requireSlip(tx, context, body);
  return requestApproval(tx, context, {
    kind: "mark_cash_success",
    title: `A transfer of ${naira(amount_kobo)} by {person} arrived at ${account_name}`,
    whose: user_id,
    payload: { payout_id: id, user_id, slip_id, reason: body.reason },
    once: ["payout_id"],
    beside: ["give_up_refund"],
    before: { status: "unknown" },
    amount_kobo,
    reason: body.reason,
  });
}

/** The checker's half: only what is still unknown; the ledger follows as for any success. */
export const markCashSuccess: ApprovalKind<Marked> = {
  permission: PERMISSION,
  over: unlessIn("payouts", "payout_id", ["unknown"]),
  async shows({ db }, { id, payload }) {
    const payees = await payeesOf(db, sql`o.id = ${payload.payout_id}::uuid`);
    return { payees, ...(await slipShown(db, payload.slip_id, id)) };
  },
  async execute(tx, context, { payload: { payout_id, reason } }) {
    const payout = await lockPayoutInOrder(context, tx, payout_id);
    if (!payout) throw new NotFound("This transfer");
    const { rows } = await sql<{ payees: string[] }>`select payees_of_payout(${payout_id}::uuid) as payees`.execute(tx);
    if ([payout.user_id, ...rows[0]!.payees].includes(context.session.user_id)) throw new NotAllowed(OWN, "own_money");
    if (payout.status !== "unknown")
      throw new Conflict(`This transfer is ${payout.status.replaceAll("_", " ")} now.`, "illegal_transition");
    const { provider_reference, amount_kobo } = payout;
    await succeed(context, tx, payout, { provider_reference }, { actor: actorOf(context), reason });
    await recordAudit(tx, context, "cash_transfer_marked", ["payout", payout_id], {
      before: { status: "unknown" },
      after: { status: "success", amount_kobo },
      reason,
    });
    return undefined;
  },
};
