/**
 * A statement released by USSD: a session is begun here, the person dials and agrees with the bank's PIN, and it is polled until it is there. No bank and no
 * aggregator in Nigeria publishes such an interface (what is published of USSD, Africa's Talking's callback with sessionId, serviceCode, phoneNumber and text, is the
 * menu's side, which is the aggregator's here). So this shape is ours, to be agreed with the aggregator, and it is offered only with its address and key.
 */
import { z } from "zod";
import type { Config } from "../../config.ts";
import { callProvider } from "../http.ts";
import { shapeOf } from "./amounts.ts";
import { readPhoneStatement } from "./mobile.ts";
import type { UssdStatements } from "./port.ts";

const PROVIDER = "USSD";
const begun = z.object({
  session_id: z.string().min(1),
  dial: z.string().regex(/^\*[\d*]+#$/),
  expires_at: z.iso.datetime(),
});
const looked = z.object({ status: z.enum(["pending", "confirmed", "rejected", "expired"]) });
const STATES = { pending: "waiting", confirmed: "confirmed", rejected: "refused", expired: "expired" } as const;

/** Statements that a person asks for by dialling, behind our port. */
export function createUssdStatements({ USSD_URL, USSD_KEY }: Config): UssdStatements | undefined {
  if (!USSD_KEY || !USSD_URL) return undefined;
  const ask = (method: "GET" | "POST", path: string, body?: unknown) =>
    callProvider<unknown>({
      provider: PROVIDER,
      method,
      url: `${USSD_URL}${path}`,
      headers: { "x-api-key": USSD_KEY },
      body,
    });
  return {
    async begin({ account_no, bank_code, phone, reference, months }) {
      const { session_id, dial, expires_at } = shapeOf(
        begun,
        await ask("POST", "/v1/statement-sessions", {
          msisdn: phone,
          bank_code,
          account_number: account_no,
          reference,
          months,
        }),
        PROVIDER,
      );
      return { session_id, dial, expires_at: new Date(expires_at) };
    },
    async look(session_id) {
      return STATES[
        shapeOf(looked, await ask("GET", `/v1/statement-sessions/${encodeURIComponent(session_id)}`), PROVIDER).status
      ];
    },
    async fetch(session_id) {
      return readPhoneStatement(
        await ask("GET", `/v1/statement-sessions/${encodeURIComponent(session_id)}/statement`),
        PROVIDER,
      );
    },
  };
}
