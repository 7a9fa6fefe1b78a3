/** What the provider tells of transfers. Its own answer about the reference is the truth, never the event. */
import type { App, EventReceiver, ProviderEvent } from "../../../house/app.ts";
import { factsOf, reportEvent } from "../exceptions/index.ts";
import { settlePayout } from "./settle.ts";
import { findRow } from "../../../db/row.ts";

async function onTransfer(app: App, event: ProviderEvent): Promise<string> {
  const facts = factsOf(event.data);
  if (!facts.reference) return "noted";
  const payout = await findRow(app.db, "payouts", { reference: facts.reference }, ["id", "status", "amount_kobo"]);
  if (!payout)
    return reportEvent(app, event, facts, {
      reason: "The provider reports a transfer that is not ours.",
      expected_kobo: null,
      direction: "out",
    });
  if (facts.amount_kobo !== payout.amount_kobo)
    return reportEvent(app, event, facts, {
      reason: "The provider reports another amount than was sent.",
      expected_kobo: payout.amount_kobo,
      direction: "out",
    });
  const truth = await app.outside.payments.verifyTransfer(facts.reference);
  if (truth.status === "not_found")
    return reportEvent(app, event, facts, {
      reason: "The provider does not know the transfer that it reports.",
      expected_kobo: payout.amount_kobo,
      direction: "out",
    });
  await settlePayout(app, payout.id, truth);
  return `payout: ${truth.status}`;
}

export const transferEvents: EventReceiver = { provider: "paystack", event: "transfer.", receive: onTransfer };
