/** Delivery reports. They come late, twice and in any order; every order of the same ones leaves the same state. */
import { messageStates } from "@manilla/contract/people/message-states";
import { transitionOf } from "@manilla/contract/machine";
import { sql } from "kysely";
import type { App } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { readMailEvent } from "../../../outside/mail/mailgun.ts";
import { readTermiiStatus } from "../../../outside/sms/termii.ts";
import { messageOf, move } from "./handing-over.ts";
import { noteFailure, noteSuccess } from "./suppressions.ts";

interface Report {
  outcome: "delivered" | "failed" | "bounced";
  is_hard: boolean;
  is_marketing_only: boolean;
  reason: string;
}
interface Delivery {
  job_id: string;
  reference: string;
  channel: string;
  user_id: string | null;
  outcome: string | null;
}

const ACTIONS = { delivered: "deliver", failed: "fail", bounced: "bounce" } as const;
const text = (value: unknown): string => (typeof value === "string" ? value : "");

function read(provider: string, data: Record<string, unknown>): Report | null {
  if (provider === "termii") return readTermiiStatus(text(data.status));
  return readMailEvent({
    event: text(data.event),
    severity: text(data.severity),
    "delivery-status": { code: typeof data.code === "number" ? data.code : null },
  });
}

async function applyTo(
  tx: Tx,
  { job_id, reference, channel, user_id, outcome: before }: Delivery,
  report: Report,
): Promise<string> {
  const { outcome, reason } = report;
  // Earlier reports bar later ones, by the same table as a message to many.
  if (
    !transitionOf<string>(before ?? "handed_over", ACTIONS[outcome], messageStates) &&
    !(before === outcome && reason)
  )
    return `${outcome} after ${before}`;
  await changeRows(tx, "message_deliveries", { job_id }, { outcome, reason: reason || null, reported_at: clock.now() });
  if (user_id && reason) await noteFailure(tx, { ...report, user_id, channel, job_id });
  else if (user_id) await noteSuccess(tx, { user_id, channel, job_id });
  const message_id = messageOf(reference);
  const message = message_id && (await findRow(tx, "communication_messages", message_id, ["status"], { lock: true }));
  if (!message_id || !message || !transitionOf<string>(message.status, ACTIONS[outcome], messageStates)) return outcome;
  await move(tx, [message_id], message.status, ACTIONS[outcome], reason || null);
  await tx
    .updateTable("communication_messages")
    .set({ reason: reason || null, ...(outcome === "delivered" && { delivered_at: clock.now() }) })
    .where("id", "=", message_id)
    .execute();
  return outcome;
}

/** @returns what was done, in a word; "unknown" for a message of which we know nothing (yet) */
export async function receiveDeliveryReport(
  { db }: Pick<App, "db">,
  provider: string,
  data: Record<string, unknown>,
): Promise<string> {
  const report = read(provider, data);
  if (!report) return "says nothing of delivery";
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Delivery>`
        select job_id, reference, channel, user_id, outcome
        from message_deliveries
        where provider_reference = ${text(data.message_id).replace(/^<|>$/g, "")}
        for update
      `.execute(tx);
    return rows[0] ? applyTo(tx, rows[0], report) : "unknown";
  });
}
