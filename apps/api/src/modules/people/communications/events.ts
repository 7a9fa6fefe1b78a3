/** Delivery reports of the SMS and mail providers. */
import type { App, EventReceiver, ProviderEvent } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { receiveDeliveryReport } from "./reports.ts";

const REPORT_WAITS_MILLISECONDS = 300_000;
const REPORT_LOOKS_AGAIN_SECONDS = 5;

/** A report may overtake the provider's own answer: it is read again until that answer can no longer be awaited. */
async function receive(app: App, { provider, data, received_at }: ProviderEvent) {
  const outcome = await receiveDeliveryReport(app, provider, data);
  if (outcome === "unknown" && clock.milliseconds() - received_at.getTime() < REPORT_WAITS_MILLISECONDS)
    return { again_in_seconds: REPORT_LOOKS_AGAIN_SECONDS };
  return `message: ${outcome}`;
}

export const deliveryReports: EventReceiver[] = ["termii", "mail"].map((provider) => ({
  provider,
  event: "",
  receive,
}));
