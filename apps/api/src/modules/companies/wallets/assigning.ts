/** Money of the wallet to the purse of an employee: at once where it is little, else when a second person of the company agrees. */
import type * as calls from "@manilla/contract/companies/wallets";
import type { Context } from "../../../house/app.ts";
import { inOneTransaction } from "../../../http/whole.ts";
import type { Tx } from "../../../db/database.ts";
import { InvalidFields } from "../../../errors.ts";
import type { Actor } from "../../../request.ts";
import { walletOf } from "../../money/books/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { askColleague, givesAlone } from "../money-requests/index.ts";
import { movePurse, openPurse, openWallet, ownCompany, requireEmployee, whyNotOut } from "../wallet-movements/index.ts";
import { purseOf } from "./queries.ts";

/** The purse of an employee and what the wallet has left. */
export const after = async (tx: Tx, company_id: string, user_id: string) => ({
  purse: await purseOf(tx, company_id, user_id),
  available_kobo: (await walletOf(tx, company_id)).available_kobo,
});

interface Assignment {
  user_id: string;
  amount_kobo: bigint;
  note?: string | undefined;
}

/**
 * The wallet, locked, where this much of it may go to this purse now. What does not depend on each other is asked for together.
 * @throws NotFound, NotAllowed, Conflict, InvalidFields
 */
async function requireAssignable(tx: Tx, context: Context, { user_id, amount_kobo }: Assignment) {
  const [{ id }] = await Promise.all([ownCompany(tx, context), requireEmployee(tx, context, user_id)]);
  const [wallet, on] = await Promise.all([openWallet(tx, context, id), businessDate(tx), openPurse(tx, id, user_id)]);
  const refusal = await whyNotOut(tx, wallet, { amount_kobo, user_id });
  if (refusal) throw new InvalidFields({ amount_kobo: [refusal] });
  const [{ available_kobo }, purse] = await Promise.all([walletOf(tx, id), purseOf(tx, id, user_id)]);
  return { id, wallet, on, purse, available_kobo };
}

/** What was agreed to is looked at again, and moved. */
export async function assignAgreed(
  tx: Tx,
  context: Context,
  { user_id, amount_kobo, note }: { user_id?: string; amount_kobo: bigint | null; note: string | undefined },
  actor: Actor,
): Promise<void> {
  const asked = { user_id: user_id!, amount_kobo: amount_kobo!, note };
  const { wallet } = await requireAssignable(tx, context, asked);
  await movePurse(tx, context, wallet, { ...asked, why: note, actor });
}

export const assignDebit = inOneTransaction<typeof calls.assignDebit>(async (tx, context, { body }) => {
  const { user_id, amount_kobo, note } = body;
  const { id, wallet, on, purse, available_kobo } = await requireAssignable(tx, context, body);
  const isAlone = await givesAlone(tx, context.session.user_id, { company_id: id, user_id, amount_kobo, on });
  const approval_id = isAlone ? null : await askColleague(tx, context, { what: "purse", user_id, amount_kobo, note });
  if (approval_id) return { purse, available_kobo, approval_id };
  await movePurse(tx, context, wallet, { user_id, amount_kobo, why: note });
  return {
    purse: { ...purse, balance_kobo: purse.balance_kobo + amount_kobo },
    available_kobo: available_kobo - amount_kobo,
    approval_id,
  };
});
