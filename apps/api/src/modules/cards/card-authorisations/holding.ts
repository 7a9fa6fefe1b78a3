/** The money that a payment holds: set aside in the ledger, so that nothing else spends it. */
import { queryable, type Tx } from "../../../db/database.ts";
import { InsufficientFunds, UnknownAccount, hold, release } from "../../money/books/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import type { Payment } from "./loading.ts";

/** What is held of a payment. */
export type Held = Pick<Payment, "held_kobo" | "hold_id">;
/** What is free besides; a hold that was there is there again. */
export type NotThere = { available_kobo: bigint } & Partial<Held>;
const NOTHING: Held = { held_kobo: 0n, hold_id: null };

interface Asked {
  key: string;
  amount_kobo: bigint;
  reference: string;
}

/** Sets money aside. @returns what is available where it is not enough */
async function setAside(tx: Tx, account: string, asked: Asked): Promise<Held | { available_kobo: bigint }> {
  const { key, amount_kobo, reference } = asked;
  if (amount_kobo === 0n) return NOTHING;
  try {
    const description = `Card payment ${reference}`;
    const { id } = await hold(queryable(tx), { key, account, amount_kobo, description, actor: SYSTEM.name });
    return { held_kobo: amount_kobo, hold_id: id };
  } catch (error) {
    if (error instanceof InsufficientFunds) return { available_kobo: error.available_kobo };
    if (error instanceof UnknownAccount) return { available_kobo: 0n };
    throw error;
  }
}

const asIs = ({ held_kobo, hold_id }: Held): Held => ({ held_kobo, hold_id });
const letGo = async (tx: Tx, { hold_id }: Held): Promise<void> => {
  if (hold_id) await release(queryable(tx), { hold_id });
};

/**
 * Sets aside what is requested on top of what a payment holds, as one hold; or leaves it as it was.
 * @returns what is free besides where it is not enough
 */
export async function holdMore(tx: Tx, account: string, held: Held, asked: Asked): Promise<Held | NotThere> {
  if (held.held_kobo >= asked.amount_kobo) return asIs(held);
  // What was held goes back first: from then on the account is locked and nothing comes in between.
  await letGo(tx, held);
  const placed = await setAside(tx, account, asked);
  if ("hold_id" in placed || !held.hold_id) return placed;
  const before = await setAside(tx, account, { ...asked, key: `${asked.key}:before`, amount_kobo: held.held_kobo });
  if (!("hold_id" in before)) throw new Error("What a payment held is no longer there.");
  return { available_kobo: placed.available_kobo - held.held_kobo, ...before };
}

/** Makes what a payment holds another amount; where less is there (the issuer let it through without us), that is held. */
export async function holdAnew(tx: Tx, account: string, held: Held, asked: Asked): Promise<Held> {
  if (held.held_kobo === asked.amount_kobo) return asIs(held);
  await letGo(tx, held);
  const placed = await setAside(tx, account, asked);
  if ("held_kobo" in placed) return placed;
  const amount_kobo = placed.available_kobo > 0n ? placed.available_kobo : 0n;
  const less = await setAside(tx, account, { ...asked, amount_kobo });
  return "held_kobo" in less ? less : NOTHING;
}
