/** Money into the wallet by card: a charge like all others, so that webhooks, questions to the provider and the bank's statement know it. */
import type * as calls from "@manilla/contract/companies/wallets";
import type { Handlers } from "../../../house/app.ts";
import type { ChargePurpose } from "../../../house/purposes.ts";
import { findRow, getRow } from "../../../db/row.ts";
import { NotFound } from "../../../errors.ts";
import { askCharge, createCharge, openPage } from "../../money/charges/index.ts";
import { walletOf } from "../../money/books/index.ts";
import { ownCompany } from "../wallet-movements/index.ts";

/** A card charge on the provider's page. The card is the payer's own business and is not kept. */
export const walletCharge: ChargePurpose = {
  prefix: "CH",
  channel: "card",
  is_hosted: true,
  takes_part: false,
  is_order: true,
  receipt: "wallet_funding",
  companyOf: async (tx, { id }) => (await getRow(tx, "wallet_payments", { charge_id: id }, ["company_id"])).company_id,
};

export const payByCard: Handlers<typeof calls>["payByCard"] = async (context, { body: { amount_kobo } }) => {
  const { db, session } = context;
  const charge = await db.transaction().execute(async (tx) => {
    const { id: company_id } = await ownCompany(tx, context);
    const made = await createCharge(context, tx, {
      user_id: session.user_id,
      kind: "wallet_funding",
      amount_kobo,
      requested_by: session.user_id,
      request_key: `wallet:${session.user_id}:${context.idempotency_key ?? ""}`,
    });
    const { id: charge_id, reference } = made.charge;
    if (made.isNew)
      await tx.insertInto("wallet_payments").values({ charge_id, company_id, amount_kobo, reference }).execute();
    return made.charge;
  });
  const { reference } = charge;
  return { authorization_url: await openPage(context, charge, `/corporate/wallet?reference=${reference}`), reference };
};

export const confirmCard: Handlers<typeof calls>["confirmCard"] = async (context, { body: { reference } }) => {
  const { db, session } = context;
  const ours = { reference, company_id: session.company_id ?? "" };
  const payment = session.company_id
    ? await findRow(db, "wallet_payments", ours, ["charge_id", "company_id"])
    : undefined;
  if (!payment) throw new NotFound("This payment");
  const charge = await askCharge(context, payment.charge_id);
  const status = charge?.status;
  return {
    status: status === "success" ? "success" : status === "failed" || status === "abandoned" ? "failed" : "pending",
    available_kobo: (await walletOf(db, payment.company_id)).available_kobo,
  };
};
