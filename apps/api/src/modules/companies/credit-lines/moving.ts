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
  walletOf,
} from "../../money/books/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { note } from "../../platform/notifications/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import type { Actor } from "../../../request.ts";
import { fullOf, payLine } from "../line-statements/index.ts";
import { type MoneyRequest, askColleague, givesAlone } from "../money-requests/index.ts";
import { openPurse, openWallet, ownCompany, recordMovement, requireEmployee } from "../wallet-movements/index.ts";
import * as messages from "./messages.ts";
import { lineOf } from "./queries.ts";

type Handler<Name extends keyof Handlers<typeof calls>> = Handlers<typeof calls>[Name];

/** The caller's company with its line, locked. @throws NotFound, Conflict where it is not approved */
async function lockLine(tx: Tx, context: Context) {
  const company = await ownCompany(tx, context);
  const line = await lineOf(tx, company.id, true);
  if (!line) throw new NotFound("A line of your company");
  return { company, line };
}

/** What the line and the wallet are after a movement, or while it is requested. */
const after = async (tx: Tx, company_id: string, approval_id: string | null) => ({
  line: (await lineOf(tx, company_id))!,
  wallet_kobo: (await walletOf(tx, company_id)).available_kobo,
  approval_id,
});

/** @throws NotFound, Conflict, InvalidFields where the line has less left */
async function requireDrawable(tx: Tx, context: Context, amount_kobo: bigint): Promise<string> {
  const { company, line } = await lockLine(tx, context);
  if (amount_kobo > line.available_kobo)
    throw new InvalidFields({ amount_kobo: [`${naira(line.available_kobo)} of the line is left`] });
  return company.id;
}
async function drawNow(tx: Tx, context: Context, amount_kobo: bigint, actor: Actor = actorOf(context)): Promise<void> {
  const company_id = context.session.company_id!;
  const wallet = await openWallet(tx, context, company_id);
  const [id, on] = [uuidv7(), await businessDate(tx)];
  await postLineDrawn(tx, { id, company_id, on, actor: actor.name, amount_kobo });
  const moved = { id, company_id, kind: "drawn", reference: newReference("WL", on), actor, on } as const;
  await recordMovement(tx, wallet, { ...moved, amount_kobo });
}

/** A draw that was agreed to: what is left of the line is looked at again. */
export async function drawAgreed(tx: Tx, context: Context, { amount_kobo }: MoneyRequest, actor: Actor): Promise<void> {
  await requireDrawable(tx, context, amount_kobo!);
  await drawNow(tx, context, amount_kobo!, actor);
}

/** A second person of the company agrees to each draw, where there is one. */
export const draw: Handler<"draw"> = (context, { body: { amount_kobo } }) =>
  context.once(async (tx) => {
    const company_id = await requireDrawable(tx, context, amount_kobo);
    const approval_id = await askColleague(tx, context, { what: "draw", amount_kobo });
    if (!approval_id) await drawNow(tx, context, amount_kobo);
    return after(tx, company_id, approval_id);
  });

export const fundCredit: Handler<"fundCredit"> = (context, { body: { amount_kobo } }) =>
  context.once(async (tx) => {
    const { company, line } = await lockLine(tx, context);
    const owed_kobo = fullOf(line);
    if (amount_kobo > owed_kobo) throw new InvalidFields({ amount_kobo: [`${naira(owed_kobo)} is owed`] });
    const { available_kobo } = await walletOf(tx, company.id);
    if (amount_kobo > available_kobo)
      throw new InvalidFields({ amount_kobo: [`the wallet has ${naira(available_kobo)} available`] });
    const on = await businessDate(tx);
    await payLine(tx, context, { company_id: company.id, amount_kobo, on, actor: actorOf(context) });
    return after(tx, company.id, null);
  });

interface Part {
  user_id: string;
  /** Negative where it is taken back. */
  amount_kobo: bigint;
}

/** @throws InvalidFields where the line, or the employee, has less */
async function giveNow(
  tx: Tx,
  context: Context,
  company: { id: string; name: string },
  { user_id, amount_kobo }: Part,
  actor: Actor = actorOf(context),
): Promise<void> {
  await openPurse(tx, company.id, user_id);
  await openLinePart(tx, user_id);
  const [id, on] = [uuidv7(), await businessDate(tx)];
  const fact = { id, company_id: company.id, user_id, amount_kobo, on, actor: actor.name };
  await postLineAssigned(tx, fact).catch((error: unknown) => {
    if (!(error instanceof InsufficientFunds)) throw error;
    throw new InvalidFields({
      amount_kobo: [amount_kobo < 0n ? "the employee has less than that" : "less than that is left of the line"],
    });
  });
  await note(tx, user_id, messages.given(amount_kobo, company.name));
}

/** A part of the line that was agreed to. */
export async function giveAgreed(tx: Tx, context: Context, { user_id, amount_kobo }: MoneyRequest, actor: Actor) {
  const { company } = await lockLine(tx, context);
  await requireEmployee(tx, context, user_id!);
  await giveNow(tx, context, company, { user_id: user_id!, amount_kobo: amount_kobo! }, actor);
}

export const assignCredit: Handler<"assignCredit"> = (context, { body }) =>
  context.once(async (tx) => {
    const { user_id, amount_kobo, is_back = false } = body;
    const { company, line } = await lockLine(tx, context);
    if (!is_back) await requireEmployee(tx, context, user_id);
    if (!is_back && amount_kobo > line.available_kobo)
      throw new InvalidFields({ amount_kobo: ["less than that is left of the line"] });
    const given = { company_id: company.id, user_id, amount_kobo, on: await businessDate(tx) };
    const isAlone = is_back || (await givesAlone(tx, context.session.user_id, given));
    const approval_id = isAlone ? null : await askColleague(tx, context, { what: "line_part", user_id, amount_kobo });
    if (!approval_id)
      await giveNow(tx, context, company, { user_id, amount_kobo: is_back ? -amount_kobo : amount_kobo });
    const now = (await lineOf(tx, company.id))!;
    return { line: now, assigned_kobo: now.assigned_kobo, approval_id };
  });
