/** Wema's API for partners (`WEMA_URL`). Amounts are naira as text. */
import { z } from "zod";
import type { Config } from "../../config.ts";
import { NotReached, OutcomeUnknown, ProviderRefused, callProvider } from "../http.ts";
import { koboOfNaira } from "../statements/amounts.ts";
import type { PartnerBankPort, RecallOutcome } from "./port.ts";

const balanceShape = z.object({
  accountnumber: z.string().max(20),
  accountname: z.string().max(200),
  availablebalance: z.string().regex(/^-?\d{1,13}(\.\d{1,2})?$/),
});

const recallShape = z.object({ status: z.string().max(40), remark: z.string().max(300).nullish() });
/** The bank's words for a recall, in ours. What we do not know is pending. */
const RECALLS: Readonly<Record<string, RecallOutcome>> = {
  RETURNED: "returned",
  REJECTED: "refused",
  INSUFFICIENT_FUNDS: "gone",
};
const nairaOf = (kobo: bigint): string => `${kobo / 100n}.${String(kobo % 100n).padStart(2, "0")}`;

export function createWema({ WEMA_URL, WEMA_API_KEY = "", WEMA_WEBHOOK_SECRET }: Config): PartnerBankPort {
  const call = (method: "GET" | "POST", path: string, body?: unknown): Promise<unknown> => {
    if (!WEMA_URL) throw new NotReached("No partner bank is configured (WEMA_URL).");
    const headers = { "x-api-key": WEMA_API_KEY };
    return callProvider({
      provider: "partner bank",
      method,
      url: `${WEMA_URL}${path}`,
      headers,
      ...(body !== undefined && { body }),
    });
  };
  return {
    is_there: WEMA_URL !== undefined && WEMA_WEBHOOK_SECRET !== undefined,
    async balance() {
      const read = balanceShape.safeParse(await call("GET", "/account/balance"));
      if (!read.success) throw new OutcomeUnknown("The partner bank answered in an unknown shape");
      const { accountnumber: account, accountname: name, availablebalance } = read.data;
      return { account, name, balance_kobo: koboOfNaira(availablebalance) };
    },
    async recall({ reference, transfer_reference, session_id, amount_kobo, reason }) {
      const body = {
        reference,
        paymentreference: transfer_reference,
        sessionid: session_id,
        amount: nairaOf(amount_kobo),
        reason,
      };
      await call("POST", "/recalls", body);
    },
    async findRecall(reference) {
      try {
        const read = recallShape.safeParse(await call("GET", `/recalls/${encodeURIComponent(reference)}`));
        if (!read.success) throw new OutcomeUnknown("The partner bank answered in an unknown shape");
        return { status: RECALLS[read.data.status] ?? "pending", words: read.data.remark ?? null };
      } catch (error) {
        if (error instanceof ProviderRefused && error.status === 404) return { status: "not_found", words: null };
        throw error;
      }
    },
  };
}
