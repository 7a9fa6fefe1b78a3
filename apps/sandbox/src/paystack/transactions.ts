import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { book } from "../bank/movements.ts";
import { hangUp, isDeclined } from "../faults.ts";
import { hash } from "../random.ts";
import { Refusal } from "../refusal.ts";
import type { World } from "../world.ts";
import { tryCard } from "./cards.ts";
import { ensureCustomer } from "./customers.ts";
import { envelope, transactionShape } from "./shapes.ts";
import type { Authorization, Refund, Transaction } from "./state.ts";

const kobo = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.number().int().min(1));
const reference = z.string().regex(/^[a-zA-Z0-9.=_-]{1,100}$/);
const metadata = z.union([z.record(z.string(), z.unknown()), z.string()]).optional();
const initializeSchema = z.object({
  email: z.email(),
  amount: kobo,
  reference: reference.optional(),
  callback_url: z.url().optional(),
  currency: z.literal("NGN").optional(),
  channels: z.array(z.string()).optional(),
  metadata,
});
const chargeSchema = z.object({
  email: z.email(),
  amount: kobo,
  authorization_code: z.string().min(1),
  reference: reference.optional(),
  currency: z.literal("NGN").optional(),
  metadata,
});
const partialSchema = chargeSchema.extend({ currency: z.literal("NGN"), at_least: kobo.optional() });
const refundSchema = z.object({
  transaction: z.union([z.string(), z.number()]),
  amount: kobo.optional(),
  merchant_note: z.string().optional(),
  customer_note: z.string().optional(),
});

/** A new transaction; a reference can be used once. */
export function createTransaction(
  world: World,
  input: Pick<Transaction, "amount" | "email" | "channel"> & Partial<Transaction>,
): Transaction {
  const { state, nextId, touch } = world.store;
  const id = nextId();
  const transaction: Transaction = {
    id,
    access_code: null,
    requested_amount: input.amount,
    status: "abandoned",
    gateway_response: "The transaction was not completed",
    callback_url: null,
    metadata: null,
    authorization_code: null,
    sender: null,
    refunded: 0,
    created_at: new Date().toISOString(),
    paid_at: null,
    ...input,
    reference: input.reference ?? `T${hash(`transaction ${id}`)}${id}`,
  };
  if (state.paystack.transactions[transaction.reference])
    throw new Refusal(400, "Duplicate Transaction Reference", "duplicate_reference");
  ensureCustomer(world, { email: input.email });
  state.paystack.transactions[transaction.reference] = transaction;
  touch();
  return transaction;
}

/** Takes the money from a card and says whether that worked: then it reaches the provider's account and the event is sent. */
export function chargeCard(
  world: World,
  transaction: Transaction,
  card: Authorization,
  options: { isSaved: boolean; isDeclined: boolean; atLeast?: number },
): boolean {
  const { store } = world;
  const { taken, refusal } = options.isDeclined
    ? { taken: 0, refusal: "Declined" }
    : tryCard(card, transaction.amount, options.isSaved, options.atLeast);
  transaction.authorization_code = card.authorization_code;
  transaction.gateway_response = refusal ?? (options.isSaved ? "Approved" : "Successful");
  transaction.status = refusal ? "failed" : "success";
  if (!refusal) {
    transaction.amount = taken;
    transaction.paid_at = new Date().toISOString();
    book(store, {
      amount_kobo: taken,
      kind: "card",
      reference: transaction.reference,
      narration: `Card settlement ${card.brand} ${card.last4}`,
      counterparty: null,
    });
    world.webhooks.send("paystack", "charge.success", transactionShape(store.state, transaction));
  }
  store.touch();
  return !refusal;
}

async function chargeSaved(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  input: z.infer<typeof chargeSchema>,
  atLeast?: number,
) {
  const { state } = world.store;
  const card = state.paystack.authorizations[input.authorization_code];
  if (!card || card.email !== input.email)
    throw new Refusal(
      400,
      card ? "Email does not match Authorization code. Please confirm." : "Invalid authorization code",
      "invalid_authorization",
    );
  const transaction = createTransaction(world, {
    amount: input.amount,
    email: input.email,
    channel: "card",
    metadata: input.metadata ?? null,
    ...(input.reference && { reference: input.reference }),
  });
  chargeCard(world, transaction, card, {
    isSaved: true,
    isDeclined: isDeclined(request),
    ...(atLeast !== undefined && { atLeast }),
  });
  if (card.behaviour === "timeout_after_effect") {
    await hangUp(world, request, reply);
    return reply;
  }
  return envelope("Charge attempted", transactionShape(state, transaction));
}

function refund(world: World, body: unknown) {
  const input = refundSchema.parse(body);
  const { store } = world;
  const { state } = store;
  const transaction =
    state.paystack.transactions[String(input.transaction)] ??
    Object.values(state.paystack.transactions).find(({ id }) => String(id) === String(input.transaction));
  if (!transaction) throw new Refusal(404, "Transaction not found", "transaction_not_found");
  const amount = input.amount ?? transaction.amount - transaction.refunded;
  if (!["success", "reversed"].includes(transaction.status))
    throw new Refusal(400, "Transaction has not been paid", "invalid_status");
  if (amount < 1 || amount > transaction.amount - transaction.refunded)
    throw new Refusal(400, "Refund amount cannot be more than the amount left on the transaction", "invalid_amount");
  transaction.refunded += amount;
  if (transaction.refunded === transaction.amount) transaction.status = "reversed";
  const record: Refund = {
    id: store.nextId(),
    reference: transaction.reference,
    amount,
    status: "processed",
    merchant_note: input.merchant_note ?? null,
    created_at: new Date().toISOString(),
  };
  state.paystack.refunds[record.id] = record;
  book(store, {
    amount_kobo: -amount,
    kind: "refund",
    reference: transaction.reference,
    narration: "Refund to customer",
    counterparty: null,
  });
  const shape = {
    transaction: transactionShape(state, transaction),
    integration: 463_433,
    deducted_amount: amount,
    channel: null,
    merchant_note: record.merchant_note,
    customer_note: input.customer_note ?? null,
    status: "pending",
    refunded_by: "sandbox@paystack.example",
    expected_at: record.created_at,
    currency: "NGN",
    domain: "test",
    amount,
    fully_deducted: true,
    id: record.id,
    createdAt: record.created_at,
    updatedAt: record.created_at,
  };
  world.webhooks.send("paystack", "refund.processed", {
    status: "processed",
    transaction_reference: transaction.reference,
    refund_reference: String(record.id),
    amount,
    currency: "NGN",
    processor: "instant-transfer",
    customer: { email: transaction.email },
    integration: 463_433,
    domain: "test",
  });
  return shape;
}

/** Initialise, verify, charge a saved card, partial debit, refund. */
export function registerTransactions(app: FastifyInstance, world: World): void {
  const { state } = world.store;
  app.post("/transaction/initialize", (request) => {
    const { callback_url, ...input } = initializeSchema.parse(request.body);
    if (isDeclined(request)) throw new Refusal(400, "Merchant may not process this transaction", "invalid_request");
    const access_code = `${hash(`access ${state.next_id}`).toString(36)}${state.next_id}`;
    const transaction = createTransaction(world, {
      ...input,
      metadata: input.metadata ?? null,
      callback_url: callback_url ?? null,
      access_code,
      channel: "card",
    });
    state.paystack.access_codes[access_code] = transaction.reference;
    return envelope("Authorization URL created", {
      authorization_url: `${world.url()}/checkout/${access_code}`,
      access_code,
      reference: transaction.reference,
    });
  });
  app.get<{ Params: { reference: string } }>("/transaction/verify/:reference", (request) => {
    const transaction = state.paystack.transactions[request.params.reference];
    if (!transaction) throw new Refusal(400, "Transaction reference not found.", "transaction_not_found");
    return envelope("Verification successful", transactionShape(state, transaction));
  });
  app.post("/transaction/charge_authorization", (request, reply) =>
    chargeSaved(world, request, reply, chargeSchema.parse(request.body)),
  );
  app.post("/transaction/partial_debit", (request, reply) => {
    const { at_least, ...input } = partialSchema.parse(request.body);
    return chargeSaved(world, request, reply, input, at_least ?? 1);
  });
  app.post("/refund", (request) => envelope("Refund has been queued for processing", refund(world, request.body)));
  app.get<{ Params: { id: string } }>("/refund/:id", (request) => {
    const record = state.paystack.refunds[request.params.id];
    if (!record) throw new Refusal(404, "Refund not found", "refund_not_found");
    return envelope("Refund retrieved", record);
  });
}
