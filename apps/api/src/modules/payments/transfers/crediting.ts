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
  postProvisionalCredit,
  postProvisionalRecovered,
  postProvisionalTurned,
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
 * Takes it back where one was given: its claim is lost, or the money itself has come. What the wallet does not hold any more is our loss,
 * until money of the transfer comes: of that, what was lost before is kept.
 * @param came_kobo what has come into the wallet with it: returned by the bank or refunded
 * @throws Conflict where it would be lost although the wallet holds money: held is not spent
 */
export async function turnCredit(tx: Tx, transfer: Transfer, actor: Actor, came_kobo: bigint): Promise<void> {
  await turnGiven(tx, transfer, actor);
  if (came_kobo > 0n) await recoverLost(tx, transfer, actor, came_kobo);
}

async function turnGiven(tx: Tx, transfer: Transfer, actor: Actor): Promise<void> {
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

/** Its payer spent what was given, and now has the money itself: not both. */
async function recoverLost(tx: Tx, transfer: Transfer, actor: Actor, came_kobo: bigint): Promise<void> {
  const { rows } = await sql<{ case_id: string; lost_kobo: bigint }>`
    select case_id, lost_kobo from claim_credits where transfer_id = ${transfer.id} and lost_kobo > 0 order by given_at for update
  `.execute(tx);
  let left_kobo = came_kobo;
  for (const { case_id, lost_kobo } of rows) {
    const { free_kobo } = await roomIn(tx, transfer);
    const kobo = [lost_kobo, left_kobo, free_kobo].reduce((least, each) => (each < least ? each : least));
    if (kobo <= 0n) return;
    const [on, left_lost_kobo] = [await businessDate(tx), lost_kobo - kobo];
    const fact = factOf(transfer, case_id, kobo, on, actor);
    await postProvisionalRecovered(tx, { ...fact, lost_kobo });
    await sql`update claim_credits set lost_kobo = ${left_lost_kobo} where case_id = ${case_id}`.execute(tx);
    await record(tx, transfer, { id: fact.id, amount_kobo: -kobo, kind: "came_back", on, actor });
    left_kobo -= kobo;
  }
}
