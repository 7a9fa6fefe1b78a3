import * as calls from "@manilla/contract/companies/wallets";
import { naira } from "@manilla/contract/formats";
import type { Context, Handlers } from "../../../house/app.ts";
import { getRow } from "../../../db/row.ts";
import { InvalidFields, NotFound } from "../../../errors.ts";
import { heldBy } from "../../money/books/index.ts";
import { ensureAccountOf } from "../../money/charges/index.ts";
import { type RecordedFunding, askToFund } from "./funding.ts";
import { findWallet, movePurse, openWallet, ownCompany, ownInPurse } from "../wallet-movements/index.ts";
import { after, assignDebit } from "./assigning.ts";
import { confirmCard, payByCard } from "./card.ts";
import { setLimits, setPurseLimit } from "./limits.ts";
import { senders, setSenderLimit } from "./senders.ts";
import { creditOf, debitOf, listAll, movements, purseOf, purses, requireCompany } from "./queries.ts";

/** The account number that the company pays into, made when it is first requested. */
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

export const handlers: Handlers<typeof calls> = {
  async find(context, { params }) {
    const { id, name } = await requireCompany(context.db, context, params.id);
    return { company: { id, name }, debit: await debitOf(context, id), credit: await creditOf(context.db, id) };
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

  payByCard,
  confirmCard,
  setLimits,
  setPurseLimit,
  senders,
  setSenderLimit,
  assignDebit,

  takeBack: (context, { params, body: { amount_kobo, note } }) =>
    context.once(async (tx) => {
      const { id } = await ownCompany(tx, context);
      const wallet = await findWallet(tx, id, true);
      const purse = await purseOf(tx, id, params.id);
      if (!wallet) throw new NotFound("This purse");
      // What is held for a card's payment is in the purse and not free.
      const { purse_kobo } = await heldBy(tx, params.id);
      const own_kobo = await ownInPurse(tx, { company_id: id, user_id: params.id }, purse_kobo);
      const free_kobo = purse_kobo - own_kobo;
      const rest = [
        ...(own_kobo > 0n ? [`${naira(own_kobo)} of it is the employee's own: it was paid back to them`] : []),
        ...(purse_kobo < purse.balance_kobo ? ["the rest is held for card payments"] : []),
      ].join("; ");
      if (amount_kobo > free_kobo)
        throw new InvalidFields({
          amount_kobo: [
            rest ? `${naira(free_kobo)} of the purse is free: ${rest}` : `the purse holds ${naira(free_kobo)}`,
          ],
        });
      await movePurse(tx, context, wallet, { user_id: params.id, amount_kobo: -amount_kobo, why: note });
      return after(tx, id, params.id);
    }),
};
