/**
 * What an event does. An event is a hint that something happened; the provider's own answer about the reference is the truth. So events may
 * come twice, late, in any order or with a wrong figure: what is booked is what the provider confirms.
 */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App } from "../../../app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { SYSTEM } from "../audit/index.ts";
import { postUnidentifiedReceipt } from "../../money/books/index.ts";
import { receiveDeliveryReport } from "../communications/index.ts";
import { ownerOfVirtualAccount, settleCharge } from "../../money/charges/index.ts";
import { notifyRoles } from "../notifications/index.ts";
import { settlePayout } from "../../money/payouts/index.ts";
import { beginItem } from "../../money/reconciliation/index.ts";
import { receive } from "../../lending/repayments/index.ts";
import { businessDate } from "../states/index.ts";

const REPORT_WAITS_MILLISECONDS = 300_000;
const REPORT_LOOKS_AGAIN_SECONDS = 5;

interface Event {
  id: string;
  provider: string;
  event: string;
  body: { data?: Record<string, unknown> };
}

interface Facts {
  reference: string;
  amount_kobo: bigint | null;
  receiver: string;
  sender: string;
}

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
const text = (value: unknown): string => (typeof value === "string" ? value : "");

function factsOf(data: Record<string, unknown>): Facts {
  const amount = data.amount;
  return {
    reference: text(data.reference),
    amount_kobo: typeof amount === "number" && Number.isSafeInteger(amount) ? BigInt(amount) : null,
    receiver:
      text(field(data.authorization, "receiver_bank_account_number")) ||
      text(field(data.metadata, "receiver_account_number")),
    sender: text(field(data.authorization, "sender_name")),
  };
}

/** Something that a person has to look at: in the list of reconciliation, with the reason. */
async function report(
  app: App,
  event: Event,
  facts: Facts,
  found: { reason: string; expected_kobo: bigint | null; direction: "in" | "out" },
): Promise<string> {
  await app.db.transaction().execute(async (tx) => {
    await beginItem(tx, {
      business_date: await businessDate(tx),
      direction: found.direction,
      subject_type: "webhook",
      subject_id: event.id,
      reference: facts.reference || event.id,
      expected_kobo: found.expected_kobo,
      actual_kobo: facts.amount_kobo,
      reason: found.reason,
    });
    await notifyRoles(tx, ["super_finance"], {
      kind: "reconciliation",
      title: "An event does not fit our books",
      body: `${facts.reference}: ${found.reason}`,
      link: "/admin/reconciliation",
    });
  });
  return `reported: ${found.reason}`;
}

async function onTransfer(app: App, event: Event, facts: Facts): Promise<string> {
  const payout = await app.db
    .selectFrom("payouts")
    .select(["id", "status", "amount_kobo"])
    .where("reference", "=", facts.reference)
    .executeTakeFirst();
  if (!payout)
    return report(app, event, facts, {
      reason: "The provider reports a transfer that is not ours.",
      expected_kobo: null,
      direction: "out",
    });
  if (facts.amount_kobo !== payout.amount_kobo)
    return report(app, event, facts, {
      reason: "The provider reports another amount than was sent.",
      expected_kobo: payout.amount_kobo,
      direction: "out",
    });
  const truth = await app.outside.payments.verifyTransfer(facts.reference);
  if (truth.status === "not_found")
    return report(app, event, facts, {
      reason: "The provider does not know the transfer that it reports.",
      expected_kobo: payout.amount_kobo,
      direction: "out",
    });
  await settlePayout(app, payout.id, truth);
  return `payout: ${truth.status}`;
}

async function onCharge(app: App, event: Event, facts: Facts): Promise<string> {
  const truth = await app.outside.payments.verifyCharge(facts.reference);
  if (truth.status === "not_found")
    return report(app, event, facts, {
      reason: "The provider does not know the payment that it reports.",
      expected_kobo: null,
      direction: "in",
    });
  if (truth.amount_kobo !== facts.amount_kobo)
    return report(app, event, facts, {
      reason: "The event names another amount than the provider confirms.",
      expected_kobo: truth.amount_kobo,
      direction: "in",
    });
  const charge = await app.db
    .selectFrom("charges")
    .select("id")
    .where("reference", "=", facts.reference)
    .executeTakeFirst();
  if (charge) return `charge: ${(await settleCharge(app, charge.id, truth)).status}`;
  if (truth.status !== "success") return `ignored: ${truth.status}`;
  if (truth.channel === "dedicated_nuban") return receivePayIn(app, facts, truth.amount_kobo);
  return report(app, event, facts, {
    reason: "A payment that nobody here asked for.",
    expected_kobo: null,
    direction: "in",
  });
}

/** Money paid into a virtual account: its person's repayment, or money of which nobody knows whose it is. */
async function receivePayIn(app: App, facts: Facts, amount_kobo: bigint): Promise<string> {
  const user_id = facts.receiver ? await ownerOfVirtualAccount(app, facts.receiver) : undefined;
  return app.db.transaction().execute(async (tx) => {
    const on = await businessDate(tx);
    if (!user_id) return keepUnidentified(tx, facts, amount_kobo, on);
    const { is_replay } = await receive(tx, {
      user_id,
      amount_kobo,
      channel: "bank_transfer",
      source: "bank_operating",
      reference: facts.reference,
      on,
      actor: SYSTEM,
      note: facts.sender ? `From ${facts.sender}` : null,
    });
    return is_replay ? "pay-in: received before" : "pay-in: received";
  });
}

async function keepUnidentified(tx: Tx, facts: Facts, amount_kobo: bigint, on: string): Promise<string> {
  const known = await tx
    .selectFrom("unidentified_receipts")
    .select("id")
    .where("reference", "=", facts.reference)
    .executeTakeFirst();
  if (known) return "pay-in: unidentified before";
  const posted = await postUnidentifiedReceipt(tx, { reference: facts.reference, amount_kobo, on });
  const id = uuidv7();
  await tx
    .insertInto("unidentified_receipts")
    .values({
      id,
      reference: facts.reference,
      amount_kobo,
      received_on: on,
      channel: "bank_transfer",
      sender: facts.sender || null,
      ledger_transaction_id: posted.transaction_id,
    })
    .onConflict((conflict) => conflict.column("reference").doNothing())
    .execute();
  await beginItem(tx, {
    business_date: on,
    direction: "in",
    subject_type: "unidentified_receipt",
    subject_id: id,
    reference: facts.reference,
    expected_kobo: amount_kobo,
    actual_kobo: amount_kobo,
    reason: `Paid into an account number that is nobody's${facts.sender ? ` by ${facts.sender}` : ""}. Give it to the person whose it is.`,
  });
  await notifyRoles(tx, ["super_finance"], {
    kind: "reconciliation",
    title: "Money of which nobody knows whose it is",
    body: `Reference ${facts.reference}.`,
    link: "/admin/reconciliation",
  });
  return "pay-in: unidentified";
}

/** The job. A provider that does not answer makes the job fail and come back; a second run finds the first one's work. */
export async function processWebhook(app: App, webhook_id: string): Promise<void> {
  const row = await app.db
    .selectFrom("webhooks")
    .select(["id", "provider", "event", "body", "processed_at", "received_at"])
    .where("id", "=", webhook_id)
    .executeTakeFirst();
  if (!row || row.processed_at) return;
  const event: Event = { ...row, body: row.body as Event["body"] };
  if (event.provider === "termii" || event.provider === "mail") return noteReport(app, event, row.received_at);
  const facts = factsOf(event.body.data ?? {});
  const outcome =
    event.provider !== "paystack" || !facts.reference
      ? "noted"
      : event.event.startsWith("transfer.")
        ? await onTransfer(app, event, facts)
        : event.event.startsWith("charge.")
          ? await onCharge(app, event, facts)
          : "noted";
  await app.db
    .updateTable("webhooks")
    .set({ processed_at: sql`now()`, outcome: outcome.slice(0, 300) })
    .where("id", "=", webhook_id)
    .execute();
}

/** A report may overtake the provider's own answer: then it is looked at again until nobody can still be waiting for that answer. */
async function noteReport(app: App, { id, provider, body }: Event, received_at: Date): Promise<void> {
  const outcome = await receiveDeliveryReport(app, provider, body.data ?? {});
  if (outcome === "unknown" && clock.milliseconds() - received_at.getTime() < REPORT_WAITS_MILLISECONDS)
    return app.queue.send(app.db, "receive-webhook", { webhook_id: id }, { after_seconds: REPORT_LOOKS_AGAIN_SECONDS });
  await app.db
    .updateTable("webhooks")
    .set({ processed_at: sql`now()`, outcome: `message: ${outcome}` })
    .where("id", "=", id)
    .execute();
}

/** Registers the worker. */
export async function workOnWebhooks(app: App): Promise<void> {
  await app.queue.work("receive-webhook", ({ webhook_id }) => processWebhook(app, webhook_id), { at_once: 2 });
}
