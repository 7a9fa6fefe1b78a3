import { randomInt } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { PROVIDER_ACCOUNT, book, providerBalance } from "../bank/movements.ts";
import { addFaults } from "../faults.ts";
import { makeNuban } from "../nuban.ts";
import { hash } from "../random.ts";
import { Refusal, describe } from "../refusal.ts";
import { wemaSignature } from "../webhooks.ts";
import type { World } from "../world.ts";
import { registerRecalls } from "./recalls.ts";

const transferSchema = z.object({
  account_no: z.string().regex(/^\d{10}$/, "wants ten digits"),
  amount_kobo: z.coerce.number().int().min(1).max(99_999_999_999_999),
  sender_name: z.string().trim().max(120).default("ADA OBI"),
  narration: z.string().trim().max(200).default(""),
  /** Send also what the application does not know: a number that was given up, or typed wrongly. */
  whatever: z.coerce.boolean().default(false),
});

const naira = (kobo: number): string => `${Math.floor(kobo / 100)}.${String(kobo % 100).padStart(2, "0")}`;

/** 30 digits: the sending bank, the moment in Lagos, twelve of its own. */
function sessionId(bank_code: string): string {
  const lagos = new Date(Date.now() + 3_600_000).toISOString().replaceAll(/\D/g, "");
  const own = String(randomInt(1_000_000)).padStart(6, "0") + String(randomInt(1_000_000)).padStart(6, "0");
  return `${bank_code.padStart(6, "0")}${lagos.slice(2, 14)}${own}`;
}

/** The bank asks the application whose account a number is. @returns undefined where it does not know it, or does not answer */
async function nameOf({ settings }: World, accountnumber: string): Promise<string | undefined> {
  const body = JSON.stringify({ accountnumber });
  try {
    const answer = await fetch(`${settings.webhook_target}/partner-bank/account`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...wemaSignature(settings, body) },
      signal: AbortSignal.timeout(10_000),
    });
    const read = (await answer.json()) as { status?: string; accountname?: string };
    return read.status === "00" ? read.accountname : undefined;
  } catch {
    return undefined;
  }
}

/** Somebody sends money to an account number of the application: the bank asks for the name, books the money and tells of it. */
export async function transferIn(world: World, body: unknown) {
  const { account_no, amount_kobo, sender_name, narration, whatever } = transferSchema.parse(body);
  const account_name = await nameOf(world, account_no);
  if (account_name === undefined && !whatever) throw new Refusal(404, "The application knows no such account.");
  const bank_code = "058";
  const sender = makeNuban(bank_code, 300_000_000 + (hash(sender_name) % 99_999_999));
  const notification = {
    originatoraccountnumber: sender,
    originatorname: sender_name.toUpperCase(),
    amount: naira(amount_kobo),
    narration: narration || `NIP/${sender_name.toUpperCase()}`,
    craccount: account_no,
    craccountname: account_name ?? "",
    paymentreference: `NIP-${world.store.nextId()}`,
    bankname: "Guaranty Trust Bank",
    bankcode: bank_code,
    sessionid: sessionId(bank_code),
  };
  book(world.store, {
    amount_kobo,
    kind: "pay_in",
    reference: notification.sessionid,
    narration: `NIP/${notification.originatorname}/${account_no}`,
    counterparty: { name: notification.originatorname, account_number: sender, bank_code },
  });
  world.webhooks.send("partner-bank", "transfer", notification);
  return notification;
}

/** `POST /bank/transfer-in`: a transfer from another bank to an account number at the partner bank. */
export function registerTransfersIn(app: FastifyInstance, world: World): void {
  app.post("/bank/transfer-in", async (request) => ({ notification: await transferIn(world, request.body) }));
}

/** The partner bank's API as far as our account goes. */
export function wema(world: World) {
  return (app: FastifyInstance): void => {
    app.addHook("onRequest", async (request) => {
      if (!request.headers["x-api-key"]) throw new Refusal(401, "Unauthorized.");
    });
    addFaults(app, world, "wema");
    app.setErrorHandler((error, _request, reply) => {
      const { status, message } = describe(error);
      return reply.code(status).send({ status: "99", status_desc: message });
    });
    registerRecalls(app, world);
    app.get("/account/balance", () => ({
      accountnumber: PROVIDER_ACCOUNT.account_number,
      accountname: PROVIDER_ACCOUNT.name,
      availablebalance: naira(providerBalance(world.store.state)),
    }));
  };
}
