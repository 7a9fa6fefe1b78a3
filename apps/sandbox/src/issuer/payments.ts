import { createHmac, randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { movementDate } from "../clock.ts";
import { Refusal } from "../refusal.ts";
import { ISSUER_SECRET } from "../webhooks.ts";
import type { World } from "../world.ts";
import type { IssuerCard } from "./state.ts";

/** Shops with their category codes (ISO 18245). */
export const SHOPS = [
  { name: "Shoprite Ikeja", category: "5411", city: "Lagos", country: "NG" },
  { name: "Chicken Republic", category: "5814", city: "Lagos", country: "NG" },
  { name: "TotalEnergies Lekki", category: "5541", city: "Lagos", country: "NG" },
  { name: "Eko Hotel", category: "7011", city: "Lagos", country: "NG" },
  { name: "Air Peace", category: "4511", city: "Lagos", country: "NG" },
  { name: "Slot Systems", category: "5732", city: "Lagos", country: "NG" },
  { name: "Bet9ja", category: "7995", city: "Lagos", country: "NG" },
  { name: "Amazon", category: "5968", city: "Seattle", country: "US" },
] as const;

/** What goes wrong with a payment. */
export const PAYMENT_FAULTS = {
  none: "Nothing goes wrong",
  late: "Our answer comes too late: the issuer declines",
  stand_in: "The issuer approves without asking",
  early: "Taken before it was asked for",
  double: "Asked and taken twice",
  reordered: "Taken in two parts, the last one first",
} as const;
export type PaymentFault = keyof typeof PAYMENT_FAULTS;
const faults = Object.keys(PAYMENT_FAULTS) as [PaymentFault, ...PaymentFault[]];

const merchantSchema = z.object({
  name: z.string().min(1).max(100).default("SUDO SIMULATOR"),
  category: z
    .string()
    .regex(/^\d{4}$/)
    .default("5411"),
  city: z.string().max(60).default("JAHI"),
  country: z.string().length(2).default("NG"),
});
const simulated = z.object({
  cardId: z.string(),
  channel: z.enum(["web", "pos", "atm", "mobile"]).default("web"),
  type: z.enum(["purchase", "cash_withdrawal", "balance_enquiry", "refund"]).default("purchase"),
  /** With the issuer's fee in it, in the card's currency unless another is said. */
  amount: z.coerce.number().min(0).max(100_000_000),
  currency: z.string().length(3).optional(),
  merchant: merchantSchema.prefault({}),
  /** In the shop's money, where that is another. */
  merchantAmount: z.coerce.number().positive().optional(),
  merchantCurrency: z.string().length(3).optional(),
  pin: z.string().optional(),
  /** More of a payment that was approved. */
  authorization: z.string().optional(),
  fault: z.enum(faults).default("none"),
});
type Asked = z.output<typeof simulated> & { currency: string };

export interface Payment {
  _id: string;
  card: string;
  channel: string;
  type: string;
  amount: number;
  /** Approved, captured and given back so far. */
  approved: number;
  captured: number;
  reversed: number;
  refunded: number;
  currency: string;
  merchant: z.output<typeof merchantSchema>;
  merchantAmount: number;
  merchantCurrency: string;
  status: "approved" | "declined" | "closed";
  responseCode: string;
  createdAt: string;
}
export interface Transaction {
  _id: string;
  authorization: string | null;
  card: string;
  type: "capture" | "refund" | "refund_reversal" | "dispute";
  amount: number;
  /** The day of the file that settles it. */
  settledOn?: string;
  createdAt: string;
}

const WITHIN_MS = 4_000;
const WRONG_PINS = 3;
export const newId = (): string => randomBytes(12).toString("hex");
const signed = (secret: string, body: string): string => createHmac("sha512", secret).update(body).digest("hex");

/** A payment as the API shows it, and as it is sent. */
const shapeOf = (payment: Payment, more: object = {}): object => ({
  ...payment,
  card: { _id: payment.card },
  amount: 0,
  approved: payment.approved > 0,
  transactionMetadata: { type: payment.type, channel: payment.channel },
  ...more,
});
export const event = (type: string, object: object): Record<string, unknown> => ({
  environment: "development",
  _id: newId(),
  type,
  data: { object },
  createdAt: Math.floor(Date.now() / 1_000),
});

function findCard({ store }: World, id: string): IssuerCard {
  const card = store.state.issuer.cards[id];
  if (!card) throw new Refusal(404, "Card not found.");
  return card;
}
function findPayment({ store }: World, id: string): Payment {
  const payment = store.state.issuer.payments[id];
  if (!payment) throw new Refusal(404, "Authorization not found.");
  return payment;
}

/** Asks the application, as the issuer does: the answer counts within four seconds. @returns the response code, or "late" */
async function askApplication({ settings }: World, body: string): Promise<string> {
  try {
    const answer = await fetch(`${settings.webhook_target}/issuer`, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "x-issuer-signature": signed(settings.issuer_webhook_secret ?? ISSUER_SECRET, body),
      },
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    const { responseCode = "96" } = (await answer.json()) as { responseCode?: string };
    return answer.ok ? responseCode : "96";
  } catch {
    return "late";
  }
}

/** Code and PIN as the shop's machine reads them. */
function verificationOf(card: IssuerCard, { pin, channel }: Asked): object {
  if (pin === undefined || channel === "web") return { cvv: "match", expiry: "match", threeDSecure: "match" };
  const isRight = card.pin !== null && pin === card.pin && card.wrong_pins < WRONG_PINS;
  card.wrong_pins = isRight ? 0 : Math.min(WRONG_PINS, card.wrong_pins + 1);
  return { pin: isRight ? "match" : "mismatch", pinTriesLeft: WRONG_PINS - card.wrong_pins };
}

function paymentOf(world: World, asked: Asked): Payment {
  if (asked.authorization) return findPayment(world, asked.authorization);
  const payment: Payment = {
    _id: newId(),
    card: asked.cardId,
    channel: asked.channel,
    type: asked.type,
    amount: asked.amount,
    approved: 0,
    captured: 0,
    reversed: 0,
    refunded: 0,
    currency: asked.currency,
    merchant: asked.merchant,
    merchantAmount: asked.merchantAmount ?? asked.amount,
    merchantCurrency: asked.merchantCurrency ?? asked.currency,
    status: "declined",
    responseCode: "",
    createdAt: new Date().toISOString(),
  };
  if (asked.type !== "balance_enquiry") world.store.state.issuer.payments[payment._id] = payment;
  return payment;
}

/** A card is used in a shop. @returns the payment with the application's decision */
export async function pay(world: World, given: unknown): Promise<Payment> {
  const read = simulated.parse(given);
  const card = findCard(world, read.cardId);
  const asked: Asked = { ...read, currency: read.currency ?? card.currency };
  const payment = paymentOf(world, asked);
  world.store.touch();
  const { amount, currency, fault } = asked;
  const pendingRequest = {
    amount,
    currency,
    merchantAmount: payment.merchantAmount,
    merchantCurrency: payment.merchantCurrency,
  };
  const decided = (responseCode: string): Payment => {
    payment.responseCode = responseCode;
    if (responseCode === "00") Object.assign(payment, { status: "approved", approved: payment.approved + amount });
    world.store.touch();
    return payment;
  };
  if (card.status !== "active") {
    const isGone = card.status === "canceled";
    if (asked.type !== "balance_enquiry")
      sayDeclined(world, payment, amount, isGone ? "card_canceled" : "card_inactive");
    return decided(isGone ? "14" : "62");
  }
  if (fault === "stand_in") return standIn(world, decided("00"));
  if (fault === "early") capture(world, payment, amount, true);
  const request = event(
    "authorization.request",
    shapeOf(payment, { pendingRequest, verification: verificationOf(card, asked) }),
  );
  const body = JSON.stringify(request);
  const code = await askApplication(world, body);
  if (fault === "double") await askApplication(world, body);
  if (code !== "late" && fault !== "late") {
    decided(code);
    if (fault === "reordered" && code === "00") captureReordered(world, payment);
    return payment;
  }
  // Late is declined, and the application is notified.
  sayDeclined(world, payment, amount, "webhook_timeout");
  return decided("91");
}

/** What was declined without asking, or without an answer in time, in the issuer's published shape: what would have gone out has a minus. */
function sayDeclined(world: World, payment: Payment, amount: number, reason: string): void {
  const { currency, merchantAmount, merchantCurrency, createdAt } = payment;
  const asked = {
    amount,
    currency,
    approved: false,
    merchantAmount,
    merchantCurrency,
    reason,
    createdAt,
    _id: newId(),
  };
  const more = {
    status: "pending",
    amount: -amount,
    merchantAmount: -merchantAmount,
    pendingRequest: null,
    requestHistory: payment.approved > 0 ? [{ ...asked, amount: payment.approved, approved: true }, asked] : [asked],
  };
  world.webhooks.send("issuer", "authorization.declined", event("authorization.declined", shapeOf(payment, more)));
}

function standIn(world: World, payment: Payment): Payment {
  const object = shapeOf(payment, { status: "approved", amount: payment.approved, approvedBy: "stand_in" });
  world.webhooks.send("issuer", "authorization.updated", event("authorization.updated", object));
  return payment;
}

function moved(world: World, payment: Payment, type: Transaction["type"], amount: number, isFinal: boolean): void {
  const transaction: Transaction = {
    _id: newId(),
    authorization: payment._id,
    card: payment.card,
    type,
    amount,
    settledOn: movementDate(world.store.state),
    createdAt: new Date().toISOString(),
  };
  world.store.state.issuer.transactions[transaction._id] = transaction;
  const { merchant, currency, channel } = payment;
  const object = { ...transaction, card: { _id: payment.card }, currency, merchant, channel, isFinal };
  world.webhooks.send("issuer", "transaction.created", event("transaction.created", object));
  world.store.touch();
}

/** The shop takes what was approved, or part of it. */
export function capture(world: World, payment: Payment, amount: number, isFinal: boolean): void {
  payment.captured += amount;
  if (isFinal) payment.status = "closed";
  moved(world, payment, "capture", amount, isFinal);
}

function captureReordered(world: World, payment: Payment): void {
  const first = Math.floor(payment.approved / 2);
  capture(world, payment, payment.approved - first, true);
  if (first > 0) capture(world, payment, first, false);
}

const left = ({ approved, captured, reversed }: Payment): number => approved - captured - reversed;

/** The clearing day: every shop takes what it still may. @returns how many */
export function clear(world: World): number {
  const open = Object.values(world.store.state.issuer.payments).filter(
    (payment) => payment.status === "approved" && left(payment) > 0 && payment.type !== "refund",
  );
  for (const payment of open) capture(world, payment, left(payment), true);
  return open.length;
}

const ACTS = ["capture", "reverse", "refund", "refund_reversal", "expire"] as const;
const actSchema = z.object({
  amount: z.coerce.number().positive().optional(),
  isFinal: z.coerce.boolean().default(true),
});

/** What a shop does afterwards. */
export function act(world: World, id: string, name: string, body: unknown): string {
  const payment = findPayment(world, id);
  const done = ACTS.find((each) => each === name);
  if (!done) throw new Refusal(404, `There are: ${ACTS.join(", ")}.`);
  const {
    amount = done === "refund" ? payment.captured : done === "refund_reversal" ? payment.refunded : left(payment),
    isFinal,
  } = actSchema.parse(body ?? {});
  if (amount <= 0 && done !== "expire") throw new Refusal(400, "There is nothing to do it with.");
  const say = (status: string): void =>
    world.webhooks.send(
      "issuer",
      "authorization.updated",
      event("authorization.updated", shapeOf(payment, { status, amount })),
    );
  if (done === "capture") capture(world, payment, amount, isFinal);
  else if (done === "reverse") {
    payment.reversed += amount;
    if (left(payment) <= 0) payment.status = "closed";
    say("reversed");
  } else if (done === "expire") {
    payment.status = "closed";
    say("expired");
  } else {
    payment.refunded += done === "refund" ? amount : -amount;
    moved(world, payment, done, amount, true);
  }
  world.store.touch();
  return `${done.replace("_", " ")}: done.`;
}

/** `POST /issuer-payments/:id/:act`, `POST /issuer-payments/clear`, and every payment and transaction for tests. */
export function registerPayments(app: FastifyInstance, world: World): void {
  app.get("/issuer-payments.json", () => ({
    payments: Object.values(world.store.state.issuer.payments).toReversed(),
    transactions: Object.values(world.store.state.issuer.transactions).toReversed(),
  }));
  app.post("/issuer-payments/clear", () => ({ cleared: clear(world) }));
  app.post<{ Params: { id: string; act: string } }>("/issuer-payments/:id/:act", ({ params, body }) => ({
    message: act(world, params.id, params.act, body),
  }));
}

/** Sudo's simulator. */
export function registerSimulator(app: FastifyInstance, world: World): void {
  app.post("/cards/simulator/authorization", async ({ body }) => ({
    statusCode: 200,
    message: "Authorization simulated.",
    data: await pay(world, body),
  }));
}
