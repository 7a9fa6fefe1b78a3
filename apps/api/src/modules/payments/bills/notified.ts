/** A provider notifies that a bill has its outcome: the provider is queried then. Success, failure and amounts of the notification itself are never believed. */
import { findRow, getRow } from "../../../db/row.ts";
import type { App, EventReceiver, ProviderEvent } from "../../../house/app.ts";
import { askBill } from "./send.ts";

async function onBill(app: App, { data, provider }: ProviderEvent): Promise<string> {
  const { reference } = data;
  const bill =
    typeof reference === "string"
      ? await findRow(app.db, "bills", { reference }, ["id", "provider", "refused_by"])
      : undefined;
  if (!bill) return "no bill of ours";
  // Who never had it has nothing to say of it.
  if (bill.provider !== provider && !bill.refused_by.includes(provider)) return "a bill of another provider";
  await askBill(app, bill.id);
  const { status } = await getRow(app.db, "bills", bill.id, ["status"]);
  return `asked: ${status}`;
}

export const billNotices: EventReceiver = { provider: "flutterwave", event: "singlebillpayment", receive: onBill };
