/** Recalls at the partner bank: it asks the receiving bank for money that was sent to it, and tells what that bank says. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { reverseTransfer } from "../paystack/transfers.ts";
import { Refusal } from "../refusal.ts";
import type { World } from "../world.ts";

interface Recall {
  paymentreference: string;
  asked_times: number;
  status: "PENDING" | "RETURNED" | "REJECTED" | "INSUFFICIENT_FUNDS";
  remark: string | null;
}
export type RecallsState = Record<string, Recall>;

const schema = z.object({
  reference: z.string().min(3).max(60),
  paymentreference: z.string().min(3).max(60),
  sessionid: z.string().max(60).nullish(),
  amount: z.string().regex(/^\d{1,13}\.\d{2}$/, "wants naira with kobo"),
  reason: z.string().min(3).max(500),
});

/** How the receiving bank answers, by the last digit of the account: 0 to 5 it returns the money, 6 and 7 it is gone, 8 and 9 its owner says no. */
function answerOf(last: number): Pick<Recall, "status" | "remark"> {
  if (last <= 5) return { status: "RETURNED", remark: "The beneficiary agreed; the money is on its way back" };
  if (last <= 7) return { status: "INSUFFICIENT_FUNDS", remark: "The account does not hold the amount any more" };
  return { status: "REJECTED", remark: "The beneficiary says that the money is theirs" };
}

/** At the second question the bank has its answer; what it returns comes as the return of the transfer. */
function settle(world: World, recall: Recall): void {
  recall.asked_times += 1;
  world.store.touch();
  if (recall.status !== "PENDING" || recall.asked_times < 2) return;
  const { transfers, recipients } = world.store.state.paystack;
  const transfer = transfers[recall.paymentreference];
  const account = transfer && recipients[transfer.recipient_code]?.account_number;
  const answer = answerOf(Number(account?.at(-1) ?? 9));
  Object.assign(recall, answer);
  if (answer.status === "RETURNED") reverseTransfer(world, recall.paymentreference);
}

export function registerRecalls(app: FastifyInstance, world: World): void {
  const { state } = world.store;
  app.post("/recalls", (request) => {
    const { reference, paymentreference } = schema.parse(request.body);
    if (state.recalls[reference]) throw new Refusal(409, "This reference was used before.");
    if (state.paystack.transfers[paymentreference]?.status !== "success")
      throw new Refusal(422, "No such payment was delivered.");
    state.recalls[reference] = { paymentreference, asked_times: 0, status: "PENDING", remark: null };
    world.store.touch();
    return { status: "00", reference };
  });
  app.get<{ Params: { reference: string } }>("/recalls/:reference", (request) => {
    const recall = state.recalls[request.params.reference];
    if (!recall) throw new Refusal(404, "No such recall.");
    settle(world, recall);
    return { reference: request.params.reference, status: recall.status, remark: recall.remark };
  });
}
