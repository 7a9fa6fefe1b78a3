/** Every posting on a company's wallet, its row in the list, and who is notified. */
import type { WalletMovement } from "@manilla/contract/companies/wallet-movements";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { insertRow } from "../../../db/fixed.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { NotFound } from "../../../errors.ts";
import type { App, Context } from "../../../house/app.ts";
import type { Actor } from "../../../request.ts";
import { openPurseAccount, openWalletAccount, newReference, postAssigned, walletOf } from "../../money/books/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { type Message, type Note, note, tellSoon } from "../../platform/notifications/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { peopleWith } from "./people.ts";
import * as messages from "./messages.ts";

/** A wallet as its rules need it; undefined where none was opened. */
export interface Wallet {
  /** What may leave it in a day: as the provider allows, and as the company wants; null: without a limit. */
  provider_daily_limit_kobo: bigint | null;
  daily_limit_kobo: bigint | null;
  /** What the provider allows in one payment, and in a month. */
  provider_single_limit_kobo: bigint | null;
  provider_monthly_limit_kobo: bigint | null;

  company_id: string;
  low_balance_kobo: bigint | null;
  is_low: boolean;
  data_key: Buffer;
}
const COLUMNS = [
  "company_id",
  "provider_daily_limit_kobo",
  "daily_limit_kobo",
  "provider_single_limit_kobo",
  "provider_monthly_limit_kobo",
  "low_balance_kobo",
  "is_low",
  "data_key",
] as const;

export const findWallet = (db: Database | Tx, company_id: string, lock = false): Promise<Wallet | undefined> =>
  findRow(db, "wallets", { company_id }, COLUMNS, { lock });

/** The company's wallet, locked; opened where there was none. */
export async function openWallet(tx: Tx, app: Pick<App, "encryption">, company_id: string): Promise<Wallet> {
  const known = await findWallet(tx, company_id, true);
  if (known) return known;
  await tx
    .insertInto("wallets")
    .values({ company_id, data_key: app.encryption.createKey(company_id), opened_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await openWalletAccount(tx, company_id);
  return (await findWallet(tx, company_id, true))!;
}

export interface Purse {
  user_id: string;
  /** What it may hold; null: without a limit. */
  limit_kobo: bigint | null;
  /** Whether the ledger's account of it was opened. */
  has_account: boolean;
}

type FoundPurse = Purse & { company_id: string };
/** The purse of an employee; undefined where none was opened. */
export async function findPurse(tx: Tx, user_id: string): Promise<FoundPurse | undefined> {
  const { rows } = await sql<FoundPurse>`
    select p.user_id, p.company_id, p.limit_kobo,
      exists (select from ledger.accounts a where a.tenant = '' and a.code = 'purse:' || p.user_id) as has_account
    from purses p
    where p.user_id = ${user_id}
  `.execute(tx);
  return rows[0];
}

/** The purse of an employee, opened where there was none. @param found was read already @throws NotFound for the purse of another company */
export async function openPurse(tx: Tx, company_id: string, user_id: string, found?: FoundPurse): Promise<Purse> {
  const known = found ?? (await findPurse(tx, user_id));
  if (!known)
    await tx
      .insertInto("purses")
      .values({ user_id, company_id, opened_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const purse = known ?? (await findPurse(tx, user_id))!;
  if (purse.company_id !== company_id) throw new NotFound("This employee");
  return purse;
}

/** Tells those of the company who may fund its wallet; what is a message, and not a note alone, by mail too. */
async function tellFunders(tx: Tx, company_id: string, message: Note | Message): Promise<void> {
  for (const { id } of await peopleWith(tx, company_id, "company:can_fund_debit_wallet"))
    await ("about" in message ? tellSoon(tx, id, { ...message, also: ["mail"] }) : note(tx, id, message));
}

interface Moved {
  id: string;
  company_id: string;
  kind: WalletMovement;
  user_id?: string;
  amount_kobo: bigint;
  reference: string;
  note?: string | null | undefined;
  actor: Actor;
  on: string;
}

/** What is in a wallet, and what of it nothing is held for. */
export interface Held {
  balance_kobo: bigint;
  available_kobo: bigint;
}

/** Writes down what a posting did to the wallet, which is locked, and says when it has become low. @param held after it, where that is known */
export async function recordMovement(tx: Tx, wallet: Wallet, moved: Moved, held?: Held): Promise<void> {
  const { actor, on, note: why, ...row } = moved;
  const { balance_kobo, available_kobo } = held ?? (await walletOf(tx, wallet.company_id));
  const kept = { note: why ?? null, moved_by: actor.user_id, business_date: on, happened_at: clock.now() };
  await insertRow(tx, "wallet_movements", { ...row, ...kept, balance_kobo });
  const { low_balance_kobo: below } = wallet;
  const is_low = below !== null && available_kobo < below;
  if (is_low === wallet.is_low) return;
  await changeRows(tx, "wallets", { company_id: wallet.company_id }, { is_low });
  if (is_low) await tellFunders(tx, wallet.company_id, messages.low(available_kobo, below));
}

/** Tells those who fund the wallet of money that came, or was taken out of it again. */
export const tellOfMoney = (tx: Tx, company_id: string, message: Note | Message): Promise<void> =>
  tellFunders(tx, company_id, message);

/** What the caller has read already: the day since the wallet was locked. */
interface Known {
  on: string;
  company: { name: string };
  purse?: Pick<Purse, "has_account">;
  held?: Held;
}

/**
 * Moves money between the wallet, which is locked, and the purse of an employee.
 * @param amount_kobo positive into the purse, negative out of it
 * @returns its reference
 * @throws InsufficientFunds where the wallet or the purse does not have it
 */
export async function movePurse(
  tx: Tx,
  context: Context,
  wallet: Wallet,
  {
    user_id,
    amount_kobo,
    why,
    actor = actorOf(context),
    known,
  }: { user_id: string; amount_kobo: bigint; why?: string | undefined; actor?: Actor; known?: Known },
): Promise<string> {
  const { company_id } = wallet;
  const [on, { name }] = await Promise.all([
    known?.on ?? businessDate(tx),
    known?.company ?? getRow(tx, "companies", company_id, ["name"]),
    known?.purse?.has_account || openPurseAccount(tx, user_id),
  ]);
  const [id, reference] = [uuidv7(), newReference("WA", on)];
  await postAssigned(tx, { id, company_id, user_id, reference, amount_kobo, on, actor: actor.name });
  const kind = amount_kobo > 0n ? "assigned" : "taken_back";
  const moved = { id, company_id, kind, user_id, amount_kobo: -amount_kobo, reference, note: why, actor, on } as const;
  const heard = async (): Promise<void> => {
    if (amount_kobo > 0n) for (const hear of context.house.purse_filled) await hear(tx, { company_id, user_id, on });
  };
  const before = known?.held;
  const after = before && {
    balance_kobo: before.balance_kobo - amount_kobo,
    available_kobo: before.available_kobo - amount_kobo,
  };
  await Promise.all([recordMovement(tx, wallet, moved, after), heard()]);
  await note(
    tx,
    user_id,
    amount_kobo > 0n ? messages.assigned(amount_kobo, name, why) : messages.takenBack(-amount_kobo, name),
  );
  return reference;
}
