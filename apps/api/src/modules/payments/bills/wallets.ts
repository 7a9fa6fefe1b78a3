/** Where a bill's money comes from, and where it goes back to: the person's cash, the purse of their company, or the company's wallet. */
import type { BillSource } from "@manilla/contract/payments/bill-states";
import { uuidv7 } from "uuidv7";
import { findRow } from "../../../db/row.ts";
import type { Database, Tx } from "../../../db/database.ts";
import type { App } from "../../../house/app.ts";
import type { Actor } from "../../../request.ts";
import { type Wallet, findWallet, openWallet, recordMovement } from "../../companies/wallet-movements/index.ts";
import {
  type BillWallet,
  openCashWallet,
  openPurseAccount,
  openWalletAccount,
  freeCash,
  heldBy,
  postBillAccepted,
} from "../../money/books/index.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { recordPersonal } from "../../people/personal-wallets/index.ts";

/** What a person can pay bills from, with what of it is free. */
export async function sourcesOf(
  db: Database | Tx,
  user_id: string,
): Promise<{ paid_from: BillSource; available_kobo: bigint; company_id: string | null }[]> {
  const [{ purse_kobo }, free_kobo, purse] = await Promise.all([
    heldBy(db, user_id),
    freeCash(db, user_id),
    findRow(db, "purses", { user_id }, ["company_id"]),
  ]);
  return [
    { paid_from: "cash", available_kobo: free_kobo, company_id: null },
    ...(purse ? [{ paid_from: "purse" as const, available_kobo: purse_kobo, company_id: purse.company_id }] : []),
  ];
}

export interface PaidBill {
  id: string;
  user_id: string;
  company_id: string | null;
  paid_from: BillSource;
  reference: string;
  service_name: string;
  total_kobo: bigint;
}
interface By {
  actor: Actor;
  on: string;
}
const walletOfBill = ({ paid_from, user_id, company_id }: PaidBill): BillWallet => {
  if (paid_from === "company") return { line: "company_wallet", owner_id: company_id! };
  return { line: paid_from === "cash" ? "cash_wallet" : "purse", owner_id: user_id };
};

/** Locks whose money a bill is: before the bill itself, as everywhere. */
export async function lockPayer(
  tx: Tx,
  { user_id, company_id, paid_from }: Pick<PaidBill, "user_id" | "company_id" | "paid_from">,
): Promise<Wallet | undefined> {
  if (paid_from === "company") return findWallet(tx, company_id!, true);
  await lockPerson(tx, user_id);
  return undefined;
}

/** B1, with its row in the list of the wallet that has one. @returns the posting's id @throws InsufficientFunds */
export async function takeFor(tx: Tx, bill: PaidBill, { actor, on }: By): Promise<string> {
  const { id: bill_id, user_id, company_id, reference, total_kobo, paid_from, service_name: note } = bill;
  const id = uuidv7();
  const wallet = walletOfBill(bill);
  await postBillAccepted(tx, { id, bill_id, reference, total_kobo, wallet, on, actor: actor.name });
  if (paid_from === "cash") {
    const moved = { user_id, kind: "bill_paid", amount_kobo: -total_kobo, reference, note, actor, on } as const;
    await recordPersonal(tx, "cash", { ...moved, ledger_transaction_id: id });
  }
  if (paid_from === "company") {
    const moved = {
      id,
      company_id: company_id!,
      kind: "bill_paid",
      amount_kobo: -total_kobo,
      reference,
      note,
      actor,
      on,
    };
    await recordMovement(tx, (await findWallet(tx, company_id!, true))!, { ...moved, kind: "bill_paid" });
  }
  return id;
}

/** The wallet that money goes back to, opened; a purse that is closed by now was its company's. */
async function walletBack(tx: Tx, { user_id, company_id, paid_from }: PaidBill): Promise<BillWallet> {
  if (!company_id) {
    await openCashWallet(tx, user_id);
    return { line: "cash_wallet", owner_id: user_id };
  }
  if (paid_from === "purse" && (await findRow(tx, "purses", { user_id, company_id }, ["user_id"]))) {
    await openPurseAccount(tx, user_id);
    return { line: "purse", owner_id: user_id };
  }
  await openWalletAccount(tx, company_id);
  return { line: "company_wallet", owner_id: company_id };
}

/** Gives a bill's money back by a posting, with its row in the list of the wallet that has one, and tells those who are notified of filled purses. */
export async function giveBack(
  tx: Tx,
  app: Pick<App, "encryption" | "house">,
  bill: PaidBill,
  { actor, on }: By,
  postIt: (wallet: BillWallet, id: string) => Promise<unknown>,
): Promise<void> {
  const { user_id, company_id, reference, total_kobo: amount_kobo, service_name: note } = bill;
  const [wallet, id] = [await walletBack(tx, bill), uuidv7()];
  const closed = wallet.line === "company_wallet" ? await openWallet(tx, app, wallet.owner_id) : undefined;
  await postIt(wallet, id);
  const moved = { kind: "bill_back", amount_kobo, reference, note, actor, on } as const;
  const whose = bill.paid_from === "purse" ? { user_id } : {};
  if (closed) await recordMovement(tx, closed, { ...moved, ...whose, id, company_id: wallet.owner_id });
  else if (wallet.line === "cash_wallet")
    await recordPersonal(tx, "cash", { ...moved, user_id, ledger_transaction_id: id });
  else if (company_id) for (const hear of app.house.purse_filled) await hear(tx, { company_id, user_id, on });
}
