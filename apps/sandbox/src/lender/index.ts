import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { book } from "../bank/movements.ts";
import { addFaults, isDeclined } from "../faults.ts";
import { Refusal, describe } from "../refusal.ts";
import type { World } from "../world.ts";

const amount = z.string().regex(/^\d{1,12}\.\d\d$/);
const fundingSchema = z.object({ amount, cards: z.array(z.object({ card: z.uuid(), amount })).min(1) });
const kobo = (naira: string): number => Number(naira.replace(".", ""));

export interface LenderState {
  /** By the partner and the application's reference. */
  fundings: Record<string, { amount: string; status: "accepted" | "refused"; times: number }>;
}
export const noLender = (): LenderState => ({ fundings: {} });

/** Where the lender is paid: payments to it are in its report. */
export const LENDER_ACCOUNT = { bank_code: "058", account_number: "4000000016" };

/** A lender that funds credit cards: each reference once, paid to the application's account at once; and its settlement report. */
export function lender(world: World) {
  const { store } = world;
  const { state } = store;
  return (app: FastifyInstance): void => {
    app.addHook("onRequest", async (request) => {
      if (!request.headers["x-api-key"]) throw new Refusal(401, "An x-api-key is required.");
    });
    addFaults(app, world, "lender");
    app.setErrorHandler((error, _request, reply) => {
      const { status, message } = describe(error);
      return reply.code(status).send({ message });
    });
    app.put<{ Params: { partner: string; reference: string } }>("/:partner/fundings/:reference", (request) => {
      const { partner, reference } = request.params;
      const asked = fundingSchema.parse(request.body);
      if (asked.cards.reduce((sum, card) => sum + kobo(card.amount), 0) !== kobo(asked.amount))
        throw new Refusal(400, "The cards do not add up to the amount.");
      const key = `${partner}/${reference}`;
      const known = state.lender.fundings[key];
      if (known) {
        if (known.amount !== asked.amount) throw new Refusal(409, "This reference was used for another amount.");
        known.times += 1;
        return { status: known.status, reason: null };
      }
      const status = isDeclined(request) ? "refused" : "accepted";
      state.lender.fundings[key] = { amount: asked.amount, status, times: 1 };
      if (status === "accepted")
        book(store, {
          amount_kobo: kobo(asked.amount),
          kind: "other",
          reference,
          narration: `FUNDING/${partner.toUpperCase()}/${reference}`,
          counterparty: null,
        });
      store.touch();
      return { status, reason: status === "refused" ? "The limit of the facility is reached." : null };
    });
    app.get<{ Params: { partner: string } }>("/:partner/settlements", ({ params }) => {
      const funded = Object.entries(state.lender.fundings)
        .filter(([key, { status }]) => key.startsWith(`${params.partner}/`) && status === "accepted")
        .map(([key, { amount: paid }]) => ({ reference: key.slice(params.partner.length + 1), amount: paid }));
      const got = state.bank.movements
        .filter(
          ({ kind, counterparty }) =>
            kind === "transfer" && counterparty?.account_number === LENDER_ACCOUNT.account_number,
        )
        .map(({ reference, amount_kobo }) => ({ reference, amount: (Math.abs(amount_kobo) / 100).toFixed(2) }));
      return { lines: [...funded, ...got] };
    });
  };
}
