/** The provisional credit of a transfer under a claim: given once, and turned round with the claim's end. The transfer is locked. */
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict } from "../../../errors.ts";
import type { Actor } from "../../../request.ts";
import {
  freeCash,
  payingAccount,
  personalBalances,
  postProvisionalTurned,
  postProvisionalCredit,
  walletOf,
} from "../../money/books/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { type Transfer, record } from "./recording.ts";

const factOf = (transfer: Transfer, case_id: string, amount_kobo: bigint, on: string, actor: Actor) => ({
  id: uuidv7(),
  case_id,
  transfer_id: transfer.id,
  wallet: payingAccount(transfer),
  reference: transfer.reference,
  amount_kobo,
  on,
  actor: actor.name,
});

/** Gives the payer the money for now. The database refuses a second one. */
export async function giveCredit(
  tx: Tx,
  transfer: Transfer,
  { case_id, amount_kobo }: { case_id: string; amount_kobo: bigint },
  actor: Actor,
): Promise<void> {
  const on = await businessDate(tx);
  const fact = factOf(transfer, case_id, amount_kobo, on, actor);
  const row = { id: fact.id, case_id, transfer_id: transfer.id, amount_kobo, given_at: clock.now() };
  await tx.insertInto("claim_credits").values(row).execute();
  await postProvisionalCredit(tx, fact);
  await record(tx, transfer, { id: fact.id, amount_kobo, kind: "came_back", on, actor });
}

/** What is free in the wallet that paid, and what is held in it: that may be free again tomorrow. */
async function roomIn(tx: Tx, { user_id, company_id }: Transfer): Promise<{ free_kobo: bigint; held_kobo: bigint }> {
  if (company_id) {
    const { available_kobo: free_kobo, held_kobo } = await walletOf(tx, company_id);
    return { free_kobo, held_kobo };
  }
  const [{ cash_kobo }, free_kobo] = [await personalBalances(tx, user_id), await freeCash(tx, user_id)];
  return { free_kobo, held_kobo: cash_kobo - free_kobo };
}

/**
 * Takes it back where one was given: its claim is lost, or the money itself has come. What the wallet does not hold any more is our loss.
 * @throws Conflict where it would be lost although the wallet holds money: held is not spent
 */
export async function turnCredit(tx: Tx, transfer: Transfer, actor: Actor): Promise<void> {
  const { rows } = await sql<{ case_id: string; amount_kobo: bigint }>`
    update claim_credits
    set turned_at = ${clock.now()}
    where transfer_id = ${transfer.id} and turned_at is null
    returning case_id, amount_kobo
  `.execute(tx);
  const [found] = rows;
  if (!found) return;
  const { case_id, amount_kobo } = found;
  const [{ free_kobo, held_kobo }, on] = [await roomIn(tx, transfer), await businessDate(tx)];
  const lost_kobo = free_kobo < amount_kobo ? amount_kobo - free_kobo : 0n;
  if (lost_kobo > 0n && held_kobo > 0n)
    throw new Conflict(
      `${naira(held_kobo)} is held in the wallet that was credited for now: what holds it comes first.`,
      "money_held",
    );
  const fact = factOf(transfer, case_id, amount_kobo, on, actor);
  await postProvisionalTurned(tx, { ...fact, lost_kobo });
  await sql`update claim_credits set lost_kobo = ${lost_kobo} where case_id = ${case_id}`.execute(tx);
  const taken = lost_kobo - amount_kobo;
  if (taken < 0n) await record(tx, transfer, { id: fact.id, amount_kobo: taken, kind: "came_back", on, actor });
}
