/** Whether the wallet has room for what shall leave it, in words. */
import { naira } from "@manilla/contract/formats";
import type { Tx } from "../../../db/database.ts";
import { walletOf } from "../../money/books/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import type { Wallet } from "../wallet-movements/index.ts";
import { leftOn, purseOf } from "./queries.ts";
import { type AssignmentRefusal, assignmentRefusal, leftToday } from "./rules.ts";

const words: Record<AssignmentRefusal["code"], (room: string) => string> = {
  not_enough: (room) => `the wallet has ${room} available`,
  daily_limit: (room) => `${room} may still leave the wallet today`,
  purse_limit: (room) => `the purse may take ${room} more`,
};

/**
 * Why an amount cannot leave a wallet, which is locked: what it has, its limits of a day, and the purse's where it goes to one.
 * @returns the words, or null where it can
 * @throws NotFound for a purse that is not there
 */
export async function whyNotOut(
  tx: Tx,
  wallet: Wallet,
  { amount_kobo, user_id }: { amount_kobo: bigint; user_id?: string },
): Promise<string | null> {
  const { company_id } = wallet;
  const { available_kobo } = await walletOf(tx, company_id);
  const purse = user_id === undefined ? undefined : await purseOf(tx, company_id, user_id);
  const refusal = assignmentRefusal({
    amount_kobo,
    available_kobo,
    left_today_kobo: leftToday(wallet, await leftOn(tx, company_id, await businessDate(tx))),
    purse_kobo: purse?.balance_kobo ?? 0n,
    purse_limit_kobo: purse?.limit_kobo ?? null,
  });
  return refusal && words[refusal.code](naira(refusal.room_kobo));
}
