/** Where money that came in goes: into its wallet, or into the held receipts while the wallet may not take it. */
import type { HeldReason } from "@manilla/contract/payments/inbound-credit-states";
import type { Selectable } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import type { DB } from "../../../db/types.gen.ts";
import { Conflict } from "../../../errors.ts";
import type { Actor } from "../../../house/app.ts";
import type { Because, Means, Receipt, ReceiptPurpose } from "../../../house/purposes.ts";
import { payExpected, lockLine } from "../../companies/line-statements/index.ts";
import { openWallet, recordMovement, tellOfMoney, walletMessages } from "../../companies/wallet-movements/index.ts";
import {
  InsufficientFunds,
  personalBalances,
  postCashFunded,
  postHeldReleased,
  postInboundHeld,
  postReleaseBack,
} from "../../money/books/index.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { recordPersonal, tierOf } from "../../people/personal-wallets/index.ts";
import { tell, tellSoon } from "../../platform/notifications/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { type Payee, ownerOf } from "./accounts.ts";
import * as messages from "./messages.ts";
import { whyHeld } from "./rules.ts";

export type Credit = Selectable<DB["inbound_credits"]>;

/** The money with its owner, locked in the order that everybody keeps: the person, then what is theirs. */
export async function lockCredit(tx: Tx, id: string): Promise<Credit | undefined> {
  const found = await findRow(tx, "inbound_credits", id, ["user_id"]);
  if (found?.user_id) await lockPerson(tx, found.user_id);
  return tx.selectFrom("inbound_credits").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

/** Why a wallet may not take an amount now; null where it may. The person is locked. */
export async function heldBecause(tx: Tx, payee: Payee, amount_kobo: bigint): Promise<HeldReason | null> {
  const into = payee.user_id && payee.is_open ? (await tierOf(tx, payee.user_id)).into : null;
  return whyHeld(amount_kobo, into, payee.is_open);
}

/** What the owner reads of money that is held. */
export async function tellOfHeld(tx: Tx, means: Means, credit: Credit): Promise<void> {
  const { user_id, company_id, held_because } = credit;
  const because = held_because as HeldReason;
  if (company_id) return tellOfMoney(tx, company_id, messages.held(credit, messages.waitsBecause(because, null)));
  if (!user_id) return;
  const { plan } = (await tierOf(tx, user_id)).limits;
  await tell(tx, means, user_id, messages.held(credit, messages.waitsBecause(because, plan)));
}

/** The posting that took the money out of the wallet: the receipt's mirror image, or that of its release. @throws Conflict where it was spent */
async function mirrorOf(tx: Tx, { id: receipt_id }: Receipt, credit: Credit, because: Because): Promise<string> {
  const { actor, on, reason } = because;
  const { released_transaction_id: transaction_id } = credit;
  if (!transaction_id)
    return (await getRow(tx, "receipts", receipt_id, ["reversal_transaction_id"])).reversal_transaction_id!;
  try {
    return (await postReleaseBack(tx, { transaction_id, receipt_id, on, actor: actor.name, reason })).transaction_id;
  } catch (error) {
    if (error instanceof InsufficientFunds)
      throw new Conflict("The money from this receipt was used already.", "credit_used");
    throw error;
  }
}

/**
 * Money of the partner bank, for a person, or held for a company. Its subject is the transfer. What a wallet takes of a company is received as any
 * money for its wallet.
 */
export const inboundCredit: ReceiptPurpose<Credit> = {
  called: "This transfer",
  at: 97,
  claim: async () => null,
  subjectOf: async (tx, receipt_id) => (await findRow(tx, "inbound_credits", { receipt_id }, ["id"]))?.id ?? null,
  load: lockCredit,
  measures: async (tx, id) => {
    const found = await findRow(tx, "inbound_credits", id, ["user_id"]);
    if (!found?.user_id) return [];
    return [{ label: "Cash wallet", value: (await personalBalances(tx, found.user_id)).cash_kobo }];
  },
  ownerOf: ({ user_id }) => user_id ?? "",
  async receive(tx, means, money, receipt_id, credit, write) {
    const { user_id, amount_kobo, reference, source, on, actor } = money;
    if (source === "customer_credit") throw new Conflict("Only money from outside comes in so.", "not_possible");
    const id = uuidv7();
    await write({ ledger_transaction_id: id, credit_kobo: 0n, released_kobo: 0n });
    const fact = { id, receipt_id, reference, source, amount_kobo, on, actor: actor.name };
    if (credit.status === "held") {
      await postInboundHeld(tx, fact);
      return tellOfHeld(tx, means, credit);
    }
    await postCashFunded(tx, { ...fact, user_id });
    const moved = { user_id, kind: "paid_in", amount_kobo, reference, ledger_transaction_id: id, actor, on } as const;
    await recordPersonal(tx, "cash", { ...moved, note: credit.sender_name });
    await tell(tx, means, user_id, messages.received(credit));
  },
  async takeBack(tx, means, receipt, credit, { actor, on, reason }) {
    if (credit.status !== "received")
      throw new Conflict("This money is not in a wallet: it goes back to its sender from the held receipts.", "held");
    const { amount_kobo, reference } = receipt;
    const ledger_transaction_id = await mirrorOf(tx, receipt, credit, { actor, on, reason });
    const { user_id, company_id } = credit;
    const moved = { amount_kobo: -amount_kobo, reference, note: reason, actor, on };
    if (user_id) {
      await recordPersonal(tx, "cash", { ...moved, user_id, kind: "paid_in_reversed", ledger_transaction_id });
      await tellSoon(tx, user_id, messages.takenBack(amount_kobo, reference, reason));
    } else if (company_id) {
      const wallet = await openWallet(tx, means, company_id);
      await recordMovement(tx, wallet, { ...moved, id: ledger_transaction_id, company_id, kind: "reversed" });
      await tellOfMoney(tx, company_id, walletMessages.takenOut(amount_kobo, reference, reason));
    }
  },
  takeBackCredit: async () => undefined,
};

/** Held money goes into its wallet, which may take it; both are locked. */
async function putIntoWallet(tx: Tx, means: Means, credit: Credit, actor: Actor): Promise<string> {
  const { id, user_id, company_id, amount_kobo, session_id: reference } = credit;
  const [transaction_id, on] = [uuidv7(), await businessDate(tx)];
  const fact = { id: transaction_id, receipt_id: credit.receipt_id!, reference, amount_kobo, on, actor: actor.name };
  const moved = { amount_kobo, reference, note: credit.sender_name, actor, on };
  if (user_id) {
    await postHeldReleased(tx, { ...fact, owner: { user_id } });
    await recordPersonal(tx, "cash", { ...moved, user_id, kind: "paid_in", ledger_transaction_id: transaction_id });
    await tell(tx, means, user_id, messages.released(credit));
  } else if (company_id) {
    await lockLine(tx, company_id);
    const wallet = await openWallet(tx, means, company_id);
    await postHeldReleased(tx, { ...fact, owner: { company_id } });
    await recordMovement(tx, wallet, { ...moved, id: transaction_id, company_id, kind: "transfer_in" });
    await tellOfMoney(tx, company_id, walletMessages.paidIn(amount_kobo, `From ${credit.sender_name}`));
    await payExpected(tx, means, { company_id, amount_kobo, on, actor });
  }
  await changeRows(tx, "inbound_credits", id, { released_on: on, released_transaction_id: transaction_id });
  return on;
}

/**
 * Releases held money, which is locked, where its wallet may take it now.
 * @returns why it stays held; null once it is in the wallet
 */
export async function tryRelease(tx: Tx, means: Means, credit: Credit, actor: Actor): Promise<HeldReason | null> {
  const payee = await ownerOf(tx, credit);
  const why = payee ? await heldBecause(tx, payee, credit.amount_kobo) : "closed";
  if (why) return why;
  const business_date = await putIntoWallet(tx, means, credit, actor);
  await changeState(tx, {
    noun: "inboundCredit",
    id: credit.id,
    from: "held",
    action: "release",
    actor,
    business_date,
  });
  return null;
}
