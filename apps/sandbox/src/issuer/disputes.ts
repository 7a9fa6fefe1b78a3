/** Disputes at the issuer: opened by the application, decided on its page of shops. The file of a day names what was won on it. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { movementDate } from "../clock.ts";
import { isDeclined } from "../faults.ts";
import { Refusal } from "../refusal.ts";
import type { World } from "../world.ts";
import { event, newId, type Transaction } from "./payments.ts";

const asked = z.object({
  transaction: z.string(),
  amount: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/),
  currency: z.enum(["NGN", "USD"]).default("NGN"),
  reason: z.string().max(60),
  description: z.string().max(3_000),
  evidence: z.array(z.string().max(3_000)).max(100).default([]),
  metadata: z.record(z.string(), z.unknown()).default({}),
});
export interface Dispute extends z.output<typeof asked> {
  _id: string;
  status: "submitted" | "won" | "lost";
  awarded: { amount: string; transaction: string } | null;
  note: string | null;
  createdAt: string;
}

const disputesOf = ({ store }: World): Record<string, Dispute> => (store.state.issuer.disputes ??= {});

/** What may still come back of a transaction: what was taken less what the shop gave back itself. */
function leftOf({ store }: World, { authorization, amount }: Transaction): number {
  const payment = authorization === null ? undefined : store.state.issuer.payments[authorization];
  return payment ? Math.max(0, Math.min(amount, payment.captured - payment.refunded)) : amount;
}

/** `POST /disputes`, `GET /disputes?reference=`, `GET /disputes/:id` of the issuer's API. */
export function registerDisputes(app: FastifyInstance, world: World): void {
  const envelope = (data: unknown) => ({ statusCode: 200, message: "Successful", data });
  app.post("/disputes", (request) => {
    const sent = asked.parse(request.body);
    const transaction = world.store.state.issuer.transactions[sent.transaction];
    if (transaction?.type !== "capture") throw new Refusal(404, "Transaction not found.");
    if (sent.currency !== (world.store.state.issuer.cards[transaction.card]?.currency ?? "NGN"))
      throw new Refusal(400, "A transaction is disputed in the currency of its card.");
    const open = Object.values(disputesOf(world)).some(
      (each) => each.transaction === sent.transaction && each.status === "submitted",
    );
    if (open || isDeclined(request)) throw new Refusal(400, "This transaction cannot be disputed.");
    const createdAt = new Date().toISOString();
    const dispute: Dispute = { ...sent, _id: newId(), status: "submitted", awarded: null, note: null, createdAt };
    disputesOf(world)[dispute._id] = dispute;
    world.store.touch();
    return envelope(dispute);
  });
  app.get("/disputes", ({ query }) => {
    const { reference } = z.object({ reference: z.string() }).parse(query);
    const found = Object.values(disputesOf(world)).filter(({ metadata }) => metadata["reference"] === reference);
    return envelope(found.slice(0, 1));
  });
  app.get<{ Params: { id: string } }>("/disputes/:id", ({ params }) => {
    const dispute = disputesOf(world)[params.id];
    if (!dispute) throw new Refusal(404, "Dispute not found.");
    return envelope(dispute);
  });
}

/** Decides a dispute: for the holder, in whole or in part, or for the shop; the application hears that there is news. */
export function decideDispute(world: World, id: string, outcome: string, part?: number): string {
  const dispute = disputesOf(world)[id];
  const transaction = dispute && world.store.state.issuer.transactions[dispute.transaction];
  if (!dispute || !transaction) throw new Refusal(404, "Dispute not found.");
  if (dispute.status !== "submitted") throw new Refusal(409, "This dispute is decided.");
  const amount = Math.min(part ?? Number(dispute.amount), Number(dispute.amount), leftOf(world, transaction));
  if (outcome === "won" && amount > 0) {
    const won: Transaction = {
      ...transaction,
      _id: newId(),
      type: "dispute",
      amount,
      settledOn: movementDate(world.store.state),
      createdAt: new Date().toISOString(),
    };
    world.store.state.issuer.transactions[won._id] = won;
    dispute.awarded = { amount: amount.toFixed(2), transaction: won._id };
    dispute.status = "won";
    dispute.note = "The shop did not prove its side.";
  } else if (outcome === "lost" || outcome === "won") {
    dispute.status = "lost";
    dispute.note = "The shop proved its side.";
  } else throw new Refusal(404, "There are: won, lost.");
  world.store.touch();
  world.webhooks.send("issuer", "dispute.updated", event("dispute.updated", { _id: id, status: dispute.status }));
  return `Dispute ${dispute.status}.`;
}

/** `GET /issuer-disputes.json`, `POST /issuer-disputes/:id/:outcome`. */
export function registerDisputeDecisions(app: FastifyInstance, world: World): void {
  app.get("/issuer-disputes.json", () => ({ disputes: Object.values(disputesOf(world)).toReversed() }));
  app.post<{ Params: { id: string; outcome: string } }>("/issuer-disputes/:id/:outcome", ({ params, body }) => {
    const { amount } = z.object({ amount: z.coerce.number().positive().optional() }).parse(body ?? {});
    return { message: decideDispute(world, params.id, params.outcome, amount) };
  });
}
