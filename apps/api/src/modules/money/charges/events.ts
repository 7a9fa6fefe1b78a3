/** What the provider tells of charges and pay-ins. Its own answer about the reference is the truth, never the event. */
import type { App, EventReceiver, ProviderEvent } from "../../../house/app.ts";
import type { ChargeOutcome } from "../../../outside/payments/port.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { receive, receiveForCompany } from "../receipts/index.ts";
import { settleCharge } from "./charges.ts";
import { ownerOfVirtualAccount } from "./virtual-accounts.ts";
import { type Facts, factsOf, keepUnidentified, reportEvent } from "../exceptions/index.ts";
import { findRow } from "../../../db/row.ts";

async function onCharge(app: App, event: ProviderEvent): Promise<string> {
  const facts = factsOf(event.data);
  if (!facts.reference) return "noted";
  const truth = await app.outside.payments.verifyCharge(facts.reference);
  if (truth.status === "not_found")
    return reportEvent(app, event, facts, {
      reason: "The provider does not know the payment that it reports.",
      expected_kobo: null,
      direction: "in",
    });
  if (truth.amount_kobo !== facts.amount_kobo)
    return reportEvent(app, event, facts, {
      reason: "The event names another amount than the provider confirms.",
      expected_kobo: truth.amount_kobo,
      direction: "in",
    });
  const charge = await findRow(app.db, "charges", { reference: facts.reference }, ["id"]);
  if (charge) return `charge: ${(await settleCharge(app, charge.id, truth)).status}`;
  if (truth.status !== "success") return `ignored: ${truth.status}`;
  if (truth.channel === "dedicated_nuban") return receivePayIn(app, facts, truth);
  return reportEvent(app, event, facts, {
    reason: "A payment that nobody here asked for.",
    expected_kobo: null,
    direction: "in",
  });
}

/** Money paid into a virtual account: what the person owes, their credit, or money of which nobody knows whose it is. */
async function receivePayIn(app: App, { reference }: Facts, { amount_kobo, paid_in }: ChargeOutcome): Promise<string> {
  const owner = paid_in ? await ownerOfVirtualAccount(app, paid_in.account_no) : undefined;
  const sender = paid_in?.sender ?? "";
  return app.db.transaction().execute(async (tx) => {
    const on = await businessDate(tx);
    if (!owner) return keepUnidentified(tx, { reference, sender }, amount_kobo, on);
    const money = {
      amount_kobo,
      channel: "bank_transfer",
      source: "bank_operating",
      reference,
      on,
      actor: SYSTEM,
      note: sender ? `From ${sender}` : null,
    } as const;
    const { is_replay } =
      "user_id" in owner
        ? await receive(tx, app, { ...owner, ...money })
        : await receiveForCompany(tx, app, { ...owner, ...money });
    return is_replay ? "pay-in: received before" : "pay-in: received";
  });
}

export const chargeEvents: EventReceiver = { provider: "paystack", event: "charge.", receive: onCharge };
