import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { businessDate } from "../clock.ts";
import { addFaults, isDeclined } from "../faults.ts";
import { Refusal, describe } from "../refusal.ts";
import type { World } from "../world.ts";
import { registerDisputeDecisions, registerDisputes } from "./disputes.ts";
import { registerBalance, registerTopUps } from "./float.ts";
import { registerSettlementFaults, registerSettlements } from "./settlements.ts";
import { event, registerSimulator } from "./payments.ts";
import { newNumber } from "./making.ts";
import type { IssuerCard } from "./state.ts";

const metadata = z.record(z.string(), z.unknown()).default({});
const customerSchema = z.object({
  type: z.enum(["individual", "company"]),
  name: z.string().min(1).max(200),
  status: z.enum(["active", "inactive"]).default("active"),
  phoneNumber: z.string().max(30).optional(),
  emailAddress: z.email().optional(),
  metadata,
});
const spendingControls = z
  .object({
    channels: z.object({ atm: z.boolean(), pos: z.boolean(), web: z.boolean(), mobile: z.boolean() }),
    allowedCategories: z.array(z.string()),
    blockedCategories: z.array(z.string()),
    spendingLimits: z.array(
      z.object({
        amount: z.number().positive(),
        interval: z.enum(["per_authorization", "daily", "weekly", "monthly", "yearly", "all_time"]),
        categories: z.array(z.string()).default([]),
      }),
    ),
  })
  .optional();
const cardSchema = z.object({
  customerId: z.string(),
  fundingSourceId: z.string().default(""),
  type: z.enum(["physical", "virtual"]),
  brand: z.enum(["Verve", "MasterCard", "Visa", "AfriGo"]),
  currency: z.enum(["NGN", "USD"]),
  issuerCountry: z.string().default("NGA"),
  status: z.enum(["active", "inactive"]),
  replacementFor: z.string().optional(),
  replacementReason: z.enum(["lost", "stolen", "damaged", "expired"]).optional(),
  sendPINSMS: z.boolean().default(false),
  spendingControls,
  metadata,
});
const changeSchema = z.object({ status: z.enum(["active", "inactive", "canceled"]).optional(), spendingControls });

const TOKEN_MILLISECONDS = 300_000;
const newId = (): string => randomBytes(12).toString("hex");
const envelope = (data: unknown, message = "Successful") => ({ statusCode: 200, message, data });

/** A card as the API shows it: the number masked, code and PIN never. */
export const cardShape = ({
  pan,
  cvv: _cvv,
  pin: _pin,
  wrong_pins: _wrong,
  pins_sent: _sent,
  ...card
}: IssuerCard) => ({ ...card, maskedPan: `${pan.slice(0, 6)}*********${pan.slice(-4)}` });

/** A customer's cards, newest first. */
function registerCards(app: FastifyInstance, { store }: World): void {
  const { state } = store;
  const find = (id: string): IssuerCard => {
    const card = state.issuer.cards[id];
    if (!card) throw new Refusal(404, "Card not found.");
    return card;
  };
  app.post("/cards", (request) => {
    const asked = cardSchema.parse(request.body);
    if (!state.issuer.customers[asked.customerId]) throw new Refusal(400, "Customer not found.");
    if (isDeclined(request)) throw new Refusal(400, "Card could not be created. Customer does not meet requirements.");
    if (asked.replacementFor) find(asked.replacementFor);
    const taken = new Set(Object.values(state.issuer.cards).map(({ pan }) => pan));
    const card: IssuerCard = {
      _id: newId(),
      customer: asked.customerId,
      fundingSource: asked.fundingSourceId,
      type: asked.type,
      brand: asked.brand,
      currency: asked.currency,
      status: asked.status,
      ...newNumber(asked.brand, businessDate(state), taken),
      pin: null,
      wrong_pins: 0,
      replacementFor: asked.replacementFor ?? null,
      replacementReason: asked.replacementReason ?? null,
      spendingControls: asked.spendingControls ?? null,
      metadata: asked.metadata,
      pins_sent: 0,
      createdAt: new Date().toISOString(),
    };
    state.issuer.cards[card._id] = card;
    store.touch();
    return envelope(cardShape(card), "Card created successfully.");
  });
  app.get<{ Params: { customer: string } }>("/cards/customer/:customer", ({ params }) =>
    envelope(
      Object.values(state.issuer.cards)
        .filter(({ customer }) => customer === params.customer)
        .toReversed()
        .slice(0, 100)
        .map(cardShape),
    ),
  );
  app.get<{ Params: { id: string } }>("/cards/:id", ({ params }) => envelope(cardShape(find(params.id))));
  app.put<{ Params: { id: string } }>("/cards/:id", ({ params, body }) => {
    const card = find(params.id);
    const change = changeSchema.parse(body);
    if (card.status === "canceled" && change.status && change.status !== "canceled")
      throw new Refusal(400, "Card is canceled.");
    Object.assign(card, change);
    store.touch();
    return envelope(cardShape(card), "Card updated successfully.");
  });
  app.put<{ Params: { id: string } }>("/cards/:id/send-pin", ({ params }) => {
    const card = find(params.id);
    card.pin = String(Math.floor(Math.random() * 10_000)).padStart(4, "0");
    card.wrong_pins = 0;
    card.pins_sent += 1;
    store.touch();
    return envelope(null, "PIN sent successfully.");
  });
  app.get<{ Params: { id: string } }>("/cards/:id/token", ({ params }) => {
    const card = find(params.id);
    const token = randomBytes(24).toString("base64url");
    state.issuer.tokens[token] = { card_id: card._id, until: Date.now() + TOKEN_MILLISECONDS };
    store.touch();
    return envelope({ token });
  });
}

/** Sudo's API as far as cards go: bearer key, `{statusCode, message, data}`, naira. */
export function issuer(world: World) {
  const { store } = world;
  return (app: FastifyInstance): void => {
    app.addHook("onRequest", async (request) => {
      if (!request.headers.authorization?.startsWith("Bearer ")) throw new Refusal(401, "Unauthorized.");
    });
    addFaults(app, world, "issuer");
    app.setErrorHandler((error, _request, reply) => {
      const { status, message } = describe(error);
      return reply.code(status).send({ statusCode: status, message, data: null });
    });
    app.post("/customers", (request) => {
      const asked = customerSchema.parse(request.body);
      const customer = {
        ...asked,
        _id: newId(),
        phoneNumber: asked.phoneNumber ?? null,
        emailAddress: asked.emailAddress ?? null,
        createdAt: new Date().toISOString(),
      };
      store.state.issuer.customers[customer._id] = customer;
      store.touch();
      return envelope(customer, "Customer created successfully.");
    });
    registerCards(app, world);
    registerSimulator(app, world);
    registerSettlements(app, world);
    registerDisputes(app, world);
    registerBalance(app, world);
  };
}

/** The issuer ends a card of its own accord, and says so. */
export function endCard({ store, webhooks }: World, id: string): void {
  const card = store.state.issuer.cards[id];
  if (!card) throw new Refusal(404, "Card not found.");
  card.status = "canceled";
  store.touch();
  webhooks.send("issuer", "card.terminated", event("card.terminated", cardShape(card)));
}

/** `GET /issuer-cards.json`: every card whole, for tests and for the pages of shops; `POST /issuer-cards/:id/terminate`. */
export function registerIssuer(app: FastifyInstance, world: World): void {
  const { store } = world;
  registerSettlementFaults(app, world);
  registerDisputeDecisions(app, world);
  registerTopUps(app, world);
  app.post<{ Params: { id: string } }>("/issuer-cards/:id/terminate", ({ params }) => {
    endCard(world, params.id);
    return { message: "The card is ended." };
  });
  app.get("/issuer-cards.json", () => ({ cards: Object.values(store.state.issuer.cards).toReversed() }));
}
