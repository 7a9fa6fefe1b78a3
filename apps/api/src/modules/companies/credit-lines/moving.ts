/** What a company does with its line: gives parts of it to its people, draws it into the wallet, pays it back. */
import * as calls from "@manilla/contract/companies/credit-lines";
import { naira } from "@manilla/contract/formats";
import { uuidv7 } from "uuidv7";
import type { Context, Handlers } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { InvalidFields, NotFound } from "../../../errors.ts";
import {
  InsufficientFunds,
  newReference,
  openLinePart,
  postLineAssigned,
  postLineDrawn,
  postLineRepaid,
  walletOf,
} from "../../money/books/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { note } from "../../platform/notifications/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { openPurse, openWallet, ownCompany, recordMovement, requireEmployee } from "../wallet-movements/index.ts";
import * as messages from "./messages.ts";
import { lineOf } from "./queries.ts";
import { repaymentOf } from "./rules.ts";

type Handler<Name extends keyof Handlers<typeof calls>> = Handlers<typeof calls>[Name];

/** The caller's company with its line, locked. @throws NotFound, Conflict where it is not approved */
async function lockLine(tx: Tx, context: Context) {
  const company = await ownCompany(tx, context);
  const line = await lineOf(tx, company.id, true);
  if (!line) throw new NotFound("A line of your company");
  return { company, line };
}

/** The posting of a movement, and what the wallet's list says of it. */
async function move(
  tx: Tx,
  context: Context,
  kind: "drawn" | "repaid",
  amount_kobo: bigint,
  posting: (fact: { id: string; company_id: string; on: string; actor: string }) => Promise<unknown>,
) {
  const company_id = context.session.company_id!;
  const wallet = await openWallet(tx, context, company_id);
  const on = await businessDate(tx);
  const [id, actor] = [uuidv7(), actorOf(context)];
  await posting({ id, company_id, on, actor: actor.name });
  const reference = newReference("WL", on);
  const moved = { id, company_id, kind, reference, actor, on } as const;
  await recordMovement(tx, wallet, { ...moved, amount_kobo: kind === "drawn" ? amount_kobo : -amount_kobo });
  return { line: (await lineOf(tx, company_id))!, wallet_kobo: (await walletOf(tx, company_id)).available_kobo };
}

export const draw: Handler<"draw"> = (context, { body: { amount_kobo } }) =>
  context.once(async (tx) => {
    const { line } = await lockLine(tx, context);
    if (amount_kobo > line.available_kobo)
      throw new InvalidFields({ amount_kobo: [`${naira(line.available_kobo)} of the line is left`] });
    return move(tx, context, "drawn", amount_kobo, (fact) => postLineDrawn(tx, { ...fact, amount_kobo }));
  });

export const fundCredit: Handler<"fundCredit"> = (context, { body: { amount_kobo } }) =>
  context.once(async (tx) => {
    const { company, line } = await lockLine(tx, context);
    const paid = repaymentOf(amount_kobo, line);
    if (!paid) throw new InvalidFields({ amount_kobo: [`${naira(line.interest_kobo + line.drawn_kobo)} is owed`] });
    const { available_kobo } = await walletOf(tx, company.id);
    if (amount_kobo > available_kobo)
      throw new InvalidFields({ amount_kobo: [`the wallet has ${naira(available_kobo)} available`] });
    return move(tx, context, "repaid", amount_kobo, (fact) => postLineRepaid(tx, { ...fact, ...paid }));
  });

export const assignCredit: Handler<"assignCredit"> = (context, { body }) =>
  context.once(async (tx) => {
    const { user_id, is_back = false } = body;
    const { company } = await lockLine(tx, context);
    if (!is_back) await requireEmployee(tx, context, user_id);
    await openPurse(tx, company.id, user_id);
    await openLinePart(tx, user_id);
    const amount_kobo = is_back ? -body.amount_kobo : body.amount_kobo;
    const [id, on] = [uuidv7(), await businessDate(tx)];
    const fact = { id, company_id: company.id, user_id, amount_kobo, on, actor: actorOf(context).name };
    await postLineAssigned(tx, fact).catch((error: unknown) => {
      if (!(error instanceof InsufficientFunds)) throw error;
      throw new InvalidFields({
        amount_kobo: [is_back ? "the employee has less than that" : "less than that is left of the line"],
      });
    });
    await note(tx, user_id, messages.given(amount_kobo, company.name));
    const line = (await lineOf(tx, company.id))!;
    return { line, assigned_kobo: line.assigned_kobo };
  });
