/**
 * What an event does. An event is a hint that something happened; the provider's own answer about the reference is the truth. So events may
 * come twice, late, in any order or with a wrong figure: what is booked is what the provider confirms.
 */
import { clock } from "../../../clock.ts";
import type { App, ProviderEvent } from "../../../house/app.ts";
import { changeRows, findRow } from "../../../db/row.ts";

/** The job. A provider that does not answer makes the job fail and come back; a second run finds the first one's work. */
export async function processWebhook(app: App, webhook_id: string): Promise<void> {
  const row = await findRow(app.db, "webhooks", webhook_id, [
    "id",
    "provider",
    "event",
    "body",
    "processed_at",
    "received_at",
  ]);
  if (!row || row.processed_at) return;
  const { data = {} } = row.body as { data?: Record<string, unknown> };
  const event: ProviderEvent = { ...row, data };
  const receiver = app.house.events.find((each) => each.provider === row.provider && row.event.startsWith(each.event));
  const outcome = receiver ? await receiver.receive(app, event) : "noted";
  if (typeof outcome !== "string")
    return app.queue.send(app.db, "receive-webhook", { webhook_id }, { after_seconds: outcome.again_in_seconds });
  await changeRows(app.db, "webhooks", webhook_id, { processed_at: clock.now(), outcome: outcome.slice(0, 300) });
}

/** Registers the worker. */
export async function workOnWebhooks(app: App): Promise<void> {
  await app.queue.work("receive-webhook", ({ webhook_id }) => processWebhook(app, webhook_id), { at_once: 2 });
}
