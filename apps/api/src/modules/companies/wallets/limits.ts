/** Limits of the wallet and of purses: a lower one holds at once, a higher one when a second person of the company agrees. */
import type * as calls from "@manilla/contract/companies/wallets";
import { naira } from "@manilla/contract/formats";
import type { Context, Handlers } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { type MoneyRequest, askColleague, isRaised, requireAsBefore } from "../money-requests/index.ts";
import { type Wallet, openPurse, openWallet, ownCompany, requireEmployee } from "../wallet-movements/index.ts";
import { debitOf, purseOf } from "./queries.ts";

/** The company's own limit stays below the provider's. @throws InvalidFields */
function requireBelow({ provider_daily_limit_kobo: ceiling }: Wallet, daily_limit_kobo: bigint | null): void {
  if (ceiling !== null && daily_limit_kobo !== null && daily_limit_kobo > ceiling)
    throw new InvalidFields({ daily_limit_kobo: [`at most ${naira(ceiling)} may leave the wallet in a day`] });
}

const LIMITS = [
  "provider_daily_limit_kobo",
  "provider_single_limit_kobo",
  "provider_monthly_limit_kobo",
  "daily_limit_kobo",
  "low_balance_kobo",
] as const;
type Limits = Partial<Pick<Wallet, (typeof LIMITS)[number] | "is_low">>;

/** Above what one colleague gives alone, or to none, a limit rises by the company's request, to which two agree. A first limit is set by one. @throws InvalidFields */
async function requireByOne(tx: Tx, wallet: Wallet, set: Limits): Promise<void> {
  const alone_kobo = BigInt(await readSetting(tx, "wallet_limit_by_one_kobo"));
  for (const kind of ["daily", "single", "monthly"] as const) {
    const [name, now_kobo] = [`${kind}_limit_kobo`, wallet[`provider_${kind}_limit_kobo`]];
    const wanted = set[`provider_${kind}_limit_kobo`];
    if (wanted === undefined || !isRaised(now_kobo, wanted) || (wanted !== null && wanted <= alone_kobo)) continue;
    throw new InvalidFields({
      [name]: [`above ${naira(alone_kobo)} two people agree: grant a request of the company`],
    });
  }
}

async function keepLimits(tx: Tx, context: Context, wallet: Wallet, set: Limits): Promise<void> {
  const { company_id } = wallet;
  const before = Object.fromEntries(LIMITS.flatMap((name) => (name in set ? [[name, wallet[name]]] : [])));
  await changeRows(tx, "wallets", { company_id }, set);
  await recordAudit(tx, context, "wallet_limits_set", ["company", company_id], { before, after: set });
}

/** A higher limit of the wallet that was agreed to; the provider's may have become lower in the meantime. */
export async function raiseWallet(tx: Tx, context: Context, asked: MoneyRequest) {
  const { amount_kobo: daily_limit_kobo } = asked;
  const { id } = await ownCompany(tx, context);
  const wallet = await openWallet(tx, context, id);
  requireAsBefore(asked, wallet.daily_limit_kobo);
  requireBelow(wallet, daily_limit_kobo);
  await keepLimits(tx, context, wallet, { daily_limit_kobo });
}

export const setLimits: Handlers<typeof calls>["setLimits"] = async (context, { body }) => {
  const { company_id, daily_limit_kobo = null, low_balance_kobo = null } = body;
  const { single_limit_kobo = null, monthly_limit_kobo = null } = body;
  const asProvider = context.session.permissions.has("provider:can_update_user_wallet_limit");
  const { approval_id } = await context.once(async (tx) => {
    if (!asProvider && context.session.company_id !== company_id) throw new NotFound("This company");
    if (!(await findRow(tx, "companies", company_id, ["id"]))) throw new NotFound("This company");
    const wallet = await openWallet(tx, context, company_id);
    if (asProvider) {
      if (company_id === context.session.company_id)
        throw new Conflict("Somebody else decides about money of your own company.", "own_money");
      // The three together: one that is left out is none.
      const set = {
        provider_daily_limit_kobo: daily_limit_kobo,
        provider_single_limit_kobo: single_limit_kobo,
        provider_monthly_limit_kobo: monthly_limit_kobo,
      };
      await requireByOne(tx, wallet, set);
      await keepLimits(tx, context, wallet, set);
      return { approval_id: null };
    }
    requireBelow(wallet, daily_limit_kobo);
    const waits = isRaised(wallet.daily_limit_kobo, daily_limit_kobo)
      ? await askColleague(tx, context, {
          what: "wallet_limit",
          amount_kobo: daily_limit_kobo,
          before_kobo: wallet.daily_limit_kobo,
        })
      : null;
    await keepLimits(tx, context, wallet, { ...(!waits && { daily_limit_kobo }), low_balance_kobo, is_low: false });
    return { approval_id: waits };
  });
  return { debit: await debitOf(context, company_id), approval_id };
};

async function keepPurseLimit(
  tx: Tx,
  context: Context,
  user_id: string,
  limit_kobo: bigint | null,
  asked?: MoneyRequest,
): Promise<void> {
  const before = await getRow(tx, "purses", { user_id }, ["limit_kobo"], { lock: true });
  if (asked) requireAsBefore(asked, before.limit_kobo);
  await changeRows(tx, "purses", { user_id }, { limit_kobo });
  await recordAudit(tx, context, "purse_limit_set", ["user", user_id], { before, after: { limit_kobo } });
}

/** A higher limit of a purse that was agreed to; its employee may have left in the meantime. */
export async function raisePurse(tx: Tx, context: Context, asked: MoneyRequest) {
  const { company_id, user_id, amount_kobo } = asked;
  await requireEmployee(tx, context, user_id!);
  await openPurse(tx, company_id, user_id!);
  await keepPurseLimit(tx, context, user_id!, amount_kobo, asked);
}

export const setPurseLimit: Handlers<typeof calls>["setPurseLimit"] = (
  context,
  { body: { user_id, limit_kobo = null } },
) =>
  context.once(async (tx) => {
    const { id } = await ownCompany(tx, context);
    await requireEmployee(tx, context, user_id);
    await openPurse(tx, id, user_id);
    const before = await getRow(tx, "purses", { user_id }, ["limit_kobo"], { lock: true });
    const approval_id = isRaised(before.limit_kobo, limit_kobo)
      ? await askColleague(tx, context, {
          what: "purse_limit",
          user_id,
          amount_kobo: limit_kobo,
          before_kobo: before.limit_kobo,
        })
      : null;
    if (!approval_id) await keepPurseLimit(tx, context, user_id, limit_kobo);
    return { purse: await purseOf(tx, id, user_id), approval_id };
  });
