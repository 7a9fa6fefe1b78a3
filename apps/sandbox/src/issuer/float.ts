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
}

const naira = (kobo: number): string => `${kobo < 0 ? "-" : ""}${(Math.abs(kobo) / 100).toFixed(2)}`;

/** `GET /accounts/:id/balance?date=` of the issuer's API: at the end of a day. */
export function registerBalance(app: FastifyInstance, { store }: World): void {
  app.get("/accounts/:id/balance", ({ query }) => {
    const { date } = z.object({ date: z.iso.date() }).parse(query);
    const { issuer } = store.state;
    const paid = (issuer.top_ups ?? []).filter(({ booked_on }) => booked_on <= date);
    const days = new Set(
      Object.values(issuer.transactions).flatMap(({ settledOn }) =>
        settledOn && settledOn <= date ? [settledOn] : [],
      ),
    );
    const kobo =
      paid.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0) -
      [...days].reduce((sum, day) => sum + netOf(store.state, day), 0) +
      (issuer.float_error_kobo ?? 0);
    return { statusCode: 200, message: "Successful", data: { date, currency: "NGN", currentBalance: naira(kobo) } };
  });
}

/** `POST /issuer-float`: money from the provider's bank to the issuer; `PUT /issuer-float`: what its balance is wrong by. */
export function registerTopUps(app: FastifyInstance, { store }: World): void {
  app.post("/issuer-float", ({ body }) => {
    const { amount_kobo, is_dollars } = z
      .object({ amount_kobo: z.number().int().positive(), is_dollars: z.boolean().default(false) })
      .parse(body);
    const { issuer } = store.state;
    (issuer.top_ups ??= []).push({ booked_on: movementDate(store.state), amount_kobo: is_dollars ? 0 : amount_kobo });
    const number = issuer.top_ups.length;
    if (number > 10_000) throw new Refusal(400, "There are too many.");
    const narration = `CARD ISSUER ${is_dollars ? "DOLLARS" : "FLOAT TOP UP"}`;
    const movement = { amount_kobo: -amount_kobo, reference: `FLOAT-${number}`, narration, kind: "other" } as const;
    return { movement: book(store, { ...movement, counterparty: null }) };
  });
  app.put("/issuer-float", ({ body }) => {
    store.state.issuer.float_error_kobo = z.object({ error_kobo: z.number().int() }).parse(body).error_kobo;
    store.touch();
    return { ok: true };
  });
}
