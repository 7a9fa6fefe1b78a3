import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { movementDate } from "../clock.ts";
import { Refusal } from "../refusal.ts";
import type { State } from "../state.ts";
import type { World } from "../world.ts";
import type { Transaction } from "./payments.ts";
import type { IssuerState } from "./state.ts";

/** Of what shops take, to us: half a percent. */
const INTERCHANGE_DIVISOR = 200;
/** What the issuer asks for each payment, in kobo. */
const CHARGE_KOBO = 500;

/** What is wrong with the issuer's files: payments that they leave out, other sums in naira, payments that they name twice, or without their currency. */
const faultsSchema = z.strictObject({
  left_out: z.array(z.string()).default([]),
  other_sums: z.record(z.string(), z.string()).default({}),
  twice: z.array(z.string()).default([]),
  no_currency: z.array(z.string()).default([]),
});
export type SettlementFaults = z.output<typeof faultsSchema>;

const naira = (kobo: number): string => (kobo / 100).toFixed(2);

function lineOf(
  { cards }: IssuerState,
  { _id, authorization, card, type, amount }: Transaction,
  { other_sums, no_currency }: SettlementFaults,
) {
  const kobo = Math.ceil(Math.round(amount * 1_000) / 10);
  return {
    transaction: _id,
    authorization,
    card,
    type,
    ...(!no_currency.includes(_id) && { currency: cards[card]?.currency ?? "NGN" }),
    amount: other_sums[_id] ?? naira(kobo),
    interchange: naira(type === "capture" ? Math.floor(kobo / INTERCHANGE_DIVISOR) : 0),
    fee: naira(type === "capture" ? CHARGE_KOBO : 0),
  };
}

/** What a day's file takes from our account in a currency, in kobo or cents; a line that does not say its currency is its card's. */
export function netOf(state: State, date: string, of: "NGN" | "USD"): number {
  const kobo = (text: string): number => Math.round(Number(text) * 100);
  const lines = settlementOf(state, date).lines.filter(
    ({ card }) => (state.issuer.cards[card]?.currency ?? "NGN") === of,
  );
  return lines.reduce((sum, { type, amount, interchange, fee }) => {
    const isGiven = type === "refund" || type === "dispute";
    return sum + (isGiven ? -kobo(amount) : kobo(amount)) + kobo(fee) - kobo(interchange);
  }, 0);
}

/** The file of a day: what shops took and gave back on it. It is final when the day is over. */
export function settlementOf(state: State, date: string) {
  const faults = faultsSchema.parse(state.issuer.settlement_faults ?? {});
  const ofDay = Object.values(state.issuer.transactions).filter(
    ({ _id, settledOn }) => settledOn === date && !faults.left_out.includes(_id),
  );
  const twice = ofDay.filter(({ _id }) => faults.twice.includes(_id));
  const lines = [...ofDay, ...twice].map((transaction) => lineOf(state.issuer, transaction, faults));
  return { date, isFinal: date < movementDate(state), lines };
}

/** `GET /settlements/:date` of the issuer's API. */
export function registerSettlements(app: FastifyInstance, { store }: World): void {
  app.get<{ Params: { date: string } }>("/settlements/:date", ({ params: { date } }) => {
    if (!z.iso.date().safeParse(date).success) throw new Refusal(400, "date must be yyyy-mm-dd.");
    return { statusCode: 200, message: "Settlement fetched successfully.", data: settlementOf(store.state, date) };
  });
}

/** `PUT /issuer-settlements`: what is wrong with the files from now on. */
export function registerSettlementFaults(app: FastifyInstance, { store }: World): void {
  app.put("/issuer-settlements", ({ body }) => {
    store.state.issuer.settlement_faults = faultsSchema.parse(body ?? {});
    store.touch();
    return { ok: true };
  });
}
