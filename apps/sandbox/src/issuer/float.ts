/** Our account with the issuer: what was paid into it less what its files have settled. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { book } from "../bank/movements.ts";
import { movementDate } from "../clock.ts";
import { Refusal } from "../refusal.ts";
import type { World } from "../world.ts";
import { netOf } from "./settlements.ts";

export interface TopUp {
  booked_on: string;
  amount_kobo: number;
  /** What came of it, where it was for dollars. */
  amount_cents?: number;
}
const CURRENCIES = ["NGN", "USD"] as const;

const naira = (kobo: number): string => `${kobo < 0 ? "-" : ""}${(Math.abs(kobo) / 100).toFixed(2)}`;

/** `GET /accounts/:id/balance?date=` of the issuer's API: at the end of a day. */
export function registerBalance(app: FastifyInstance, { store }: World): void {
  app.get("/accounts/:id/balance", ({ query }) => {
    const { date, currency } = z
      .object({ date: z.iso.date(), currency: z.enum(CURRENCIES).default("NGN") })
      .parse(query);
    const { issuer } = store.state;
    const paid = (issuer.top_ups ?? []).filter(({ booked_on }) => booked_on <= date);
    const days = new Set(
      Object.values(issuer.transactions).flatMap(({ settledOn }) =>
        settledOn && settledOn <= date ? [settledOn] : [],
      ),
    );
    const isDollars = currency === "USD";
    const minor =
      paid.reduce((sum, { amount_kobo, amount_cents = 0 }) => sum + (isDollars ? amount_cents : amount_kobo), 0) -
      [...days].reduce((sum, day) => sum + netOf(store.state, day, currency), 0) +
      ((isDollars ? issuer.float_error_cents : issuer.float_error_kobo) ?? 0);
    return { statusCode: 200, message: "Successful", data: { date, currency, currentBalance: naira(minor) } };
  });
}

/** `POST /issuer-float`: money from the provider's bank to the issuer; `PUT /issuer-float`: what its balance is wrong by. */
export function registerTopUps(app: FastifyInstance, { store }: World): void {
  app.post("/issuer-float", ({ body }) => {
    const { amount_kobo, amount_cents, ...asked } = z
      .object({
        amount_kobo: z.number().int().positive(),
        is_dollars: z.boolean().default(false),
        amount_cents: z.number().int().positive().optional(),
      })
      .parse(body);
    const is_dollars = asked.is_dollars || amount_cents !== undefined;
    const { issuer } = store.state;
    const booked_on = movementDate(store.state);
    (issuer.top_ups ??= []).push({
      booked_on,
      amount_kobo: is_dollars ? 0 : amount_kobo,
      ...(amount_cents !== undefined && { amount_cents }),
    });
    const number = issuer.top_ups.length;
    if (number > 10_000) throw new Refusal(400, "There are too many.");
    const narration = `CARD ISSUER ${is_dollars ? "DOLLARS" : "FLOAT TOP UP"}`;
    const movement = { amount_kobo: -amount_kobo, reference: `FLOAT-${number}`, narration, kind: "other" } as const;
    return { movement: book(store, { ...movement, counterparty: null }) };
  });
  app.put("/issuer-float", ({ body }) => {
    const { error_kobo, error_cents } = z
      .object({ error_kobo: z.number().int().optional(), error_cents: z.number().int().optional() })
      .parse(body);
    if (error_kobo !== undefined) store.state.issuer.float_error_kobo = error_kobo;
    if (error_cents !== undefined) store.state.issuer.float_error_cents = error_cents;
    store.touch();
    return { ok: true };
  });
}
