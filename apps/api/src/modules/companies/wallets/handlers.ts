import * as calls from "@manilla/contract/companies/wallets";
import { naira } from "@manilla/contract/formats";
import type { Context, Handlers } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { InvalidFields, NotFound } from "../../../errors.ts";
import { walletOf } from "../../money/books/index.ts";
import { ensureAccountOf } from "../../money/charges/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { type RecordedFunding, askToFund } from "./funding.ts";
import {
  findWallet,
  movePurse,
  openPurse,
  openWallet,
  ownCompany,
  requireEmployee,
} from "../wallet-movements/index.ts";
import { debitOf, listAll, movements, purseOf, purses, requireCompany } from "./queries.ts";
import { whyNotOut } from "./room.ts";

/** The account number that the company pays into, made when it is first asked for. */
async function accountOf(context: Context) {
  const company = await context.db.transaction().execute(async (tx) => {
    const { id } = await ownCompany(tx, context);
    const { data_key } = await openWallet(tx, context, id);
    return { ...(await getRow(tx, "companies", id, ["id", "name", "phone"])), data_key };
  });
  return ensureAccountOf(context, {
    owner: { company_id: company.id },
    data_key: company.data_key,
    // Not the company's own address: the provider knows people by theirs, and gives each address one account number.
    email: `wallet-${company.id}@${/@([\w.-]+)/.exec(context.config.MAIL_FROM)![1]}`,
    first_name: company.name,
    last_name: "Wallet",
    phone: company.phone ?? "",
  });
}

/** A company gets its account number; that money was received is recorded by the provider's people. @throws NotFound, InvalidFields */
function requireNothingRecorded({ session }: Context, { company_id, ...recorded }: RecordedFunding): void {
  if (company_id !== undefined && company_id !== session.company_id) throw new NotFound("This company");
  const fields = Object.entries(recorded).filter(([, value]) => value !== undefined);
  if (fields.length > 0)
    throw new InvalidFields(
      Object.fromEntries(fields.map(([field]) => [field, ["transfer the money to your account number instead"]])),
    );
}

/** The purse of an employee and what the wallet has left. */
const after = async (tx: Tx, company_id: string, user_id: string) => ({
  purse: await purseOf(tx, company_id, user_id),
  available_kobo: (await walletOf(tx, company_id)).available_kobo,
});

export const handlers: Handlers<typeof calls> = {
  async find(context, { params }) {
    const { id, name } = await requireCompany(context.db, context, params.id);
    return { company: { id, name }, debit: await debitOf(context, id) };
  },
  movements,
  listAll,
  purses,

  async fundDebit(context, { body }) {
    if (!context.session.permissions.has("provider:can_fund_debit_wallet")) {
      requireNothingRecorded(context, body);
      return { account: await accountOf(context), approval_id: null };
    }
    return context.once(async (tx) => ({ account: null, approval_id: await askToFund(tx, context, body) }));
  },

  async setLimits(context, { body }) {
    const { company_id, daily_limit_kobo = null, low_balance_kobo = null } = body;
    const asProvider = context.session.permissions.has("provider:can_update_user_wallet_limit");
    await context.once(async (tx) => {
      if (!asProvider && context.session.company_id !== company_id) throw new NotFound("This company");
      if (!(await findRow(tx, "companies", company_id, ["id"]))) throw new NotFound("This company");
      const wallet = await openWallet(tx, context, company_id);
      const ceiling = wallet.provider_daily_limit_kobo;
      if (!asProvider && ceiling !== null && daily_limit_kobo !== null && daily_limit_kobo > ceiling)
        throw new InvalidFields({ daily_limit_kobo: [`at most ${naira(ceiling)} may leave the wallet in a day`] });
      const set = asProvider
        ? { provider_daily_limit_kobo: daily_limit_kobo }
        : { daily_limit_kobo, low_balance_kobo, is_low: false };
      const { provider_daily_limit_kobo, daily_limit_kobo: before, low_balance_kobo: told } = wallet;
      await changeRows(tx, "wallets", { company_id }, set);
      await recordAudit(tx, context, "wallet_limits_set", ["company", company_id], {
        before: asProvider ? { provider_daily_limit_kobo } : { daily_limit_kobo: before, low_balance_kobo: told },
        after: set,
      });
      return {};
    });
    return { debit: await debitOf(context, company_id) };
  },

  setPurseLimit: (context, { body: { user_id, limit_kobo = null } }) =>
    context.once(async (tx) => {
      const { id } = await ownCompany(tx, context);
      await requireEmployee(tx, context, user_id);
      await openPurse(tx, id, user_id);
      const before = await getRow(tx, "purses", { user_id }, ["limit_kobo"], { lock: true });
      await changeRows(tx, "purses", { user_id }, { limit_kobo });
      await recordAudit(tx, context, "purse_limit_set", ["user", user_id], { before, after: { limit_kobo } });
      return { purse: await purseOf(tx, id, user_id) };
    }),

  assignDebit: (context, { body: { user_id, amount_kobo, note } }) =>
    context.once(async (tx) => {
      const { id } = await ownCompany(tx, context);
      await requireEmployee(tx, context, user_id);
      const wallet = await openWallet(tx, context, id);
      await openPurse(tx, id, user_id);
      const refusal = await whyNotOut(tx, wallet, { amount_kobo, user_id });
      if (refusal) throw new InvalidFields({ amount_kobo: [refusal] });
      await movePurse(tx, context, wallet, { user_id, amount_kobo, why: note });
      return after(tx, id, user_id);
    }),

  takeBack: (context, { params, body: { amount_kobo, note } }) =>
    context.once(async (tx) => {
      const { id } = await ownCompany(tx, context);
      const wallet = await findWallet(tx, id, true);
      const purse = await purseOf(tx, id, params.id);
      if (!wallet) throw new NotFound("This purse");
      if (amount_kobo > purse.balance_kobo)
        throw new InvalidFields({ amount_kobo: [`the purse holds ${naira(purse.balance_kobo)}`] });
      await movePurse(tx, context, wallet, { user_id: params.id, amount_kobo: -amount_kobo, why: note });
      return after(tx, id, params.id);
    }),
};
