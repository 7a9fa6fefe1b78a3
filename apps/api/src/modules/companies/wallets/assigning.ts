/** Money of the wallet to the purse of an employee: at once where it is little, else when a second person of the company agrees. */
import type * as calls from "@manilla/contract/companies/wallets";
import type { Context } from "../../../house/app.ts";
import { inOneTransaction } from "../../../house/whole.ts";
import type { Tx } from "../../../db/database.ts";
import { InvalidFields, NotFound } from "../../../errors.ts";
import type { Actor } from "../../../request.ts";
import { walletOf } from "../../money/books/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { askColleague, givesAlone } from "../money-requests/index.ts";
import {
  findPurse,
  movePurse,
  openPurse,
  openWallet,
  ownCompany,
  requireEmployee,
  roomFor,
} from "../wallet-movements/index.ts";
import { purseOf } from "./queries.ts";

/** The purse of an employee and what the wallet has left. */
export const after = async (tx: Tx, company_id: string, user_id: string) => ({
  purse: await purseOf(tx, company_id, user_id),
  available_kobo: (await walletOf(tx, company_id)).available_kobo,
});

/**
 * The wallet, locked, and the purse of an employee to whom it may go. Independent queries are sent together.
 * @throws NotFound, NotAllowed, Conflict
 */
async function openBoth(tx: Tx, context: Context, user_id: string) {
  const { company_id } = context.session;
  if (!company_id) throw new NotFound("This company");
  const [company, , wallet, on, purse] = await Promise.all([
    ownCompany(tx, context),
    requireEmployee(tx, context, user_id),
    openWallet(tx, context, company_id),
    businessDate(tx),
    findPurse(tx, user_id),
  ]);
  return { company_id, wallet, known: { on, company }, purse: await openPurse(tx, company_id, user_id, purse) };
}

const refuseIn = (refusal: string | null): void => {
  if (refusal) throw new InvalidFields({ amount_kobo: [refusal] });
};

/** What was agreed to is looked at again, and moved. */
export async function assignAgreed(
  tx: Tx,
  context: Context,
  { user_id, amount_kobo, note }: { user_id?: string; amount_kobo: bigint | null; note: string | undefined },
  actor: Actor,
): Promise<void> {
  const asked = { user_id: user_id!, amount_kobo: amount_kobo! };
  const { wallet, known, purse } = await openBoth(tx, context, asked.user_id);
  const { refusal, ...held } = await roomFor(tx, wallet, { amount_kobo: asked.amount_kobo, purse, on: known.on });
  refuseIn(refusal);
  await movePurse(tx, context, wallet, { ...asked, why: note, actor, known: { ...known, purse, held } });
}

export const assignDebit = inOneTransaction<typeof calls.assignDebit>(async (tx, context, { body }) => {
  const { user_id, amount_kobo, note } = body;
  const { company_id, wallet, known, purse } = await openBoth(tx, context, user_id);
  const asked = { company_id, user_id, amount_kobo, on: known.on };
  const [{ refusal, ...held }, shown, isAlone] = await Promise.all([
    roomFor(tx, wallet, { amount_kobo, purse, on: known.on }),
    purseOf(tx, company_id, user_id),
    givesAlone(tx, context.session.user_id, asked),
  ]);
  refuseIn(refusal);
  const approval_id = isAlone ? null : await askColleague(tx, context, { what: "purse", user_id, amount_kobo, note });
  const { available_kobo } = held;
  if (approval_id) return { purse: shown, available_kobo, approval_id };
  await movePurse(tx, context, wallet, { user_id, amount_kobo, why: note, known: { ...known, purse, held } });
  return {
    purse: { ...shown, balance_kobo: shown.balance_kobo + amount_kobo },
    available_kobo: available_kobo - amount_kobo,
    approval_id,
  };
});
