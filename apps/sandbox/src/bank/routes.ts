import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { businessDate } from "../clock.ts";
import { isDate } from "../dates.ts";
import { payIn } from "../paystack/pay-in.ts";
import { transactionShape, transferShape } from "../paystack/shapes.ts";
import { reverseTransfer } from "../paystack/transfers.ts";
import { Refusal } from "../refusal.ts";
import type { World } from "../world.ts";
import { camt053 } from "./camt053.ts";
import { PROVIDER_ACCOUNT, book, dayOf, providerBalance } from "./movements.ts";
import { mt940 } from "./mt940.ts";

/** Statements, movements, money coming in, and transfers coming back. */
export function registerBank(app: FastifyInstance, world: World): void {
  const { state } = world.store;
  const checked = (date: string): string => {
    if (!isDate(date)) throw new Refusal(400, "A statement is asked for by its day, yyyy-mm-dd.");
    return date;
  };
  type ByDate = { Params: { date: string } };
  app.get("/bank/account.json", () => ({
    ...PROVIDER_ACCOUNT,
    balance_kobo: providerBalance(state),
    business_date: businessDate(state),
  }));
  app.get<{ Querystring: { date?: string; reference?: string } }>("/bank/movements.json", (request) => {
    const { date, reference } = request.query;
    return {
      movements: state.bank.movements.filter(
        (movement) => (!date || movement.booked_on === date) && (!reference || movement.reference === reference),
      ),
    };
  });
  app.get<ByDate>("/bank/statements/:date.mt940", (request, reply) => {
    const date = checked(request.params.date);
    return reply
      .type("text/plain; charset=utf-8")
      .header("content-disposition", `attachment; filename="statement-${date}.mt940"`)
      .send(mt940(date, dayOf(state, date)));
  });
  app.get<ByDate>("/bank/statements/:date.camt053.xml", (request, reply) => {
    const date = checked(request.params.date);
    return reply
      .type("application/xml; charset=utf-8")
      .header("content-disposition", `attachment; filename="statement-${date}.camt053.xml"`)
      .send(camt053(date, dayOf(state, date)));
  });
  app.post("/bank/movements", (request) => {
    const movement = z
      .object({ amount_kobo: z.number().int(), reference: z.string().max(100), narration: z.string().max(200) })
      .parse(request.body);
    return { movement: book(world.store, { ...movement, kind: "other", counterparty: null }) };
  });
  app.post("/bank/pay-in", (request) => ({ transaction: transactionShape(state, payIn(world, request.body)) }));
  app.post<{ Params: { reference: string } }>("/bank/transfers/:reference/reverse", (request) => ({
    transfer: transferShape(state, reverseTransfer(world, request.params.reference)),
  }));
}
