import { changeRows } from "../../../db/row.ts";
import { ProviderUnavailable } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { NotReached, OutcomeUnknown, ProviderRefused } from "../../../outside/http.ts";
import { type Charge, settleCharge } from "./charges.ts";

/**
 * The provider's page on which a charge is paid; a retried request gets the same page.
 * @param back the path in our application to which the provider's page leads afterwards
 * @throws ProviderUnavailable where the page cannot be had: the charge has failed then
 */
export async function openPage(context: Context, charge: Charge, back: string): Promise<string> {
  if (charge.authorization_url) return charge.authorization_url;
  try {
    const { authorization_url } = await context.outside.payments.initializeCharge({
      email: context.session.email,
      amount_kobo: charge.amount_kobo,
      reference: charge.reference,
      callback_url: `${context.config.public_url}${back}`,
      metadata: { charge_id: charge.id },
    });
    await changeRows(context.db, "charges", charge.id, { authorization_url });
    return authorization_url;
  } catch (error) {
    if (!(error instanceof NotReached || error instanceof OutcomeUnknown || error instanceof ProviderRefused))
      throw error;
    await settleCharge(context, charge.id, {
      status: "failed",
      amount_kobo: 0n,
      failure: "The card page could not be opened.",
      channel: "card",
      card: null,
    });
    throw new ProviderUnavailable("The card page could not be opened. Nothing was charged; please try again shortly.");
  }
}
